"""A feed that moved for good: its new address, its old one, and joining another feed."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from tests import make
from tidings.core.entries.identity import EntryKeys
from tidings.core.errors import NotFound
from tidings.core.feeds.refresh import EntryChanges, RefreshPlan
from tidings.core.reading.reading import ListQuery
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.apply_plan import apply_plans
from tidings.store.entries.retain import forget_up_to
from tidings.store.feeds.addresses import aliases_of
from tidings.store.feeds.claims import claim_feed
from tidings.store.feeds.feeds import (
    NewFeed,
    add_feed,
    delete_feed,
    find_feed,
    insert_feed,
    set_feed,
)
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.marking import mark_entries
from tidings.store.reading.reconcile import find_drift

NOW = make.NOON
LEASE = timedelta(minutes=2)
OLD = "https://old.example/feed.xml"
NEW = "https://new.example/feed.xml"


class Feeds:
    """Feeds by address, and plans that say that one has moved."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def write(self, function, *args, **kwargs):
        return self.database.write_now(function, *args, **kwargs)

    def read(self, function, *args):
        return self.database.read_now(function, *args)

    def add(self, url: str, guids: str = "", **more: object) -> int:
        number, _ = self.write(insert_feed, NewFeed(url, **more), NOW)
        entries = [make.new_entry(guid) for guid in guids.split()]
        self.write(append_entries, number, entries, NOW)
        return number

    def plan(self, feed: int, new_url: str) -> RefreshPlan:
        claimed = self.write(claim_feed, feed, "worker", NOW, LEASE)
        token, state = claimed.feed.lease_token, claimed.feed.state
        return RefreshPlan(feed, token, "fetched", "fetched", state, new_url=new_url)

    def move(self, feed: int, new_url: str) -> None:
        (applied,) = self.write(apply_plans, [self.plan(feed, new_url)], NOW)
        assert applied is not None

    def guids(self, feed: int) -> list[str]:
        rows = self.read(_guids, feed)
        return [row[0] for row in rows]

    def unread(self, user: int) -> list[str]:
        return self.read(_unread_guids, user)


@pytest.fixture
def feeds(database: Database) -> Iterator[Feeds]:
    kept = Feeds(database)
    yield kept
    for (number,) in kept.read(lambda db: db.rows("select id from feeds")):
        assert kept.read(find_drift, number) == []


def test_a_free_address_is_taken_and_the_old_one_still_finds_the_feed(feeds) -> None:
    number = feeds.add(OLD)
    feeds.move(number, NEW)
    assert feeds.read(find_feed, NEW).url == NEW
    assert feeds.read(find_feed, OLD).id == number
    assert feeds.write(add_feed, OLD, NOW) == (number, False)
    assert feeds.read(aliases_of, number) == [OLD]
    host = feeds.read(lambda db: db.value("select host from feed_fetch_state"))
    assert host == "new.example"


def test_a_step_to_https_leaves_nothing_behind(feeds) -> None:
    number = feeds.add("http://old.example/feed.xml")
    feeds.move(number, OLD)
    assert feeds.read(find_feed, OLD).url == OLD
    assert feeds.read(aliases_of, number) == []


def test_moving_back_makes_the_address_its_own_again(feeds) -> None:
    number = feeds.add(OLD)
    feeds.move(number, NEW)
    feeds.move(number, OLD)
    assert feeds.read(find_feed, NEW).url == OLD
    assert feeds.read(aliases_of, number) == [NEW]


def test_an_address_left_behind_can_be_taken_by_another_feed(feeds) -> None:
    first, second = feeds.add(OLD), feeds.add("https://third.example/")
    feeds.move(first, NEW)
    feeds.move(second, OLD)
    assert feeds.read(find_feed, OLD).id == second


