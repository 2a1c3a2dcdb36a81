"""Marking everything read up to a point: costs by feeds, not by entries.

The point is the newest entry id the reader was shown. What arrives meanwhile has a
higher id and stays unread.
"""

from collections.abc import Collection

from tidings.core.reading.reading import BEYOND
from tidings.store.engine.connection import Connection, Row, idempotent
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.counts import recount

_LOCK_FEEDS_WITH_UNREAD = """
select s.feed_id, f.last_seq - s.read_seq, s.read_above + coalesce(
    (select 1 from entry_states st
     where st.user_id = :user and st.feed_id = s.feed_id and st.read = 0 limit 1), 0)
from subscriptions s cross join feed_heads f
where s.user_id = :user and s.active = 1 and f.feed_id = s.feed_id
  and f.last_seq - s.read_seq - s.read_above + s.unread_below > 0 {scope}
order by s.feed_id for update of s
"""
_MOVE_WATERMARKS = """
update subscriptions set
  (read_seq, read_at) = (
    select e.seq, e.sort_at from entries e
    where e.feed_id = subscriptions.feed_id and e.id <= :up and e.sort_at <= :until
      and e.sort_at >= subscriptions.read_at and e.seq > subscriptions.read_seq
    order by e.sort_at desc, e.id desc limit 1)
where user_id = :user and feed_id in (select id from ids(:feeds))
  and (select 1 from entries e
       where e.feed_id = subscriptions.feed_id and e.id <= :up and e.sort_at <= :until
         and e.sort_at >= subscriptions.read_at and e.seq > subscriptions.read_seq
       order by e.sort_at, e.id limit 1) = 1
"""
_RECEIVED_AT = """
select received_at from entries where id <= :up order by id desc limit 1
"""
# Within a feed, times and ids rise together.
_GOES_ON = """
select i.id from ids(:feeds) i
where (select e.id from entries e where e.feed_id = i.id and e.sort_at > :until
       order by e.sort_at, e.id limit 1) <= :up
order by i.id
"""
# Delete before update: what goes need not be changed first.
_DROP_ROWS = """
delete from entry_states
where user_id = :user and starred = 0 and marks = 0 and granted = 0 and hidden = 0
  and feed_id in (select id from ids(:feeds))
  and seq <= (select s.read_seq from subscriptions s
              where s.user_id = :user and s.feed_id = entry_states.feed_id)
  and (read = 1 or entry_id <= :up)
"""
_MARK_ROWS = """
update entry_states set read = 1
where user_id = :user and read = 0 and entry_id <= :up
  and feed_id in (select id from ids(:feeds))
"""
_LOCK = """
select s.feed_id from subscriptions s
where s.user_id = :user and (s.feed_id in (select id from ids(:feeds))
  or s.feed_id in (select e.feed_id from ids(:ids) i cross join entries e
                   where e.id = i.id))
order by s.feed_id for update
"""
_LOCK_ALL = """
select s.feed_id from subscriptions s where s.user_id = :user
order by s.feed_id for update
"""


@idempotent
def mark_all_read(
    db: Connection, user_id: int, up_to: int, feeds: list[int] | None = None
) -> list[int]:
    """Mark everything up to an entry id read; return the feeds that had unread.

    `feeds` is None for the whole account.
    """
    unread = _lock_feeds_with_unread(db, user_id, feeds)
    fresh = [feed for feed, above, _ in unread if above]
    if fresh:
        _move_watermarks(db, user_id, fresh, up_to)
    with_rows = [feed for feed, _, rows in unread if rows]
    if with_rows:
        known = {"user": user_id, "feeds": with_rows, "up": up_to}
        db.run(_DROP_ROWS, **known)
        db.run(_MARK_ROWS, **known)
        recount(db, user_id, with_rows)
    return [feed for feed, _, _ in unread]


def _move_watermarks(
    db: Connection, user_id: int, feeds: list[int], up_to: int
) -> None:
    """Move watermarks to the last entries up to an id.

    No entry is older than its place in time, so those up to an id stand before the time
    when it was received, and what came later need not be read. Only a clock that was set
    back, or the copies of a merged feed, put some behind it.
    """
    known = {"user": user_id, "up": up_to}
    until = db.value(_RECEIVED_AT, up=up_to) or 0
    db.run(_MOVE_WATERMARKS, feeds=feeds, until=until, **known)
    behind = [row[0] for row in db.rows(_GOES_ON, feeds=feeds, until=until, up=up_to)]
    if behind:
        db.run(_MOVE_WATERMARKS, feeds=behind, until=BEYOND, **known)


def lock_to_mark(
    db: Connection, user_id: int, feeds: list[int] | None, ids: Collection[int] = ()
) -> None:
    """Let nobody else mark in these feeds (None: in any) or in those of some entries.

    In one order, or two who mark different feeds read could wait for each other; and
    before looking at what is unread, or what is told of both marks would not lead to
    what is stored.
    """
    if feeds is None:
        db.rows(_LOCK_ALL, user=user_id)
    else:
        db.rows(_LOCK, user=user_id, feeds=feeds, ids=sorted(ids))


def _lock_feeds_with_unread(
    db: Connection, user_id: int, feeds: list[int] | None
) -> list[Row]:
    if feeds is None:
        return db.rows(with_words(_LOCK_FEEDS_WITH_UNREAD, scope=""), user=user_id)
    scope = "and s.feed_id in (select id from ids(:feeds))"
    sql = with_words(_LOCK_FEEDS_WITH_UNREAD, scope=scope)
    return db.rows(sql, user=user_id, feeds=feeds)
