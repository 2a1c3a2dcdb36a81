"""Whose feed it is: what one reader's login or proxy brings is for that reader alone."""

from tidings.core.errors import Conflict, NotFound
from tidings.store.connection import Connection
from tidings.store.feed_addresses import private_key


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
            details={"feed_id": other},
        )
    db.run("update feeds set owner_id = :user where id = :id", user=owner, id=feed_id)
    db.run("delete from feed_aliases where feed_id = :id", id=feed_id)


def refuse_others_feed(db: Connection, user_id: int, feed_id: int) -> None:
    """Raise `NotFound` for a feed that is behind somebody else's login."""
    row = db.row("select owner_id, secrets from feeds where id = :id", id=feed_id)
    if row is not None and row[1] is not None and row[0] not in (None, user_id):
        raise NotFound("There is no such feed.")
