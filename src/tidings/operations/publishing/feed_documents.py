"""The documents of published feeds, rendered from what is stored."""

import gzip
import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tidings.core.publishing.ceilings import OVERALL, framing_of
from tidings.core.publishing.published_address import published_address
from tidings.core.urls import Suffixes, same_site
from tidings.formats.feeds.writers import (
    FeedFormat,
    Original,
    WrittenEntry,
    WrittenFeed,
    write_feed,
)
from tidings.store.publishing.builds import Build, DeframedEntry, PublicFeed

MOST_ENTRIES = 50
_KEPT_DOCUMENTS = 64


def own_entries(
    feed: PublicFeed, entries: Sequence[DeframedEntry], suffixes: Suffixes
) -> tuple[DeframedEntry, ...]:
    """Leave out what leads elsewhere, if the feed may only lead to its own site."""
    if not feed.enforce_feed_domain:
        return tuple(entries)
    return tuple(
        entry
        for entry in entries
        if entry.url and same_site(entry.url, feed.url, suffixes)
    )


@lru_cache(_KEPT_DOCUMENTS)
def document(
    feed: PublicFeed,
    entries: tuple[DeframedEntry, ...],
    form: FeedFormat,
    base_url: str,
    updated_at: int,
) -> Build:
    """Return a feed's document; its tag is of what it says, not of when it was built."""
    tag = hashlib.sha256(_written(feed, entries, form, base_url, 0)).hexdigest()[:32]
    return packed(_written(feed, entries, form, base_url, updated_at), tag, updated_at)


def packed(body: bytes, tag: str, updated_at: int) -> Build:
    """Return a document with its smaller form."""
    return Build(updated_at, tag, body, gzip.compress(body, 6, mtime=0))


def neutral_entry(
    entry: DeframedEntry, result: dict[str, Any], html: str | None = None
) -> WrittenEntry:
    """Return an entry in neutral words, with what it said itself beside them."""
    framing = framing_of(result)
    return WrittenEntry(
        id=entry.url or f"urn:x-tidings:entry:{entry.id}",
        title=str(result.get("title") or entry.title),
        text=str(result.get("description") or entry.excerpt),
        at=entry.at,
        url=entry.url,
        changed_at=entry.changed_at,
        author=entry.author,
        html=html,
        original=Original(
            entry.title, entry.excerpt, ((OVERALL, framing.overall), *framing.scores)
        ),
    )


def _written(
    feed: PublicFeed,
    entries: Sequence[DeframedEntry],
    form: FeedFormat,
    base_url: str,
    updated_at: int,
) -> bytes:
    address = published_address(base_url, feed.url)
    if form != "rss":
        address += f"&format={form}"
    head = WrittenFeed(
        id=address,
        title=feed.title or feed.url,
        description=feed.description,
        updated_at=updated_at,
        home_url=feed.site_url,
        feed_url=address,
        language=feed.language,
    )
    written = [neutral_entry(entry, json.loads(entry.result)) for entry in entries]
    return write_feed(form, head, written)
