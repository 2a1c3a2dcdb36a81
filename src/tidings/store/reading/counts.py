"""Unread counts by arithmetic: no entry is read."""

from typing import Any

from tidings.core.reading.reading import UnreadCount
from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.reading_scope import IS_MUTED, MUTED_FOLDERS


def unread_counts(db: Connection, user_id: int) -> list[UnreadCount]:
    """Return every subscription of a user that has something unread."""
    return [UnreadCount(*row) for row in unread_rows(db, user_id)]


def unread_rows(db: Connection, user_id: int) -> list[Row]:
    """Return the values of `UnreadCount` as plain rows: there may be thousands."""
    return db.rows(_COUNTS, user=user_id)


def unread_total(db: Connection, user_id: int, feeds: list[int] | None) -> int:
    """Return how many unread entries a user has, in some feeds or (None) in all."""
    known: dict[str, Any] = {"user": user_id}
    scope = ""
    if feeds is not None:
        scope, known["feeds"] = "and s.feed_id in (select id from ids(:feeds))", feeds
    return int(db.value(with_words(_TOTAL, scope=scope), **known))


def starred_total(db: Connection, user_id: int) -> int:
    """Return how many entries a user starred."""
    return int(
        db.value(
            "select count(*) from entry_states where user_id = :user and starred = 1",
            user=user_id,
        )
    )


def recount(db: Connection, user_id: int, feed_ids: list[int]) -> None:
    """Set the two counters of a user's subscriptions from the rows themselves.

    Counting again, not adding, makes every mark idempotent and heals itself.
    """
    db.run(
        with_words(_RECOUNT, which=_OF_USER),
        user=user_id,
        feeds=feed_ids,
    )


def recount_feed(db: Connection, feed_id: int) -> None:
    """Set the two counters of every subscription to a feed from the rows themselves."""
    db.run(with_words(_RECOUNT, which="feed_id = :feed"), feed=feed_id)


_COUNTS = with_words(
    """
with recursive {muted_folders}
select s.feed_id, s.folder_id,
       f.last_seq - s.read_seq - s.read_above + s.unread_below as unread, s.id,
       {is_muted}
from subscriptions s cross join feed_heads f
where s.user_id = :user and s.active = 1 and f.feed_id = s.feed_id
  and f.last_seq - s.read_seq - s.read_above + s.unread_below > 0
""",
    muted_folders=MUTED_FOLDERS,
    is_muted=IS_MUTED,
)
_TOTAL = """
select coalesce(sum(f.last_seq - s.read_seq - s.read_above + s.unread_below), 0)
from subscriptions s cross join feed_heads f
where s.user_id = :user and s.active = 1 and f.feed_id = s.feed_id {scope}
"""
_OF_USER = "user_id = :user and feed_id in (select id from ids(:feeds))"
_RECOUNT = """
update subscriptions set
  read_above = (
    select count(*) from entry_states st
    where st.feed_id = subscriptions.feed_id and st.user_id = subscriptions.user_id
      and st.seq > subscriptions.read_seq and st.read = 1),
  unread_below = (
    select count(*) from entry_states st
    where st.feed_id = subscriptions.feed_id and st.user_id = subscriptions.user_id
      and st.seq <= subscriptions.read_seq and st.read = 0)
where {which}
"""
