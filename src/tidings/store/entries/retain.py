"""Forgets the front of a feed, and entries behind it that nobody read in time. What
someone starred, tagged or noted stays, and so does what the feed still shows; what goes
leaves a tombstone."""

from tidings.core.entries.retention import AgedUnread
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.search_index import drop_from_index
from tidings.store.feeds.heads import lock_head, time_at
from tidings.store.reading.counts import recount_feed

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
_LIFT_FLOOR = """
update feed_heads set floor_seq = :seq, gaps = last_seq - :seq - (
  select count(*) from entries e where e.feed_id = :feed and e.seq > :seq)
where feed_id = :feed
"""
_NOTE_GAPS = """
update feed_heads set gap_seq = greatest(gap_seq, :seq), gaps = last_seq - floor_seq - (
  select count(*) from entries e
  where e.feed_id = :feed and e.seq > feed_heads.floor_seq)
where feed_id = :feed
"""
# What the feed shows stays unread: who came yesterday has it as new, however old it is.
_KEEP_SHOWN_UNREAD = """
insert into entry_states (user_id, entry_id, feed_id, seq, sort_at, read, granted)
select s.user_id, e.id, e.feed_id, e.seq, e.sort_at, 0, 0
from subscriptions s cross join entries e
where s.feed_id = :feed and s.read_seq < :seq and e.feed_id = :feed and e.shown = 1
  and e.seq > s.read_seq and e.seq <= :seq and (s.active = 1 or e.seq <= s.left_seq)
on conflict (user_id, entry_id) do nothing
"""
_MARK_AGED = """
update entry_states set read = 1
where feed_id = :feed and seq > :floor and seq <= :seq and read = 0
  and starred = 0 and marks = 0
  and (select e.shown from entries e where e.id = entry_states.entry_id) = 0
"""
_DROP_ROWS_OF = """
delete from entry_states
where feed_id = :feed and entry_id in (select id from ids(:ids))
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
_THESE = "feed_id = :feed and id in (select id from ids(:ids))"
_BURY_WHAT = """
insert into tombstones
  (entry_id, feed_id, guid_key, url_key, content_key, content_hash, gone_at)
select id, feed_id, guid_key, url_key, content_key, content_hash, :now from entries
where {what_goes}
"""
_BURY = with_words(_BURY_WHAT, what_goes=_WHAT_GOES)
_BURY_THESE = with_words(_BURY_WHAT, what_goes=_THESE)
_FIRST_LEFT = with_words(
    "select min(seq) from entries where {what_goes}", what_goes=_WHAT_GOES
)
_GOING = with_words("select id from entries where {what_goes}", what_goes=_WHAT_GOES)
_DELETE = with_words("delete from entries where {what_goes}", what_goes=_WHAT_GOES)
_DELETE_THESE = with_words("delete from entries where {what_goes}", what_goes=_THESE)


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
    db.run(_LIFT_FLOOR, feed=feed_id, seq=seq)
    recount_feed(db, feed_id)
    return gone


def forget_unread(db: Connection, feed_id: int, aged: AgedUnread, now: int) -> int:
    """Forget entries that nobody read in time, wherever they stand in their feed; what
    else is unread up to `aged.up_to` counts as read from now on.

    Numbers are missing then, and unread entries are counted by their numbers. So every
    watermark is lifted to the newest of them first; for the same reason nobody may begin
    to follow the feed below it (`gap_seq`).
    """
    floor = lock_head(db, feed_id).floor_seq
    db.rows(_LOCK_SUBSCRIPTIONS, feed=feed_id)
    known = {"feed": feed_id, "ids": aged.ids}
    at = time_at(db, feed_id, aged.up_to)
    db.run(_KEEP_SHOWN_UNREAD, feed=feed_id, seq=aged.up_to)
    db.run(_LIFT_READ, feed=feed_id, seq=aged.up_to, at=at)
    db.run(_MARK_AGED, feed=feed_id, floor=floor, seq=aged.up_to)
    gone = 0
    if aged.ids:
        db.run(_DROP_ROWS_OF, **known)
        db.run(_BURY_THESE, **known, now=now)
        drop_from_index(db, aged.ids)
        gone = db.run(_DELETE_THESE, **known)
        db.run(_NOTE_GAPS, feed=feed_id, seq=aged.up_to)
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
