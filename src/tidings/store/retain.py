"""Forgets the front of a feed. What someone starred, tagged or noted stays, and so
does what the feed still shows; what goes leaves a tombstone."""

from tidings.store.connection import Connection
from tidings.store.counts import recount_feed
from tidings.store.feed_heads import lock_head, time_at
from tidings.store.full_text import drop_from_index
from tidings.store.sql_words import with_words

_LOCK_SUBSCRIPTIONS = """
select user_id from subscriptions where feed_id = :feed order by user_id for update
"""
_LIFT_FIRST = """
update subscriptions set first_seq = :seq, first_at = :at
where feed_id = :feed and first_seq < :seq
"""
_LIFT_READ = """
update subscriptions set read_seq = :seq, read_at = :at
where feed_id = :feed and read_seq < :seq
"""
_DROP_PLAIN_ROWS = """
delete from entry_states
where feed_id = :feed and seq <= :seq and starred = 0 and marks = 0
"""
_GRANT_THE_REST = """
update entry_states set granted = 1
where feed_id = :feed and seq <= :seq and granted = 0
"""
_WHAT_GOES = """
feed_id = :feed and seq <= :seq and shown = 0
and seq not in (select x.seq from entry_states x
                where x.feed_id = :feed and x.seq <= :seq)
"""
_BURY = with_words(
    """
insert into tombstones
  (entry_id, feed_id, guid_key, url_key, content_key, content_hash, gone_at)
select id, feed_id, guid_key, url_key, content_key, content_hash, :now from entries
where {what_goes}
""",
    what_goes=_WHAT_GOES,
)
_FIRST_LEFT = with_words(
    "select min(seq) from entries where {what_goes}", what_goes=_WHAT_GOES
)
_GOING = with_words("select id from entries where {what_goes}", what_goes=_WHAT_GOES)
_DELETE = with_words("delete from entries where {what_goes}", what_goes=_WHAT_GOES)


def forget_up_to(db: Connection, feed_id: int, seq: int, now: int) -> int:
    """Forget a feed's entries up to a number; return how many are gone.

    Everything at or below `seq` must be past every subscriber's limits. Go in slices
    of some hundred numbers: the work is one transaction.
    """
    head = lock_head(db, feed_id)
    seq = min(seq, head.last_seq)
    if seq <= head.floor_seq:
        return 0
    db.rows(_LOCK_SUBSCRIPTIONS, feed=feed_id)
    at = time_at(db, feed_id, seq)
    db.run(_LIFT_FIRST, feed=feed_id, seq=seq, at=at)
    db.run(_LIFT_READ, feed=feed_id, seq=seq, at=at)
    db.run(_DROP_PLAIN_ROWS, feed=feed_id, seq=seq)
    db.run(_BURY, feed=feed_id, seq=seq, now=now)
    going = db.rows(_GOING, feed=feed_id, seq=seq)
    drop_from_index(db, [row[0] for row in going])
    gone = db.run(_DELETE, feed=feed_id, seq=seq)
    db.run(_GRANT_THE_REST, feed=feed_id, seq=seq)
    db.run(
        "update feed_heads set floor_seq = :seq where feed_id = :feed",
        feed=feed_id,
        seq=seq,
    )
    recount_feed(db, feed_id)
    return gone


def forget_left_behind(db: Connection, feed_id: int, now: int, most: int) -> int:
    """Forget what its feed still showed when its time came, and shows no longer.

    It is below `floor_seq` already, so no counter knows of it.
    """
    floor = lock_head(db, feed_id).floor_seq
    first = db.value(_FIRST_LEFT, feed=feed_id, seq=floor)
    if first is None:
        return 0
    seq = min(floor, first + most)
    db.run(_BURY, feed=feed_id, seq=seq, now=now)
    going = db.rows(_GOING, feed=feed_id, seq=seq)
    drop_from_index(db, [row[0] for row in going])
    return db.run(_DELETE, feed=feed_id, seq=seq)
