"""Stars over HTTP: when they were given, what was starred, and the list in their order."""

import pytest

from tests.contexts import Clock
from tests.make import NOON
from tests.store.reading.test_stars import _reword
from tests.web.conftest import Person
from tests.web.v1.following import a_followed_feed, ids_of
from tidings.context import Context
from tidings.store.entries.change_entries import MOST_VERSIONS

SYNC = "/api/v1/entries/sync"


@pytest.fixture
def clock(context: Context) -> Clock:
    assert isinstance(context.clock, Clock)
    return context.clock


async def entry_of(reader: Person, entry: int) -> dict[str, object]:
    return (await reader.http.get(f"/api/v1/entries/{entry}")).json()


async def test_an_entry_says_when_and_as_what_it_was_starred(
    context: Context, ann: Person, clock: Clock
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    await ann.http.put(f"/api/v1/entries/{entry}/star")
    starred_at = clock.now
    clock.now += 1_000_000
    await context.database.write(_reword, entry, "other words", clock.now)
    opened = await entry_of(ann, entry)
    assert (opened["starred_at"], opened["starred_version"]) == (starred_at, 1)
    assert opened["version"] == 2
    address = f"/api/v1/entries/{entry}/diff"
    then = (await ann.http.get(address, params={"from": 1, "to": 1})).json()
    assert "<ins>" not in then["html"]
    assert then["after"]["version"] == 1
    since = (await ann.http.get(address, params={"from": 1, "to": 2})).json()
    assert "other" in since["html"]
    assert "<ins>" in since["html"]
    await ann.http.delete(f"/api/v1/entries/{entry}/star")
    opened = await entry_of(ann, entry)
    assert (opened["starred_at"], opened["starred_version"]) == (None, None)


async def test_the_version_that_was_seen_can_be_starred_online_and_offline(
    context: Context, ann: Person, clock: Clock
) -> None:
    _, (one, other) = await a_followed_feed(context, ann, 2)
    for entry in (one, other):
        await context.database.write(_reword, entry, f"changed {entry}", clock.now)
    await ann.http.put(f"/api/v1/entries/{one}/star", params={"version": 1})
    star = {"entry_id": other, "field": "starred", "value": True, "at": clock.now - 9}
    body = {"sent_at": clock.now, "intents": [{**star, "version": 1}]}
    answer = await ann.http.post(SYNC, json=body)
    assert answer.json()["results"] == ["applied"]
    found = [await entry_of(ann, entry) for entry in (one, other)]
    assert [each["starred_version"] for each in found] == [1, 1]
    assert found[1]["starred_at"] == clock.now - 9
    wrong = await ann.http.put(f"/api/v1/entries/{one}/star", params={"version": 0})
    assert wrong.status_code == 422


@pytest.mark.both_engines
async def test_the_starred_list_goes_by_the_stars(
    context: Context, ann: Person, clock: Clock
) -> None:
    feed, ids = await a_followed_feed(context, ann, 5)
    for entry in (ids[1], ids[4], ids[2]):
        await ann.http.put(f"/api/v1/entries/{entry}/star")
        clock.now += 1
    expected = [ids[2], ids[4], ids[1]]
    by_star = {"starred": True, "order": "starred"}
    assert await ids_of(ann, **by_star) == expected
    assert await ids_of(ann, **by_star, limit=1) == expected
    assert await ids_of(ann, **by_star, feed_id=feed, limit=2) == expected
    assert await ids_of(ann, starred=True) == [ids[4], ids[2], ids[1]]
    await ann.http.put(f"/api/v1/entries/{ids[4]}/tags/later")
    assert await ids_of(ann, **by_star, tag="later") == [ids[4]]


@pytest.mark.parametrize("query", [{}, {"starred": True, "q": "words"}])
async def test_only_stars_are_in_the_order_of_stars(
    ann: Person, query: dict[str, object]
) -> None:
    params = {"order": "starred", **query}
    answer = await ann.http.get("/api/v1/entries", params=params)
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"] == "order"


async def test_a_cursor_of_the_list_by_time_is_not_one_by_stars(
    context: Context, ann: Person
) -> None:
    _, ids = await a_followed_feed(context, ann, 3)
    for entry in ids:
        await ann.http.put(f"/api/v1/entries/{entry}/star")
    query = {"starred": True, "limit": 1}
    page = (await ann.http.get("/api/v1/entries", params=query)).json()
    query |= {"cursor": page["next_cursor"], "order": "starred"}
    answer = await ann.http.get("/api/v1/entries", params=query)
    assert answer.status_code == 422


async def test_an_entry_says_when_it_was_read(
    context: Context, ann: Person, clock: Clock
) -> None:
    _, (one, other) = await a_followed_feed(context, ann, 2)
    body = {"ids": [one], "read": True}
    await ann.http.post("/api/v1/entries/mark-read", json=body)
    body = {"all": True, "before": other}
    read_at = clock.now
    clock.now += 1_000_000
    await ann.http.post("/api/v1/entries/mark-all-read", json=body)
    found = [await entry_of(ann, entry) for entry in (one, other)]
    assert [each["read_at"] for each in found] == [read_at, None]
    assert [each["read"] for each in found] == [True, True]


async def test_versions_that_are_not_kept_are_counted(
    context: Context, ann: Person
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    for turn in range(MOST_VERSIONS + 4):
        await context.database.write(_reword, entry, f"words {turn}", NOON + turn)
    address = f"/api/v1/entries/{entry}/versions"
    first = (await ann.http.get(address)).json()
    assert (len(first["items"]), first["not_kept"]) == (50, 4)
    query = {"cursor": first["next_cursor"], "limit": 200}
    rest = (await ann.http.get(address, params=query)).json()
    assert (rest["next_cursor"], rest["not_kept"]) == (None, 4)
    kept = [each["version"] for each in first["items"] + rest["items"]]
    assert kept == [*range(MOST_VERSIONS + 5, 5, -1), 1]
    wrong = await ann.http.get(address, params={"cursor": "x"})
    assert wrong.json()["error"]["code"] == "CURSOR_INVALID"
