"""A plan is written whole by whoever holds the lease, and not at all by anyone else."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.make import NOON, a_user, body, new_entry
from tidings.core.clock import micros
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import key_number
from tidings.core.feeds.feed import FetchState
from tidings.core.feeds.http_hints import Validators
from tidings.core.feeds.last_answer import LastAnswer
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.refresh import EntryChanges, FeedFacts, RefreshPlan, SetAside
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.apply_plan import Applied, TriedOut, apply_plans, try_plan
from tidings.store.entries.retain import forget_up_to
from tidings.store.feeds.claims import claim_feed, claimed_feeds
from tidings.store.feeds.feeds import add_feed, make_all_due
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.marking import mark_entries
from tidings.store.reading.reconcile import find_drift

LEASE = timedelta(minutes=2)
LATER = NOON + micros(timedelta(minutes=30))
STATE = FetchState(NextCheck(LATER, CheckReason.INTERVAL))
A, B, C = (new_entry(name) for name in "abc")


@pytest.fixture
def feed(database: Database) -> int:
    number, _ = database.write_now(add_feed, "https://feeds.example/a", NOON)
    return number


def leased(database: Database, feed: int, now: int = NOON) -> int:
    """Lease a feed that was due at noon, and return the token."""
    database.write_now(
        lambda db: db.run(
            "update feed_fetch_state set next_check_at = :noon where feed_id = :f"
            " and check_code <> 'asked'",
            noon=NOON,
            f=feed,
        )
    )
    claimed = database.write_now(claim_feed, feed, "one", now, LEASE)
    assert claimed is not None
    return claimed.feed.lease_token


def plan_of(feed: int, token: int, **changes: object) -> RefreshPlan:
    return RefreshPlan(
        feed,
        token,
        "fetched",
        "fetched",
        STATE,
        changes=EntryChanges(**changes),
        due_at=NOON,
    )


def apply(
    database: Database, *plans: RefreshPlan, now: int = NOON
) -> list[Applied | None]:
    return database.write_now(apply_plans, list(plans), now)


def changed(
    database: Database, feed: int, now: int = NOON, **changes: object
) -> Applied:
    """Lease a feed and write changes to its entries."""
    (applied,) = apply(
        database, plan_of(feed, leased(database, feed), **changes), now=now
    )
    assert applied is not None
    return applied


def column(database: Database, sql: str, **parameters: object) -> list[object]:
    return [row[0] for row in database.read_now(lambda db: db.rows(sql, **parameters))]


def reworded(entry: NewEntry, words: str) -> NewEntry:
    digest = words.encode().ljust(32, b".")
    return replace(
        entry,
        keys=replace(entry.keys, content_hash=digest),
        title=words,
        **body(words, words),
    )


def test_new_entries_come_with_body_index_and_one_event(
    database: Database, feed: int
) -> None:
    applied = changed(database, feed, new=(A, B, C))
    assert len(applied.new) == 3
    for sql in (
        "select entry_id from entry_bodies order by 1",
        "select id from entries order by seq",
    ):
        assert column(database, sql) == list(applied.new)
    assert column(database, "select seq from entries order by id") == [1, 2, 3]
    assert column(database, "select kind from events") == ["entry_added"]
    (told,) = column(database, "select payload from events")
    assert json.loads(told)["count"] == 3
    assert database.read_now(find_drift, feed) == []


def test_the_state_is_saved_and_the_lease_is_given_back(
    database: Database, feed: int
) -> None:
    state = replace(STATE, validators=Validators('"x"', "today"), last_checked_at=NOON)
    plan = replace(plan_of(feed, leased(database, feed)), state=state)
    apply(database, plan)
    (claimed,) = database.read_now(claimed_feeds, [feed])
    assert claimed.feed.state == state
    assert database.write_now(claim_feed, feed, "two", NOON, LEASE) is not None


def test_who_asks_while_a_feed_is_checked_gets_another_check(
    database: Database, feed: int
) -> None:
    plan = plan_of(feed, leased(database, feed), new=(A,))
    database.write_now(make_all_due, NOON + 5)
    (applied,) = apply(database, plan)
    assert applied is not None
    (claimed,) = database.read_now(claimed_feeds, [feed])
    assert claimed.feed.state.next_check == NextCheck(NOON + 5, CheckReason.ASKED)
    again = replace(plan_of(feed, leased(database, feed)), due_at=NOON + 5)
    apply(database, again)
    (claimed,) = database.read_now(claimed_feeds, [feed])
    assert claimed.feed.state.next_check == STATE.next_check


def test_who_asks_while_a_feed_is_checked_waits_as_long_as_the_server_then_says(
    database: Database, feed: int
) -> None:
    plan = plan_of(feed, leased(database, feed))
    database.write_now(make_all_due, NOON + 5)
    answer = LastAnswer(429, retry_after_until=NOON + 100)
    apply(database, replace(plan, state=replace(STATE, answer=answer)))
    (claimed,) = database.read_now(claimed_feeds, [feed])
    assert claimed.feed.state.next_check == STATE.next_check
    assert column(database, "select asked_at from feed_fetch_state") == [None]


def test_a_plan_without_its_lease_changes_nothing(
    database: Database, feed: int
) -> None:
    old = leased(database, feed)
    expired = NOON + micros(LEASE) + 1
    new = leased(database, feed, expired)
    assert apply(database, plan_of(feed, old, new=(A,))) == [None]
    assert column(database, "select id from entries") == []
    assert column(database, "select id from events") == []
    (applied,) = apply(database, plan_of(feed, new, new=(A,)))
    assert applied is not None


def test_a_plan_that_is_written_twice_counts_once(
    database: Database, feed: int
) -> None:
    plan = plan_of(feed, leased(database, feed), new=(A,))
    first, second = apply(database, plan) + apply(database, plan)
    assert first is not None
    assert second is None
    assert len(column(database, "select id from entries")) == 1


def test_plans_in_one_commit_are_answered_in_their_order(database: Database) -> None:
    feeds = [
        database.write_now(add_feed, f"https://feeds.example/{n}", NOON)[0]
        for n in range(4)
    ]
    tokens = {feed: leased(database, feed) for feed in feeds}
    tokens[feeds[1]] -= 1  # lost
    plans = [
        plan_of(feed, tokens[feed], new=(new_entry(str(feed)),))
        for feed in reversed(feeds)
    ]
    applied = apply(database, *plans)
    assert [each and each.feed_id for each in applied] == [
        feeds[3],
        feeds[2],
        None,
        feeds[0],
    ]


def test_what_is_only_tried_out_leaves_no_trace(database: Database, feed: int) -> None:
    plan = plan_of(feed, leased(database, feed), new=(A,))
    with pytest.raises(TriedOut):
        database.write_now(try_plan, plan, NOON)
    assert column(database, "select id from entries") == []
    (applied,) = apply(database, plan)
    assert applied is not None


def test_a_changed_entry_keeps_its_number_and_leaves_what_it_said(
    database: Database, feed: int
) -> None:
    (id_,) = changed(database, feed, new=(A,)).new
    applied = changed(
        database, feed, now=LATER, changed=((id_, reworded(A, "other words")),)
    )
    assert applied.changed == [id_]
    assert column(database, "select title from entries") == ["other words"]
    assert column(database, "select version from entries") == [2]
    assert column(database, "select changed_at from entries") == [LATER]
    assert column(database, "select title from entry_versions") == [A.title]
    assert [
        bytes(b) for b in column(database, "select content from entry_versions")
    ] == [A.content]
    assert column(database, "select kind from events order by id") == [
        "entry_added",
        "entry_changed",
    ]


def test_an_entry_that_changes_for_ever_keeps_a_bounded_number_of_versions(
    database: Database, feed: int
) -> None:
    (id_,) = changed(database, feed, new=(A,)).new
    for n in range(105):
        changed(database, feed, changed=((id_, reworded(A, f"edition {n}")),))
    assert column(database, "select count(*) from entry_versions") == [100]
    assert column(database, "select title from entries") == ["edition 104"]


def test_a_touched_entry_leaves_no_version_and_tells_nobody(
    database: Database, feed: int
) -> None:
    (id_,) = changed(database, feed, new=(A,)).new
    changed(database, feed, touched=((id_, replace(A, author="Ann", meta_key=5)),))
    assert column(database, "select author from entries") == ["Ann"]
    assert column(database, "select meta_key from entries") == [5]
    assert column(database, "select entry_id from entry_versions") == []
    assert len(column(database, "select id from events")) == 1


def test_entries_may_swap_their_keys(database: Database, feed: int) -> None:
    first, second = changed(database, feed, new=(A, B)).new
    changed(database, feed, rekeyed=((first, B.keys), (second, A.keys)))
    assert column(database, "select guid_key from entries order by id") == [
        key_number(B.keys.guid_key),
        key_number(A.keys.guid_key),
    ]


def test_a_new_entry_may_take_a_key_that_another_gives_up(
    database: Database, feed: int
) -> None:
    (first,) = changed(database, feed, new=(A,)).new
    moved = replace(A.keys, guid_key=B.keys.guid_key)
    changed(database, feed, rekeyed=((first, moved),), new=(replace(C, keys=A.keys),))
    assert len(column(database, "select id from entries")) == 2


def test_what_retention_removed_meanwhile_is_not_written_to(
    database: Database, feed: int
) -> None:
    first, second = changed(database, feed, new=(A, B)).new
    changed(database, feed, hidden=(first,))
    token = leased(database, feed)
    plan = plan_of(
        feed,
        token,
        changed=((first, reworded(A, "too late")), (second, reworded(B, "in time"))),
        shown=(first,),
    )
    assert database.write_now(forget_up_to, feed, 1, NOON) == 1
    (applied,) = apply(database, plan)
    assert applied is not None
    assert applied.changed == [second]
    assert column(database, "select title from entries") == ["in time"]
    key = "rowid" if database.engine == "sqlite" else "entry_id"
    assert column(database, f"select {key} from entry_search") == [second]


def test_facts_that_are_not_said_stay_as_they_were(
    database: Database, feed: int
) -> None:
    full = FeedFacts("atom", "A feed", "About", "https://a.example/", "en", "icon")
    for facts in (full, FeedFacts("atom"), FeedFacts("rss", "Another")):
        apply(
            database,
            replace(plan_of(feed, leased(database, feed)), facts=facts),
        )
    row = database.read_now(
        lambda db: db.row(
            "select kind, title, description, site_url, language, icon_url from feeds"
        )
    )
    assert row == ("rss", "Another", "About", "https://a.example/", "en", "icon")


def test_what_is_set_aside_is_noted_once_with_its_newest_reason(
    database: Database, feed: int
) -> None:
    for now, reason in ((NOON, "broken"), (LATER, "still broken")):
        aside = (SetAside(5, "A poem", reason),)
        plan = replace(plan_of(feed, leased(database, feed)), set_aside=aside)
        apply(database, plan, now=now)
    row = database.read_now(
        lambda db: db.rows(
            "select title, reason, first_seen_at, last_seen_at from poison_entries"
        )
    )
    assert row == [("A poem", "still broken", NOON, LATER)]


def unread(database: Database, user: int) -> int:
    return sum(count.unread for count in database.read_now(unread_counts, user))


def test_a_backfill_comes_as_read_for_everybody_and_marks_nothing_else(
    database: Database, feed: int
) -> None:
    def followed(db: Connection) -> int:
        user = a_user(db)
        follow_feed(db, user, feed, NOON)
        return user

    has_all_read, has_some_unread = (database.write_now(followed) for _ in range(2))
    ids = changed(database, feed, new=(A, B, C)).new
    database.write_now(mark_entries, has_all_read, list(ids), read=True)
    database.write_now(mark_entries, has_some_unread, [ids[1]], read=True)
    old = tuple(new_entry(f"old{n}", NOON - n) for n in range(20))
    fresh = tuple(new_entry(f"fresh{n}", LATER) for n in range(3))
    changed(database, feed, now=LATER, new=(*fresh, *old), backfilled=20)
    assert unread(database, has_all_read) == 3
    assert unread(database, has_some_unread) == 2 + 3
    assert database.read_now(find_drift, feed) == []
