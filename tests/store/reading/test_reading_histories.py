"""Random histories of several users and feeds, against the naive model, both engines."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests import make
from tests.effort import effort
from tests.store.reading_model import Model
from tidings.core.reading.reading import BEYOND, CompactionRule, ListQuery, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.numbers import next_number
from tidings.store.entries.retain import forget_unread, forget_up_to
from tidings.store.entries.spans import never_read
from tidings.store.feeds.folders import insert_folder
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.subscriptions import set_subscriptions
from tidings.store.reading.counts import unread_counts, unread_total
from tidings.store.reading.entry_lists import entry_places, probed_places, walked_places
from tidings.store.reading.fair_lists import FairPlace, fair_page, make_fair_list
from tidings.store.reading.kept_lists import starred_places, tagged_places
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import (
    hide_entries,
    mark_entries,
    star_entries,
    tag_entries,
    unstar_entries,
)
from tidings.store.reading.reading_scope import unmuted_feeds
from tidings.store.reading.reconcile import find_drift

USERS = 2
FEEDS = 3
HISTORIES = effort("HISTORIES", 6)
STEPS = 90
LOOK_FOR_DRIFT = 3
LOOK_AT_EVERYTHING = 9
HOUR = 3_600_000_000
TABLES = (
    "highlights fair_lists entry_tags tags entry_states subscriptions folders tombstones"
    " entry_bodies"
    " entries feed_fetch_state feed_heads feeds users numbers"
)


class History:
    """One random history: each step acts on the store and on the model."""

    def __init__(self, database: Database, dice: random.Random) -> None:
        self.database = database
        self.dice = dice
        self.model = Model()
        self.now = make.NOON
        self.write(_clear)
        self.users = [self.write(make.a_user) for _ in range(USERS)]
        self.feeds = [self.write(make.a_feed) for _ in range(FEEDS)]
        self.folders = {user: self.write(_nested_folders, user) for user in self.users}
        self.tags = {user: self.write(_a_tag, user) for user in self.users}
        for user in self.users:
            self.model.add_user(user)
        for feed in self.feeds:
            self.model.add_feed(feed)
        self.acts: dict[Callable[[], None], int] = {
            self.insert: 6,
            self.subscribe: 5,
            self.unsubscribe: 3,
            self.show: 2,
            self.show_only_newest: 2,
            self.mark: 9,
            self.mark_all: 3,
            self.star: 3,
            self.tag: 3,
            self.hide: 2,
            self.mute: 2,
            self.mute_folder: 1,
            self.move: 2,
            self.forget: 2,
            self.forget_unread: 2,
            self.check_fair: 2,
        }

    def live(self) -> None:
        for step in range(1, STEPS + 1):
            (act,) = self.dice.choices(list(self.acts), list(self.acts.values()))
            act()
            for user in self.users:
                self.check_counts(user)
            if step % LOOK_FOR_DRIFT == 0:
                self.check_sums()
            if step % LOOK_AT_EVERYTHING == 0:
                self.check_lists()

    def write(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return self.database.write_now(function, *args, **kwargs)

    def some_user(self) -> int:
        return self.dice.choice(self.users)

    def some_feed(self) -> int:
        return self.dice.choice(self.feeds)

    def some_ids(self) -> list[int]:
        ids = sorted(self.model.entries) or [1]
        near_the_end = ids[-self.dice.choice([4, 12, 1000]) :]
        return self.dice.choices(near_the_end, k=self.dice.randint(1, 8))

    def insert(self) -> None:
        """Few different times, so that ties are common; also ancient and future ones."""
        self.now += self.dice.randint(0, 3) * HOUR
        odd = [None, 0, -5, make.NOON * 3]
        usual = [make.NOON + hour * HOUR for hour in range(7)]
        published = [
            self.dice.choice(odd if self.dice.random() < 0.3 else usual)
            for _ in range(self.dice.randint(1, 7))
        ]
        feed = self.some_feed()
        ids = self.write(make.some_entries, feed, published, self.now)
        self.model.insert(feed, ids, published, self.now)

    def subscribe(self) -> None:
        user, feed = self.some_user(), self.some_feed()
        self.write(follow_feed, user, feed, self.now)
        self.model.subscribe(user, feed)

    def unsubscribe(self) -> None:
        user, feed = self.some_user(), self.some_feed()
        self.write(leave_feed, user, feed, make.NOON)
        self.model.unsubscribe(user, feed)

    def show(self) -> None:
        ids = [id_ for id_ in self.some_ids() if id_ in self.model.entries]
        shown = self.dice.random() < 0.4
        self.write(_show, ids, shown)
        self.model.show(ids, shown)

    def show_only_newest(self) -> None:
        entries = sorted(self.model.of_feed(self.some_feed()), key=lambda e: e.seq)
        keep = self.dice.randint(0, 5)
        ids = [entry.id for entry in entries[: max(0, len(entries) - keep)]]
        self.write(_show, ids, False)
        self.model.show(ids, False)

    def mark(self) -> None:
        user, ids = self.some_user(), self.some_ids()
        read = self.dice.random() < 0.75
        rule = CompactionRule(
            self.dice.choice([2, 8, 64]), self.dice.choice([1, 4, 1000])
        )
        for _ in range(self.dice.choice([1, 1, 2])):
            self.write(mark_entries, user, ids, read=read, rule=rule)
        self.model.mark(user, ids, read)

    def mark_all(self) -> None:
        ids = sorted(self.model.entries) or [0]
        up = ids[-1 - self.dice.randint(0, 9) % len(ids)]
        user, feeds = self.some_user(), self.dice.choice([None, [self.some_feed()]])
        self.write(mark_all_read, user, up, feeds)
        self.model.mark_all(user, up, feeds)

    def star(self) -> None:
        user, ids, starred = self.some_user(), self.some_ids(), self.dice.random() < 0.6
        self.now += self.dice.randint(0, 1) * HOUR
        if starred:
            self.write(star_entries, user, make.stars(ids, self.now))
        else:
            self.write(unstar_entries, user, ids)
        self.model.star(user, ids, starred, self.now)

    def tag(self) -> None:
        user, ids, tagged = self.some_user(), self.some_ids(), self.dice.random() < 0.6
        self.write(tag_entries, user, ids, self.tags[user], tagged=tagged)
        self.model.tag(user, ids, tagged)

    def hide(self) -> None:
        user, ids = self.some_user(), self.some_ids()
        self.write(hide_entries, user, ids)
        self.model.hide(user, ids)

    def mute(self) -> None:
        user, feed, muted = self.some_user(), self.some_feed(), self.dice.random() < 0.5
        self.write(set_subscriptions, user, [feed], "muted", int(muted), self.now)
        self.model.mute(user, feed, muted)

    def mute_folder(self) -> None:
        user, muted = self.some_user(), self.dice.random() < 0.4
        place = self.dice.randrange(2)
        number = self.folders[user][place]
        self.write(_mute_folder, number, muted)
        self.model.mute_folder(user, place, muted)

    def move(self) -> None:
        user, feed = self.some_user(), self.some_feed()
        place = self.dice.choice([None, 0, 1])
        number = None if place is None else self.folders[user][place]
        self.write(set_subscriptions, user, [feed], "folder_id", number, self.now)
        self.model.move(user, feed, place)

    def forget(self) -> None:
        feed = self.some_feed()
        seq = self.model.floor[feed] + self.dice.randint(0, 6)
        self.write(forget_up_to, feed, seq, self.now)
        self.model.forget(feed, seq)

    def forget_unread(self) -> None:
        """Up to an entry that the feed no longer shows, as retention does it."""
        feed = self.some_feed()
        floor = self.model.floor[feed]
        gone = [
            e.seq for e in self.model.of_feed(feed) if not e.shown and e.seq > floor
        ]
        if gone:
            seq = self.dice.choice(gone)
            aged = self.database.read_now(never_read, feed, floor, seq, 1000)
            assert aged.up_to == seq
            self.write(forget_unread, feed, aged, self.now)
            self.model.forget_unread(feed, seq)

    def check_sums(self) -> None:
        for feed in self.feeds:
            assert self.database.read_now(find_drift, feed) == []
            assert self.database.read_now(_broken_order, feed) == []

    def check_lists(self) -> None:
        for user in self.users:
            for feeds in (None, self.feeds[:1], self.feeds[1:]):
                self.check_list(user, feeds)
            self.check_kept(user)
            self.check_unread(user)

    def check_fair(self) -> None:
        """In one list the order is exact; over several nothing is lost or doubled."""
        user, size = self.some_user(), self.dice.choice([1, 3, 7, 50])
        expected = self.model.fair(user)
        assert self.fair_ids(user, size, 1000) == expected
        assert sorted(self.fair_ids(user, size, 3)) == sorted(expected)

    def check_counts(self, user: int) -> None:
        expected: dict[int, int] = {}
        for entry in self.model.listed(user, unread=True, feeds=None):
            expected[entry.feed] = expected.get(entry.feed, 0) + 1
        counts = self.database.read_now(unread_counts, user)
        assert {count.feed_id: count.unread for count in counts} == expected
        muted = {count.feed_id for count in counts if count.muted}
        assert muted == {feed for feed in expected if self.model.is_muted(user, feed)}

    def check_unread(self, user: int) -> None:
        """What is muted is not in the list of everything unread, and all else is."""
        scope = self.database.read_now(unmuted_feeds, user)
        expected = [
            e.id
            for e in self.model.listed(user, unread=True, feeds=None)
            if not self.model.is_muted(user, e.feed)
        ]
        query = ListQuery(user, self.dice.choice([1, 7, 50]), "newest", True, scope)
        assert self.all_pages(entry_places, query) == expected
        feeds = None if scope is None else list(scope)
        assert self.database.read_now(unread_total, user, feeds) == len(expected)

    def check_list(self, user: int, feeds: list[int] | None) -> None:
        scope = None if feeds is None else tuple(feeds)
        size = self.dice.choice([1, 3, 7, 50])
        for unread in (True, False):
            newest = [e.id for e in self.model.listed(user, unread=unread, feeds=feeds)]
            for order, expected in (("newest", newest), ("oldest", newest[::-1])):
                query = ListQuery(user, size, order, unread, scope)
                assert self.all_pages(probed_places, query) == expected
                if feeds is None:
                    assert self.all_pages(walked_places, query) == expected
                    assert self.all_pages(entry_places, query) == expected

    def check_kept(self, user: int) -> None:
        model = self.model.users[user]
        start, tag = Place(BEYOND, BEYOND), self.tags[user]
        starred = self.database.read_now(starred_places, user, start, 500)
        by_star = self.database.read_now(starred_places, user, start, 500, "starred")
        tagged = self.database.read_now(tagged_places, user, tag, start, 500)
        assert [p.id for p in starred] == [
            e.id for e in self.model.sorted(model.starred)
        ]
        assert [(p.at, p.id) for p in by_star] == sorted(
            ((at, id_) for id_, at in model.starred.items()), reverse=True
        )
        assert [p.id for p in tagged] == [e.id for e in self.model.sorted(model.tagged)]

    def all_pages(self, pages: Callable[..., Any], query: ListQuery) -> list[int]:
        def joined(db: Connection) -> list[int]:
            found: list[Place] = []
            after = None
            while True:
                page = pages(
                    db,
                    ListQuery(
                        query.user_id,
                        query.limit,
                        query.order,
                        query.unread,
                        query.feeds,
                        after,
                    ),
                )
                found += page
                if len(page) < query.limit:
                    return [place.id for place in found]
                after = page[-1]

        return self.database.read_now(joined)

    def fair_ids(self, user: int, size: int, length: int) -> list[int]:
        list_id = self.write(make_fair_list, user, self.now, length=length)
        place = None if list_id is None else FairPlace(list_id, 0)
        found: list[int] = []
        while place is not None:
            page = self.write(fair_page, user, place, size, self.now, length)
            found += page.ids
            place = page.next
        return found


@pytest.mark.random_sql
def test_any_history_agrees_with_the_naive_model(database: Database) -> None:
    # One text for both engines, and PostgreSQL takes four times as long for it.
    share = 1 if database.engine == "sqlite" else 2

    @settings(
        max_examples=HISTORIES // share,
        phases=[Phase.generate],  # the seed says all: there is nothing to shrink
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64))
    def lives(seed: int) -> None:
        History(database, random.Random(seed)).live()

    lives()


def _clear(db: Connection) -> None:
    make.empty_index(db)
    for table in TABLES.split():
        db.run(f"delete from {table}")


def _nested_folders(db: Connection, user: int) -> tuple[int, int]:
    outer = insert_folder(db, user, None, "outer", make.NOON)
    return outer, insert_folder(db, user, outer, "inner", make.NOON)


def _mute_folder(db: Connection, number: int, muted: bool) -> None:
    db.run("update folders set muted = :m where id = :id", m=int(muted), id=number)


def _a_tag(db: Connection, user: int) -> int:
    number = next_number(db, "tag")
    db.run(
        "insert into tags (id, user_id, name, created_at) values (:id, :u, 'keep', 1)",
        id=number,
        u=user,
    )
    return number


def _show(db: Connection, ids: list[int], shown: bool) -> None:
    db.run(
        "update entries set shown = :s where id in (select id from ids(:ids))",
        s=int(shown),
        ids=ids,
    )


def _broken_order(db: Connection, feed: int) -> list[tuple]:
    """Neighbours in a feed whose id or time do not rise with their number."""
    return db.rows(
        """
        select a.seq, b.seq from entries a cross join entries b
        where a.feed_id = :feed and b.feed_id = :feed and a.seq < b.seq
          and (a.id > b.id or a.sort_at > b.sort_at or a.sort_at > a.received_at)
        """,
        feed=feed,
    )
