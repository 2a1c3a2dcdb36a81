"""The search index: FTS5 on SQLite, a tsvector on PostgreSQL, fed in the same commit.

Accents of Latin letters are folded on both, so that the two engines find the same
entries; in other scripts, two letters that differ by a mark are two letters.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from tidings.store.connection import Connection

# A tsvector holds a megabyte at most, and the worst of texts need four times their own
# size in it. What stands so far down nobody searches for.
_LONGEST_TEXT = 200_000  # bytes of UTF-8

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
_COPY_FTS5 = """
insert into entry_search (rowid, title, author, body)
select p.seq, s.title, s.author, s.body
from pairs(:pairs) p cross join entry_search s where s.rowid = p.feed_id
"""
_COPY_TSVECTOR = """
insert into entry_search (entry_id, words)
select p.seq, s.words
from pairs(:pairs) p cross join entry_search s where s.entry_id = p.feed_id
"""

Searchable = tuple[int, str, str, str]  # id, title, author, text


def index_entries(db: Connection, entries: Iterable[Searchable]) -> None:
    """Make new entries findable."""
    # SQLite folds by itself, and keeps the text as it was for its excerpts.
    prepared = str if db.engine == "sqlite" else folded
    rows = [
        {
            "id": id_,
            "title": prepared(title),
            "author": prepared(author),
            "body": prepared(_beginning(text)),
        }
        for id_, title, author, text in entries
    ]
    sql = _INSERT_FTS5 if db.engine == "sqlite" else _INSERT_TSVECTOR
    db.run_many(sql, rows)


def reindex_entries(db: Connection, entries: Sequence[Searchable]) -> None:
    """Make entries findable by what they say now."""
    drop_from_index(db, [entry[0] for entry in entries])
    index_entries(db, entries)


def copy_in_index(db: Connection, pairs: str) -> None:
    """Make copies findable as their originals are; `pairs` is JSON, [[old, new], …]."""
    db.run(_COPY_FTS5 if db.engine == "sqlite" else _COPY_TSVECTOR, pairs=pairs)


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


def folded(text: str) -> str:
    """Return a text as PostgreSQL gets it, to be indexed or searched for."""
    return text if text.isascii() else text.translate(_FOLDED)


def _beginning(text: str) -> str:
    text = text[:_LONGEST_TEXT]
    if text.isascii():
        return text
    return text.encode()[:_LONGEST_TEXT].decode(errors="ignore")


def _folded_letters() -> dict[int, str | None]:
    """Return what SQLite's tokenizer makes of letters: é is e, but й is not и."""
    letters: dict[int, str | None] = dict.fromkeys(range(0x300, 0x332))
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        parts = unicodedata.normalize("NFD", chr(code))
        if parts[0].isascii():
            letters[code] = parts[0]
    return letters


_FOLDED = _folded_letters()
