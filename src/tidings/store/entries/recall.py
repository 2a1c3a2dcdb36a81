"""Remembers what a feed's document must be compared with: one question, six look-ups."""

from collections.abc import Iterable
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys, KnownEntry, key_bytes, key_number
from tidings.core.feeds.refresh import Memory, StoredEntry
from tidings.store.engine.connection import Connection

# What could not be stored is tried again, but not at every poll.
_POISON_RESTS = timedelta(days=1)
# By content only what has no guid or no URL: the rest is found by these.
_KNOWN = """
select e.id, e.guid_key, e.url_key, e.content_hash, e.meta_key, e.shown, 0
from ids(:guids) k cross join entries e
where e.feed_id = :feed and e.guid_key = k.id
union
select e.id, e.guid_key, e.url_key, e.content_hash, e.meta_key, e.shown, 0
from ids(:urls) k cross join entries e
where e.feed_id = :feed and e.url_key = k.id
union
select e.id, e.guid_key, e.url_key, e.content_hash, e.meta_key, e.shown, 0
from ids(:contents) k cross join entries e
where e.feed_id = :feed and e.content_key = k.id
  and (e.guid_key is null or e.url_key is null)
union
select t.entry_id, t.guid_key, t.url_key, t.content_hash, 0, 0, 1
from ids(:guids) k cross join tombstones t
where t.feed_id = :feed and t.guid_key = k.id
union
select t.entry_id, t.guid_key, t.url_key, t.content_hash, 0, 0, 1
from ids(:urls) k cross join tombstones t
where t.feed_id = :feed and t.url_key = k.id
union
select t.entry_id, t.guid_key, t.url_key, t.content_hash, 0, 0, 1
from ids(:contents) k cross join tombstones t
where t.feed_id = :feed and t.content_key = k.id
"""


def recall_entries(
    db: Connection, feed_id: int, entries: tuple[NewEntry, ...], now: int
) -> Memory:
    """Return every entry and tombstone that a document may speak of."""
    rows = db.rows(
        _KNOWN,
        feed=feed_id,
        guids=_numbers(entry.keys.guid_key for entry in entries),
        urls=_numbers(entry.keys.url_key for entry in entries),
        contents=_numbers(entry.keys.content_hash for entry in entries),
    )
    shown = db.rows(
        "select id from entries where feed_id = :feed and shown = 1", feed=feed_id
    )
    poison = db.rows(
        "select content_key from poison_entries"
        " where feed_id = :feed and last_seen_at > :since",
        feed=feed_id,
        since=now - micros(_POISON_RESTS),
    )
    return Memory(
        tuple(
            StoredEntry(
                KnownEntry(
                    number,
                    EntryKeys(key_bytes(guid), key_bytes(url), bytes(content)),
                    forgotten=bool(forgotten),
                ),
                meta_key=meta,
                shown=bool(is_shown),
            )
            for number, guid, url, content, meta, is_shown, forgotten in rows
        ),
        shown=frozenset(row[0] for row in shown),
        poison=frozenset(row[0] for row in poison),
    )


def _numbers(keys: Iterable[bytes | None]) -> list[int]:
    return [number for key in keys if (number := key_number(key)) is not None]
