"""Entries that share a link are found by it, the newest first, whatever else changes."""

import re
from dataclasses import replace

import pytest

from tests.make import NOON, a_user, new_entry
from tests.recorder import Recorder
from tests.store.entries.test_apply_plan import changed
from tests.store.generic_plans import generic_plan
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import key_number, url_key
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.addresses import entry_at
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.follow import follow_feed
from tidings.store.publishing.builds import deframed_at

LINK = "https://live.example/blog"
OTHER = "https://live.example/other"


@pytest.fixture
def feed(database: Database) -> int:
    number, _ = database.write_now(add_feed, "https://feeds.example/a", NOON)
    return number


@pytest.fixture
def reader(database: Database, feed: int) -> int:
    def follow(db: Connection) -> int:
        user = a_user(db)
        follow_feed(db, user, feed, NOON)
        return user

    return database.write_now(follow)


def sharing(name: str, url: str | None = LINK) -> NewEntry:
    """An entry whose URL tells nothing, because others have it, too."""
    return replace(new_entry(name), url=url)


def alone(name: str, url: str = LINK) -> NewEntry:
    entry = sharing(name, url)
    return replace(entry, keys=replace(entry.keys, url_key=url_key(url)))


def found(database: Database, reader: int, url: str = LINK) -> int | None:
    entry = database.read_now(entry_at, reader, url)
    return None if entry is None else entry[0]


def test_the_newest_of_those_that_share_a_link_is_found(
    database: Database, feed: int, reader: int
) -> None:
    new = changed(database, feed, new=(sharing("a"), sharing("b"), sharing("c", None)))
    assert found(database, reader) == new.new[1]
    assert found(database, reader, f"{LINK}/?utm_source=x") == new.new[1]
    assert found(database, reader, OTHER) is None


def test_an_entry_that_comes_to_share_its_link_is_still_found(
    database: Database, feed: int, reader: int
) -> None:
    (number,) = changed(database, feed, new=(alone("a"),)).new
    changed(database, feed, rekeyed=((number, sharing("a").keys),))
    assert found(database, reader) == number


def test_an_entry_that_has_its_link_alone_again_has_one_key(
    database: Database, feed: int, reader: int
) -> None:
    (number,) = changed(database, feed, new=(sharing("a"),)).new
    changed(database, feed, rekeyed=((number, alone("a").keys),))
    keys = "select url_key, link_key from entries"
    assert database.read_now(lambda db: db.row(keys)) == (
        key_number(url_key(LINK)),
        None,
    )
    assert found(database, reader) == number


def test_an_entry_is_found_at_its_new_link_only(
    database: Database, feed: int, reader: int
) -> None:
    (first, second) = changed(database, feed, new=(sharing("a"), sharing("b"))).new
    changed(database, feed, touched=((first, sharing("a", OTHER)),))
    changed(database, feed, changed=((second, sharing("b", OTHER)),))
    assert found(database, reader, OTHER) == second
    assert found(database, reader) is None


def test_both_lookups_go_by_an_index(
    database: Database, feed: int, reader: int
) -> None:
    changed(database, feed, new=tuple(sharing(str(n)) for n in range(300)))

    def plans(db: Connection) -> list[str]:
        recorder = Recorder(db)
        entry_at(recorder, reader, LINK)
        deframed_at(recorder, key_number(url_key(LINK)) or 0, 10)
        if db.engine == "sqlite":
            return [
                row[3]
                for sql, known in recorder.statements
                for row in db.rows(f"explain query plan {sql}", **known)
            ]
        db.run("set local enable_seqscan = off")
        return [
            str(generic_plan(db, each, "costs off")) for each in recorder.statements
        ]

    text = "\n".join(database.write_now(plans))
    assert text.count("entries_link") == 2
    assert text.count("entries_url") == 2
    assert not re.search(r"SCAN (x|entries)\b|entries_feed_time", text)
    assert not re.search(r"'Seq Scan', [^}]*'entries'", text)
