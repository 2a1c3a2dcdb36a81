"""Two feeds become one: entries, subscribers and what they read, starred and tagged,
and what AI said.

Nothing is lost and nothing comes twice. What the staying feed lacked comes as read to
those who had not seen it. Both heads must be locked, and nobody may hold either feed.
"""

from tidings.store.ai.carry import carry_ai
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.append_entries import mark_backfill_read
from tidings.store.entries.copy_entries import append_copies, matching_entries, pairs_of
from tidings.store.feeds.carry_stars import (
    STARRED_TEXT,
    STARRED_VERSION_HERE,
    carry_mark_times,
    carry_starred_texts,
)
from tidings.store.feeds.follow import follow_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.publishing.builds import carry_publication
from tidings.store.reading.counts import recount_feed
from tidings.store.reading.marking import marks_of

_PAIRS = "(select q.feed_id as old_id, q.seq as new_id from pairs(:pairs) q) p"
_LEAVERS = "(select o.user_id from subscriptions o where o.feed_id = :leaving)"
# Those who followed only the leaving feed: see `_MAKE_ROOM`.
_NEWCOMERS = (
    "(select o.user_id from subscriptions o where o.feed_id = :leaving and o.id < 0)"
)

_LOCK = """
select user_id from subscriptions where feed_id in (:leaving, :staying)
order by user_id, feed_id for update
"""
_CAME_BACK = """
select s.user_id, o.active from subscriptions s cross join subscriptions o
where s.feed_id = :staying and s.active = 0
  and o.feed_id = :leaving and o.user_id = s.user_id
order by s.user_id
"""
_LEAVE_AGAIN = """
update subscriptions set active = 0, left_seq = :last
where feed_id = :staying and user_id in (select id from ids(:users))
"""
# A subscription keeps its number, by which clients know it.
_MAKE_ROOM = """
update subscriptions set id = -id
where feed_id = :leaving and user_id not in (
  select s.user_id from subscriptions s where s.feed_id = :staying)
"""
_FOLLOW = """
insert into subscriptions (id, user_id, feed_id, folder_id, title, position, created_at,
  updated_at, active, first_seq, first_at, read_seq, read_at, left_seq, full_text,
  muted)
select -o.id, o.user_id, :staying, o.folder_id, o.title, o.position, o.created_at,
  o.updated_at, o.active, :last, :last_at, :last, :last_at,
  case when o.active = 1 then 0 else :last end, o.full_text, o.muted
from subscriptions o where o.feed_id = :leaving and o.id < 0
"""
_KEEP_CHOICES = with_words(
    """
update subscriptions set
  title = coalesce(title, (
    select o.title from subscriptions o
    where o.feed_id = :leaving and o.user_id = subscriptions.user_id)),
  folder_id = coalesce(folder_id, (
    select o.folder_id from subscriptions o
    where o.feed_id = :leaving and o.user_id = subscriptions.user_id)),
  full_text = coalesce(full_text, (
    select o.full_text from subscriptions o
    where o.feed_id = :leaving and o.user_id = subscriptions.user_id))
where feed_id = :staying and user_id in {leavers}
""",
    leavers=_LEAVERS,
)
# What a user saw of the leaving feed. Of a feed that they had left while following the
# other one, only what they marked.
_SAW = """
(ost.starred = 1 or ost.marks > 0
 or ((o.active = 1 or o.id < 0)
     and (ost.entry_id is not null
          or (l.seq > o.first_seq and (o.active = 1 or l.seq <= o.left_seq)))))
"""
_READ_THERE = "coalesce(ost.read, case when l.seq <= o.read_seq then 1 else 0 end)"
_READ_HERE = """
case when e.seq <= :base and (e.seq > s.first_seq or st.entry_id is not null)
     then coalesce(st.read, case when e.seq <= s.read_seq then 1 else 0 end)
     else 0 end
"""
_CARRY_STATES = with_words(
    """
insert into entry_states
  (user_id, entry_id, feed_id, seq, sort_at, read, starred, hidden, granted,
   starred_at, starred_version)
select o.user_id, e.id, e.feed_id, e.seq, e.sort_at,
  max(greatest({read_there}, {read_here})), max(coalesce(ost.starred, 0)),
  max(coalesce(ost.hidden, 0)),
  max(case when e.seq <= s.first_seq then 1 else 0 end),
  min(ost.starred_at), max({starred_version})
from {pairs} cross join entries l cross join entries e
cross join subscriptions o cross join subscriptions s
left join entry_states ost on ost.user_id = o.user_id and ost.entry_id = l.id
{starred_text}
left join entry_states st on st.user_id = o.user_id and st.entry_id = e.id
where l.id = p.old_id and e.id = p.new_id and o.feed_id = :leaving
  and s.feed_id = :staying and s.user_id = o.user_id and {saw}
group by o.user_id, e.id, e.feed_id, e.seq, e.sort_at
on conflict (user_id, entry_id) do update set read = excluded.read,
  starred = greatest(entry_states.starred, excluded.starred),
  hidden = greatest(entry_states.hidden, excluded.hidden),
  starred_at = coalesce(entry_states.starred_at, excluded.starred_at),
  starred_version = coalesce(entry_states.starred_version, excluded.starred_version)
""",
    pairs=_PAIRS,
    saw=_SAW,
    read_there=_READ_THERE,
    read_here=_READ_HERE,
    starred_text=STARRED_TEXT,
    starred_version=STARRED_VERSION_HERE,
)
_CARRY_TAGS = with_words(
    """
insert into entry_tags (user_id, tag_id, sort_at, entry_id)
select t.user_id, t.tag_id, e.sort_at, e.id
from {pairs} cross join entry_tags t cross join entries e
where t.entry_id = p.old_id and e.id = p.new_id
on conflict (user_id, tag_id, sort_at, entry_id) do nothing
""",
    pairs=_PAIRS,
)
_DROP_OLD_TAGS = """
delete from entry_tags
where entry_id in (select l.id from entries l where l.feed_id = :leaving)
"""
# The newest change of a user's is after all others, so that their devices receive it.
_CARRY_HIGHLIGHTS = with_words(
    """
update highlights set
  entry_id = (select p.new_id from {pairs} where p.old_id = highlights.entry_id),
  changed_at = greatest(:now, changed_at + 1)
where entry_id in (select p.old_id from {pairs})
""",
    pairs=_PAIRS,
)
_COUNT_MARKS = with_words(
    """
update entry_states set marks = {marks}
where feed_id = :staying and user_id in {leavers}
""",
    leavers=_LEAVERS,
    marks=marks_of("entry_states"),
)
# Newcomers see what the staying feed shows that the leaving one never had, as new, and
# what the merge appends, as read.
_GRANT = with_words(
    """
insert into entry_states (user_id, entry_id, feed_id, seq, sort_at, read, granted)
select o.user_id, e.id, e.feed_id, e.seq, e.sort_at,
  case when e.seq > :base then 1 else 0 end, 1
from subscriptions o cross join entries e
where o.feed_id = :leaving and o.id < 0 and e.feed_id = :staying
  and (e.seq > :base or (e.shown = 1 and e.id not in (select p.new_id from {pairs})))
on conflict (user_id, entry_id) do nothing
""",
    pairs=_PAIRS,
)
# All that lies above a newcomer's last gap needs no rows to be visible.
_LOWER_FIRST = with_words(
    """
update subscriptions set first_seq = greatest(:floor, coalesce((
  select max(e.seq) from entries e
  where e.feed_id = :staying and not exists (
    select 1 from entry_states st
    where st.user_id = subscriptions.user_id and st.entry_id = e.id)), 0))
where feed_id = :staying and user_id in {newcomers}
""",
    newcomers=_NEWCOMERS,
)
_LOWER_FIRST_AT = with_words(
    """
update subscriptions set first_at = coalesce((
  select e.sort_at from entries e
  where e.feed_id = :staying and e.seq = subscriptions.first_seq), 0)
where feed_id = :staying and user_id in {newcomers}
""",
    newcomers=_NEWCOMERS,
)
_UNGRANT = with_words(
    """
update entry_states set granted = 0
where feed_id = :staying and user_id in {newcomers} and seq > (
  select s.first_seq from subscriptions s
  where s.feed_id = :staying and s.user_id = entry_states.user_id)
""",
    newcomers=_NEWCOMERS,
)
_DROP_REDUNDANT = with_words(
    """
delete from entry_states
where feed_id = :staying and user_id in {leavers}
  and starred = 0 and marks = 0 and granted = 0 and hidden = 0
  and (select (entry_states.read = 1) = (entry_states.seq <= s.read_seq)
       from subscriptions s
       where s.feed_id = :staying and s.user_id = entry_states.user_id)
""",
    leavers=_LEAVERS,
)


