"""Feeds that are a reader's own: saved pages and what an import brings, and what we
make for them."""

import hashlib

from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import insert
from tidings.store.feeds.follow import follow_feed
from tidings.store.feeds.heads import lock_head

_TITLE = "Saved pages"


def own_feed_key(user_id: int) -> bytes:
    """Return the key of a reader's own feed."""
    # No address has such a key: those are hashes of addresses.
    return hashlib.sha256(f"pages of {user_id}".encode()).digest()[:16]


def own_feed(db: Connection, user_id: int, now: int) -> tuple[int, bool]:
    """Return a reader's own feed, made and followed if it is not, and locked.

    The second value tells whether the reader follows it only now.
    """
    return feed_of_reader(db, user_id, own_feed_key(user_id), _TITLE, now)


def has_own_feed(db: Connection, user_id: int) -> bool:
    """Return whether a reader's own feed was ever made."""
    return _find(db, own_feed_key(user_id)) is not None


def feed_of_reader(
    db: Connection, user_id: int, key: bytes, title: str, now: int
) -> tuple[int, bool]:
    """Return a feed that only its reader has, by its key; as `own_feed`."""
    feed_id = _find(db, key) or _make(db, user_id, key, title, now)
    lock_head(db, feed_id)
    active = db.value(
        "select active from subscriptions where user_id = :user and feed_id = :feed",
        user=user_id,
        feed=feed_id,
    )
    if not active:
        follow_feed(db, user_id, feed_id, now)
    return feed_id, not active


def _make(db: Connection, user_id: int, key: bytes, title: str, now: int) -> int:
    number = next_number(db, "feed")
    made = db.rows(
        """
        insert into feeds (id, kind, url_key, owner_id, title, polling, created_at)
        values (:id, 'pages', :key, :owner, :title, 0, :now)
        on conflict (url_key) where deleted_at is null do nothing
        returning id
        """,
        id=number,
        key=key,
        owner=user_id,
        title=title,
        now=now,
    )
    if made:
        insert(db, "feed_heads", feed_id=number)
        insert(db, "feed_fetch_state", feed_id=number)
    return _find(db, key) or number


def _find(db: Connection, key: bytes) -> int | None:
    found: int | None = db.value(
        "select id from feeds where url_key = :key and deleted_at is null", key=key
    )
    return found
