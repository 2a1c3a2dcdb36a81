"""What everybody may read without signing in: feeds that the operator published.

A feed that is only followed by somebody is unknown here, and looks like one that does
not exist.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass

from tidings.context import Context, Fetching
from tidings.core.ai.deframing import Fact
from tidings.core.codes import Code
from tidings.core.entries.identity import key_number, url_key
from tidings.core.errors import Conflict, Forbidden, NotFound
from tidings.core.publishing.ceilings import OVERALL, Ceilings, fits, framing_of
from tidings.core.reading.interleave import interleave
from tidings.core.urls import Suffixes, host_of
from tidings.formats.feeds.writers import FeedFormat
from tidings.operations.publishing.feed_documents import (
    MOST_ENTRIES,
    document,
    own_entries,
)
from tidings.store.ai.bulk import request_for_newest
from tidings.store.ai.choices import stored_instance
from tidings.store.engine.connection import Connection
from tidings.store.feeds.feeds import FeedRow, find_feed
from tidings.store.publishing import builds
from tidings.store.publishing.builds import Build, DeframedEntry, PublicFeed
from tidings.store.system.events import publish_event

_MOST_FEEDS = 200
_MOST_COPIES = 20
# Some are left out: more framed than wanted, or of another feed too.
_LOOK_FURTHER = 4
_FEWEST = 20
_NO_FEED = "There is no such feed here, or nothing of it yet."
_DISABLED = "This feed is switched off."


@dataclass(frozen=True, slots=True)
class DeframedFeed:
    """Where an entry came from."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class DeframedItem:
    """An entry in neutral words, and what it said itself."""

    url: str | None
    title: str
    description: str
    original_title: str
    original_description: str
    overall: float
    scores: dict[str, float]
    reasons: dict[str, str]
    title_reason: str
    description_reason: str
    category: str
    facts: list[Fact]
    published_at: int
    made_at: int
    feed: DeframedFeed


@dataclass(frozen=True, slots=True)
class DeframedSite:
    """The newest entries of a site's feeds, each feed in turn."""

    root: str
    items: Sequence[DeframedItem]


async def read_feed(context: Context, url: str, form: FeedFormat) -> Build:
    """Return the document of a feed, as it lies ready."""
    found = await context.database.read(builds.stored_build, url, form)
    return _allowed(found)


async def read_feed_under(
    context: Context,
    fetching: Fetching,
    url: str,
    form: FeedFormat,
    ceilings: Ceilings,
) -> Build:
    """Return the document of a feed with only what is under the ceilings."""
    build, feed, own = await context.database.read(
        _material, url, form, ceilings, fetching.suffixes
    )
    base_url = context.server.base_url
    return await asyncio.to_thread(
        document, feed, own, form, base_url, build.updated_at
    )


async def find_item(
    context: Context, fetching: Fetching, url: str, ceilings: Ceilings
) -> DeframedItem:
    """Return what was made of the entry at an address."""
    found = await context.database.read(_item, url, ceilings, fetching.suffixes)
    if found is None:
        raise NotFound("There is nothing about this address.")
    return found


async def list_site(
    context: Context, fetching: Fetching, root: str, limit: int, ceilings: Ceilings
) -> DeframedSite:
    """Return the newest entries of all feeds of a domain, each feed in turn."""
    return await context.database.read(_site, root, limit, ceilings, fetching.suffixes)


async def publish_feed(context: Context, name: str, *, published: bool) -> FeedRow:
    """Let everybody read a feed without its framing, or nobody but its followers."""
    return await context.database.write(_publish, name, published, context.clock())


async def publish_if_public(context: Context, feed_id: int) -> bool:
    """Publish a feed unless it is behind a login; return whether it is public now."""
    return await context.database.write(_publish_now, feed_id, context.clock())


def _allowed(found: tuple[bool, Build | None] | None) -> Build:
    if found is None:
        raise NotFound(_NO_FEED)
    enabled, build = found
    if not enabled:
        raise Forbidden(_DISABLED, code=Code.FEED_DISABLED)
    if build is None:
        raise NotFound(_NO_FEED)
    return build


