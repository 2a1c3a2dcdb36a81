"""A feed's address is changed over HTTP: by whoever may, and nobody else notices."""

from collections.abc import AsyncIterator

import pytest

from tests.services.site import Answer
from tests.web.conftest import Person
from tests.web.v1.town import API, Town, open_town
from tidings.core.feeds.host_pace import FIRST_HOLD
from tidings.store.feeds.feeds import find_feed, make_due
from tidings.store.publishing.builds import publish_feed
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/old", 1, 2, title="Old")
        opened.services.site.feed("/new", 2, 3, title="New")
        yield opened


async def move(person: Person, town: Town, feed: int, path: str):
    body = {"url": town.url(path)}
    return await person.http.post(f"{API}/feeds/{feed}/move", json=body)


async def unread(person: Person) -> list[str]:
    page = (await person.http.get(f"{API}/entries?unread=true")).json()
    return sorted(entry["title"] for entry in page["items"])


async def read_and_star(person: Person) -> None:
    """Read entry 2 and star entry 1."""
    page = (await person.http.get(f"{API}/entries")).json()
    ids = {entry["title"]: entry["id"] for entry in page["items"]}
    body = {"ids": [ids["Entry 2"]], "read": True}
    assert (await person.http.post(f"{API}/entries/mark-read", json=body)).is_success
    starred = await person.http.put(f"{API}/entries/{ids['Entry 1']}/star")
    assert starred.is_success


async def starred(person: Person) -> list[str]:
    page = (await person.http.get(f"{API}/entries?starred=true")).json()
    return [entry["title"] for entry in page["items"]]


async def test_the_only_reader_moves_the_feed_with_all_that_is_theirs(
    town: Town,
) -> None:
    made = await town.follow(town.bea, "/old", title="Mine")
    await read_and_star(town.bea)
    answer = await move(town.bea, town, made["feed_id"], "/new")
    assert answer.status_code == 200, answer.text
    moved = answer.json()
    assert (moved["is_shared"], moved["feed"]["id"]) == (False, made["feed_id"])
    assert moved["feed"]["url"] == town.url("/new")
    kept = (await town.bea.http.get(f"{API}/subscriptions/{made['id']}")).json()
    assert (kept["title"], kept["feed"]["state"]) == ("Mine", "ok")
    # Checked at once: what is new is there, what was read stays read.
    assert await unread(town.bea) == ["Entry 1", "Entry 3"]
    assert await starred(town.bea) == ["Entry 1"]
    # Whoever adds the old address gets what is there, not what a reader made of it.
    other = await town.follow(town.bob, "/old")
    assert other["feed_id"] != made["feed_id"]


async def test_a_shared_feed_stays_and_only_the_subscription_moves(
    town: Town,
) -> None:
    made = await town.follow(town.bea, "/old", title="Mine")
    await town.follow(town.bob, "/old")
    await read_and_star(town.bea)
    moved = (await move(town.bea, town, made["feed_id"], "/new")).json()
    assert (moved["is_shared"], moved["feed"]["url"]) == (True, town.url("/new"))
    (line,) = (await town.bea.http.get(f"{API}/subscriptions")).json()["items"]
    assert (line["title"], line["feed_id"]) == ("Mine", moved["feed"]["id"])
    assert await unread(town.bea) == ["Entry 3"]
    assert await starred(town.bea) == ["Entry 1"]
    assert await unread(town.bob) == ["Entry 1", "Entry 2"]
    old = town.services.read(find_feed, str(made["feed_id"]))
    assert (old.url, old.subscribers) == (town.url("/old"), 1)


@pytest.mark.both_engines
async def test_nobody_can_put_entries_into_a_feed_that_others_follow(
    town: Town,
) -> None:
    made = await town.follow(town.bea, "/old")
    await town.follow(town.bob, "/new")
    moved = (await move(town.bea, town, made["feed_id"], "/new")).json()
    assert moved["is_shared"] is True
    page = (await town.bob.http.get(f"{API}/entries")).json()
    assert sorted(e["title"] for e in page["items"]) == ["Entry 2", "Entry 3"]


