"""What a reader does every day, and `doctor`, on the newest PostgreSQL and on the
distribution's older one."""

import asyncio
import json
from collections.abc import Callable, Iterator

import pytest

from tests.cli.program import Program, free_port
from tests.older_postgres import older_postgres
from tests.web.conftest import Person
from tests.web.v1.town import API, Town, open_town
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.postgres_server import postgres_version
from tidings.store.feeds.feeds import make_due
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue

_NEWEST, _OLDER = "the newest", "the distribution's"


@pytest.fixture(params=[_NEWEST, _OLDER])
def url(request: pytest.FixtureRequest, new_url: Callable[..., str]) -> Iterator[str]:
    """A migrated database."""
    if request.param == _NEWEST:
        yield new_url("postgres", migrated=True)
        return
    with older_postgres() as older:
        upgrade(older)
        yield older


def test_an_entry_is_refreshed_marked_tagged_highlighted_and_found(
    tidings: Program, url: str
) -> None:
    asyncio.run(_read(url))
    tidings.variables.update(
        {"TIDINGS_DATABASE_URL": url, "TIDINGS_PORT": str(free_port())}
    )
    visit = tidings("doctor", "--json")
    found = {one["checked"]: one for one in json.loads(visit.out)}
    assert (visit.code, found["PostgreSQL"]["found"]) == (0, postgres_version(url))


async def _read(url: str) -> None:
    async with open_town(url) as town:
        ids = await _refreshed(town)
        bea, now = town.bea, town.services.clock.now
        await _ask(bea, "POST", "entries/mark-read", ids=ids[:1], read=True)
        await _ask(bea, "PUT", f"entries/{ids[1]}/tags/later")
        await _ask(bea, "POST", "highlights", entry_id=ids[2], quote="says")
        listed = (await _ask(bea, "GET", "entries"))["items"]
        assert {one["id"] for one in listed if one["read"]} == set(ids[:1])
        assert {one["id"] for one in listed if one["tags"]} == {ids[1]}
        kept = (await _ask(bea, "GET", "highlights"))["items"]
        assert [one["entry_id"] for one in kept] == [ids[2]]
        hits = (await _ask(bea, "GET", "entries/search?q=Entry"))["items"]
        assert {one["id"] for one in hits} == set(ids)
        await _ask(bea, "POST", "entries/mark-all-read", all=True, before=now)
        assert (await _ask(bea, "GET", "counts"))["unread"] == 0


async def _refreshed(town: Town) -> list[int]:
    """Follow a feed of two entries, let it bring a third, and return all."""
    services = town.services
    services.site.feed("/feed", 1, 2)
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    services.site.feed("/feed", 1, 2, 3)
    services.write(make_due, feed, services.clock.now)
    await work_off_queue(services.context, services.fetching, FEEDS)
    items = (await _ask(town.bea, "GET", "entries"))["items"]
    assert len(items) == 3
    return [one["id"] for one in items]


async def _ask(person: Person, method: str, path: str, **body: object) -> dict:
    answer = await person.http.request(method, f"{API}/{path}", json=body or None)
    assert answer.is_success, (path, answer.text)
    return answer.json() if answer.content else {}
