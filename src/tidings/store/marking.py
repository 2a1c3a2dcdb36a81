"""Marking entries read, unread, starred and tagged, one by one or by the list.

Only what a user may see can be marked. Every function may be repeated without harm.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tidings.core.reading import USUAL_COMPACTION, CompactionRule
from tidings.store.compaction import compact
from tidings.store.connection import Connection, safe_to_repeat
from tidings.store.counts import recount
from tidings.store.mark_count import marks_of
from tidings.store.sql_words import with_words
from tidings.store.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

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
_STAR = _text(
    """
insert into entry_states
  (user_id, entry_id, feed_id, seq, sort_at, granted, read, starred)
select {columns}, {read_now}, 1 {from_visible} and coalesce(st.starred, 0) = 0
on conflict (user_id, entry_id) do update set starred = 1
returning entry_id
"""
)
_UNSTAR = """
update entry_states set starred = 0
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


@safe_to_repeat
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


@safe_to_repeat
def star_entries(
    db: Connection, user_id: int, ids: list[int], *, starred: bool
) -> list[int]:
    """Star entries or take the star away, and return the ids that changed."""
    ids = sorted(set(ids))
    lock_subscriptions(db, user_id, ids)
    changed = _ids(db.rows(_STAR if starred else _UNSTAR, user=user_id, ids=ids))
    if changed and not starred:
        db.run(_DROP_REDUNDANT, user=user_id, ids=ids)
    return changed


@safe_to_repeat
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
    """Count marks anew after what is done inside; entries get rows that can hold them."""
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


def _ids(rows: list[tuple[int, ...]]) -> list[int]:
    return [row[0] for row in rows]
