"""Read state, rule by rule: the cases that readers would notice first."""

import pytest

from tests import make
from tidings.core.errors import ListExpired
from tidings.core.reading.reading import ListQuery
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.numbers import next_number
from tidings.store.entries.retain import forget_up_to
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import probed_places
from tidings.store.reading.entry_rows import listed_entries
from tidings.store.reading.fair_lists import (
    FairPlace,
    fair_page,
    forget_fair_lists,
    make_fair_list,
)
from tidings.store.reading.kept_lists import starred_places
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import mark_entries, star_entries, tag_entries
from tidings.store.reading.reconcile import feeds_to_check, find_drift, heal_counters

NOW = make.NOON


@pytest.fixture
def reader(database: Database) -> "Reader":
    return Reader(database)


class Reader:
    """One user of one feed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.user = database.write_now(make.a_user)
        self.feed = database.write_now(make.a_feed)

    def write(self, function, *args, **kwargs):
        return self.database.write_now(function, *args, **kwargs)

    def publish(self, many: int, feed: int | None = None) -> list[int]:
        return self.write(make.some_entries, feed or self.feed, [None] * many)

    def follow(self, feed: int | None = None) -> int:
        return self.write(follow_feed, self.user, feed or self.feed, NOW)

    def leave(self) -> None:
        self.write(leave_feed, self.user, self.feed, make.NOON)

    def hide(self, ids: list[int]) -> None:
        self.write(_hide, ids)

    def unread(self) -> list[int]:
        query = ListQuery(self.user, 100)
        return [place.id for place in self.database.read_now(probed_places, query)]

    def all(self) -> list[int]:
        query = ListQuery(self.user, 100, unread=False)
        return [place.id for place in self.database.read_now(probed_places, query)]


def test_a_new_subscriber_sees_what_the_feed_shows_and_nothing_older(reader) -> None:
    ids = reader.publish(6)
    reader.hide([ids[0], ids[1], ids[3]])
    reader.follow()
    assert reader.unread() == [ids[5], ids[4], ids[2]]


def test_following_twice_changes_nothing(reader) -> None:
    reader.publish(3)
    number = reader.follow()
    reader.write(mark_entries, reader.user, reader.unread()[:1], read=True)
    assert reader.follow() == number
    assert len(reader.unread()) == 2


def test_leaving_and_coming_back_at_once_is_as_if_nothing_happened(reader) -> None:
    ids = reader.publish(4)
    reader.follow()
    reader.write(mark_entries, reader.user, ids[:2], read=True)
    reader.leave()
    assert reader.all() == []
    reader.hide(ids)
    reader.follow()
    assert reader.unread() == [ids[3], ids[2]]
    assert reader.all() == ids[::-1]


def test_coming_back_later_keeps_old_unread_and_hides_what_was_missed(reader) -> None:
    old = reader.publish(3)
    reader.follow()
    reader.write(mark_entries, reader.user, old[:1], read=True)
    reader.leave()
    missed = reader.publish(2)
    reader.hide([*old, missed[0]])
    reader.follow()
    assert reader.all() == [missed[1], old[2], old[1]]
    assert reader.unread() == [missed[1], old[2], old[1]]


def test_a_tagged_entry_stays_when_coming_back(reader) -> None:
    (kept, other) = reader.publish(2)
    reader.follow()
    tag = reader.write(_a_tag, reader.user)
    reader.write(tag_entries, reader.user, [kept], tag, tagged=True)
    reader.write(mark_entries, reader.user, [kept, other], read=True)
    reader.leave()
    reader.publish(1)
    reader.hide([kept, other])
    reader.follow()
    assert kept in reader.all()
    assert other not in reader.all()


def test_a_star_survives_leaving_and_retention(reader) -> None:
    ids = reader.publish(5)
    reader.follow()
    reader.write(star_entries, reader.user, make.stars([ids[1]]))
    reader.leave()
    reader.hide(ids)
    gone = reader.write(forget_up_to, reader.feed, 5, NOW)
    places = reader.database.read_now(
        starred_places, reader.user, ListQuery(reader.user, 9).start, 9
    )
    assert gone == 4
    assert [place.id for place in places] == [ids[1]]
    (entry,) = reader.database.read_now(listed_entries, reader.user, ids)
    assert (entry.id, entry.starred) == (ids[1], 1)


def test_what_retention_removed_leaves_a_tombstone(reader) -> None:
    ids = reader.publish(3)
    reader.hide(ids[:2])
    assert reader.write(forget_up_to, reader.feed, 2, NOW) == 2
    buried = reader.database.read_now(
        lambda db: db.rows("select entry_id from tombstones order by entry_id")
    )
    assert [row[0] for row in buried] == ids[:2]


def test_what_a_feed_still_shows_is_never_forgotten(reader) -> None:
    ids = reader.publish(3)
    assert reader.write(forget_up_to, reader.feed, 3, NOW) == 0
    reader.follow()
    assert reader.unread() == ids[::-1]


def test_mark_all_stops_at_the_point_that_was_shown(reader) -> None:
    reader.follow()
    shown = reader.publish(3)
    later = reader.publish(2)
    reader.write(mark_all_read, reader.user, shown[-1])
    assert reader.unread() == later[::-1]


def test_mark_all_reaches_a_starred_unread_entry(reader) -> None:
    reader.follow()
    ids = reader.publish(3)
    reader.write(star_entries, reader.user, make.stars([ids[1]]))
    reader.write(mark_all_read, reader.user, ids[-1])
    assert reader.unread() == []
    assert reader.database.read_now(unread_counts, reader.user) == []


def test_nobody_can_mark_what_they_cannot_see(reader) -> None:
    hidden = reader.publish(2)
    reader.hide(hidden)
    reader.follow()
    assert reader.write(mark_entries, reader.user, hidden, read=False) == []
    assert reader.write(star_entries, reader.user, make.stars(hidden)) == []
    assert reader.all() == []


def test_marking_says_what_changed(reader) -> None:
    reader.follow()
    ids = reader.publish(3)
    first = reader.write(mark_entries, reader.user, [*ids[:2], ids[0], 999], read=True)
    again = reader.write(mark_entries, reader.user, ids, read=True)
    assert sorted(first) == ids[:2]
    assert again == [ids[2]]


def test_rows_do_not_pile_up_while_reading(reader) -> None:
    reader.follow()
    ids = reader.publish(200)
    for id_ in ids:
        reader.write(mark_entries, reader.user, [id_], read=True)
    rows = reader.database.read_now(
        lambda db: db.value("select count(*) from entry_states")
    )
    assert rows == 0


def test_fair_pages_lose_nothing_while_reading_goes_on(reader) -> None:
    loud, quiet = reader.feed, reader.write(make.a_feed)
    reader.follow(loud)
    reader.follow(quiet)
    many, few = reader.publish(7, loud), reader.publish(2, quiet)
    list_id = reader.write(make_fair_list, reader.user, NOW, length=4)
    seen: list[int] = []
    place = FairPlace(list_id, 0)
    while place is not None:
        page = reader.write(fair_page, reader.user, place, 2, NOW, 4)
        seen += page.ids
        place = page.next
        reader.write(mark_entries, reader.user, page.ids, read=True)
        reader.publish(1, loud)
    assert seen[:3] == [few[1], many[6], few[0]]
    assert sorted(seen) == sorted([*many, *few])


def test_a_forgotten_fair_list_is_an_error_with_a_code(reader) -> None:
    reader.follow()
    reader.publish(3)
    list_id = reader.write(make_fair_list, reader.user, NOW)
    assert reader.write(forget_fair_lists, NOW + 1) == 1
    with pytest.raises(ListExpired) as raised:
        reader.write(fair_page, reader.user, FairPlace(list_id, 0), 2, NOW)
    assert raised.value.code == "LIST_EXPIRED"


def test_a_stranger_cannot_page_through_someone_elses_fair_list(reader) -> None:
    reader.follow()
    reader.publish(3)
    list_id = reader.write(make_fair_list, reader.user, NOW)
    stranger = reader.write(make.a_user)
    with pytest.raises(ListExpired):
        reader.write(fair_page, stranger, FairPlace(list_id, 0), 2, NOW)


def test_drift_is_found_and_counters_are_healed(reader) -> None:
    reader.publish(3)
    reader.follow()
    reader.write(
        lambda db: db.run("update subscriptions set read_above = 7, unread_below = 5")
    )
    drifts = reader.database.read_now(find_drift, reader.feed)
    assert [(d.what, d.stored, d.counted) for d in drifts] == [
        ("read_above", 7, 0),
        ("unread_below", 5, 0),
    ]
    reader.write(heal_counters, drifts)
    assert reader.database.read_now(find_drift, reader.feed) == []


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        ("update subscriptions set first_seq = read_seq + 1", "watermark_order"),
        ("update feed_heads set last_seq = last_seq + 1", "entry_numbers"),
        ("update entry_states set seq = seq + 1", "rows_without_entry"),
        ("update entry_states set granted = 1", "grants"),
    ],
)
def test_every_kind_of_contradiction_is_found(reader, damage, what) -> None:
    reader.follow()
    ids = reader.publish(3)
    reader.write(star_entries, reader.user, make.stars(ids))
    reader.write(lambda db: db.run(damage))
    drifts = reader.database.read_now(find_drift, reader.feed)
    assert what in {drift.what for drift in drifts}


def test_feeds_to_check_are_given_in_slices(reader) -> None:
    feeds = [reader.feed, *(reader.write(make.a_feed) for _ in range(4))]
    first = reader.database.read_now(feeds_to_check, 0, 3)
    rest = reader.database.read_now(feeds_to_check, first[-1], 3)
    assert [*first, *rest] == feeds


def _hide(db: Connection, ids: list[int]) -> None:
    db.run(
        "update entries set shown = 0 where id in (select id from ids(:ids))", ids=ids
    )


def _a_tag(db: Connection, user: int) -> int:
    number = next_number(db, "tag")
    db.run(
        "insert into tags (id, user_id, name, created_at) values (:id, :u, 'keep', 1)",
        id=number,
        u=user,
    )
    return number
