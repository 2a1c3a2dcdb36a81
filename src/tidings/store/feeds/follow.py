"""Subscribing, leaving and coming back: what becomes visible, and what stays read.

A new subscriber sees what the feed still shows at that moment and everything after;
nothing older. The newest run of shown entries is visible by arithmetic; shown entries
below it get rows that grant them.
"""

from tidings.store.ai.choices import request_backlog
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import insert
from tidings.store.feeds.heads import FeedHead, lock_head, time_at
from tidings.store.feeds.not_fetched import note_followed, note_left
from tidings.store.reading.counts import recount


def follow_feed(
    db: Connection,
    user_id: int,
    feed_id: int,
    now: int,
    *,
    folder_id: int | None = None,
    title: str | None = None,
) -> int:
    """Subscribe a user to a feed, again or for the first time, and return the subscription's number."""
    head = lock_head(db, feed_id)
    note_followed(db, feed_id, now)
    old = db.row(
        "select id, active, left_seq, first_seq, read_seq from subscriptions"
        " where user_id = :user and feed_id = :feed for update",
        user=user_id,
        feed=feed_id,
    )
    if old is None:
        number = _insert_subscription(
            db, user_id, feed_id, head, (now, folder_id, title)
        )
        if head.last_seq:
            request_backlog(db, user_id, feed_id)
        return number
    number, active, left_seq, first_seq, read_seq = old
    if active:
        return int(number)
    if left_seq == head.last_seq:
        db.run(
            "update subscriptions set active = 1"
            " where user_id = :user and feed_id = :feed",
            user=user_id,
            feed=feed_id,
        )
    else:
        _follow_again(db, user_id, feed_id, head, (left_seq, first_seq, read_seq))
    if folder_id is not None or title is not None:
        db.run(
            "update subscriptions set folder_id = coalesce(:folder, folder_id),"
            " title = coalesce(:title, title), updated_at = :now"
            " where user_id = :user and feed_id = :feed",
            folder=folder_id,
            title=title,
            now=now,
            user=user_id,
            feed=feed_id,
        )
    request_backlog(db, user_id, feed_id)
    return int(number)


def leave_feed(db: Connection, user_id: int, feed_id: int, now: int) -> bool:
    """End a subscription; its rows stay for stars and for coming back."""
    head = lock_head(db, feed_id)
    changed = db.run(
        "update subscriptions set active = 0, left_seq = :last"
        " where user_id = :user and feed_id = :feed and active = 1",
        last=head.last_seq,
        user=user_id,
        feed=feed_id,
    )
    if changed:
        note_left(db, [feed_id], now)
    return changed > 0


def _insert_subscription(
    db: Connection,
    user_id: int,
    feed_id: int,
    head: FeedHead,
    requests: tuple[int, int | None, str | None],
) -> int:
    now, folder_id, title = requests
    first = max(_newest_hidden(db, feed_id), head.floor_seq, head.gap_seq)
    number = next_number(db, "subscription")
    first_at = time_at(db, feed_id, first)
    insert(
        db,
        "subscriptions",
        id=number,
        user_id=user_id,
        feed_id=feed_id,
        folder_id=folder_id,
        title=title,
        created_at=now,
        updated_at=now,
        active=1,
        first_seq=first,
        first_at=first_at,
        read_seq=first,
        read_at=first_at,
    )
    granted = db.run(
        """
        insert into entry_states
          (user_id, entry_id, feed_id, seq, sort_at, read, granted)
        select :user, e.id, e.feed_id, e.seq, e.sort_at, 0, 1
        from entries e
        where e.feed_id = :feed and e.shown = 1 and e.seq <= :first
        """,
        user=user_id,
        feed=feed_id,
        first=first,
    )
    if granted:
        recount(db, user_id, [feed_id])
    return number


def _follow_again(
    db: Connection,
    user_id: int,
    feed_id: int,
    head: FeedHead,
    old: tuple[int, int, int],
) -> None:
    """Come back after entries arrived: old unread stays unread, what was missed and
    is no longer shown stays invisible."""
    left_seq, old_first, old_read = old
    hidden = _newest_hidden(db, feed_id)
    first = max(hidden, head.floor_seq, head.gap_seq, left_seq)
    known = {"user": user_id, "feed": feed_id, "first": first}
    db.run(
        """
        insert into entry_states
          (user_id, entry_id, feed_id, seq, sort_at, read, granted)
        select :user, e.id, e.feed_id, e.seq, e.sort_at,
               case when e.seq > :old_first and e.seq <= :old_read and e.seq <= :left
                    then 1 else 0 end, 1
        from entries e
        where e.feed_id = :feed and e.seq <= :first
          and (e.shown = 1 or (e.seq > :old_read and e.seq <= :left))
        on conflict (user_id, entry_id) do nothing
        """,
        **known,
        old_first=old_first,
        old_read=old_read,
        left=left_seq,
    )
    db.run(
        """
        delete from entry_states
        where user_id = :user and feed_id = :feed and read = 1
          and starred = 0 and marks = 0
          and (select e.shown from entries e where e.id = entry_states.entry_id) = 0
        """,
        user=user_id,
        feed=feed_id,
    )
    db.run(
        "update entry_states set granted = 1"
        " where user_id = :user and feed_id = :feed and granted = 0",
        user=user_id,
        feed=feed_id,
    )
    db.run(
        """
        update subscriptions set active = 1, first_seq = :first, first_at = :at,
               read_seq = :first, read_at = :at
        where user_id = :user and feed_id = :feed
        """,
        **known,
        at=time_at(db, feed_id, first),
    )
    recount(db, user_id, [feed_id])


def _newest_hidden(db: Connection, feed_id: int) -> int:
    """Return the newest number that the feed no longer shows, 0 if it shows all."""
    return (
        db.value(
            "select seq from entries where feed_id = :feed and shown = 0"
            " order by seq desc limit 1",
            feed=feed_id,
        )
        or 0
    )
