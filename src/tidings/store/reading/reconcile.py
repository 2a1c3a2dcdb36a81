"""Looks for read state that contradicts itself, and counts again what can be counted.

There should be nothing to find: what is found is a bug, and is reported as an error.
"""

from collections.abc import Iterator

from tidings.core.reading.reading import Drift
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.counts import recount
from tidings.store.reading.marking import marks_of

_COUNTERS = """
select user_id, read_above, unread_below, counted_above, counted_below
from (
  select s.user_id, s.feed_id, s.read_above, s.unread_below,
    (select count(*) from entry_states st
     where st.feed_id = s.feed_id and st.user_id = s.user_id
       and st.seq > s.read_seq and st.read = 1) as counted_above,
    (select count(*) from entry_states st
     where st.feed_id = s.feed_id and st.user_id = s.user_id
       and st.seq <= s.read_seq and st.read = 0) as counted_below
  from subscriptions s where s.feed_id = :feed) c
where read_above <> counted_above or unread_below <> counted_below
order by user_id
"""
_ORDER = """
select s.user_id, s.first_seq, s.read_seq
from subscriptions s cross join feed_heads f
where s.feed_id = :feed and f.feed_id = s.feed_id
  and not (f.floor_seq <= s.first_seq and s.first_seq <= s.read_seq
           and s.read_seq <= f.last_seq and s.first_at <= s.read_at
           and f.gap_seq <= s.read_seq)
order by s.user_id
"""
_DENSE = """
select f.last_seq - f.floor_seq - f.gaps,
  (select count(*) from entries e where e.feed_id = f.feed_id and e.seq > f.floor_seq)
from feed_heads f where f.feed_id = :feed
"""
# Above the newest gap unread entries are counted by their numbers alone.
_DENSE_ABOVE_GAPS = """
select f.last_seq - greatest(f.floor_seq, f.gap_seq),
  (select count(*) from entries e
   where e.feed_id = f.feed_id and e.seq > f.floor_seq and e.seq > f.gap_seq)
from feed_heads f where f.feed_id = :feed
"""
_LOST_ROWS = """
select st.user_id, count(*)
from entry_states st left join entries e on e.id = st.entry_id
where st.feed_id = :feed
  and (e.id is null or e.seq <> st.seq or e.sort_at <> st.sort_at
       or e.feed_id <> st.feed_id)
group by st.user_id order by st.user_id
"""
_GRANTS = """
select st.user_id, count(*)
from entry_states st cross join subscriptions s
where st.feed_id = :feed and s.feed_id = st.feed_id and s.user_id = st.user_id
  and (st.granted = 1) <> (st.seq <= s.first_seq)
group by st.user_id order by st.user_id
"""
_MARKS = with_words(
    """
select st.user_id, st.marks, st.counted from (
  select st.user_id, st.entry_id, st.marks, {marks} as counted
  from entry_states st where st.feed_id = :feed) st
where st.marks <> st.counted order by st.user_id, st.entry_id
""",
    marks=marks_of("st"),
)
# A mark without a row keeps nothing, and shows nothing.
_MARKS_WITHOUT_ROW = """
select m.user_id, count(*)
from entries e cross join (
  select t.user_id, t.entry_id from entry_tags t
  union select h.user_id, h.entry_id from highlights h where h.deleted_at is null) m
where e.feed_id = :feed and m.entry_id = e.id and not exists (
  select 1 from entry_states st
  where st.user_id = m.user_id and st.entry_id = m.entry_id)
group by m.user_id order by m.user_id
"""
_COUNT_MARKS = with_words(
    "update entry_states set marks = {marks}"
    " where feed_id = :feed and user_id = :user and marks <> {marks}",
    marks=marks_of("entry_states"),
)


def feeds_to_check(db: Connection, after: int, limit: int) -> list[int]:
    """Return the next feeds to reconcile, by number."""
    rows = db.rows(
        "select feed_id from feed_heads where feed_id > :after"
        " order by feed_id limit :limit",
        after=after,
        limit=limit,
    )
    return [row[0] for row in rows]


def find_drift(db: Connection, feed_id: int) -> list[Drift]:
    """Return every contradiction in a feed's read state."""
    numbers = [
        db.row(sql, feed=feed_id) or (0, 0) for sql in (_DENSE, _DENSE_ABOVE_GAPS)
    ]
    return [
        *_wrong_counters(db, feed_id),
        *(
            Drift("watermark_order", feed_id, user, first, read)
            for user, first, read in db.rows(_ORDER, feed=feed_id)
        ),
        *(
            Drift("rows_without_entry", feed_id, user, rows, 0)
            for user, rows in db.rows(_LOST_ROWS, feed=feed_id)
        ),
        *(
            Drift("grants", feed_id, user, rows, 0)
            for user, rows in db.rows(_GRANTS, feed=feed_id)
        ),
        *(
            Drift("marks", feed_id, user, marks, counted)
            for user, marks, counted in db.rows(_MARKS, feed=feed_id)
        ),
        *(
            Drift("marks_without_row", feed_id, user, marks, 0)
            for user, marks in db.rows(_MARKS_WITHOUT_ROW, feed=feed_id)
        ),
        *(
            Drift("entry_numbers", feed_id, None, stored, counted)
            for stored, counted in numbers
            if stored != counted
        ),
    ]


def _wrong_counters(db: Connection, feed_id: int) -> Iterator[Drift]:
    for user, above, below, real_above, real_below in db.rows(_COUNTERS, feed=feed_id):
        if above != real_above:
            yield Drift("read_above", feed_id, user, above, real_above)
        if below != real_below:
            yield Drift("unread_below", feed_id, user, below, real_below)


def heal_counters(db: Connection, drifts: list[Drift]) -> None:
    """Count again where a counter was wrong."""
    for drift in drifts:
        if drift.user_id is not None:
            db.run(_COUNT_MARKS, feed=drift.feed_id, user=drift.user_id)
            recount(db, drift.user_id, [drift.feed_id])
