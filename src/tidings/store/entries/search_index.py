"""The search index: FTS5 on SQLite, a tsvector on PostgreSQL, fed in the same commit.

SQLite's keeps no texts: to take an entry out it must be told again what it was given.
That stands behind the body of the entry, packed with it, so nothing else may change a
body whose entry is in the index.

Accents of Latin letters are folded on both, so that the two engines find the same
entries; in other scripts, two letters that differ by a mark are two letters.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tidings.core.entries.entry import Indexed
from tidings.core.reading.search_words import search_vector
from tidings.store.engine.connection import Connection, Engine, Row
from tidings.store.engine.packing import DAMAGED, pack, unpack, unpack_behind
from tidings.store.engine.rows import all_of

# A tsvector holds a megabyte at most, and the worst of texts need four times their own
# size in it. What stands so far down nobody searches for.
_LONGEST_TEXT = 200_000  # bytes of UTF-8

# SQLite's tokenizer is of 2012: it takes pictures younger than that, and letters that
# nobody agreed on, for letters of the word beside them.
_NO_LETTERS = re.compile("[\ue000-\uf8ff\U0001f000-\U0001faff\U000f0000-\U0010ffff]")

_INSERT_FTS5 = """
insert into entry_search (rowid, title, author, body)
values (:id, :title, :author, :text)
"""
_INSERT_TSVECTOR = """
insert into entry_search (entry_id, words) values (:id, cast(:vector as tsvector))
"""
_DELETE_FTS5 = """
insert into entry_search (entry_search, rowid, title, author, body)
values ('delete', :id, :title, :author, :text)
"""
_DELETE_TSVECTORS = """
delete from entry_search where entry_id in (select id from ids(:ids))
"""
_IN_FTS5 = """
select i.id, b.codec, b.content
from ids(:ids) i cross join entry_search s cross join entry_bodies b
where s.rowid = i.id and b.entry_id = i.id
"""
_COPIED_FTS5 = """
select p.seq, b.codec, b.content
from pairs(:pairs) p cross join entry_search s cross join entry_bodies b
where s.rowid = p.feed_id and b.entry_id = p.feed_id
"""
_COPY_TSVECTOR = """
insert into entry_search (entry_id, words)
select p.seq, s.words
from pairs(:pairs) p cross join entry_search s where s.entry_id = p.feed_id
"""

_PACKED = """
select i.id, coalesce(b.codec, 0), b.content
from ids(:ids) i left join entry_bodies b on b.entry_id = i.id
"""
_KEEP_BEHIND = """
insert into entry_bodies (entry_id, codec, content) values (:id, :codec, :content)
on conflict (entry_id) do update set codec = excluded.codec, content = excluded.content
"""
_TAKEN_OUT_AT_ONCE = 100

Searchable = tuple[int, Indexed]
_BODIES = """
select e.id, e.title, e.author, coalesce(b.codec, 0), b.content
from ids(:ids) i cross join entries e
left join entry_bodies b on b.entry_id = e.id
where e.id = i.id order by e.id
"""


def to_index(engine: Engine, title: str, author: str, text: str) -> Indexed:
    """Return what the index takes of an entry: made far from the database's thread."""
    text = _beginning(text)
    if engine == "sqlite":
        return Indexed(_parted(title), _parted(author), _parted(text))
    vector = search_vector(title, author, text)
    return Indexed(_whole(title), _whole(author), _whole(text), vector)


def pack_indexed(html: str, indexed: Indexed) -> tuple[int, bytes]:
    """Return the body of an entry as it is stored, with what the index takes of it."""
    return pack(html, indexed[:3])


def index_entries(db: Connection, entries: Sequence[Searchable]) -> None:
    """Make new entries findable; their bodies were packed with the same words. All of a
    commit at once, and late in it: SQLite writes the index again after each statement
    that could fail half-way."""
    if not entries:
        return
    if db.engine == "sqlite":
        db.run_many(_INSERT_FTS5, [_columns(*entry) for entry in entries])
    else:
        rows = [{"id": id_, "vector": indexed.vector} for id_, indexed in entries]
        db.run_many(_INSERT_TSVECTOR, rows)


def reindex_entries(db: Connection, entries: Sequence[Searchable]) -> None:
    """Make entries findable by what they say now."""
    drop_from_index(db, [entry[0] for entry in entries])
    _keep_behind(db, entries)
    index_entries(db, entries)


def copy_in_index(db: Connection, pairs: str) -> None:
    """Make copies findable as their originals are; `pairs` is JSON, [[old, new], …]."""
    if db.engine == "sqlite":
        index_entries(db, _known(db.rows(_COPIED_FTS5, pairs=pairs)))
    else:
        db.run(_COPY_TSVECTOR, pairs=pairs)


def drop_from_index(db: Connection, ids: list[int]) -> None:
    """Make entries unfindable, before they or their bodies go."""
    if db.engine == "postgres":
        db.run(_DELETE_TSVECTORS, ids=ids)
        return
    for start in range(0, len(ids), _TAKEN_OUT_AT_ONCE):
        some = ids[start : start + _TAKEN_OUT_AT_ONCE]
        known = _known(db.rows(_IN_FTS5, ids=some))
        db.run_many(_DELETE_FTS5, [_columns(*entry) for entry in known])


def _known(rows: Iterable[Row]) -> list[Searchable]:
    """Return what the index was given of entries, but of those whose body is damaged: of
    these it keeps words that lead nowhere, since no number is given twice."""
    known: list[Searchable] = []
    for id_, codec, content in rows:
        with suppress(*DAMAGED):
            texts = unpack_behind(codec, bytes(content))
            if texts is not None:
                known.append((id_, Indexed(*texts)))
    return known


def _keep_behind(db: Connection, entries: Sequence[Searchable]) -> None:
    """Pack with the body of each entry what the index takes of it."""
    given = dict(entries)
    rows = []
    for id_, codec, content in db.rows(_PACKED, ids=list(given)):
        with suppress(*DAMAGED):
            packed = bytes(content or b"")
            texts = given[id_][:3]
            if unpack_behind(codec, packed) != texts:
                codec, packed = pack(unpack(codec, packed), texts)
                rows.append({"id": id_, "codec": codec, "content": packed})
    db.run_many(_KEEP_BEHIND, rows)


def _columns(id_: int, indexed: Indexed) -> dict[str, Any]:
    return {
        "id": id_,
        "title": indexed.title,
        "author": indexed.author,
        "text": indexed.text,
    }


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
    text = _whole(text)
    return text if text.isascii() else _NO_LETTERS.sub(" ", text)


def _whole(text: str) -> str:
    """Return a text without NUL, which parts what is packed in one."""
    return text.replace("\0", " ") if "\0" in text else text


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
    _keep_behind(db, left)
    index_entries(db, left)
    return len(left)
