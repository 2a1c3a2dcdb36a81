"""Feeds that are not fetched: switched off by an operator or their only reader, or
followed by nobody any more.

The claim of due feeds knows nothing of followers: a feed that stops has no next check.
"""

from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.asked_checks import ASK

_NOTE_LEFT = """
update feed_fetch_state set unfollowed_since = :now
where feed_id in (select id from ids(:feeds))
  and not exists (select 1 from subscriptions s
                  where s.feed_id = feed_fetch_state.feed_id and s.active = 1)
"""
_RESUME = with_words(
    "update feed_fetch_state set {ask}"
    " where feed_id = :feed and check_code = 'unfollowed'",
    ask=ASK,
)
_NOTE_FOLLOWED = """
update feed_fetch_state set unfollowed_since = null
where feed_id = :feed and unfollowed_since is not null
"""
# Those that were never followed, or are published, are fetched for others.
_STOP = """
update feed_fetch_state
set next_check_at = null, check_code = 'unfollowed', check_figures = '{}'
where unfollowed_since < :before and next_check_at is not null
  and leased_until is null
  and not exists (select 1 from published_feeds p
                  where p.feed_id = feed_fetch_state.feed_id)
  and not exists (select 1 from subscriptions s
                  where s.feed_id = feed_fetch_state.feed_id and s.active = 1)
"""


def note_left(db: Connection, feed_ids: list[int], now: int) -> None:
    """Remember since when nobody follows these feeds, if nobody does."""
    db.run(_NOTE_LEFT, feeds=feed_ids, now=now)


def note_followed(db: Connection, feed_id: int, now: int) -> None:
    """Let a feed that somebody follows again be fetched again, as if asked for."""
    if db.run(_RESUME, feed=feed_id, now=now):
        db.wake_on_commit()
    db.run(_NOTE_FOLLOWED, feed=feed_id)


def stop_unfollowed(db: Connection, before: int) -> int:
    """Stop fetching feeds that nobody has followed since then; return how many."""
    return db.run(_STOP, before=before)


def switch_feed(
    db: Connection, feed_id: int, *, enabled: bool, reader_id: int | None = None
) -> None:
    """Let a feed be fetched or not; `reader_id` is None when an operator says so."""
    db.run(
        "update feeds set enabled = :enabled, disabled_by = :reader where id = :feed",
        enabled=int(enabled),
        reader=None if enabled else reader_id,
        feed=feed_id,
    )


def resume_feed(db: Connection, feed_id: int) -> None:
    """Fetch a feed again that a reader had switched off for themselves."""
    db.run(
        "update feeds set enabled = 1, disabled_by = null"
        " where id = :feed and disabled_by is not null",
        feed=feed_id,
    )


def stop_polling(db: Connection, feed_id: int) -> None:
    """Take a feed off the schedule whose polling was switched off; one that was never
    read is tried on until it was."""
    db.run(
        "update feed_fetch_state set next_check_at = null, asked_at = null,"
        " check_code = 'one_time', check_figures = '{}'"
        " where feed_id = :feed and last_success_at is not null",
        feed=feed_id,
    )
