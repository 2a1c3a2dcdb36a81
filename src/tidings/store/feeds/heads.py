"""Where each feed's numbers stand. Locking a head comes before any other lock."""

from dataclasses import dataclass

from tidings.core.errors import NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import one_of


@dataclass(frozen=True, slots=True)
class FeedHead:
    """The newest number and time of a feed, and how far retention went.

    Numbers above `gap_seq` are dense. Below it some may be missing; to every subscriber
    they count as read.
    """

    last_seq: int
    last_at: int
    floor_seq: int
    gap_seq: int


def lock_head(db: Connection, feed_id: int) -> FeedHead:
    """Return a feed's head and keep others from changing it until the commit."""
    found = one_of(
        db,
        FeedHead,
        "select {*} from feed_heads where feed_id = :feed for update",
        feed=feed_id,
    )
    if found is None:
        raise NotFound("There is no such feed.")
    return found


def time_at(db: Connection, feed_id: int, seq: int) -> int:
    """Return the sort time of a feed's newest entry up to a number, 0 if none is left."""
    return (
        db.value(
            "select sort_at from entries where feed_id = :feed and seq <= :seq"
            " order by seq desc limit 1",
            feed=feed_id,
            seq=seq,
        )
        or 0
    )
