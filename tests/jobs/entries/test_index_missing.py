"""What the search index lacks is indexed again, and nothing twice."""

import pytest

from tests import make
from tests.contexts import make_context
from tidings.core.entries.entry import Indexed
from tidings.jobs.entries.index_missing import index_missing
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.search_index import (
    bodies_to_index,
    drop_from_index,
    entries_not_indexed,
    index_missing_entries,
)


def fill(db: Connection, many: int) -> list[int]:
    return make.some_entries(db, make.a_feed(db), [None] * many)


def lose_index(db: Connection, keep: int = 0) -> None:
    rows = db.rows("select id from entries where id > :keep", keep=keep)
    drop_from_index(db, [row[0] for row in rows])


def finds(db: Connection, word: str) -> int:
    if db.engine == "sqlite":
        sql = "select count(*) from entry_search where entry_search match :word"
    else:
        sql = (
            "select count(*) from entry_search"
            " where words @@ to_tsquery('simple', :word)"
        )
    return db.value(sql, word=word)


@pytest.mark.parametrize("many", [3, 450])
async def test_a_lost_index_is_made_again(database: Database, many: int) -> None:
    database.write_now(fill, many)
    database.write_now(lose_index)
    await index_missing(make_context(database))
    assert database.read_now(entries_not_indexed, 0, 10) == []
    assert database.read_now(finds, "title") == many


async def test_bodies_are_found_by_their_words(database: Database) -> None:
    ids = database.write_now(fill, 1)
    database.write_now(lose_index)
    database.write_now(
        lambda db: db.run(
            "update entry_bodies set codec = 0, content = :c",
            c="<p>Grüße <b>gar</b>den</p>".encode(),
        )
    )
    await index_missing(make_context(database))
    assert database.read_now(finds, "garden") == len(ids)


async def test_what_is_there_is_left_alone(database: Database) -> None:
    ids = database.write_now(fill, 4)
    database.write_now(lose_index, ids[1])
    await index_missing(make_context(database))
    await index_missing(make_context(database))
    assert database.read_now(finds, "title") == 4


async def test_what_was_indexed_or_deleted_meanwhile_is_left_out(
    database: Database,
) -> None:
    first, second, third = database.write_now(fill, 3)
    database.write_now(lose_index)
    read = database.read_now(bodies_to_index, 0, 10)
    title = Indexed(text="title", vector="title")
    entries = [(body.id, title) for body in read]
    database.write_now(index_missing_entries, [(first, title)])
    database.write_now(
        lambda db: db.run("delete from entries where id = :id", id=second)
    )
    assert database.write_now(index_missing_entries, entries) == 1
    assert database.read_now(finds, "title") == 2
    assert third in [body.id for body in read]
