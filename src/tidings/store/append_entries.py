"""Puts new entries at the end of their feed. Nothing is written per subscriber."""

from collections.abc import Sequence

from tidings.core.entry import NewEntry, place_entries
from tidings.store.connection import Connection
from tidings.store.entry_keys import key_numbers
from tidings.store.feed_heads import lock_head
from tidings.store.full_text import index_entries
from tidings.store.numbers import next_numbers

_INSERT_ENTRY = """
insert into entries (
  id, feed_id, seq, sort_at, received_at, published_at, guid, url, guid_key, url_key,
  content_key, content_hash, meta_key, title, author, excerpt, image_url, language,
  extras, words)
values (
  :id, :feed, :seq, :sort_at, :received_at, :published_at, :guid, :url, :guid_key,
  :url_key, :content_key, :content_hash, :meta_key, :title, :author, :excerpt,
  :image_url, :language, :extras, :words)
"""
_INSERT_BODY = """
insert into entry_bodies (entry_id, codec, content) values (:id, :codec, :content)
"""


def append_entries(
    db: Connection, feed_id: int, entries: Sequence[NewEntry], now: int
) -> range:
    """Store new entries of a feed and return their ids, oldest first."""
    if not entries:
        return range(0)
    head = lock_head(db, feed_id)
    # A clock that jumped back must not make an entry older than its feed's newest.
    received_at = max(now, head.last_at)
    placed = place_entries(
        entries,
        last_seq=head.last_seq,
        last_at=head.last_at,
        received_at=received_at,
    )
    ids = next_numbers(db, "entry", len(placed))
    rows = [
        {
            "id": id_,
            "feed": feed_id,
            "seq": place.seq,
            "sort_at": place.sort_at,
            "received_at": received_at,
            "published_at": place.entry.published_at,
            "guid": place.entry.guid,
            "url": place.entry.url,
            **key_numbers(place.entry.keys),
            "content_hash": place.entry.keys.content_hash,
            "meta_key": place.entry.meta_key,
            "title": place.entry.title,
            "author": place.entry.author,
            "excerpt": place.entry.excerpt,
            "image_url": place.entry.image_url,
            "language": place.entry.language,
            "extras": place.entry.extras,
            "words": place.entry.words,
        }
        for id_, place in zip(ids, placed, strict=True)
    ]
    bodies = [
        {"id": id_, "codec": place.entry.codec, "content": place.entry.content}
        for id_, place in zip(ids, placed, strict=True)
    ]
    db.run_many(_INSERT_ENTRY, rows)
    db.run_many(_INSERT_BODY, bodies)
    index_entries(
        db,
        [
            (id_, place.entry.title, place.entry.author, place.entry.indexed)
            for id_, place in zip(ids, placed, strict=True)
        ],
    )
    db.run(
        "update feed_heads set last_seq = :seq, last_at = :at where feed_id = :feed",
        seq=placed[-1].seq,
        at=placed[-1].sort_at,
        feed=feed_id,
    )
    return ids