async def test_an_administrator_joins_two_feeds_and_the_old_address_leads_there(
    town: Town,
) -> None:
    made = await town.follow(town.bea, "/old")
    target = await town.follow(town.bob, "/new")
    moved = (await move(town.cora, town, made["feed_id"], "/new")).json()
    assert (moved["is_shared"], moved["feed"]["id"]) == (False, target["feed_id"])
    (line,) = (await town.bea.http.get(f"{API}/subscriptions")).json()["items"]
    assert line["feed_id"] == target["feed_id"]
    again = await town.follow(town.cora, "/old")
    assert again["feed_id"] == target["feed_id"]


async def test_what_is_no_feed_is_refused_and_nothing_changes(town: Town) -> None:
    made = await town.follow(town.bea, "/old")
    feed = made["feed_id"]
    town.services.site.page("/page", "<p>Nothing here")
    refused = await move(town.bea, town, feed, "/page")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "NO_FEED")
    same = await move(town.bea, town, feed, "/old")
    assert same.status_code == 409
    body = {"url": town.url("/new").replace("://", "://me:secret@")}
    login = await town.bea.http.post(f"{API}/feeds/{feed}/move", json=body)
    assert login.status_code == 422
    assert (await move(town.bob, town, feed, "/new")).status_code == 404
    assert town.services.read(find_feed, str(feed)).url == town.url("/old")


async def test_a_reader_switches_their_own_feed_off_and_on(town: Town) -> None:
    feed = (await town.follow(town.bea, "/old"))["feed_id"]
    off = await town.bea.http.post(f"{API}/feeds/{feed}/disable")
    assert (off.status_code, off.json()["state"]) == (200, "disabled")
    services = town.services
    asked = len(services.site.asked)
    services.write(make_due, feed, services.clock.now)
    await work_off_queue(services.context, services.fetching, FEEDS)
    assert len(services.site.asked) == asked
    refused = (await town.bea.http.post(f"{API}/feeds/{feed}/refresh")).json()
    assert refused["error"]["message"] == "This feed is disabled: enable it first."
    on = await town.bea.http.post(f"{API}/feeds/{feed}/enable")
    assert on.json()["state"] != "disabled"
    # One that a reader switched off is there for the next who follows it.
    await town.bea.http.post(f"{API}/feeds/{feed}/disable")
    assert (await town.follow(town.bob, "/old"))["feed"]["state"] == "ok"


async def test_what_others_read_is_switched_off_and_deleted_by_administrators_only(
    town: Town,
) -> None:
    made = await town.follow(town.bea, "/old")
    feed = made["feed_id"]
    await town.follow(town.bob, "/old")
    public = (await town.follow(town.bea, "/new"))["feed_id"]
    town.services.write(publish_feed, public, town.services.clock.now)
    for number in (feed, public):
        address = f"{API}/feeds/{number}"
        assert (await town.bea.http.post(f"{address}/disable")).status_code == 403
        assert (await town.bea.http.delete(address)).status_code == 403
    await read_and_star(town.bea)
    assert (await town.cora.http.post(f"{API}/feeds/{feed}/disable")).is_success
    assert (await town.bea.http.post(f"{API}/feeds/{feed}/enable")).status_code == 403
    assert (await town.cora.http.delete(f"{API}/feeds/{feed}")).status_code == 204
    assert await starred(town.bea) == ["Entry 1"]
    gone = await town.bea.http.get(f"{API}/subscriptions/{made['id']}")
    assert gone.status_code == 404


async def test_a_reader_deletes_their_own_feed(town: Town) -> None:
    made = await town.follow(town.bea, "/old")
    await read_and_star(town.bea)
    address = f"{API}/feeds/{made['feed_id']}"
    assert (await town.bea.http.delete(address)).status_code == 204
    assert (await town.bea.http.get(address)).status_code == 404
    assert await starred(town.bea) == ["Entry 1"]


@pytest.mark.both_engines
@pytest.mark.parametrize(
    "refusal",
    [Answer(status=410), Answer(status=429, headers=("Retry-After: 7200",))],
    ids=["gone", "refused"],
)
async def test_a_feed_that_is_gone_gets_its_new_address_and_is_well(
    town: Town, refusal: Answer
) -> None:
    feed = (await town.follow(town.bea, "/old"))["feed_id"]
    services = town.services
    services.site.pages["/old"] = refusal
    services.write(make_due, feed, services.clock.now)
    await work_off_queue(services.context, services.fetching, FEEDS)
    services.clock.move(FIRST_HOLD)
    moved = (await move(town.bea, town, feed, "/new")).json()["feed"]
    assert (moved["state"], moved["error"]) == ("ok", None)
