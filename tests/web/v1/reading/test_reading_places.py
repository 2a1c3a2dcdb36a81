"""Where a reader is in a long entry, over HTTP: one place for all devices."""

import pytest

from tests.contexts import Clock
from tests.web.conftest import Person
from tests.web.v1.following import a_followed_feed
from tidings.context import Context
from tidings.jobs.entries.clean_up import clean_up

DAY = 86_400_000_000


@pytest.fixture
def clock(context: Context) -> Clock:
    assert isinstance(context.clock, Clock)
    return context.clock


async def place_of(reader: Person, entry: int) -> dict[str, object] | None:
    found = (await reader.http.get(f"/api/v1/entries/{entry}")).json()["place"]
    assert found is None or isinstance(found, dict)
    return found


async def keep(reader: Person, entry: int, status: int = 204, **body: object) -> None:
    answer = await reader.http.put(f"/api/v1/entries/{entry}/place", json=body)
    assert answer.status_code == status, answer.text


@pytest.mark.both_engines
async def test_the_newest_place_counts_and_is_its_readers_own(
    context: Context, ann: Person, bob: Person, clock: Clock
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    assert await place_of(ann, entry) is None
    await keep(ann, entry, place=0.25)
    first = clock.now
    assert await place_of(ann, entry) == {"place": 0.25, "at": first}
    clock.now += 10
    await keep(ann, entry, place=0.5)
    # A device that was offline meanwhile, and one whose clock is ahead.
    await keep(ann, entry, place=0.1, at=first - 5)
    assert await place_of(ann, entry) == {"place": 0.5, "at": first + 10}
    await keep(ann, entry, place=0, at=first + DAY)
    assert await place_of(ann, entry) == {"place": 0, "at": first + 10}
    await keep(bob, entry, 404, place=0.5)


async def test_a_place_is_a_part_of_the_text(context: Context, ann: Person) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    for wrong in (-0.1, 1.1, None, "half"):
        await keep(ann, entry, 422, place=wrong)
    assert await place_of(ann, entry) is None


@pytest.mark.both_engines
async def test_old_places_are_forgotten(
    context: Context, ann: Person, clock: Clock
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    await keep(ann, entry, place=0.5)
    clock.now += 170 * DAY
    assert (await clean_up(context))["places"] == 0
    clock.now += 20 * DAY
    assert (await clean_up(context))["places"] == 1
    assert (await clean_up(context))["places"] == 0
