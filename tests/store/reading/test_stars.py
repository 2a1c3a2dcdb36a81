"""A star is a snapshot: it remembers when it was given and what the entry said then."""

from dataclasses import replace

import pytest

from tests import make
from tidings.core.reading.reading import BEYOND, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.change_entries import MOST_VERSIONS, change_entries
from tidings.store.entries.retain import forget_up_to
from tidings.store.entries.versions import entry_versions, version_text
from tidings.store.feeds.follow import follow_feed
from tidings.store.feeds.merge_feeds import merge_feeds
from tidings.store.reading.entry_rows import ListedEntry, listed_entries
from tidings.store.reading.kept_lists import starred_places
from tidings.store.reading.mark_times import forget_mark_times, note_marks
from tidings.store.reading.marking import (
    Star,
    mark_entries,
    star_entries,
    unstar_entries,
)

NOW = make.NOON
LATER = NOW + 1_000_000


@pytest.fixture
def shelf(database: Database) -> "Shelf":
    return Shelf(database)


class Shelf:
    """A reader of one feed, whose entries change their words."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.user = self.write(make.a_user)
        self.feed = self.write(make.a_feed)
        self.write(follow_feed, self.user, self.feed, NOW)

    def write(self, function, *args, **kwargs):
        return self.database.write_now(function, *args, **kwargs)

    def publish(self, many: int = 1) -> list[int]:
        return self.write(make.some_entries, self.feed, [None] * many)

    def reword(self, entry: int, words: str, now: int = LATER) -> None:
        self.write(_reword, entry, words, now)

    def star(self, entry: int, at: int = NOW, version: int | None = None) -> None:
        self.write(star_entries, self.user, [Star(entry, at, version)])

    def listed(self, entry: int) -> ListedEntry:
        (found,) = self.database.read_now(listed_entries, self.user, [entry])
        return found

    def text(self, entry: int, version: int | None) -> str | None:
        found = self.database.read_now(version_text, self.user, entry, version)
        return found and found.html

    def versions(self, entry: int) -> list[int]:
        found = self.database.read_now(entry_versions, self.user, entry)
        return [each.version for each in found]


def _reword(db: Connection, entry: int, words: str, now: int) -> None:
    digest = words.encode().ljust(32, b".")
    before = make.new_entry(f"entry-{entry}")
    keys = replace(before.keys, content_hash=digest)
    changed = replace(before, keys=keys, title=words, content=words.encode())
    change_entries(db, [(entry, changed)], now)


def test_a_star_remembers_when_and_what_the_entry_said(shelf: Shelf) -> None:
    (entry,) = shelf.publish()
    before = shelf.text(entry, None)
    shelf.star(entry)
    shelf.reword(entry, "other words")
    listed = shelf.listed(entry)
    assert (listed.starred_at, listed.starred_version, listed.version) == (NOW, 1, 2)
    assert shelf.text(entry, listed.starred_version) == before
    shelf.write(unstar_entries, shelf.user, [entry])
    listed = shelf.listed(entry)
    assert (listed.starred, listed.starred_at, listed.starred_version) == (
        False,
        None,
        None,
    )


def test_a_second_star_does_not_replace_the_first(shelf: Shelf) -> None:
    (entry,) = shelf.publish()
    shelf.star(entry)
    shelf.reword(entry, "other words")
    shelf.star(entry, LATER)
    listed = shelf.listed(entry)
    assert (listed.starred_at, listed.starred_version) == (NOW, 1)


def test_a_star_is_of_the_version_that_its_reader_saw(shelf: Shelf) -> None:
    first, second, third = shelf.publish(3)
    for entry in (first, second, third):
        shelf.reword(entry, f"changed {entry}")
    shelf.star(first, version=1)
    shelf.star(second, version=2)
    shelf.star(third, version=7)  # no such version: what it says now
    found = [shelf.listed(each).starred_version for each in (first, second, third)]
    assert found == [1, 2, 2]


def test_what_was_starred_outlives_the_limit_of_versions(shelf: Shelf) -> None:
    (entry,) = shelf.publish()
    for turn in range(2, 5):
        shelf.reword(entry, f"words {turn}")
    shelf.star(entry)
    for turn in range(5, MOST_VERSIONS + 20):
        shelf.reword(entry, f"words {turn}")
    assert shelf.text(entry, 4) == "words 4"
    kept = shelf.versions(entry)
    assert kept[-2:] == [4, 1]
    assert kept[0] == MOST_VERSIONS + 19


def test_the_first_version_and_the_newest_are_kept(shelf: Shelf) -> None:
    (entry,) = shelf.publish()
    for turn in range(2, MOST_VERSIONS + 10):
        shelf.reword(entry, f"words {turn}")
    kept = shelf.versions(entry)
    newest = MOST_VERSIONS + 9
    assert kept == [*range(newest, newest - MOST_VERSIONS, -1), 1]


def test_the_starred_list_is_in_the_order_of_the_stars(shelf: Shelf) -> None:
    ids = shelf.publish(5)
    for place, entry in enumerate([ids[1], ids[4], ids[2]]):
        shelf.star(entry, NOW + place)
    shelf.star(ids[0], NOW)  # at the same moment as the first
    start, found = Place(BEYOND, BEYOND), []
    while page := shelf.database.read_now(
        starred_places, shelf.user, start, 2, "starred"
    ):
        found += [place.id for place in page]
        start = page[-1]
    assert found == [ids[2], ids[4], ids[1], ids[0]]


def test_what_was_read_by_itself_has_its_time_as_long_as_the_entry(
    shelf: Shelf,
) -> None:
    first, second, third = shelf.publish(3)
    shelf.write(note_marks, shelf.user, [first], "read", True, NOW)
    shelf.write(mark_entries, shelf.user, [first], read=True)
    shelf.write(note_marks, shelf.user, [second], "read", False, NOW)
    shelf.write(mark_entries, shelf.user, [second, third], read=True)
    shelf.write(forget_mark_times, shelf.user, LATER)
    times = [shelf.listed(each).read_at for each in (first, second, third)]
    assert times == [NOW, None, None]
    shelf.write(mark_entries, shelf.user, [first], read=False)
    assert shelf.listed(first).read_at is None
    shelf.write(_show_nothing)
    shelf.write(forget_up_to, shelf.feed, 1, LATER)
    shelf.write(forget_mark_times, shelf.user, LATER)
    assert shelf.database.read_now(_count_mark_times) == 0


@pytest.mark.parametrize("has_the_text", [True, False])
def test_a_star_stays_what_it_was_when_feeds_become_one(
    shelf: Shelf, has_the_text: bool
) -> None:
    """The staying feed may have another history of the same entry."""
    (entry,) = shelf.publish()
    staying = shelf.write(make.a_feed)
    (other,) = shelf.write(make.some_entries, staying, [None])
    shelf.write(_same_guid, entry, other)
    shelf.reword(entry, "as starred")
    shelf.star(entry, NOW + 5)
    shelf.reword(entry, "as it was when the feed moved")
    if has_the_text:
        shelf.reword(other, "as starred")
    shelf.reword(other, "as it is now")
    newest = shelf.text(entry, None)
    shelf.write(merge_feeds, shelf.feed, staying, LATER)
    listed = shelf.listed(other)
    assert newest == "as it was when the feed moved"
    assert listed.starred_at == NOW + 5
    assert listed.starred_version is not None
    assert shelf.text(other, listed.starred_version) == "as starred"
    assert shelf.text(other, None) == "as it is now"
    assert shelf.versions(other) == sorted(shelf.versions(other), reverse=True)


def _same_guid(db: Connection, entry: int, other: int) -> None:
    db.run(
        "update entries set guid_key = (select e.guid_key from entries e"
        " where e.id = :entry) where id = :other",
        entry=entry,
        other=other,
    )


def _show_nothing(db: Connection) -> None:
    db.run("update entries set shown = 0")


def _count_mark_times(db: Connection) -> int:
    return int(db.value("select count(*) from mark_times"))
