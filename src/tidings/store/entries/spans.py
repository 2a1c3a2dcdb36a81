"""Where feeds and their readers stand, as retention sees it."""

from tidings.core.entries.retention import (
    AgedUnread,
    Cutoffs,
    FeedSpan,
    Reach,
    Reader,
    RetentionLimits,
    forget_up_to,
    reach,
    unread_aged_up_to,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of
from tidings.store.engine.sql_words import with_words

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
# For a reader of the feed who sees the entry, whether it is read.
_READ = "coalesce(st.read, case when e.seq <= s.read_seq then 1 else 0 end)"
_WHO_SEES = """
subscriptions s left join entry_states st on st.user_id = s.user_id and st.entry_id = e.id
where s.feed_id = e.feed_id and s.active = 1
  and (e.seq > s.first_seq or st.entry_id is not null)
"""
# Somebody has it unread, nobody has read it or kept it, and the feed does not show it.
_NEVER_READ = with_words(
    """
select e.id, e.seq from entries e
where e.feed_id = :feed and e.seq > :floor and e.seq <= :up_to and e.shown = 0
  and exists (select 1 from {who_sees} and {read} = 0)
  and not exists (select 1 from {who_sees} and {read} = 1)
  and not exists (
    select 1 from subscriptions s cross join entry_states st
    where s.feed_id = e.feed_id and st.user_id = s.user_id and st.entry_id = e.id
      and (st.starred = 1 or st.marks > 0))
order by e.seq limit :most
""",
    who_sees=_WHO_SEES,
    read=_READ,
)
_HAS_AGED = """
select 1 from subscriptions s where s.feed_id = :feed and s.active = 1
  and (s.read_seq < :up_to or (s.unread_below > 0 and exists (
    select 1 from entry_states x cross join entries e
    where x.feed_id = :feed and x.user_id = s.user_id
      and x.seq > :floor and x.seq <= :up_to
      and x.read = 0 and x.starred = 0 and x.marks = 0
      and e.id = x.entry_id and e.shown = 0)))
limit 1
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


def aged_unread(
    db: Connection, feed_id: int, cutoffs: Cutoffs, most: int
) -> AgedUnread | None:
    """Return what nobody read in time, `most` entries of it; None if nothing is that
    old and unread.

    Readers may have read past such entries, so they need not be at the front of the feed.
    """
    span = _span(db, feed_id, cutoffs)
    up_to = unread_aged_up_to(span)
    known = {"feed": feed_id, "floor": span.floor_seq, "up_to": up_to}
    if up_to <= span.floor_seq or not db.value(_HAS_AGED, **known):
        return None
    return never_read(db, feed_id, span.floor_seq, up_to, most)


def never_read(
    db: Connection, feed_id: int, floor: int, up_to: int, most: int
) -> AgedUnread:
    """Return which entries between two numbers somebody has unread and nobody read."""
    known = {"feed": feed_id, "floor": floor, "up_to": up_to, "most": most}
    rows = db.rows(_NEVER_READ, **known)
    # What comes after a slice must still be known as unread by the next one.
    reached = rows[-1][1] if len(rows) == most else up_to
    return AgedUnread([row[0] for row in rows], reached)


def _span(db: Connection, feed_id: int, cutoffs: Cutoffs) -> FeedSpan:
    head = db.row(
        "select floor_seq, last_seq, gaps from feed_heads where feed_id = :feed",
        feed=feed_id,
    )
    floor, last, gaps = head or (0, 0, 0)
    known = {"feed": feed_id, "floor": floor}
    return FeedSpan(
        floor_seq=floor,
        last_seq=last,
        old_read_seq=_newest_before(db, known, cutoffs.read_before),
        old_unread_seq=_newest_before(db, known, cutoffs.unread_before),
        gone_seq=db.value(_NEWEST_GONE, **known) or 0,
        gaps=gaps,
    )


def _newest_before(db: Connection, known: dict[str, int], before: int) -> int:
    # Nothing is that old: spares a look through all of the feed.
    return (db.value(_NEWEST_BEFORE, before=before, **known) or 0) if before else 0


def _readers(db: Connection, feed_id: int, within: Reach) -> list[Reader]:
    return all_of(
        db,
        Reader,
        _READERS,
        feed=feed_id,
        unread_seq=within.unread_seq,
        read_seq=within.read_seq,
    )
