"""Hiding entries from a reader's lists; search still finds them.

What is hidden is read as well, so that no counter speaks of it. Marking it unread
brings it back.
"""

from tidings.core.reading import USUAL_COMPACTION
from tidings.store.compaction import compact
from tidings.store.connection import Connection, safe_to_repeat
from tidings.store.counts import recount
from tidings.store.sql_words import with_words
from tidings.store.visible import ENTRY_SEEN_BY_USER, VISIBLE

_LOCK = """
select s.feed_id from subscriptions s
where s.user_id = :user and s.feed_id in (
  select e.feed_id from ids(:ids) i cross join entries e where e.id = i.id)
order by s.feed_id for update
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


@safe_to_repeat
def hide_entries(db: Connection, user_id: int, ids: list[int]) -> list[int]:
    """Hide entries from a reader and return the ids that changed."""
    ids = sorted(set(ids))
    feeds = [row[0] for row in db.rows(_LOCK, user=user_id, ids=ids)]
    changed = [row[0] for row in db.rows(_HIDE, user=user_id, ids=ids)]
    if changed:
        recount(db, user_id, feeds)
        compact(db, user_id, feeds, USUAL_COMPACTION)
    return changed