def _material(
    db: Connection, url: str, form: FeedFormat, ceilings: Ceilings, suffixes: Suffixes
) -> tuple[Build, PublicFeed, tuple[DeframedEntry, ...]]:
    build = _allowed(builds.stored_build(db, url, form))
    feed = builds.public_feed_at(db, url)
    if feed is None:
        raise NotFound(_NO_FEED)
    entries = builds.deframed_entries(db, feed.id, builds.LOOK_AT)
    calm = [entry for entry in entries if _is_under(entry, ceilings)]
    return build, feed, own_entries(feed, calm, suffixes)[:MOST_ENTRIES]


def _item(
    db: Connection, url: str, ceilings: Ceilings, suffixes: Suffixes
) -> DeframedItem | None:
    key = key_number(url_key(url))
    if key is None:
        return None
    for entry in builds.deframed_at(db, key, _MOST_COPIES):
        feed = builds.public_feed(db, entry.feed_id)
        if feed is not None and _calm(feed, [entry], ceilings, suffixes):
            return _shown(entry, feed)
    return None


def _site(
    db: Connection, root: str, limit: int, ceilings: Ceilings, suffixes: Suffixes
) -> DeframedSite:
    domain = host_of(f"https://{root}/") or ""
    feeds = {feed.id: feed for feed in builds.public_feeds_of(db, domain, _MOST_FEEDS)}
    if not feeds:
        raise NotFound("There is no feed of this domain here.")

    # They are stored rounded: what is just above a ceiling is left out afterwards.
    most_framed = int(dict(ceilings.most).get(OVERALL, 1) * 1000) + 1

    def fair(each: int) -> list[DeframedEntry]:
        groups = [
            _calm(
                feed,
                builds.deframed_entries(db, feed.id, each, most_framed),
                ceilings,
                suffixes,
            )
            for feed in feeds.values()
        ]
        groups.sort(key=lambda group: -group[0].at if group else 0)
        return interleave(
            groups, distinct=lambda entry: url_key(entry.url or ""), limit=limit
        )

    most = _LOOK_FURTHER * limit
    # Usually each feed gives its share; results are long, and all of them would be many.
    found = fair(max(_FEWEST, most // len(feeds)))
    if len(found) < limit and len(feeds) > 1:
        found = fair(most)
    items = [_shown(entry, feeds[entry.feed_id]) for entry in found]
    return DeframedSite(domain, items)


def _calm(
    feed: PublicFeed,
    entries: Sequence[DeframedEntry],
    ceilings: Ceilings,
    suffixes: Suffixes,
) -> list[DeframedEntry]:
    """Return entries with an allowed URL and scores under the ceilings."""
    own = own_entries(feed, entries, suffixes)
    return [entry for entry in own if entry.url and _is_under(entry, ceilings)]


def _publish(db: Connection, name: str, published: bool, now: int) -> FeedRow:
    feed = find_feed(db, name)
    if not published:
        builds.unpublish_feed(db, feed.id)
    elif not _publish_now(db, feed.id, now):
        raise Conflict(
            f"Feed {feed.id} cannot be published: it is behind a login, or is"
            " somebody's own.",
            code=Code.FEED_NOT_PUBLIC,
        )
    return feed


def _publish_now(db: Connection, feed_id: int, now: int) -> bool:
    """Publish a feed, and ask for the deframing of what it has already."""
    if not builds.publish_feed(db, feed_id, now):
        return False
    # The builder of documents learns of the feed by this event.
    publish_event(db, "feed_changed", now, feed_id=feed_id)
    instance = stored_instance(db)
    if instance is not None:
        request_for_newest(db, instance, feed_id, MOST_ENTRIES, now)
    return True


def _is_under(entry: DeframedEntry, ceilings: Ceilings) -> bool:
    return not ceilings or fits(framing_of(json.loads(entry.result)), ceilings)


def _shown(entry: DeframedEntry, feed: PublicFeed) -> DeframedItem:
    result = json.loads(entry.result)
    framing = framing_of(result)
    return DeframedItem(
        url=entry.url,
        title=str(result.get("title") or entry.title),
        description=str(result.get("description") or entry.excerpt),
        original_title=entry.title,
        original_description=entry.excerpt,
        overall=framing.overall,
        scores=dict(framing.scores),
        reasons=result.get("reasons") or {},
        title_reason=str(result.get("title_reason") or ""),
        description_reason=str(result.get("description_reason") or ""),
        category=str(result.get("category") or ""),
        facts=result.get("facts") or [],
        published_at=entry.at,
        made_at=entry.made_at,
        feed=DeframedFeed(feed.title, feed.url),
    )
