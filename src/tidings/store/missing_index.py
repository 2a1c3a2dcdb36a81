"""Entries that the search index lacks, as after a restore: found and made findable."""

from dataclasses import dataclass

from tidings.store.connection import Connection
from tidings.store.full_text import Searchable, entries_not_indexed, index_entries

_BODIES = """
select e.id, e.title, e.author, coalesce(b.codec, 0), b.content
from ids(:ids) i cross join entries e
left join entry_bodies b on b.entry_id = e.id
where e.id = i.id order by e.id
"""


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
    rows = db.rows(_BODIES, ids=entries_not_indexed(db, after, many))
    return [BodyToIndex(*row) for row in rows]


def index_missing_entries(db: Connection, entries: list[Searchable]) -> int:
    """Index what is still there and still missing; return how many that were."""
    ids = [entry[0] for entry in entries]
    if not ids:
        return 0
    missing = set(entries_not_indexed(db, min(ids) - 1, len(ids)))
    left = [entry for entry in entries if entry[0] in missing]
    index_entries(db, left)
    return len(left)
