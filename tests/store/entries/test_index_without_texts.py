"""SQLite's index keeps no texts: whatever happens to entries, it must be told what it was
given before, or words of entries that are gone would stay in it for ever."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests import make
from tidings.core.entries.entry import NewEntry
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.packing import unpack, unpack_behind
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.change_entries import change_entries
from tidings.store.entries.copy_entries import append_copies
from tidings.store.entries.full_texts import (
    ClaimedEntry,
    NewFullText,
    save_full_text,
)
from tidings.store.entries.retain import forget_up_to
from tidings.store.entries.search_index import (
    entries_not_indexed,
    pack_indexed,
    reindex_entries,
    to_index,
)

WORDS = "Zażółć great🤖robot\ue000 e\u0301 nul\0nul " + "long " * 100
LATER = make.NOON + 1


def saying(db: Connection, guid: str, *texts: str) -> NewEntry:
    indexed = to_index(db.engine, *texts)
    codec, content = pack_indexed(f"<p>{guid}</p>", indexed)
    title, author, _ = texts
    entry = replace(make.new_entry(guid), title=title, author=author)
    return replace(entry, codec=codec, content=content, indexed=indexed)


def read_whole(db: Connection, id_: int) -> None:
    entry = db.row("select id, feed_id, title from entries where id = :id", id=id_)
    assert entry is not None
    claimed = ClaimedEntry(*entry[:2], None, entry[2], "", "", 0)
    indexed = to_index(db.engine, "Title", "", f"{WORDS} and the article")
    text = NewFullText(0, b"<p>all</p>", indexed, "Title", "all", None, 9)
    save_full_text(db, claimed, text, LATER)


def reword(db: Connection, id_: int) -> None:
    change_entries(db, [(id_, saying(db, "a", "Other", "Bob", "short"))], LATER)


def touch_title(db: Connection, id_: int) -> None:
    db.run("update entries set title = 'x', author = 'y' where id = :id", id=id_)


def index_again(db: Connection, id_: int) -> None:
    reindex_entries(db, [(id_, to_index(db.engine, WORDS, WORDS, ""))])


def lose_body(db: Connection, id_: int) -> None:
    reindex_entries(db, [(id_, to_index(db.engine, "", "", ""))])
    db.run("delete from entry_bodies where entry_id = :id", id=id_)
    index_again(db, id_)


@pytest.fixture
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Database:
    url = f"sqlite:///{tmp_path_factory.mktemp('index') / 'index.db'}"
    upgrade(url)
    return open_database(url)


Change = Callable[[Connection, int], None]
HISTORIES: list[list[Change]] = [
    [],
    [reword],
    [read_whole],
    [touch_title],
    [index_again],
    [read_whole, touch_title, reword, index_again, read_whole],
    [lose_body, reword],
]


@pytest.mark.parametrize("history", HISTORIES)
def test_no_word_stays_of_an_entry_that_went(
    sqlite: Database, history: list[Change]
) -> None:
    def live(db: Connection) -> int:
        feed, other = make.a_feed(db), make.a_feed(db)
        new = saying(db, "a", "A title", "Ann", WORDS)
        ids = append_entries(db, feed, [new], make.NOON)
        for change in history:
            change(db, ids[0])
        append_copies(db, other, ids)
        words = words_in_index(db)
        db.run("update entries set shown = 0")
        assert forget_up_to(db, feed, 1, LATER) == 1
        assert words_in_index(db) == words  # the copy's
        assert forget_up_to(db, other, 1, LATER) == 1
        assert entries_not_indexed(db, 0, 10) == []
        return len(words)

    assert sqlite.write_now(live) > 0
    assert sqlite.write_now(words_in_index) == set()
    sqlite.write_now(be_sound)
    sqlite.close_now()


def words_in_index(db: Connection) -> set[str]:
    db.run(
        "create virtual table if not exists temp.vocabulary"
        " using fts5vocab(main, entry_search, row)"
    )
    return {row[0] for row in db.rows("select term from temp.vocabulary")}


def be_sound(db: Connection) -> None:
    db.run("insert into entry_search (entry_search) values ('integrity-check')")


def test_html_and_what_is_behind_it_come_apart_again(database: Database) -> None:
    for html in ("", "<p>a\0b</p>", "<p>" + "long " * 100):
        for texts in (("", "", ""), ("t\0", "ż", WORDS)):
            indexed = to_index(database.engine, *texts)
            codec, content = pack_indexed(html, indexed)
            assert unpack(codec, content) == html
            assert unpack_behind(codec, content) == indexed[:3]


def test_a_body_that_is_damaged_keeps_nobody_from_forgetting(
    database: Database,
) -> None:
    def damage(db: Connection) -> int:
        feed = make.a_feed(db)
        make.some_entries(db, feed, [None, None])
        db.run("update entries set shown = 0")
        db.run("update entry_bodies set codec = 3, content = :it", it=b"no frame")
        return forget_up_to(db, feed, 2, LATER)

    assert database.write_now(damage) == 2
