"""Old entries that an old feed suddenly shows, many at once, come as read.

A feed that puts its archive online must not bury what its readers have not read.
"""

from tidings.store.connection import Connection
from tidings.store.counts import recount_feed

_LOCK = """
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


def mark_backfill_read(
    db: Connection, feed_id: int, first_id: int, how_many: int
) -> None:
    """Mark the first of the entries just appended read for every subscriber."""
    db.rows(_LOCK, feed=feed_id)
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
