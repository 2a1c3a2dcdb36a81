"""Where feeds and their readers stand, as retention sees it."""

from tidings.core.retention import (
    Cutoffs,
    FeedSpan,
    Reach,
    Reader,
    RetentionLimits,
    forget_up_to,
    reach,
)
from tidings.store.connection import Connection

# Numbers and times rise together within a feed, so the first old entry from the top is
# the newest of the old ones.
_NEWEST_BEFORE = """
select e.seq from entries e
where e.feed_id = :feed and e.received_at < :before and e.seq > :floor
order by e.seq desc limit 1
"""
_NEWEST_GONE = """
select e.seq from entries e
where e.feed_id = :feed and e.shown = 0 and e.seq > :floor
order by e.seq desc limit 1
"""
_READERS = """
select s.read_seq,
  (select min(x.seq) from entry_states x
   where x.feed_id = s.feed_id and x.user_id = s.user_id
     and ((x.read = 0 and x.seq <= s.read_seq and x.seq > :unread_seq)
       or (x.read = 1 and x.seq > s.read_seq and x.seq > :read_seq)))
from subscriptions s where s.feed_id = :feed and s.active = 1
"""


def feeds_after(db: Connection, after: int, limit: int) -> list[int]:
    """Return feeds by number, those that people deleted included."""
    rows = db.rows(
        "select id from feeds where id > :after order by id limit :limit",
        after=after,
        limit=limit,
    )
    return [row[0] for row in rows]


def forgettable_up_to(
    db: Connection, feed_id: int, limits: RetentionLimits, cutoffs: Cutoffs
) -> tuple[int, int]:
    """Return up to which number a feed is forgotten, and up to which it may be."""
    span = _span(db, feed_id, cutoffs)
    if span.last_seq == span.floor_seq:
        return span.floor_seq, span.floor_seq
    readers = _readers(db, feed_id, reach(limits, span))
    return span.floor_seq, forget_up_to(limits, span, readers)


def _span(db: Connection, feed_id: int, cutoffs: Cutoffs) -> FeedSpan:
    head = db.row(
        "select floor_seq, last_seq from feed_heads where feed_id = :feed", feed=feed_id
    )
    floor, last = head or (0, 0)
    known = {"feed": feed_id, "floor": floor}
    return FeedSpan(
        floor_seq=floor,
        last_seq=last,
        old_read_seq=_newest_before(db, known, cutoffs.read_before),
        old_unread_seq=_newest_before(db, known, cutoffs.unread_before),
        gone_seq=db.value(_NEWEST_GONE, **known) or 0,
    )


def _newest_before(db: Connection, known: dict[str, int], before: int) -> int:
    # Nothing is that old: spares a look through all of the feed.
    return (db.value(_NEWEST_BEFORE, before=before, **known) or 0) if before else 0


def _readers(db: Connection, feed_id: int, within: Reach) -> list[Reader]:
    rows = db.rows(
        _READERS,
        feed=feed_id,
        unread_seq=within.unread_seq,
        read_seq=within.read_seq,
    )
    return [Reader(*row) for row in rows]