def test_two_feeds_become_one_with_their_readers(feeds) -> None:
    leaving, staying = feeds.add(OLD, "a b c"), feeds.add(NEW, "b c d")
    ann, bob = feeds.write(make.a_user), feeds.write(make.a_user)
    number = feeds.write(follow_feed, ann, leaving, NOW, title="My own")
    feeds.write(follow_feed, bob, staying, NOW)
    first = feeds.read(lambda db: db.rows("select id from entries order by id"))[0]
    feeds.write(mark_entries, ann, list(first), read=True)
    feeds.move(leaving, NEW)
    assert feeds.guids(staying) == ["b", "c", "d", "a"]
    assert sorted(feeds.unread(ann)) == ["b", "c", "d"]
    assert sorted(feeds.unread(bob)) == ["b", "c", "d"]
    assert feeds.read(_subscription, ann) == (number, staying, "My own")
    assert feeds.read(find_feed, OLD).id == staying
    with pytest.raises(NotFound):
        feeds.read(find_feed, str(leaving))


def test_a_chain_of_moves_ends_at_the_last_feed(feeds) -> None:
    first, last = feeds.add(OLD, "a"), feeds.add("https://third.example/", "b")
    feeds.move(first, NEW)
    feeds.move(first, "https://third.example/")
    for address in (OLD, NEW):
        assert feeds.read(find_feed, address).id == last
    assert feeds.guids(last) == ["b", "a"]


def test_entries_match_by_url_and_by_content_too(feeds) -> None:
    leaving, staying = feeds.add(OLD), feeds.add(NEW)
    same = b"c" * 32
    for number, guid, url, content in (
        (leaving, b"guid-l01", b"same-url", b"l" * 32),
        (leaving, None, None, same),
        (leaving, b"guid-l02", b"other-ur", b"x" * 32),
        (staying, b"guid-s01", b"same-url", b"s" * 32),
        (staying, None, None, same),
    ):
        entry = replace(make.new_entry("x"), keys=EntryKeys(guid, url, content))
        feeds.write(append_entries, number, [entry], NOW)
    feeds.move(leaving, NEW)
    assert len(feeds.guids(staying)) == 3


def test_what_was_forgotten_in_one_feed_and_kept_in_the_other_is_there_once(
    feeds,
) -> None:
    leaving, staying = feeds.add(OLD, "a"), feeds.add(NEW, "a b")
    feeds.write(lambda db: db.run("update entries set shown = 0"))
    feeds.write(forget_up_to, staying, 1, NOW)
    feeds.move(leaving, NEW)
    assert feeds.guids(staying) == ["b", "a"]
    assert feeds.read(lambda db: db.value("select count(*) from tombstones")) == 0


def test_copies_can_be_found_and_keep_their_versions(feeds) -> None:
    leaving, staying = feeds.add(OLD, "a"), feeds.add(NEW, "b")
    feeds.write(_add_version, leaving)
    feeds.move(leaving, NEW)
    versions, texts, indexed = feeds.read(_belongings, staying)
    assert (versions, texts, indexed) == (1, 1, 2)


def test_a_feed_that_someone_checks_just_now_is_joined_at_the_next_check(feeds) -> None:
    leaving, staying = feeds.add(OLD, "a"), feeds.add(NEW, "b")
    feeds.write(claim_feed, staying, "another", NOW, LEASE)
    feeds.move(leaving, NEW)
    assert feeds.guids(staying) == ["b"]
    state = feeds.write(claim_feed, leaving, "worker", NOW, LEASE).feed.state
    assert state.redirect.target == NEW
    assert state.redirect.sightings >= 2
    assert NOW - state.redirect.first_seen_at >= 86_400_000_000


def test_plans_of_both_feeds_in_one_commit_lose_nothing(feeds) -> None:
    leaving, staying = feeds.add(OLD, "a"), feeds.add(NEW, "b")
    moving = feeds.plan(leaving, NEW)
    news = feeds.plan(staying, "")
    changes = EntryChanges(new=(make.new_entry("a"), make.new_entry("c")))
    feeds.write(apply_plans, [moving, replace(news, changes=changes)], NOW)
    assert sorted(feeds.guids(staying)) == ["a", "b", "c"]


