"""Feeds that are switched off or deleted, by an administrator or their only reader."""

from tidings.context import Context
from tidings.core.accounts.visitor import Visitor
from tidings.services.feeds.health import FeedView, feed_view, require_feed
from tidings.services.feeds.rights import require_right
from tidings.store.engine.connection import Connection
from tidings.store.feeds import feeds
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.health import feed_facts
from tidings.store.feeds.not_fetched import switch_feed
from tidings.store.system.events import publish_event


async def suspend_feed(context: Context, visitor: Visitor, feed_id: int) -> FeedView:
    """Stop fetching a feed until it is enabled again; what it brought stays."""
    return await context.database.write(_suspend, visitor, feed_id, context.clock())


async def delete_feed(context: Context, visitor: Visitor, feed_id: int) -> None:
    """Remove a feed: nobody sees or fetches it any more, stars stay."""
    await context.database.write(_delete, visitor, feed_id, context.clock())


def _suspend(db: Connection, visitor: Visitor, feed_id: int, now: int) -> FeedView:
    _lock(db, visitor, feed_id)
    reader = None if visitor.role == "admin" else visitor.user_id
    switch_feed(db, feed_id, enabled=False, reader_id=reader)
    feeds.touch_feed(db, feed_id, now)
    publish_event(db, "feed_changed", now, feed_id=feed_id)
    return feed_view(feed_facts(db, [feed_id])[feed_id], now)


def _delete(db: Connection, visitor: Visitor, feed_id: int, now: int) -> None:
    _lock(db, visitor, feed_id)
    publish_event(db, "feed_changed", now, feed_id=feed_id)
    feeds.delete_feed(db, feed_id, now)


def _lock(db: Connection, visitor: Visitor, feed_id: int) -> None:
    require_feed(db, visitor, feed_id)
    lock_head(db, feed_id)  # nobody begins to follow it until the commit
    require_right(db, visitor, feed_id)
