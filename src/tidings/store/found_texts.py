"""The texts of a page of results, to show in them what was found."""

from tidings.store.connection import Connection

# What stands so far down is not looked for: a page has up to 200 entries.
MOST_LETTERS = 20_000
_MOST_BYTES = 200_000

_INDEXED = """
select s.rowid, substr(s.body, 1, :most) from ids(:ids) i cross join entry_search s
where s.rowid = i.id
"""
_BODIES = """
select b.entry_id, b.codec, b.content from ids(:ids) i cross join entry_bodies b
where b.entry_id = i.id and length(b.content) <= :most
"""


def indexed_texts(db: Connection, ids: list[int]) -> dict[int, str]:
    """Return plain texts as the index keeps them: SQLite only."""
    return dict(db.rows(_INDEXED, ids=ids, most=MOST_LETTERS))


def packed_bodies(db: Connection, ids: list[int]) -> dict[int, tuple[int, bytes]]:
    """Return the HTML of entries, packed; what is huge is left out."""
    rows = db.rows(_BODIES, ids=ids, most=_MOST_BYTES)
    return {id_: (codec, bytes(content)) for id_, codec, content in rows}