def test_feeds_that_point_at_each_other_end_as_one(feeds) -> None:
    one, two = feeds.add(OLD, "a"), feeds.add(NEW, "b")
    plans = [feeds.plan(one, NEW), feeds.plan(two, OLD)]
    feeds.write(apply_plans, plans, NOW)
    assert feeds.read(find_feed, OLD).id == feeds.read(find_feed, NEW).id == two
    assert sorted(feeds.guids(two)) == ["a", "b"]


def test_a_feed_is_not_hidden_in_a_disabled_one(feeds) -> None:
    leaving, staying = feeds.add(OLD, "a"), feeds.add(NEW, "b")
    feeds.write(set_feed, staying, "enabled", 0)
    feeds.move(leaving, NEW)
    assert feeds.read(find_feed, OLD).id == leaving


def test_a_deleted_feed_holds_no_address(feeds) -> None:
    leaving, deleted = feeds.add(OLD, "a"), feeds.add(NEW, "b")
    feeds.write(delete_feed, deleted, NOW)
    feeds.move(leaving, NEW)
    assert feeds.read(find_feed, NEW).id == leaving


def test_a_login_never_goes_along_to_another_server(feeds) -> None:
    number = feeds.add(OLD, secrets=b"sealed")
    feeds.move(number, NEW)
    assert feeds.read(find_feed, str(number)).url == OLD
    feeds.move(number, "https://old.example/feeds/new.xml")
    assert feeds.read(find_feed, str(number)).url == "https://old.example/feeds/new.xml"


def test_a_feed_behind_a_login_never_joins_a_public_one(feeds) -> None:
    private = feeds.add("https://new.example/mine", "secret", secrets=b"sealed")
    public = feeds.add(NEW, "b")
    feeds.move(private, NEW)
    assert feeds.guids(public) == ["b"]
    assert feeds.read(find_feed, str(private)).url == NEW


def test_the_bare_address_of_a_private_feed_is_another_feed(feeds) -> None:
    owner, other = feeds.write(make.a_user), feeds.write(make.a_user)
    mine = feeds.add(OLD, secrets=b"sealed", owner_id=owner)
    assert feeds.add(OLD, secrets=b"sealed", owner_id=owner) == mine
    assert feeds.add(OLD, secrets=b"sealed", owner_id=other) != mine
    assert feeds.add(OLD) != mine


def test_joining_is_told_to_subscribers(feeds) -> None:
    leaving, staying = feeds.add(OLD, "a"), feeds.add(NEW, "b")
    feeds.move(leaving, NEW)
    told = feeds.read(lambda db: db.rows("select kind, feed_id from events"))
    assert told == [("feed_changed", staying)]


def _guids(db: Connection, feed: int) -> list[tuple[str]]:
    return db.rows("select guid from entries where feed_id = :f order by seq", f=feed)


def _unread_guids(db: Connection, user: int) -> list[str]:
    ids = [place.id for place in entry_places(db, ListQuery(user, 100))]
    rows = db.rows(
        "select guid from entries where id in (select id from ids(:i))", i=ids
    )
    return [row[0] for row in rows]


def _subscription(db: Connection, user: int) -> tuple[object, ...] | None:
    return db.row(
        "select id, feed_id, title from subscriptions where user_id = :u", u=user
    )


def _add_version(db: Connection, feed: int) -> None:
    db.run(
        "insert into entry_versions (entry_id, version, seen_at, replaced_at, content_hash,"
        " content) select id, 1, 1, 2, content_hash, content_hash from entries"
        " where feed_id = :f",
        f=feed,
    )
    db.run(
        "insert into entry_full_texts (entry_id, tried_at) select id, 1 from entries"
        " where feed_id = :f",
        f=feed,
    )


def _belongings(db: Connection, feed: int) -> tuple[int, int, int]:
    mine = "(select id from entries where feed_id = :f)"
    key = "rowid" if db.engine == "sqlite" else "entry_id"
    return (
        db.value(
            f"select count(*) from entry_versions where entry_id in {mine}", f=feed
        ),
        db.value(
            f"select count(*) from entry_full_texts where entry_id in {mine}", f=feed
        ),
        db.value(f"select count(*) from entry_search where {key} in {mine}", f=feed),
    )
