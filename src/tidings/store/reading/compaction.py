"""Folds a user's exceptions into the watermark, so that they stay few."""

from tidings.core.reading.reading import CompactionRule
from tidings.store.engine.connection import Connection
from tidings.store.reading.counts import recount

# Numbers that follow the watermark without a gap share one difference to their rank;
# times rise with them.
_STEP_OVER_RUNS = """
with runs as (
  select r.feed_id, max(r.seq) as seq, max(r.sort_at) as sort_at
  from (select x.feed_id, x.seq, x.sort_at, s.read_seq,
               x.seq - row_number() over (partition by x.feed_id order by x.seq) as gap
        from subscriptions s cross join entry_states x
        where s.user_id = :user and s.feed_id in (select id from ids(:feeds))
          and x.feed_id = s.feed_id and x.user_id = s.user_id
          and x.seq > s.read_seq and x.read = 1) r
  where r.gap = r.read_seq
  group by r.feed_id)
update subscriptions set
  (read_seq, read_at) = (
    select runs.seq, runs.sort_at from runs
    where runs.feed_id = subscriptions.feed_id)
where user_id = :user and feed_id in (select feed_id from runs)
"""
# Whether there is a read row directly above the watermark, and whether there are many
# read rows among few unread.
_WORTH = """
select s.feed_id,
  coalesce((select x.read from entry_states x
            where x.feed_id = s.feed_id and x.user_id = s.user_id
              and x.seq = s.read_seq + 1), 0),
  case when s.active = 1 and s.read_above > :rows
    and f.last_seq - s.read_seq - s.read_above <= :ratio * s.read_above
    then 1 else 0 end
from subscriptions s cross join feed_heads f
where s.user_id = :user and s.feed_id in (select id from ids(:feeds))
  and f.feed_id = s.feed_id and s.read_above > 0
"""
_WRITE_UNREAD_AS_ROWS = """
insert into entry_states (user_id, entry_id, feed_id, seq, sort_at, read, granted)
select :user, e.id, e.feed_id, e.seq, e.sort_at, 0, 0
from subscriptions s cross join entries e
where s.user_id = :user and s.feed_id in (select id from ids(:feeds))
  and e.feed_id = s.feed_id and e.seq > s.read_seq
  and e.seq < (select max(x.seq) from entry_states x
               where x.feed_id = s.feed_id and x.user_id = s.user_id and x.read = 1)
on conflict (user_id, entry_id) do nothing
"""
_JUMP_TO_NEWEST_READ = """
update subscriptions set
  (read_seq, read_at) = (
    select x.seq, x.sort_at from entry_states x
    where x.feed_id = subscriptions.feed_id and x.user_id = subscriptions.user_id
      and x.read = 1
    order by x.seq desc limit 1)
where user_id = :user and feed_id in (select id from ids(:feeds))
"""
# Feed by feed: for several SQLite would go through all rows of the user.
_DROP_SWALLOWED = """
delete from entry_states
where feed_id = :feed and user_id = :user and read = 1
  and starred = 0 and marks = 0 and granted = 0 and hidden = 0
  and seq <= (select s.read_seq from subscriptions s
              where s.user_id = :user and s.feed_id = :feed)
"""


def compact(
    db: Connection, user_id: int, feed_ids: list[int], rule: CompactionRule
) -> None:
    """Move watermarks of the given feeds over what is read. Counters must be fresh."""
    steps, jumps = _worth(db, user_id, feed_ids, rule)
    if steps:
        db.run(_STEP_OVER_RUNS, user=user_id, feeds=steps)
        _drop_swallowed(db, user_id, steps)
        _, jumps = _worth(db, user_id, feed_ids, rule)
    if jumps:
        db.run(_WRITE_UNREAD_AS_ROWS, user=user_id, feeds=jumps)
        db.run(_JUMP_TO_NEWEST_READ, user=user_id, feeds=jumps)
        _drop_swallowed(db, user_id, jumps)


def _worth(
    db: Connection, user_id: int, feed_ids: list[int], rule: CompactionRule
) -> tuple[list[int], list[int]]:
    """Return the feeds worth a step and those worth a jump."""
    rows = db.rows(
        _WORTH,
        user=user_id,
        feeds=feed_ids,
        rows=rule.rows,
        ratio=rule.unread_per_row,
    )
    steps = [feed for feed, step, _ in rows if step]
    return steps, [feed for feed, _, jump in rows if jump]


def _drop_swallowed(db: Connection, user_id: int, feed_ids: list[int]) -> None:
    for feed_id in feed_ids:
        db.run(_DROP_SWALLOWED, user=user_id, feed=feed_id)
    recount(db, user_id, feed_ids)
