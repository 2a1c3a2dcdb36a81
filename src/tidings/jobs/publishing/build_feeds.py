"""Builds the documents of published feeds: after an event about a feed, from what
is stored, so that whoever asks for one is sent bytes that lie ready.
"""

import asyncio

from tidings.context import Context, Fetching
from tidings.core.urls import Suffixes
from tidings.formats.feeds.writers import (
    FORMATS,
)
from tidings.observe.logs import get_log
from tidings.operations.publishing.feed_documents import (
    MOST_ENTRIES,
    document,
    own_entries,
)
from tidings.store.engine.connection import Connection
from tidings.store.publishing import builds
from tidings.store.publishing.builds import Build, DeframedEntry, PublicFeed
from tidings.store.system.app_settings import get_value, set_value
from tidings.store.system.events import newest_event, oldest_kept_event

# Goes up whenever the same entries are written differently: all is built again then.
_WRITERS_VERSION = 2
_SEEN = "builds.seen"
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


def _builds(
    feed: PublicFeed, entries: tuple[DeframedEntry, ...], base_url: str, now: int
) -> dict[str, Build]:
    return {form: document(feed, entries, form, base_url, now) for form in FORMATS}


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
