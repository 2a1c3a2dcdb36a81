"""Copies of entries at the end of another feed, with bodies, versions and full texts."""

import json
from collections.abc import Iterable, Sequence

from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_numbers
from tidings.store.engine.rows import columns
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.entry_columns import WHOLE_ENTRY
from tidings.store.entries.search_index import copy_in_index
from tidings.store.feeds.heads import lock_head

_PAIRS = "(select q.feed_id as old_id, q.seq as new_id from pairs(:pairs) q) p"
# The same ladder by which a feed's own entries are known: guid, URL, content.
_MATCH = """
select l.id, coalesce(
  (select e.id from entries e
   where e.feed_id = :staying and e.guid_key = l.guid_key),
  (select e.id from entries e where e.feed_id = :staying and e.url_key = l.url_key),
  (select min(e.id) from entries e
   where e.feed_id = :staying and e.content_key = l.content_key
     and (e.guid_key is null or e.url_key is null)))
from entries l where l.feed_id = :leaving order by l.seq
"""
_COPY_ENTRIES = with_words(
    """
insert into entries ({columns}) select {values}
from {pairs} cross join entries l where l.id = p.old_id
""",
    pairs=_PAIRS,
    columns=columns(WHOLE_ENTRY),
    values=columns(
        WHOLE_ENTRY,
        "l",
        id="p.new_id",
        feed_id=":staying",
        seq=":last_seq + 1 + p.new_id - :first_id",
        sort_at="greatest(l.sort_at, :last_at)",
        received_at="greatest(l.received_at, :last_at)",
    ),
)
_COPY_REST = tuple(
    with_words(text, pairs=_PAIRS)
    for text in (
        """
        insert into entry_bodies (entry_id, codec, content)
        select p.new_id, b.codec, b.content
        from {pairs} cross join entry_bodies b where b.entry_id = p.old_id
        """,
        """
        insert into entry_versions (entry_id, version, seen_at, replaced_at, title,
          author, url, content_hash, codec, content, full_codec, full_content)
        select p.new_id, v.version, v.seen_at, v.replaced_at, v.title, v.author, v.url,
          v.content_hash, v.codec, v.content, v.full_codec, v.full_content
        from {pairs} cross join entry_versions v where v.entry_id = p.old_id
        """,
        """
        insert into entry_full_texts (entry_id, tried_at, error, codec, content,
          content_hash, wanted)
        select p.new_id, t.tried_at, t.error, t.codec, t.content, t.content_hash,
          t.wanted
        from {pairs} cross join entry_full_texts t where t.entry_id = p.old_id
        """,
    )
)
# An entry that is there again needs no stone to remember it by.
_DROP_TOMBSTONES = """
delete from tombstones where feed_id = :staying and exists (
  select 1 from entries e
  where e.feed_id = :staying and e.seq > :last_seq
    and (e.guid_key = tombstones.guid_key or e.url_key = tombstones.url_key))
"""


def pairs_of(pairs: Iterable[tuple[int, int]]) -> str:
    """Return pairs of old and new numbers as statements take them."""
    return json.dumps([list(pair) for pair in pairs])


def matching_entries(
    db: Connection, leaving: int, staying: int
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return pairs of entries that both feeds have, and what the staying one lacks."""
    rows = db.rows(_MATCH, leaving=leaving, staying=staying)
    known = [(old, new) for old, new in rows if new is not None]
    return known, [old for old, new in rows if new is None]


def append_copies(db: Connection, staying: int, ids: Sequence[int]) -> range:
    """Copy entries to the end of a feed, in the order given; return their new numbers."""
    if not ids:
        return range(0)
    head = lock_head(db, staying)
    new = next_numbers(db, "entry", len(ids))
    pairs = pairs_of(zip(ids, new, strict=True))
    db.run(
        _COPY_ENTRIES,
        pairs=pairs,
        staying=staying,
        first_id=new[0],
        last_seq=head.last_seq,
        last_at=head.last_at,
    )
    for statement in _COPY_REST:
        db.run(statement, pairs=pairs)
    copy_in_index(db, pairs)
    db.run(_DROP_TOMBSTONES, staying=staying, last_seq=head.last_seq)
    db.run(
        """
        update feed_heads set last_seq = :seq, last_at = (
          select e.sort_at from entries e where e.id = :id)
        where feed_id = :feed
        """,
        seq=head.last_seq + len(new),
        id=new[-1],
        feed=staying,
    )
    return new
