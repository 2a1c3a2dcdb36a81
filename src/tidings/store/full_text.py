"""The search index: FTS5 on SQLite, a tsvector on PostgreSQL, fed in the same commit.

Accents are folded on both, so that the two engines find the same entries.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from tidings.store.connection import Connection

# A tsvector holds a megabyte at most, and what stands so far down nobody searches for.
_LONGEST_TEXT = 200_000

_INSERT_FTS5 = """
insert into entry_search (rowid, title, author, body)
values (:id, :title, :author, :body)
"""
_INSERT_TSVECTOR = """
insert into entry_search (entry_id, words) values (
  :id,
  setweight(to_tsvector('simple', :title), 'A')
  || setweight(to_tsvector('simple', :author), 'B')
  || setweight(to_tsvector('simple', :body), 'D'))
"""

Searchable = tuple[int, str, str, str]  # id, title, author, text


def index_entries(db: Connection, entries: Iterable[Searchable]) -> None:
    """Make new entries findable."""
    prepared = str if db.engine == "sqlite" else _folded
    rows = [
        {
            "id": id_,
            "title": prepared(title),
            "author": prepared(author),
            "body": prepared(text[:_LONGEST_TEXT]),
        }
        for id_, title, author, text in entries
    ]
    sql = _INSERT_FTS5 if db.engine == "sqlite" else _INSERT_TSVECTOR
    db.run_many(sql, rows)


def reindex_entries(db: Connection, entries: Sequence[Searchable]) -> None:
    """Make entries findable by what they say now."""
    drop_from_index(db, [entry[0] for entry in entries])
    index_entries(db, entries)


def drop_from_index(db: Connection, ids: list[int]) -> None:
    """Make entries unfindable."""
    key = "rowid" if db.engine == "sqlite" else "entry_id"
    db.run_many(
        f"delete from entry_search where {key} = :id",  # noqa: S608 - one of two words
        [{"id": id_} for id_ in ids],
    )


def entries_not_indexed(db: Connection, after: int, limit: int) -> list[int]:
    """Return entries that the index lacks, as after a restore, by number."""
    key = "rowid" if db.engine == "sqlite" else "entry_id"
    rows = db.rows(
        f"select e.id from entries e where e.id > :after"  # noqa: S608 - likewise
        f" and (select 1 from entry_search s where s.{key} = e.id) is null"
        " order by e.id limit :limit",
        after=after,
        limit=limit,
    )
    return [row[0] for row in rows]


def _folded(text: str) -> str:
    if text.isascii():
        return text
    split = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in split if not unicodedata.combining(letter))
