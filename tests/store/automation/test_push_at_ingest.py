"""What rules with `notify` find is noted for devices in the commit that stores it."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import psycopg
import pytest

from tests.make import NOON, a_user, new_entry
from tests.store.entries.test_apply_plan import apply, changed, column, leased, plan_of
from tests.store.rule_lab import a_rule, condition, stored
from tidings.core.automation.push import Notice
from tidings.core.automation.rule_values import Action
from tidings.core.errors import NotFound
from tidings.store.accounts.sessions import NewSession, insert_session
from tidings.store.automation.push_deliveries import note_found
from tidings.store.automation.push_subscriptions import (
    NewPushSubscription,
    delete_push_subscription,
    keep_push_subscription,
    list_push_subscriptions,
    lock_living_devices,
)
from tidings.store.automation.rule_effects import Match, MatchedEntry, carry_out
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.follow import follow_feed

STORM = stored(condition("title", "contains", "storm"))
DELETE_ALL = "delete from push_subscriptions"
NOTED = "select d.title, d.body, d.entry_id, d.found from push_deliveries d"


def entry(guid: str, title: str = "Storm"):
    return replace(new_entry(guid), title=title)


def a_session(db: Connection, user_id: int, name: str) -> str:
    new = NewSession(name, user_id, name.encode(), NOON, NOON + 10**12, "", "")
    insert_session(db, new)
    return name


def a_device(
    db: Connection,
    user_id: int,
    session: str = "session-1",
    endpoint: str = "https://push.example/1",
    device_id: str = "device-1",
) -> str:
    new = NewPushSubscription(
        device_id, user_id, session, endpoint, b"point", b"sealed", "Phone"
    )
    return keep_push_subscription(db, new, NOON).id


@pytest.fixture
def feed(database: Database) -> int:
    return database.write_now(add_feed, "https://feeds.example/a", NOON)[0]


@pytest.fixture
def ann(database: Database, feed: int) -> int:
    user = database.write_now(a_user, "ann")
    database.write_now(follow_feed, user, feed, NOON)
    database.write_now(a_session, user, "session-1")
    return user


def noted(database: Database) -> list[tuple[object, ...]]:
    return database.read_now(lambda db: db.rows(NOTED + " order by subscription_id"))


def test_all_rules_of_a_user_make_one_notification(database, feed, ann):
    database.write_now(a_device, ann)
    title = "update feeds set title = 'Weather'"
    database.write_now(lambda db: db.run(title))
    database.write_now(a_rule, ann, STORM, ("notify", ""))
    rule = stored(condition("title", "contains", "big"))
    database.write_now(a_rule, ann, rule, ("notify", ""), rule_id="rule-2")
    new = (entry("a", "Big storm"), entry("b"), entry("c", "Sun"))
    numbers = changed(database, feed, new=new).new
    assert noted(database) == [("Storm", "Weather", numbers[1], 2)]


def test_entry_without_a_title_is_told_by_its_feed(database, feed, ann):
    database.write_now(a_device, ann)
    database.write_now(lambda db: db.run("update feeds set title = 'Weather'"))
    rule = stored(condition("url", "contains", "feeds.example"))
    database.write_now(a_rule, ann, rule, ("notify", ""))
    (number,) = changed(database, feed, new=(entry("a", ""),)).new
    assert noted(database) == [("Weather", "What a is about", number, 1)]


def test_other_actions_notify_nobody(database, feed, ann):
    database.write_now(a_device, ann)
    database.write_now(a_rule, ann, STORM, ("star", ""), ("mark_read", ""))
    changed(database, feed, new=(entry("a"),))
    assert noted(database) == []


def test_plan_whose_lease_was_lost_notifies_nobody(database, feed, ann):
    database.write_now(a_device, ann)
    database.write_now(a_rule, ann, STORM, ("notify", ""))
    plan = plan_of(feed, leased(database, feed), new=(entry("a"),))
    assert apply(database, plan) != [None]
    assert apply(database, plan) == [None]
    assert [row[-1] for row in noted(database)] == [1]


def test_rule_over_the_past_notifies_nobody(database, feed, ann):
    database.write_now(a_device, ann)
    (number,) = changed(database, feed, new=(entry("a"),)).new
    found = MatchedEntry(number, feed, "Weather", "Storm", None, "", "", NOON)
    match = Match(ann, "rule-1", "Storms", (Action("notify", ""),), [found])
    database.write_now(carry_out, [match], NOON, is_new=False)
    assert noted(database) == []
    database.write_now(carry_out, [match], NOON, is_new=True)
    assert len(noted(database)) == 1


def test_device_is_its_owners_alone(database, feed, ann):
    bob = database.write_now(a_user, "bob")
    database.write_now(follow_feed, bob, feed, NOON)
    database.write_now(a_session, bob, "session-2")
    database.write_now(a_device, ann)
    database.write_now(a_device, bob, "session-2", "https://push.example/2", "device-2")
    database.write_now(a_rule, bob, STORM, ("notify", ""))
    changed(database, feed, new=(entry("a"),))
    told = column(database, "select subscription_id from push_deliveries")
    assert told == ["device-2"]


def test_same_browser_again_stays_the_same_device(database, ann):
    first = database.write_now(a_device, ann)
    assert database.write_now(a_device, ann, device_id="device-2") == first


def test_browser_with_another_address_replaces_its_device(database, ann):
    database.write_now(a_device, ann)
    database.write_now(
        a_device, ann, endpoint="https://push.example/2", device_id="device-2"
    )
    rows = database.read_now(list_push_subscriptions, ann, NOON)
    assert [(row.id, row.endpoint) for row in rows] == [
        ("device-2", "https://push.example/2")
    ]


def test_browser_where_somebody_else_signs_in_is_told_for_them_alone(database, ann):
    database.write_now(a_device, ann)
    bob = database.write_now(a_user, "bob")
    database.write_now(a_session, bob, "session-2")
    database.write_now(a_device, bob, "session-2", device_id="device-2")
    assert database.read_now(list_push_subscriptions, ann, NOON) == []
    assert len(database.read_now(list_push_subscriptions, bob, NOON)) == 1


def test_browser_is_not_kept_twice_whoever_comes_at_once(database, ann):
    sessions = [f"session-{n}" for n in range(1, 5)]
    for session in sessions[1:]:
        database.write_now(a_session, ann, session)

    def keep(number: int) -> str:
        session = sessions[number % len(sessions)]
        endpoint = f"https://push.example/{number % 3}"
        return database.write_now(a_device, ann, session, endpoint, f"device-{number}")

    with ThreadPoolExecutor(4) as threads:
        assert len(list(threads.map(keep, range(24)))) == 24
    rows = database.read_now(list_push_subscriptions, ann, NOON)
    assert len({row.endpoint for row in rows}) == len(rows)


def test_device_that_goes_while_something_is_found_holds_up_no_entry(database, ann):
    database.write_now(a_device, ann)
    has_noted, may_end = threading.Event(), threading.Event()

    def note(db: Connection) -> None:
        note_found(db, [(ann, Notice("Storm", "Weather", 1))], NOON)
        has_noted.set()
        assert may_end.wait(10)

    with ThreadPoolExecutor(2) as threads:
        noting = threads.submit(database.write_now, note)
        assert has_noted.wait(10)
        going = threads.submit(
            database.write_now, delete_push_subscription, ann, "device-1"
        )
        may_end.set()
        noting.result(10)
        going.result(10)
    assert noted(database) == []
    with pytest.raises(NotFound):
        database.write_now(delete_push_subscription, ann, "device-1")


def deleted_at_once(url: str) -> int | None:
    """Delete every device, without patience; None if somebody is in the way."""
    try:
        if url.startswith("sqlite"):
            path = url.removeprefix("sqlite:///")
            with closing(sqlite3.connect(path, timeout=0)) as db, db:
                return db.execute(DELETE_ALL).rowcount
        with psycopg.connect(url, options="-c lock_timeout=1") as db:
            return db.execute(DELETE_ALL).rowcount
    except (sqlite3.OperationalError, psycopg.errors.LockNotAvailable):
        return None


def test_nobody_deletes_a_device_between_finding_and_noting(
    database, database_url, ann
):
    database.write_now(a_device, ann)

    def look(db: Connection) -> int | None:
        assert len(lock_living_devices(db, [ann], NOON)) == 1
        return deleted_at_once(database_url)

    assert database.write_now(look) is None
    assert deleted_at_once(database_url) == 1
