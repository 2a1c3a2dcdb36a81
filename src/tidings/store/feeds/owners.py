"""Whose feed it is: what one reader's login or proxy brings is for that reader alone."""

from collections.abc import Sequence

from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.store.engine.connection import Connection
from tidings.store.feeds.addresses import private_key


def make_private(db: Connection, feed_id: int, user_id: int | None) -> None:
    """Prepare a feed for a login: it becomes a user's own, unless it is someone's
    already or is shared (None); nobody finds it any more by an address that it left."""
    row = db.row("select url, owner_id from feeds where id = :id", id=feed_id)
    if row is None or row[0] is None:
        return
    owner = row[1] or user_id
    other = db.value(
        "select id from feeds"
        " where url_key = :key and deleted_at is null and id <> :id",
        key=private_key(owner, row[0]),
        id=feed_id,
    )
    if other is not None:
        raise Conflict(
            "There is a feed of your own with this address already.",
            code=Code.FEED_EXISTS,
            details={"feed_id": other},
        )
    db.run("update feeds set owner_id = :user where id = :id", user=owner, id=feed_id)
    db.run("delete from feed_aliases where feed_id = :id", id=feed_id)


def refuse_others_feed(db: Connection, user_id: int, feed_id: int) -> None:
    """Raise `NotFound` for a feed that is behind somebody else's login."""
    if others_among(db, user_id, [feed_id]):
        raise NotFound("There is no such feed.")


def others_among(db: Connection, user_id: int, feed_ids: Sequence[int]) -> set[int]:
    """Return which of these feeds are behind somebody else's login; ask with their
    heads locked, or one may become so a moment later."""
    rows = db.rows(
        "select f.id from ids(:ids) i cross join feeds f where f.id = i.id"
        " and f.secrets is not null and f.owner_id <> :user",
        ids=list(feed_ids),
        user=user_id,
    )
    return {row[0] for row in rows}
