"""Unread counts by arithmetic: no entry is read."""

from tidings.core.reading import UnreadCount
from tidings.store.connection import Connection
from tidings.store.sql_words import with_words


def unread_counts(db: Connection, user_id: int) -> list[UnreadCount]:
    """Return every subscription of a user that has something unread."""
    rows = db.rows(
        """
        select s.feed_id, s.folder_id,
               f.last_seq - s.read_seq - s.read_above + s.unread_below as unread
        from subscriptions s cross join feed_heads f
        where s.user_id = :user and s.active = 1 and f.feed_id = s.feed_id
          and f.last_seq - s.read_seq - s.read_above + s.unread_below > 0
        """,
        user=user_id,
    )
    return [UnreadCount(*row) for row in rows]


def recount(db: Connection, user_id: int, feed_ids: list[int]) -> None:
    """Set the two counters of a user's subscriptions from the rows themselves.

    Counting again, not adding, makes every mark safe to repeat and heals itself.
    """
    db.run(
        with_words(_RECOUNT, which=_OF_USER),
        user=user_id,
        feeds=feed_ids,
    )


def recount_feed(db: Connection, feed_id: int) -> None:
    """Set the two counters of every subscription to a feed from the rows themselves."""
    db.run(with_words(_RECOUNT, which="feed_id = :feed"), feed=feed_id)


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