def merge_feeds(db: Connection, leaving: int, staying: int, now: int) -> None:
    """Let everybody who follows one feed follow the other, with all that is theirs."""
    feeds = {"leaving": leaving, "staying": staying}
    db.rows(_LOCK, **feeds)
    left_both = _come_back(db, leaving, staying, now)
    base = lock_head(db, staying).last_seq
    known, missing = matching_entries(db, leaving, staying)
    copies = append_copies(db, staying, missing)
    pairs = pairs_of([*known, *zip(missing, copies, strict=True)])
    _bring_newcomers(db, feeds)
    db.run(_CARRY_HIGHLIGHTS, pairs=pairs, now=now)
    carry_starred_texts(db, feeds, pairs, now)
    _carry_over(db, feeds, pairs, base)
    carry_ai(db, leaving, staying, pairs, copies[0] if copies else None)
    carry_publication(db, leaving, staying)
    if copies:
        mark_backfill_read(db, staying, copies[0], len(copies))
    _settle(db, feeds)
    last = lock_head(db, staying).last_seq
    db.run(_LEAVE_AGAIN, staying=staying, users=left_both, last=last)
    # Takes the rows of read state along, which are carried over.
    db.run("delete from subscriptions where feed_id = :leaving", leaving=leaving)
    recount_feed(db, staying)


