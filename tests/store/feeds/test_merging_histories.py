"""Two feeds with random pasts become one, and no reader loses anything, both engines."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests import make
from tests.effort import effort
from tests.store.reading.test_reading_histories import (
    _a_tag,
    _broken_order,
    _clear,
    _show,
)
from tidings.core.reading.reading import BEYOND, CompactionRule, ListQuery, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.retain import forget_up_to
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.merge_feeds import merge_feeds
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.kept_lists import starred_places, tagged_places
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import (
    mark_entries,
    star_entries,
    tag_entries,
    unstar_entries,
)
from tidings.store.reading.reconcile import find_drift

USERS = 4
HISTORIES = effort("HISTORIES", 6)
STEPS = 60
START = Place(BEYOND, BEYOND)


@dataclass(frozen=True)
class Seen:
    """What one reader has, by the guids of entries."""

    following: frozenset[int]
    visible: frozenset[str]
    unread_in: frozenset[tuple[int, str]]
    visible_in: frozenset[tuple[int, str]]
    starred: frozenset[str]
    tagged: frozenset[str]

    @property
    def unread(self) -> set[str]:
        return {guid for guid in self.visible if not self.is_read(guid)}

    def is_read(self, guid: str) -> bool:
        """Read in any of the feeds where it can be seen."""
        return any(
            (feed, guid) not in self.unread_in
            for feed, name in self.visible_in
            if name == guid
        )


class History:
    """Two feeds that publish partly the same, and readers who do as they like."""

    def __init__(self, database: Database, dice: random.Random) -> None:
        self.database = database
        self.dice = dice
        self.write(_clear)
        self.users = [self.write(make.a_user) for _ in range(USERS)]
        self.leaving, self.staying = (self.write(make.a_feed) for _ in range(2))
        self.tags = {user: self.write(_a_tag, user) for user in self.users}
        self.published: dict[int, set[int]] = {self.leaving: set(), self.staying: set()}
        self.acts: dict[Callable[[], None], int] = {
            self.publish: 6,
            self.follow: 5,
            self.leave: 2,
            self.hide: 2,
            self.mark: 8,
            self.mark_all: 2,
            self.keep: 4,
            self.forget: 1,
        }

    def write(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return self.database.write_now(function, *args, **kwargs)

    def live(self) -> None:
        for _ in range(STEPS):
            (act,) = self.dice.choices(list(self.acts), list(self.acts.values()))
            act()

    def some_feed(self) -> int:
        return self.dice.choice([self.leaving, self.staying])

    def some_ids(self) -> list[int]:
        ids = self.database.read_now(_all_ids) or [1]
        return self.dice.choices(ids, k=self.dice.randint(1, 8))

    def publish(self) -> None:
        feed = self.some_feed()
        numbers = set(self.dice.choices(range(30), k=self.dice.randint(1, 6)))
        new = sorted(numbers - self.published[feed])
        self.published[feed] |= numbers
        at = make.NOON + len(self.published[feed]) * 1000
        self.write(append_entries, feed, [make.new_entry(f"g{n}") for n in new], at)

    def follow(self) -> None:
        user = self.dice.choice(self.users)
        self.write(follow_feed, user, self.some_feed(), make.NOON)

    def leave(self) -> None:
        self.write(
            leave_feed, self.dice.choice(self.users), self.some_feed(), make.NOON
        )

    def hide(self) -> None:
        self.write(_show, self.some_ids(), self.dice.random() < 0.3)

    def mark(self) -> None:
        rule = CompactionRule(self.dice.choice([2, 64]), self.dice.choice([1, 1000]))
        user, read = self.dice.choice(self.users), self.dice.random() < 0.75
        self.write(mark_entries, user, self.some_ids(), read=read, rule=rule)

    def mark_all(self) -> None:
        user = self.dice.choice(self.users)
        self.write(mark_all_read, user, max(self.some_ids()), [self.some_feed()])

    def keep(self) -> None:
        user, wanted = self.dice.choice(self.users), self.dice.random() < 0.8
        if wanted:
            self.write(star_entries, user, make.stars(self.some_ids()))
        else:
            self.write(unstar_entries, user, self.some_ids())
        tag = self.tags[user]
        self.write(tag_entries, user, self.some_ids(), tag, tagged=wanted)

    def forget(self) -> None:
        feed = self.some_feed()
        self.write(forget_up_to, feed, self.dice.randint(0, 8), make.NOON)

    def seen_by(self, user: int) -> Seen:
        return self.database.read_now(_seen, user, self.tags[user])

    def merge_and_check(self) -> None:
        before = {user: self.seen_by(user) for user in self.users}
        guids = self.database.read_now(_guids_of_feeds)
        shown = self.database.read_now(_shown_guids, self.staying)
        ids = self.database.read_now(_subscription_ids)
        self.write(merge_feeds, self.leaving, self.staying, make.NOON)
        self.check_whole(guids)
        appended = set(guids[self.leaving]) - set(guids[self.staying])
        for user in self.users:
            after = self.seen_by(user)
            self.check_reader(before[user], after, appended)
            # What someone did in a feed before leaving it counts again, too.
            subscribed = {feed for reader, feed in ids if reader == user}
            if subscribed == before[user].following:
                assert after.visible - before[user].visible <= appended | shown
                assert after.unread >= before[user].unread
            kept = [ids.get((user, self.staying)), ids.get((user, self.leaving))]
            now = self.database.read_now(_subscription_ids).get((user, self.staying))
            assert now == next((number for number in kept if number), None)

    def check_whole(self, guids: dict[int, Counter[str]]) -> None:
        after = self.database.read_now(_guids_of_feeds)[self.staying]
        union = set(guids[self.leaving]) | set(guids[self.staying])
        assert after == Counter(dict.fromkeys(union, 1))
        for feed in (self.leaving, self.staying):
            assert self.database.read_now(find_drift, feed) == []
        assert self.database.read_now(_broken_order, self.staying) == []
        assert self.database.read_now(_copies_without_body) == []

    def check_reader(self, before: Seen, after: Seen, appended: set[str]) -> None:
        assert after.starred == before.starred
        assert after.tagged == before.tagged
        assert after.following == ({self.staying} if before.following else set())
        assert after.visible >= before.visible
        assert not after.unread & (before.visible - before.unread)
        had = before.visible | before.starred | before.tagged
        assert not after.unread & (appended - had)


@pytest.mark.random_sql
def test_no_reader_loses_anything_when_feeds_merge(database: Database) -> None:
    @settings(
        max_examples=HISTORIES,
        phases=[Phase.generate],  # the seed says all: there is nothing to shrink
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64))
    def merges(seed: int) -> None:
        history = History(database, random.Random(seed))
        history.live()
        history.merge_and_check()

    merges()


def _all_ids(db: Connection) -> list[int]:
    return [row[0] for row in db.rows("select id from entries order by id")]


def _guids(db: Connection) -> dict[int, tuple[int, str]]:
    rows = db.rows("select id, feed_id, guid from entries")
    return {number: (feed, guid) for number, feed, guid in rows}


def _guids_of_feeds(db: Connection) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = {
        row[0]: Counter() for row in db.rows("select id from feeds")
    }
    for feed, guid in _guids(db).values():
        found[feed][guid] += 1
    return found


def _shown_guids(db: Connection, feed: int) -> set[str]:
    rows = db.rows("select guid from entries where feed_id = :f and shown = 1", f=feed)
    return {row[0] for row in rows}


def _subscription_ids(db: Connection) -> dict[tuple[int, int], int]:
    rows = db.rows("select user_id, feed_id, id from subscriptions")
    return {(user, feed): number for user, feed, number in rows}


def _copies_without_body(db: Connection) -> list[Any]:
    return db.rows(
        "select e.id from entries e left join entry_bodies b on b.entry_id = e.id"
        " where b.entry_id is null"
    )


def _seen(db: Connection, user: int, tag: int) -> Seen:
    guids = _guids(db)
    visible = [p.id for p in entry_places(db, ListQuery(user, 1000, unread=False))]
    unread = [p.id for p in entry_places(db, ListQuery(user, 1000))]
    assert len(unread) == sum(count.unread for count in unread_counts(db, user))
    following = db.rows(
        "select feed_id from subscriptions where user_id = :u and active = 1", u=user
    )
    return Seen(
        frozenset(row[0] for row in following),
        frozenset(guids[id_][1] for id_ in visible),
        frozenset(guids[id_] for id_ in unread),
        frozenset(guids[id_] for id_ in visible),
        frozenset(guids[p.id][1] for p in starred_places(db, user, START, 500)),
        frozenset(guids[p.id][1] for p in tagged_places(db, user, tag, START, 500)),
    )
