"""The history of a feed's checks: everything that ended, newest first, never too much."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from tests.services.site import Answer
from tests.web.v1.town import API, Town, open_town
from tidings.store.feeds.checks import PLACES
from tidings.store.feeds.feeds import make_due
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/feed", 1, 2, title="News")
        yield opened


async def check_again(town: Town, feed: int) -> None:
    services = town.services
    services.clock.move(timedelta(minutes=10))
    services.write(make_due, feed, services.clock.now)
    await work_off_queue(services.context, services.fetching, FEEDS)


async def history(town: Town, feed: int, **asked: Any) -> dict[str, Any]:
    path = f"{API}/feeds/{feed}/history"
    answer = await town.bea.http.get(path, params=asked)
    assert answer.status_code == 200
    return answer.json()


async def test_every_check_leaves_a_line_with_what_it_brought(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    town.services.site.feed("/feed", 1, 2, 3, title="News")
    await check_again(town, feed)
    town.services.site.pages["/feed"] = Answer(status=500)
    await check_again(town, feed)
    failed, second, first = (await history(town, feed))["items"]
    assert (first["outcome"], first["status"], first["new_entries"]) == (
        "fetched",
        200,
        2,
    )
    assert first["bytes"] > 100
    assert (second["new_entries"], second["reason"]) == (1, None)
    assert failed["at"] == town.services.clock.now
    assert (failed["outcome"], failed["status"]) == ("server_error", 500)
    assert failed["reason"] == "The server has a problem (HTTP 500)."


async def test_the_health_page_has_the_last_checks_of_each_feed(town: Town) -> None:
    town.services.site.feed("/other", 1)
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    await town.follow(town.bea, "/other")
    town.services.site.pages["/feed"] = Answer(status=401)
    await check_again(town, feed)
    page = (await town.bea.http.get(f"{API}/health/feeds")).json()
    lines = {line["feed"]["id"]: line for line in page["items"]}
    recent = {
        number: [check["outcome"] for check in line["recent"]]
        for number, line in lines.items()
    }
    other = next(number for number in recent if number != feed)
    assert recent == {feed: ["unauthorized", "fetched"], other: ["fetched"]}
    assert lines[feed]["feed"]["error"]["remedies"] == ["set_login", "retry_now"]


async def test_only_a_hundred_checks_are_kept_and_pages_join(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    services = town.services
    services.site.pages["/feed"] = Answer(status=500)
    token = "update feed_fetch_state set lease_token = :token"
    for claim in (2 * PLACES, 3 * PLACES, 3 * PLACES + 1):
        services.write(lambda db, at=claim: db.run(token, token=at))
        await check_again(town, feed)
    kept = (await history(town, feed))["items"]
    assert len(kept) == 2  # two claims came a hundred after another
    page = await history(town, feed, limit=1)
    rest = await history(town, feed, limit=1, cursor=page["next_cursor"])
    assert page["items"] + rest["items"] == kept
    assert rest["next_cursor"] is None


async def test_strangers_see_no_history(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    answer = await town.bob.http.get(f"{API}/feeds/{feed}/history")
    assert answer.status_code == 404
