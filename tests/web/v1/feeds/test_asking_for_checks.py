"""Asking for a check over HTTP: it is made now, or as soon as the server allows it."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.services.site import Answer
from tests.web.v1.town import API, Town, open_town
from tidings.core.clock import micros
from tidings.core.feeds.host_pace import FIRST_HOLD
from tidings.store.feeds.claims import next_due_at
from tidings.store.feeds.feeds import make_due, set_feed
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/feed", 1, 2, title="News")
        yield opened


async def work(town: Town) -> None:
    services = town.services
    await work_off_queue(services.context, services.fetching, FEEDS)


async def fail(town: Town, feed: int, status: int) -> None:
    town.services.site.pages["/feed"] = Answer(status=status)
    town.services.write(make_due, feed, town.services.clock.now)
    await work(town)


async def test_who_asks_gets_a_check_but_not_two_for_a_double_click(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    address = f"{API}/feeds/{feed}/refresh"
    too_soon = await town.bea.http.post(address)
    assert (too_soon.status_code, too_soon.json()["is_due"]) == (202, False)
    town.services.clock.move(timedelta(seconds=6))
    answer = (await town.bea.http.post(address)).json()
    assert (answer["is_due"], answer["feed"]["next_check"]["code"]) == (True, "asked")
    now = town.services.clock.now
    assert town.services.read(next_due_at, now) == now


async def test_a_feed_that_is_not_polled_is_refreshed_by_its_name_only(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    town.services.write(set_feed, feed, "polling", 0)
    town.services.clock.move(timedelta(minutes=2))
    answer = await town.bea.http.post(f"{API}/feeds/refresh")
    assert answer.json() == {"due": 0, "waiting": 0, "left_alone": 1}
    one = await town.bea.http.post(f"{API}/feeds/{feed}/refresh")
    assert one.json()["is_due"] is True


async def test_a_feed_of_a_held_host_says_so_wherever_one_asks(town: Town) -> None:
    made = await town.follow(town.bea, "/feed")
    town.services.site.feed("/angry", 1)
    angry = (await town.follow(town.bea, "/angry"))["feed_id"]
    town.services.clock.move(timedelta(minutes=2))
    peace = ("Retry-After: 7200",)
    town.services.site.pages["/angry"] = Answer(status=429, headers=peace)
    town.services.write(make_due, angry, town.services.clock.now)
    await work(town)
    asked_before = len(town.services.site.asked)
    until = town.services.clock.now + micros(FIRST_HOLD)
    address = f"{API}/feeds/{made['feed_id']}"

    answer = (await town.bea.http.post(f"{address}/refresh")).json()
    check = answer["feed"]["next_check"]
    assert (answer["is_due"], check["at"], check["code"]) == (False, until, "host_held")
    assert "the server refused a request" in check["reason"]
    every = (await town.bea.http.post(f"{API}/feeds/refresh")).json()
    assert every == {"due": 0, "waiting": 1, "left_alone": 1}
    lines = (await town.bea.http.get(f"{API}/health/feeds")).json()["items"]
    assert check in [line["feed"]["next_check"] for line in lines]
    seen = (await town.bea.http.get(f"{address}/diagnose")).json()
    assert (seen["outcome"], seen["next_check_at"]) == ("host_held", until)
    assert "it can be asked again in 30 s" in seen["message"]
    assert len(town.services.site.asked) == asked_before

    town.services.clock.move(FIRST_HOLD)
    await work(town)
    assert town.services.site.asked[asked_before:] == ["/feed"]


async def test_a_server_that_asked_for_peace_is_left_alone(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    peace = ("Retry-After: 7200",)
    town.services.site.pages["/feed"] = Answer(status=429, headers=peace)
    town.services.write(make_due, feed, town.services.clock.now)
    await work(town)
    town.services.clock.move(timedelta(minutes=5))
    answer = (await town.bea.http.post(f"{API}/feeds/{feed}/refresh")).json()
    assert answer["is_due"] is False
    assert "asks us to wait" in answer["feed"]["next_check"]["reason"]


@pytest.mark.both_engines
@pytest.mark.parametrize("ask", ["refresh", "enable"])
async def test_a_check_that_is_asked_for_too_early_is_made_when_the_server_allows_it(
    town: Town, ask: str
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    refusal = Answer(status=429, headers=("Retry-After: 90",))
    town.services.site.pages["/feed"] = refusal
    town.services.write(make_due, feed, town.services.clock.now)
    await work(town)
    until = town.services.clock.now + micros(timedelta(seconds=90))
    town.services.clock.move(timedelta(seconds=60))
    asked_before = len(town.services.site.asked)
    await town.bea.http.post(f"{API}/feeds/{feed}/{ask}")
    shown = (await town.bea.http.get(f"{API}/feeds/{feed}")).json()
    check = shown["next_check"]
    assert (check["at"], check["code"], shown["state"]) == (
        until,
        "retry_after",
        "limited",
    )
    seen = (await town.bea.http.get(f"{API}/feeds/{feed}/diagnose")).json()
    assert (seen["outcome"], seen["next_check_at"]) == ("retry_after", until)
    await work(town)
    assert len(town.services.site.asked) == asked_before
    town.services.clock.move(timedelta(seconds=30))
    await work(town)
    assert len(town.services.site.asked) == asked_before + 1


async def test_a_feed_that_was_refused_without_a_time_can_be_asked_for_soon_after(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    town.services.clock.move(timedelta(minutes=2))
    await fail(town, feed, 429)
    town.services.clock.move(FIRST_HOLD / 2)
    address = f"{API}/feeds/{feed}/refresh"
    assert (await town.bea.http.post(address)).json()["is_due"] is False
    town.services.clock.move(FIRST_HOLD / 2)
    assert (await town.bea.http.post(address)).json()["is_due"] is True


async def test_a_feed_that_is_added_while_its_host_is_held_says_so(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    await fail(town, feed, 429)
    town.services.site.feed("/other", 1)
    made = await town.follow(town.bea, "/other")
    assert made["feed"]["next_check"]["code"] == "host_held"


async def test_refreshing_all_counts_only_what_one_follows(town: Town) -> None:
    await town.follow(town.bea, "/feed")
    town.services.site.feed("/other", 1)
    other = (await town.follow(town.bob, "/other"))["feed_id"]
    town.services.clock.move(timedelta(minutes=2))
    answer = await town.bea.http.post(f"{API}/feeds/refresh")
    assert (answer.status_code, answer.json()) == (
        202,
        {"due": 1, "waiting": 0, "left_alone": 0},
    )
    due = "select feed_id from feed_fetch_state where check_code = 'asked'"
    assert (other,) not in town.services.rows(due)


async def test_many_feeds_are_refreshed_by_one_request(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    town.services.site.feed("/more", 1)
    await town.follow(town.bea, "/more")
    town.services.site.feed("/other", 1)
    other = (await town.follow(town.bob, "/other"))["feed_id"]
    town.services.clock.move(timedelta(minutes=2))
    some = {"feed_ids": [feed, other]}
    answer = await town.bea.http.post(f"{API}/feeds/refresh", json=some)
    assert (answer.status_code, answer.json()) == (
        202,
        {"due": 1, "waiting": 0, "left_alone": 0},
    )
    due = "select feed_id from feed_fetch_state where check_code = 'asked'"
    assert town.services.rows(due) == [(feed,)]
