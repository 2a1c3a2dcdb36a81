"""What a list or a mark is about: one feed, a folder with all in it, or everything."""

from tidings.core.errors import NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.folders import require_folder

# Bounded, whatever the table says: a folder inside itself must not hang anyone.
_FOLDER_FEEDS = """
with recursive inside (id, depth) as (
  select id, 0 from folders where id = :folder and user_id = :user
  union
  select f.id, i.depth + 1 from inside i cross join folders f
  where f.parent_id = i.id and f.user_id = :user and i.depth < 50)
select distinct s.feed_id from inside i cross join subscriptions s
where s.folder_id = i.id and s.user_id = :user
order by s.feed_id
"""
_UP_TO_TIME = """
select min(x.id) from (
  select id, received_at from entries where id <= :id order by id desc limit :many) x
where x.received_at > :at
"""
_LOOK_BACK = 2000
# Those that a reader muted: out of the list of everything unread and its count. A muted
# folder mutes all that is in it.
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
_MUTED_AND_NOT = with_words(
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


def scope_feeds(
    db: Connection, user_id: int, feed_id: int | None, folder_id: int | None
) -> tuple[int, ...] | None:
    """Return the feeds of a scope, None for the whole account.

    Raise `NotFound` for a feed that the user never followed and for a folder that is
    not theirs.
    """
    if feed_id is not None:
        _require_subscription(db, user_id, feed_id)
    if folder_id is None:
        return None if feed_id is None else (feed_id,)
    feeds = _folder_feeds(db, user_id, folder_id)
    return feeds if feed_id is None else tuple({feed_id}.intersection(feeds))


def folder_parents(db: Connection, user_id: int) -> dict[int, int | None]:
    """Return all folders of a user, each with the folder that it is in."""
    return dict(
        db.rows("select id, parent_id from folders where user_id = :u", u=user_id)
    )


def newest_entry_at(db: Connection, at: int) -> int:
    """Return the newest entry id such that all up to it were received by a time.

    Received times rise with ids but for a clock that was set back and for copies of
    merged feeds: so what the search finds is looked at once more, and never too high.
    """
    low, high = 0, db.value("select max(id) from entries") or 0
    while low < high:
        middle = (low + high + 1) // 2
        if _received_at(db, middle) <= at:
            low = middle
        else:
            high = middle - 1
    while early := db.value(_UP_TO_TIME, id=low, at=at, many=_LOOK_BACK):
        low = early - 1
    return low


def _received_at(db: Connection, entry_id: int) -> int:
    """Return the time of the nearest entry at or below an id, 0 if there is none."""
    at: int | None = db.value(
        "select received_at from entries where id <= :id order by id desc limit 1",
        id=entry_id,
    )
    return at or 0


def _require_subscription(db: Connection, user_id: int, feed_id: int) -> None:
    known = db.value(
        "select 1 from subscriptions where user_id = :user and feed_id = :feed",
        user=user_id,
        feed=feed_id,
    )
    if known is None:
        raise NotFound("You do not follow such a feed.", details={"field": "feed_id"})


def _folder_feeds(db: Connection, user_id: int, folder_id: int) -> tuple[int, ...]:
    rows = db.rows(_FOLDER_FEEDS, user=user_id, folder=folder_id)
    if not rows:
        require_folder(db, user_id, folder_id)
    return tuple(row[0] for row in rows)


def unmuted_feeds(db: Connection, user_id: int) -> tuple[int, ...] | None:
    """Return the feeds that are in the list of everything unread; None: all of them."""
    rows = db.rows(_MUTED_AND_NOT, user=user_id)
    if not any(muted for _, muted in rows):
        return None
    return tuple(feed for feed, muted in rows if not muted)
