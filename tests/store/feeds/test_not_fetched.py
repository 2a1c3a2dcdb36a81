"""Feeds that are not fetched hold up no others, and begin again in their turn."""

from datetime import timedelta

from tests import make
from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.feeds.host_pace import FIRST_HOLD, HostAnswer, PaceRules, VisitEnd
from tidings.store.engine.database import Database
from tidings.store.feeds.feeds import add_feed, find_feed, set_feed
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.host_pace import end_visits
from tidings.store.feeds.not_fetched import stop_unfollowed

PACE = PaceRules(timedelta(seconds=1))
HELD_UNTIL = NOON + micros(FIRST_HOLD)
REFUSED = VisitEnd("a.example", "99", NOON, HostAnswer.REFUSED, feed_id=99)


def refuse(database: Database) -> None:
    database.write_now(end_visits, [REFUSED], NOON, PACE)


def test_a_disabled_feed_has_no_place_among_those_that_wait_for_their_host(
    database: Database,
) -> None:
    off, _ = database.write_now(add_feed, "https://a.example/off", NOON - 5)
    good, _ = database.write_now(add_feed, "https://a.example/good", NOON)
    database.write_now(set_feed, off, "enabled", 0)
    refuse(database)
    waiting = database.read_now(find_feed, str(good))
    assert (waiting.next_check_at, waiting.check_code) == (HELD_UNTIL, "host_held")
    kept = database.read_now(find_feed, str(off))
    assert (kept.next_check_at, kept.check_code) == (NOON - 5, "asked")


def test_a_feed_that_is_followed_again_is_asked_for_when_its_host_allows_it(
    database: Database,
) -> None:
    feed, _ = database.write_now(add_feed, "https://a.example/feed", NOON)
    user = database.write_now(make.a_user)
    database.write_now(follow_feed, user, feed, NOON)
    database.write_now(leave_feed, user, feed, NOON)
    database.write_now(lambda db: db.run("update feed_fetch_state set asked_at = null"))
    assert database.write_now(stop_unfollowed, NOON + 1) == 1
    refuse(database)
    database.write_now(follow_feed, user, feed, NOON + 2)
    again = database.read_now(find_feed, str(feed))
    assert (again.next_check_at, again.check_code) == (HELD_UNTIL, "host_held")
    asked = database.read_now(
        lambda db: db.rows("select asked_at, unfollowed_since from feed_fetch_state")
    )
    assert asked == [(NOON + 2, None)]
