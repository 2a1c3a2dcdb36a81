"""Who goes first at a host: persons, feeds that somebody asked for, then tasks."""

from datetime import timedelta

from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.feeds.host_pace import ComeBackAt, Entered, PaceRules, Waiter
from tidings.store.engine.database import Database
from tidings.store.feeds.claims import ClaimRules, claim_due_feeds
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.host_pace import enter_host

SECOND = micros(timedelta(seconds=1))
LEASE = timedelta(seconds=5)
RULES = ClaimRules(pace=PaceRules(timedelta(seconds=1), 1), lease=LEASE)
URL = "https://a.example/feed"
HOST = "a.example"


def come(database: Database, now: int, *, is_person: bool = False) -> bool:
    """Try to begin a visit; return whether it has begun."""
    waiter = Waiter("icon", now + 60 * SECOND, is_person)
    last = now + 30 * SECOND
    answer = database.write_now(enter_host, HOST, waiter, now, RULES.pace, last)
    assert isinstance(answer, Entered | ComeBackAt)
    return isinstance(answer, Entered)


def test_an_icon_waits_for_the_feed_that_a_dead_worker_left(database: Database) -> None:
    feed, _ = database.write_now(add_feed, URL, NOON)
    assert len(database.write_now(claim_due_feeds, "dead", NOON, RULES)) == 1
    later = NOON + micros(LEASE) + SECOND
    # The dead one's visit is dropped, and a pause later the host is free: for the feed.
    assert not come(database, later)
    free = later + 2 * SECOND
    assert not come(database, free)
    (claimed,) = database.write_now(claim_due_feeds, "living", free + SECOND, RULES)
    assert claimed.feed.id == feed


def test_an_icon_does_not_wait_for_routine_checks(database: Database) -> None:
    database.write_now(add_feed, URL, NOON)
    database.write_now(lambda db: db.run("update feed_fetch_state set asked_at = null"))
    assert come(database, NOON + SECOND)


def test_an_icon_does_not_wait_for_a_feed_that_nobody_will_check(
    database: Database,
) -> None:
    feed, _ = database.write_now(add_feed, URL, NOON)
    database.write_now(
        lambda db: db.run("update feeds set enabled = 0 where id = :feed", feed=feed)
    )
    assert come(database, NOON + SECOND)


def test_a_person_does_not_wait_for_an_asked_for_feed(database: Database) -> None:
    database.write_now(add_feed, URL, NOON)
    assert come(database, NOON + SECOND, is_person=True)
