"""Following a feed from any address, with its entries at once, and leaving it again."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from tests.make import a_user
from tests.services.site import Answer, Services, link
from tidings.core.errors import Conflict, NotFound
from tidings.core.reading.reading import ListQuery
from tidings.jobs.system.forget_old import forget_old
from tidings.services.feeds.discover import NoFeedThere, SeveralFeeds
from tidings.services.feeds.subscribe import (
    Subscribed,
    subscribe,
    subscribe_to_all,
    unsubscribe,
)
from tidings.store.accounts.accounts import delete_user
from tidings.store.feeds.claims import LEASE, claim_feed, next_due_at
from tidings.store.feeds.feeds import add_feed, find_feed, set_feed
from tidings.store.feeds.folders import ensure_folders
from tidings.store.publishing.builds import publish_feed
from tidings.store.reading.entry_lists import entry_places
from tidings.wiring import now
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue


async def follow(services: Services, path: str, **more: object) -> Subscribed:
    user = more.pop("user", services.user)
    url = services.url(path)
    return await subscribe(services.context, services.fetching, user, url, **more)


def unread(services: Services, user: int | None = None) -> int:
    query = ListQuery(user or services.user, 1000)
    return len(services.read(entry_places, query))


async def test_entries_are_there_when_following_returns(services: Services) -> None:
    services.site.feed("/feed", 1, 2, 3, title="News")
    done = await follow(services, "/feed")
    assert (done.title, done.problem, unread(services)) == ("News", "", 3)
    assert services.site.asked == ["/feed"]  # once, not again for the first check
    row = services.read(find_feed, str(done.feed_id))
    assert (row.root_domain, row.entries, row.subscribers) == ("127.0.0.1", 3, 1)
    assert row.next_check_at > services.clock.now


async def test_a_home_page_is_enough(services: Services) -> None:
    services.site.page("/", link("/feed"))
    services.site.feed("/feed", 1, 2)
    done = await follow(services, "/")
    assert (done.url, unread(services)) == (services.url("/feed"), 2)


async def test_folder_and_title_are_kept(services: Services) -> None:
    services.site.feed("/feed", 1)
    folders = services.write(ensure_folders, services.user, [("News",)], now())
    done = await follow(services, "/feed", folder_id=folders["News",], title="Mine")
    assert done.title == "Mine"
    kept = services.rows("select id, folder_id, title from subscriptions")
    assert kept == [(done.subscription_id, folders["News",], "Mine")]


async def test_somebody_elses_folder_is_not_found(services: Services) -> None:
    other = services.write(a_user, "bob")
    folders = services.write(ensure_folders, other, [("News",)], now())
    with pytest.raises(NotFound, match="folder"):
        await follow(services, "/feed", folder_id=folders["News",])
    assert services.site.asked == []


async def test_a_second_reader_shares_the_feed_without_a_request(
    services: Services,
) -> None:
    services.site.feed("/feed", 1, 2)
    first = await follow(services, "/feed")
    other = services.write(a_user, "bob")
    second = await follow(services, "/feed", user=other)
    assert (first.feed_id, unread(services, other)) == (second.feed_id, 2)
    assert services.site.asked == ["/feed"]


async def test_following_twice_is_following_once(services: Services) -> None:
    services.site.feed("/feed", 1)
    first, second = await follow(services, "/feed"), await follow(services, "/feed")
    assert (first.is_new, second) == (True, replace(first, is_new=False))


async def test_readers_who_come_at_once_share_one_feed(services: Services) -> None:
    services.site.feed("/feed", 1, 2)
    users = [services.write(a_user) for _ in range(6)]
    done = await asyncio.gather(
        *(follow(services, "/feed", user=user) for user in users)
    )
    assert len({each.feed_id for each in done}) == 1
    assert [unread(services, user) for user in users] == [2] * 6


async def test_a_choice_is_left_to_the_reader(services: Services) -> None:
    services.site.page("/", link("/a") + link("/b"))
    services.site.feed("/a", 1)
    services.site.feed("/b", 2)
    with pytest.raises(SeveralFeeds):
        await follow(services, "/")
    assert services.rows("select id from feeds") == []


async def test_what_is_no_feed_is_refused_and_not_kept(services: Services) -> None:
    services.site.pages["/file"] = Answer(b"%PDF-1.7", "application/pdf")
    with pytest.raises(NoFeedThere, match="a PDF file"):
        await follow(services, "/file")
    assert services.rows("select id from feeds") == []


async def test_a_server_with_a_problem_is_followed_and_tried_again(
    services: Services,
) -> None:
    services.site.pages["/feed"] = Answer(status=503)
    done = await follow(services, "/feed")
    assert "the server has a problem" in done.problem
    assert services.read(next_due_at, services.clock.now) == services.clock.now
    services.site.feed("/feed", 1, 2)
    again = await follow(services, "/feed")
    assert (again.feed_id, again.problem, unread(services)) == (done.feed_id, "", 2)


async def test_a_feed_that_was_never_fetched_is_checked_at_once(
    services: Services,
) -> None:
    services.site.feed("/feed", 1, 2)
    services.write(add_feed, services.url("/feed"), services.clock.now)
    await follow(services, "/feed")
    assert unread(services) == 2


async def test_a_feed_that_a_worker_checks_just_now_is_followed_all_the_same(
    services: Services,
) -> None:
    number, _ = services.write(add_feed, services.url("/feed"), services.clock.now)
    services.write(claim_feed, number, "worker", services.clock.now, LEASE)
    done = await follow(services, "/feed")
    assert (done.feed_id, services.site.asked) == (number, [])


async def test_a_disabled_feed_cannot_be_followed(services: Services) -> None:
    number, _ = services.write(add_feed, services.url("/feed"), services.clock.now)
    services.write(set_feed, number, "enabled", 0)
    with pytest.raises(Conflict, match="disabled"):
        await follow(services, "/feed")


async def test_many_are_followed_and_one_that_fails_does_not_stop_the_rest(
    services: Services,
) -> None:
    paths = ["/1", "/2", "/none", "/1"]
    services.site.feed("/1", 1)
    services.site.feed("/2", 2)
    urls = [services.url(path) for path in paths]
    tried = await subscribe_to_all(
        services.context, services.fetching, services.user, [*urls, "nonsense"]
    )
    assert [bool(attempt.done) for attempt in tried] == [True, True, False, False]
    assert [attempt.error.code for attempt in tried if attempt.error] == [
        "NO_FEED",
        "NOT_AN_ADDRESS",
    ]
    assert unread(services) == 2


async def test_leaving_and_coming_back_keeps_what_was_unread(
    services: Services,
) -> None:
    services.site.feed("/feed", 1, 2)
    done = await follow(services, "/feed")
    await unsubscribe(services.context, services.user, done.feed_id)
    assert unread(services) == 0
    with pytest.raises(NotFound):
        await unsubscribe(services.context, services.user, done.feed_id)
    again = await follow(services, "/feed")
    assert again.subscription_id == done.subscription_id
    assert unread(services) == 2


async def test_changes_are_told_to_the_reader_alone(services: Services) -> None:
    services.site.feed("/feed", 1)
    done = await follow(services, "/feed")
    await unsubscribe(services.context, services.user, done.feed_id)
    told = services.rows("select kind, user_id from events order by id")
    assert told == [
        ("entry_added", None),
        ("feed_changed", services.user),
        ("feed_changed", services.user),
    ]


async def polled(services: Services, feed_id: int, times: int = 1) -> None:
    for _ in range(times):
        services.write(make_due_again, feed_id, services.clock.now)
        await work_off_queue(services.context, services.fetching, FEEDS)


def make_due_again(db, feed_id: int, now: int) -> None:
    db.run(
        "update feed_fetch_state set next_check_at = :now where feed_id = :feed",
        now=now,
        feed=feed_id,
    )


async def test_following_a_feed_that_rests_checks_it_at_once(
    services: Services,
) -> None:
    services.site.feed("/feed", 1)
    feed = (await follow(services, "/feed")).feed_id
    services.site.pages["/feed"] = Answer(status=410)
    await polled(services, feed, 2)
    assert services.rows("select resting_since from feed_fetch_state") != [(None,)]
    bob = services.write(a_user, "bob")
    told = await follow(services, "/feed", user=bob)
    assert "gone for good" in told.problem
    services.site.feed("/feed", 1, 2)
    cora = services.write(a_user, "cora")
    told = await follow(services, "/feed", user=cora)
    assert (told.problem, unread(services, cora)) == ("", 2)
    assert services.rows("select resting_since from feed_fetch_state") == [(None,)]


async def test_a_first_look_that_was_refused_is_stored_as_a_check(
    services: Services,
) -> None:
    services.site.pages["/feed"] = Answer(status=429)
    done = await follow(services, "/feed")
    assert "fewer requests" in done.problem
    kept = services.rows("select last_status, last_error_kind from feed_fetch_state")
    assert kept == [(429, "rate_limited")]


async def test_a_feed_that_nobody_follows_stops_being_fetched_and_resumes(
    services: Services,
) -> None:
    services.site.feed("/feed", 1)
    services.site.feed("/published", 1)
    feed = (await follow(services, "/feed")).feed_id
    public = (await follow(services, "/published")).feed_id
    services.write(publish_feed, public, services.clock.now)
    never, _ = services.write(add_feed, services.url("/never"), services.clock.now)
    for number in (feed, public):
        await unsubscribe(services.context, services.user, number)

    async def scheduled() -> list[object]:
        await forget_old(services.context)
        sql = "select feed_id from feed_fetch_state where next_check_at is not null"
        return sorted(row[0] for row in services.rows(sql))

    services.clock.move(timedelta(days=6))
    assert await scheduled() == sorted([feed, public, never])
    services.clock.move(timedelta(days=2))
    assert await scheduled() == sorted([public, never])
    services.site.feed("/feed", 1, 2)
    await follow(services, "/feed")
    assert unread(services) == 2
    assert await scheduled() == sorted([feed, public, never])


async def test_a_feed_whose_only_follower_is_deleted_stops_being_fetched(
    services: Services,
) -> None:
    services.site.feed("/feed", 1)
    bob = services.write(a_user, "bob")
    await follow(services, "/feed", user=bob)
    services.write(delete_user, bob, services.clock.now)
    services.clock.move(timedelta(days=8))
    await forget_old(services.context)
    stopped = services.rows("select next_check_at, check_code from feed_fetch_state")
    assert stopped == [(None, "unfollowed")]


async def test_a_check_at_following_is_logged(services: Services) -> None:
    services.site.feed("/feed", 1, 2)
    with capture_logs() as logs:
        done = await follow(services, "/feed")
    url = services.url("/feed")
    (looked, checked) = [
        line for line in logs if line["event"] in ("address looked at", "feed checked")
    ]
    assert (looked["url"], looked["outcome"], looked["found"]) == (url, "feed", 2)
    assert (checked["feed_id"], checked["url"]) == (done.feed_id, url)
    assert (checked["found"], checked["new"], checked["changed"]) == (2, 2, 0)
    with capture_logs() as logs:
        await polled(services, done.feed_id)
    (same,) = [line for line in logs if line["event"] == "feed checked"]
    assert (same["outcome"], same["found"]) == ("fetched", None)  # not read again
    services.site.pages["/feed"] = Answer(status=500)
    with capture_logs() as logs:
        await polled(services, done.feed_id)
    (failed,) = [line for line in logs if line["event"] == "feed check failed"]
    assert failed["log_level"] == "warning"
    assert (failed["outcome"], failed["attempt"]) == ("server_error", 1)
    assert "HTTP 500" in failed["message"]
    assert failed["next_check"].startswith("20")
