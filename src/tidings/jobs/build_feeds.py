"""Builds the documents of published feeds: after something was told of a feed, from what
is stored, so that whoever asks for one is sent bytes that lie ready.
"""

import asyncio
import gzip
import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from tidings.context import Context, Fetching
from tidings.core.ceilings import OVERALL, framing_of
from tidings.core.urls import Suffixes, same_site
from tidings.formats.feed_writers import (
    FORMATS,
    FeedFormat,
    FeedHead,
    Original,
    WrittenEntry,
    write_feed,
)
from tidings.observe.logs import get_log
from tidings.store import builds
from tidings.store.app_settings import get_value, set_value
from tidings.store.builds import Build, DeframedEntry, PublicFeed
from tidings.store.connection import Connection
from tidings.store.events import newest_event, oldest_kept_event

MOST_ENTRIES = 50
# Goes up whenever the same entries are written differently: all is built again then.
_WRITERS_VERSION = 2
_SEEN = "builds.seen"
_KEPT_DOCUMENTS = 64

log = get_log()


async def build_feeds(context: Context, fetching: Fetching) -> int:
    """Build what there is something new of; return how many feeds that was."""
    written = [_WRITERS_VERSION, context.server.base_url]
    feed_ids, up_to = await context.database.read(_due, written)
    built = 0
    for feed_id in feed_ids:
        built += await build_feed(context, fetching.suffixes, feed_id)
    if up_to is not None:
        seen = {"event": up_to, "written": written}
        await context.database.write(set_value, _SEEN, seen, context.clock())
    if built:
        log.info("feeds built", feeds=built)
    return built


async def build_feed(context: Context, suffixes: Suffixes, feed_id: int) -> bool:
    """Build the documents of one feed; return whether they say anything new."""
    found = await context.database.read(_material, feed_id)
    if found is None:
        return False
    feed, entries, tags = found
    own = own_entries(feed, entries, suffixes)[:MOST_ENTRIES]
    if not own:
        if tags:
            await context.database.write(builds.drop_builds, feed_id)
        return bool(tags)
    now, base_url = context.clock(), context.server.base_url
    made = await asyncio.to_thread(_builds, feed, own, base_url, now)
    if all(build.tag == tags.get(form) for form, build in made.items()):
        return False
    await context.database.write(builds.save_builds, feed_id, made)
    return True


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


def _builds(
    feed: PublicFeed, entries: tuple[DeframedEntry, ...], base_url: str, now: int
) -> dict[str, Build]:
    return {form: document(feed, entries, form, base_url, now) for form in FORMATS}


def _written(
    feed: PublicFeed,
    entries: Sequence[DeframedEntry],
    form: FeedFormat,
    base_url: str,
    updated_at: int,
) -> bytes:
    address = f"{base_url.rstrip('/')}/rss?url={quote(feed.url, safe='')}"
    if form != "rss":
        address += f"&format={form}"
    head = FeedHead(
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


def _due(db: Connection, written: list[object]) -> tuple[list[int], int | None]:
    """Return which feeds to build, and up to which event that is; None: as before."""
    newest = newest_event(db)
    known = get_value(db, _SEEN) or {}
    seen = known.get("event", -1)
    oldest = oldest_kept_event(db) or newest + 1
    is_gap = seen > newest or seen + 1 < oldest
    if is_gap or known.get("written") != written:
        return builds.all_published(db), newest
    if seen == newest:
        return [], None
    return builds.feeds_to_build(db, seen, newest), newest


def _material(
    db: Connection, feed_id: int
) -> tuple[PublicFeed, list[DeframedEntry], dict[str, str]] | None:
    feed = builds.public_feed(db, feed_id)
    if feed is None:
        return None
    # Some are left out if they may not lead elsewhere: older ones take their place.
    many = builds.LOOK_AT if feed.enforce_feed_domain else MOST_ENTRIES
    entries = builds.deframed_entries(db, feed_id, many)
    return feed, entries, builds.build_tags(db, feed_id)
