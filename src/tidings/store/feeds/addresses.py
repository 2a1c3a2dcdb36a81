"""By which address a feed is found: its own, or one that it has left behind.

http and https of one address are one feed. A feed behind a login has a key of its own,
so that nobody else gets it by adding the bare address.
"""

import hashlib

from tidings.core.entries.identity import url_key
from tidings.store.engine.connection import Connection

_KEY_BYTES = 8


def public_key(url: str) -> bytes:
    """Return the key of an address that everybody gets the same feed by."""
    return url_key(url) or _digest(url)


def private_key(owner_id: int | None, url: str) -> bytes:
    """Return the key of an address that only its owner's login opens."""
    return _digest(f"{owner_id or 0} {public_key(url).hex()}")


def feed_at(db: Connection, key: bytes) -> int | None:
    """Return the feed of an address, also of one that it has left; None if unknown."""
    number: int | None = db.value(
        """
        select id, 0 as left_behind from feeds
        where url_key = :key and deleted_at is null
        union all
        select a.feed_id, 1 from feed_aliases a cross join feeds f
        where a.url_key = :key and f.id = a.feed_id and f.deleted_at is null
        order by left_behind limit 1
        """,
        key=key,
    )
    return number


def aliases_of(db: Connection, feed_id: int) -> list[str]:
    """Return the addresses that a feed has left, oldest first."""
    rows = db.rows(
        "select url from feed_aliases where feed_id = :feed order by since, url"
        " limit 100",
        feed=feed_id,
    )
    return [row[0] for row in rows]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:_KEY_BYTES]
