"""The search index: FTS5 on SQLite, a tsvector on PostgreSQL, fed in the same commit.

Accents of Latin letters are folded on both, so that the two engines find the same
entries; in other scripts, two letters that differ by a mark are two letters.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tidings.core.reading.search_words import search_vector
from tidings.store.engine.connection import Connection, Engine
from tidings.store.engine.rows import all_of

# A tsvector holds a megabyte at most, and the worst of texts need four times their own
# size in it. What stands so far down nobody searches for.
_LONGEST_TEXT = 200_000  # bytes of UTF-8

# SQLite's tokenizer is of 2012: it takes pictures younger than that, and letters that
# nobody agreed on, for letters of the word beside them.
_NO_LETTERS = re.compile("[\ue000-\uf8ff\U0001f000-\U0001faff\U000f0000-\U0010ffff]")

_INSERT_FTS5 = """
insert into entry_search (rowid, title, author, body)
values (:id, :title, :author, :indexed)
"""
_INSERT_TSVECTOR = """
insert into entry_search (entry_id, words) values (:id, cast(:indexed as tsvector))
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

Searchable = tuple[int, str, str, str]  # id, title, author, what `to_index` gave
_BODIES = """
select e.id, e.title, e.author, coalesce(b.codec, 0), b.content
from ids(:ids) i cross join entries e
left join entry_bodies b on b.entry_id = e.id
where e.id = i.id order by e.id
"""


def to_index(engine: Engine, title: str, author: str, text: str) -> str:
    """Return what the index takes of an entry: made far from the database's thread."""
    text = _beginning(text)
    return text if engine == "sqlite" else search_vector(title, author, text)


def index_entries(db: Connection, entries: Iterable[Searchable]) -> None:
    """Make new entries findable."""
    if db.engine == "sqlite":
        rows = [
            {
                "id": id_,
                "title": _parted(title),
                "author": _parted(author),
                "indexed": _parted(indexed),
            }
            for id_, title, author, indexed in entries
        ]
        db.run_many(_INSERT_FTS5, rows)
    else:
        rows = [{"id": id_, "indexed": indexed} for id_, _, _, indexed in entries]
        db.run_many(_INSERT_TSVECTOR, rows)


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


def _beginning(text: str) -> str:
    text = text[:_LONGEST_TEXT]
    if text.isascii():
        return text
    return text.encode()[:_LONGEST_TEXT].decode(errors="ignore")


def _parted(text: str) -> str:
    return text if text.isascii() else _NO_LETTERS.sub(" ", text)


@dataclass(frozen=True, slots=True)
class BodyToIndex:
    """An entry to be indexed; its body is still packed, None if there is none."""

    id: int
    title: str
    author: str
    codec: int
    content: bytes | None


def bodies_to_index(db: Connection, after: int, many: int) -> list[BodyToIndex]:
    """Return the next entries that the index lacks, by number."""
    return all_of(db, BodyToIndex, _BODIES, ids=entries_not_indexed(db, after, many))


def index_missing_entries(db: Connection, entries: list[Searchable]) -> int:
    """Index what is still there and still missing; return how many that were."""
    ids = [entry[0] for entry in entries]
    if not ids:
        return 0
    missing = set(entries_not_indexed(db, min(ids) - 1, len(ids)))
    left = [entry for entry in entries if entry[0] in missing]
    index_entries(db, left)
    return len(left)
