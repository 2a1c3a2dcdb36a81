"""Who may change a feed, which belongs to all who follow it."""

from tidings.core.accounts.visitor import Visitor
from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.store.engine.connection import Connection
from tidings.store.feeds.health import other_followers
from tidings.store.publishing.builds import published_among


def may_change_feed(db: Connection, visitor: Visitor, feed_id: int) -> bool:
    """Whether a visitor may do with a feed what everybody notices: an administrator, or
    a reader as long as nobody else follows it and it is not published."""
    if visitor.role == "admin":
        return True
    is_alone = not other_followers(db, visitor.user_id, feed_id)
    return is_alone and not published_among(db, [feed_id])


def require_right(db: Connection, visitor: Visitor, feed_id: int) -> None:
    """Raise `Forbidden` unless the visitor may change the feed for all."""
    if not may_change_feed(db, visitor, feed_id):
        raise Forbidden(
            "Others read this feed too: only an administrator can do this. You can"
            " unsubscribe.",
            code=Code.FEED_SHARED,
        )