def _come_back(db: Connection, leaving: int, staying: int, now: int) -> list[int]:
    """Let those who had left the staying feed follow it; return who left both."""
    returning = db.rows(_CAME_BACK, leaving=leaving, staying=staying)
    for user_id, _ in returning:
        follow_feed(db, user_id, staying, now)
    return [user_id for user_id, active in returning if not active]


def _bring_newcomers(db: Connection, feeds: dict[str, int]) -> None:
    head = lock_head(db, feeds["staying"])
    db.run(_MAKE_ROOM, **feeds)
    db.run(_FOLLOW, **feeds, last=head.last_seq, last_at=head.last_at)
    db.run(_KEEP_CHOICES, **feeds)


def _carry_over(db: Connection, feeds: dict[str, int], pairs: str, base: int) -> None:
    db.run(_CARRY_STATES, **feeds, pairs=pairs, base=base)
    carry_mark_times(db, feeds["leaving"], pairs)
    db.run(_CARRY_TAGS, pairs=pairs)
    db.run(_DROP_OLD_TAGS, leaving=feeds["leaving"])
    db.run(_COUNT_MARKS, **feeds)
    db.run(_GRANT, **feeds, pairs=pairs, base=base)


def _settle(db: Connection, feeds: dict[str, int]) -> None:
    """Say as little as possible by rows, and the rest by the watermarks."""
    db.run(_LOWER_FIRST, **feeds, floor=lock_head(db, feeds["staying"]).floor_seq)
    db.run(_LOWER_FIRST_AT, **feeds)
    db.run(_UNGRANT, **feeds)
    db.run(_DROP_REDUNDANT, **feeds)
