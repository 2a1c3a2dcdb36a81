"""Where each feed's numbers stand. Locking a head comes before any other lock."""

from dataclasses import dataclass

from tidings.core.errors import NotFound
from tidings.store.connection import Connection


@dataclass(frozen=True, slots=True)
class FeedHead:
    """The newest number and time of a feed, and how far retention went."""

    last_seq: int
    last_at: int
    floor_seq: int


def lock_head(db: Connection, feed_id: int) -> FeedHead:
    """Return a feed's head and keep others from changing it until the commit."""
    row = db.row(
        "select last_seq, last_at, floor_seq from feed_heads"
        " where feed_id = :feed for update",
        feed=feed_id,
    )
    if row is None:
        raise NotFound("There is no such feed.")
    return FeedHead(*row)


def time_at(db: Connection, feed_id: int, seq: int) -> int:
    """Return the sort time of a feed's entry by its number, 0 if it is gone."""
    return (
        db.value(
            "select sort_at from entries where feed_id = :feed and seq = :seq",
            feed=feed_id,
            seq=seq,
        )
        or 0
    )
