"""Puts new entries at the end of their feed. Nothing is written per subscriber, unless
an old feed suddenly shows many old entries: these come as read."""

from collections.abc import Sequence

from tidings.core.entries.entry import NewEntry, place_entries
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_numbers
from tidings.store.engine.rows import insert_text
from tidings.store.entries.entry_columns import NEW_ENTRY, entry_row
from tidings.store.entries.search_index import Searchable, index_entries
from tidings.store.feeds.heads import lock_head
from tidings.store.reading.counts import recount_feed

_INSERT_ENTRY = insert_text("entries", NEW_ENTRY)
_INSERT_BODY = insert_text("entry_bodies", ("entry_id", "codec", "content"))
_LOCK_SUBSCRIPTIONS = """
select user_id from subscriptions where feed_id = :feed order by user_id for update
"""
_MOVE_WATERMARK = """
update subscriptions set read_seq = :seq, read_at = :at
where feed_id = :feed and active = 1 and read_seq = :before
"""
_WRITE_ROWS = """
insert into entry_states (user_id, entry_id, feed_id, seq, sort_at, read, granted)
select s.user_id, e.id, e.feed_id, e.seq, e.sort_at, 1, 0
from subscriptions s cross join entries e
where s.feed_id = :feed and s.active = 1 and s.read_seq < :before
  and e.feed_id = :feed and e.seq > :before and e.seq <= :seq
on conflict (user_id, entry_id) do nothing
"""


def append_entries(
    db: Connection, feed_id: int, entries: Sequence[NewEntry], now: int
) -> range:
    """Store new entries of a feed and return their ids, oldest first."""
    ids, to_be_found = store_entries(db, feed_id, entries, now)
    index_entries(db, to_be_found)
    return ids


def store_entries(
    db: Connection, feed_id: int, entries: Sequence[NewEntry], now: int
) -> tuple[range, list[Searchable]]:
    """Store new entries; return their ids, oldest first, and what the index must be given
    in the same commit."""
    if not entries:
        return range(0), []
    head = lock_head(db, feed_id)
    # A clock that jumped back must not make an entry older than its feed's newest.
    received_at = max(now, head.last_at)
    placed = place_entries(
        entries,
        last_seq=head.last_seq,
        last_at=head.last_at,
        received_at=received_at,
    )
    ids = next_numbers(db, "entry", len(placed))
    rows = [
        entry_row(
            place.entry,
            id=id_,
            feed_id=feed_id,
            seq=place.seq,
            sort_at=place.sort_at,
            received_at=received_at,
        )
        for id_, place in zip(ids, placed, strict=True)
    ]
    bodies = [
        {"entry_id": id_, "codec": place.entry.codec, "content": place.entry.content}
        for id_, place in zip(ids, placed, strict=True)
    ]
    db.run_many(_INSERT_ENTRY, rows)
    db.run_many(_INSERT_BODY, bodies)
    db.run(
        "update feed_heads set last_seq = :seq, last_at = :at where feed_id = :feed",
        seq=placed[-1].seq,
        at=placed[-1].sort_at,
        feed=feed_id,
    )
    return ids, [
        (id_, place.entry.indexed) for id_, place in zip(ids, placed, strict=True)
    ]


def mark_backfill_read(
    db: Connection, feed_id: int, first_id: int, how_many: int
) -> None:
    """Mark the first of the entries just appended read for every subscriber: a feed that
    puts its archive online must not bury what its readers have not read."""
    db.rows(_LOCK_SUBSCRIPTIONS, feed=feed_id)
    row = db.row("select seq from entries where id = :id", id=first_id)
    if row is None:
        return
    before = row[0] - 1
    seq = before + how_many
    at = db.value(
        "select sort_at from entries where feed_id = :feed and seq = :seq",
        feed=feed_id,
        seq=seq,
    )
    db.run(_WRITE_ROWS, feed=feed_id, before=before, seq=seq)
    db.run(_MOVE_WATERMARK, feed=feed_id, before=before, seq=seq, at=at)
    recount_feed(db, feed_id)
