"""Marking entries read, unread, starred and tagged, one by one or by the list.

Only what a user may see can be marked. Every function may be repeated without harm.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tidings.core.reading.reading import USUAL_COMPACTION, CompactionRule
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.compaction import compact
from tidings.store.reading.counts import recount
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

_FROM_VISIBLE = with_words(
    """
from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_STATE_COLUMNS = """
:user, e.id, e.feed_id, e.seq, e.sort_at,
case when e.seq <= s.first_seq then 1 else 0 end
"""
_HIDE = with_words(
    """
insert into entry_states
  (user_id, entry_id, feed_id, seq, sort_at, granted, read, hidden)
select :user, e.id, e.feed_id, e.seq, e.sort_at,
  case when e.seq <= s.first_seq then 1 else 0 end, 1, 1
from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
  and coalesce(st.hidden, 0) = 0
on conflict (user_id, entry_id) do update set read = 1, hidden = 1
returning entry_id
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)


def marks_of(states: str) -> str:
    """Return THE count of a reader's marks on an entry, which keep it like a star does:
    for a row of `entry_states`, by the name it goes by."""
    return with_words(
        """
((select count(*) from entry_tags mark
  where mark.entry_id = {states}.entry_id and mark.user_id = {states}.user_id)
 + (select count(*) from highlights mark
    where mark.entry_id = {states}.entry_id and mark.user_id = {states}.user_id
      and mark.deleted_at is null))
""",
        states=states,
    )


def _text(sql: str) -> str:
    return with_words(
        sql, columns=_STATE_COLUMNS, from_visible=_FROM_VISIBLE, read_now=READ
    )


_LOCK = """
select s.feed_id, s.read_seq from subscriptions s
where s.user_id = :user and s.feed_id in (
  select e.feed_id from ids(:ids) i cross join entries e where e.id = i.id)
order by s.feed_id for update
"""
# Who marks a hidden entry unread wants to see it again.
_MARK = _text(
    """
insert into entry_states (user_id, entry_id, feed_id, seq, sort_at, granted, read)
select {columns}, :read {from_visible} and {read_now} <> :read
on conflict (user_id, entry_id) do update set read = excluded.read, hidden = 0
returning entry_id, feed_id, seq
"""
)
_STAR = with_words(
    """
insert into entry_states (user_id, entry_id, feed_id, seq, sort_at, granted, read,
  starred, starred_at, starred_version)
select {columns}, {read_now}, 1, p.seq, e.version
from pairs(:times) p cross join {entry_seen_by_user}
where e.id = p.feed_id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
  and coalesce(st.starred, 0) = 0
on conflict (user_id, entry_id) do update set starred = 1,
  starred_at = excluded.starred_at, starred_version = excluded.starred_version
returning entry_id, starred_version
""",
    columns=_STATE_COLUMNS,
    read_now=READ,
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
# A reader may star what an open page or a device without a network still shows.
_STAR_WHAT_WAS_SEEN = """
update entry_states set starred_version = (
  select p.seq from pairs(:seen) p where p.feed_id = entry_states.entry_id)
where user_id = :user and exists (
  select 1 from pairs(:seen) p cross join entry_versions v
  where p.feed_id = entry_states.entry_id and v.entry_id = entry_states.entry_id
    and v.version = p.seq)
"""
_UNSTAR = """
update entry_states set starred = 0, starred_at = null, starred_version = null
where user_id = :user and entry_id in (select id from ids(:ids)) and starred = 1
returning entry_id
"""
_KEEP_ROWS = _text(
    """
insert into entry_states (user_id, entry_id, feed_id, seq, sort_at, granted, read)
select {columns}, {read_now} {from_visible}
on conflict (user_id, entry_id) do nothing
"""
)
_TAG = _text(
    """
insert into entry_tags (user_id, tag_id, sort_at, entry_id)
select :user, :tag, e.sort_at, e.id {from_visible}
on conflict (user_id, tag_id, sort_at, entry_id) do nothing
returning entry_id
"""
)
_UNTAG = """
delete from entry_tags
where user_id = :user and tag_id = :tag and entry_id in (select id from ids(:ids))
returning entry_id
"""
_COUNT_MARKS = with_words(
    """
update entry_states set marks = {marks}
where user_id = :user and entry_id in (select id from ids(:ids))
""",
    marks=marks_of("entry_states"),
)
# A plain row that says what the watermark says. Rows that grant an entry stay.
_DROP_REDUNDANT = """
delete from entry_states
where user_id = :user and entry_id in (select id from ids(:ids))
  and starred = 0 and marks = 0 and granted = 0 and hidden = 0
  and (select (entry_states.read = 1) = (entry_states.seq <= s.read_seq)
       from subscriptions s
       where s.user_id = :user and s.feed_id = entry_states.feed_id and s.active = 1)
"""


@dataclass(frozen=True, slots=True)
class Star:
    """A star to be given."""

    entry_id: int
    at: int
    version: int | None = None  # what its reader saw; None: what the entry says now


@idempotent
def mark_entries(
    db: Connection,
    user_id: int,
    ids: list[int],
    *,
    read: bool,
    rule: CompactionRule = USUAL_COMPACTION,
) -> list[int]:
    """Mark entries read or unread and return the ids that changed."""
    ids = sorted(set(ids))
    watermarks: dict[int, int] = dict(db.rows(_LOCK, user=user_id, ids=ids))
    changed = db.rows(_MARK, user=user_id, ids=ids, read=int(read))
    redundant = [
        entry
        for entry, feed, seq in changed
        if feed not in watermarks or read == (seq <= watermarks[feed])
    ]
    if redundant:
        db.run(_DROP_REDUNDANT, user=user_id, ids=redundant)
    if changed:
        recount(db, user_id, list(watermarks))
    if changed and read:
        compact(db, user_id, list(watermarks), rule)
    return _ids(changed)


@idempotent
def star_entries(db: Connection, user_id: int, stars: Iterable[Star]) -> list[int]:
    """Star entries that are not starred, and return their ids.

    A star remembers which version it was given to, and that version is kept.
    """
    wanted = {star.entry_id: star for star in stars}
    ids = sorted(wanted)
    lock_subscriptions(db, user_id, ids)
    times = json.dumps([[id_, wanted[id_].at] for id_ in ids])
    changed = db.rows(_STAR, user=user_id, times=times)
    seen = [
        [id_, star.version]
        for id_, now in changed
        if (star := wanted[id_]).version is not None and star.version != now
    ]
    if seen:
        db.run(_STAR_WHAT_WAS_SEEN, user=user_id, seen=json.dumps(seen))
    return _ids(changed)


@idempotent
def unstar_entries(db: Connection, user_id: int, ids: list[int]) -> list[int]:
    """Take stars away, and return the ids that changed."""
    ids = sorted(set(ids))
    lock_subscriptions(db, user_id, ids)
    changed = _ids(db.rows(_UNSTAR, user=user_id, ids=ids))
    if changed:
        db.run(_DROP_REDUNDANT, user=user_id, ids=ids)
    return changed


@idempotent
def tag_entries(
    db: Connection, user_id: int, ids: list[int], tag_id: int, *, tagged: bool
) -> list[int]:
    """Tag entries or take the tag away, and return the ids that changed."""
    ids = sorted(set(ids))
    lock_subscriptions(db, user_id, ids)
    if tagged:
        db.run(_KEEP_ROWS, user=user_id, ids=ids)
    changed = _ids(
        db.rows(_TAG if tagged else _UNTAG, user=user_id, ids=ids, tag=tag_id)
    )
    _settle_marks(db, user_id, ids)
    return changed


@contextmanager
def marking(db: Connection, user_id: int, ids: list[int]) -> Iterator[None]:
    """Recount marks after what is done inside; entries get rows that can hold them."""
    lock_subscriptions(db, user_id, ids)
    db.run(_KEEP_ROWS, user=user_id, ids=ids)
    yield
    _settle_marks(db, user_id, ids)


def _settle_marks(db: Connection, user_id: int, ids: list[int]) -> None:
    db.run(_COUNT_MARKS, user=user_id, ids=ids)
    db.run(_DROP_REDUNDANT, user=user_id, ids=ids)


def lock_subscriptions(db: Connection, user_id: int, ids: list[int]) -> list[int]:
    """Let nobody else mark entries of the same feeds until the commit; return these."""
    return _ids(db.rows(_LOCK, user=user_id, ids=ids))


@idempotent
def hide_entries(db: Connection, user_id: int, ids: list[int]) -> list[int]:
    """Hide entries from a reader's lists and return the ids that changed; search still
    finds them. What is hidden is read as well, so that no counter speaks of it; marking
    it unread brings it back."""
    ids = sorted(set(ids))
    feeds = lock_subscriptions(db, user_id, ids)
    changed = _ids(db.rows(_HIDE, user=user_id, ids=ids))
    if changed:
        recount(db, user_id, feeds)
        compact(db, user_id, feeds, USUAL_COMPACTION)
    return changed


def _ids(rows: list[tuple[int, ...]]) -> list[int]:
    return [row[0] for row in rows]
