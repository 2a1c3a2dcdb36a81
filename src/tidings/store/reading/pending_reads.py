"""What a reader had read elsewhere: marked here, at once or when the feed brings it.

Entries are known by the keys they have in their feed, the same in every installation.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence

from tidings.core.moving.user_export import KEY_BYTES
from tidings.store.automation.rule_effects import PendingEvent
from tidings.store.automation.rules_at_ingest import Arrived
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import insert_new
from tidings.store.engine.sql_words import with_words
from tidings.store.moving.bring_in import feed_number
from tidings.store.reading.marking import mark_entries
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

_READ_PAGE = with_words(
    """
select e.seq, coalesce(e.guid_key, e.url_key, e.content_key)
from {entry_seen_by_user}
where e.feed_id = :feed and e.seq > :after and s.user_id = :user
  and s.feed_id = :feed and s.active = 1 and {visible} and {read_now} = 1
order by e.seq limit :limit
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
    read_now=READ,
)
_KNOWN = """
select e.id, k.id from ids(:keys) k cross join entries e
where e.feed_id = :feed and e.guid_key = k.id
union
select e.id, k.id from ids(:keys) k cross join entries e
where e.feed_id = :feed and e.url_key = k.id
union
select e.id, k.id from ids(:keys) k cross join entries e
where e.feed_id = :feed and e.content_key = k.id and e.guid_key is null
  and e.url_key is null
"""
_PENDING = """
select p.feed_id, p.user_id, p.keys from ids(:feeds) i cross join pending_reads p
where p.feed_id = i.id order by p.feed_id, p.user_id, p.part
"""
_NEW = """
select id, guid_key, url_key, content_key from entries
where id >= :first and id <= :last and feed_id = :feed order by id
"""
_FORGET = """
delete from pending_reads where (feed_id, user_id, part) in (
  select feed_id, user_id, part from pending_reads where at < :before
  order by at limit :most)
"""


def read_keys(
    db: Connection, user_id: int, feed_id: int, after: int, limit: int
) -> tuple[bytes, int | None]:
    """Return the keys of a part of what a user has read of a feed, and where to go on;
    None at the end."""
    rows = db.rows(_READ_PAGE, user=user_id, feed=feed_id, after=after, limit=limit)
    going_on = rows[-1][0] if len(rows) == limit else None
    return _packed(key for _, key in rows), going_on


def pending_keys(db: Connection, user_id: int, feed_id: int) -> list[bytes]:
    """Return the keys of what has not come yet, in parts."""
    rows = db.rows(
        "select keys from pending_reads where feed_id = :feed and user_id = :user"
        " order by part",
        feed=feed_id,
        user=user_id,
    )
    return [bytes(row[0]) for row in rows]


def bring_in_reads(
    db: Connection, user_id: int, feed_url: str, keys: bytes, now: int
) -> bool:
    """Mark what is here read, keep the rest for later; False if nothing was missing."""
    feed_id = feed_number(db, user_id, feed_url)
    if feed_id is None:
        return False
    wanted = _unpacked(keys)
    found = db.rows(_KNOWN, feed=feed_id, keys=wanted)
    changed = mark_entries(db, user_id, sorted({row[0] for row in found}), read=True)
    there = {row[1] for row in found}
    missing = _packed(key for key in wanted if key not in there)
    kept = missing and insert_new(
        db,
        "pending_reads",
        "feed_id, user_id, part",
        feed_id=feed_id,
        user_id=user_id,
        part=int.from_bytes(hashlib.sha256(missing).digest()[:7], "big"),
        at=now,
        keys=missing,
    )
    return bool(changed or kept)


def settle_pending_reads(
    db: Connection, arrived: Sequence[Arrived]
) -> list[PendingEvent]:
    """Mark what has come and was read elsewhere; return the events to publish."""
    new = {each.feed_id: each.numbers for each in arrived if each.numbers}
    if not new:
        return []
    events = []
    for (feed_id, user_id), keys in _pending(db, sorted(new)).items():
        span = new[feed_id]
        rows = db.rows(_NEW, first=span[0], last=span[-1], feed=feed_id)
        ids = [number for number, *own in rows if not keys.isdisjoint(own)]
        marked = mark_entries(db, user_id, ids, read=True) if ids else []
        if marked:
            payload = {"ids": sorted(marked), "read": True}
            events.append(PendingEvent(user_id, "state_changed", payload))
    return events


def forget_pending_reads(db: Connection, before: int, most: int) -> int:
    """Forget up to `most` parts that have waited since before a time."""
    return db.run(_FORGET, before=before, most=most)


def _pending(db: Connection, feeds: list[int]) -> dict[tuple[int, int], set[int]]:
    found: dict[tuple[int, int], set[int]] = {}
    for feed_id, user_id, keys in db.rows(_PENDING, feeds=feeds):
        found.setdefault((feed_id, user_id), set()).update(_unpacked(bytes(keys)))
    return found


def _packed(keys: Iterable[int]) -> bytes:
    numbers = list(keys)
    return struct.pack(f">{len(numbers)}q", *numbers)


def _unpacked(keys: bytes) -> list[int]:
    return list(struct.unpack(f">{len(keys) // KEY_BYTES}q", keys))
