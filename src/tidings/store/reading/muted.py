"""Which feeds a reader muted: out of the list of everything unread and its count. A muted
folder mutes all that is in it."""

from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words

# Bounded, whatever the table says: a folder inside itself must not hang anyone.
MUTED_FOLDERS = """
muted_folders (id, depth) as (
  select id, 0 from folders where user_id = :user and muted = 1
  union
  select f.id, i.depth + 1 from muted_folders i cross join folders f
  where f.parent_id = i.id and f.user_id = :user and i.depth < 50)
"""
# 1 for a subscription `s` that is muted, by itself or by a folder around it.
IS_MUTED = """
case when s.muted = 1 or s.folder_id in (select id from muted_folders) then 1 else 0 end
"""
_FEEDS = with_words(
    """
with recursive {muted_folders}
select s.feed_id, {is_muted} from subscriptions s
where s.user_id = :user and s.active = 1 and (
  exists (select 1 from muted_folders)
  or exists (select 1 from subscriptions m where m.user_id = :user and m.muted = 1))
order by s.feed_id
""",
    muted_folders=MUTED_FOLDERS,
    is_muted=IS_MUTED,
)


def unmuted_feeds(db: Connection, user_id: int) -> tuple[int, ...] | None:
    """Return the feeds that are in the list of everything unread; None: all of them."""
    rows = db.rows(_FEEDS, user=user_id)
    if not any(muted for _, muted in rows):
        return None
    return tuple(feed for feed, muted in rows if not muted)
