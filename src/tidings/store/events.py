"""Events: what is to be told to clients, written in the commit that it speaks of."""

from tidings.store.connection import Connection
from tidings.store.numbers import next_number


def forget_events(db: Connection, before: int, most: int) -> int:
    """Delete up to `most` events from before a time, oldest first; return how many."""
    return db.run(
        """
        delete from events where id in (
            select id from events where at < :before order by at, id limit :most
        )
        """,
        before=before,
        most=most,
    )


def tell(
    db: Connection,
    kind: str,
    now: int,
    *,
    user_id: int | None = None,
    feed_id: int | None = None,
    payload: str = "{}",
) -> int:
    """Note an event; take its number last, so that numbers become visible in order."""
    number = next_number(db, "event")
    db.run(
        "insert into events (id, at, kind, user_id, feed_id, payload)"
        " values (:id, :at, :kind, :user, :feed, :payload)",
        id=number,
        at=now,
        kind=kind,
        user=user_id,
        feed=feed_id,
        payload=payload,
    )
    return number
