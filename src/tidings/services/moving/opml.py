"""Lists of feeds in and out: what one reader exports, another imports, and back.

Importing fetches nothing: feeds are registered, and workers check them as usual.
"""

import asyncio
from collections.abc import Mapping

from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND
from tidings.core.settings.values import write_duration
from tidings.core.system.long_job_kind import LongJobKind
from tidings.formats.opml import OpmlFeed, OpmlList, read_opml, write_opml
from tidings.operations.moving.import_opml import (
    AUTOMATIC,
    CountFeeds,
    OpmlReport,
    follow_listed,
    packed_list,
)
from tidings.services.system.long_jobs import JobView, start_long_job
from tidings.store.engine.connection import Connection
from tidings.store.feeds.folders import Path, folder_paths
from tidings.store.feeds.subscription_lists import ListedFeed, all_feeds, followed_feeds


async def import_opml(
    context: Context,
    fetching: Fetching,
    user_id: int,
    body: bytes,
    progress: CountFeeds = lambda done, whole: None,
) -> OpmlReport:
    """Let a user follow every feed of a list at once, while the caller waits; raises
    `Invalid` if it is no such list."""
    listed = await asyncio.to_thread(read_opml, body)
    return await follow_listed(context, fetching, user_id, listed, count=progress)


async def start_import(
    context: Context, user_id: int, body: bytes, content_type: str | None
) -> JobView:
    """Read a list and let a worker follow its feeds; raises `Invalid` if it is no such
    list."""

    def pack() -> bytes:
        return packed_list(read_opml(body, content_type=content_type))

    return await start_long_job(
        context, user_id, LongJobKind.IMPORT_OPML, await asyncio.to_thread(pack)
    )


async def export_opml(context: Context, user_id: int | None = None) -> bytes:
    """Return what a user follows, or every feed of the instance, without secrets."""
    feeds, paths = await context.database.read(_listed, user_id)
    listed = OpmlList(
        title="Tidings",
        feeds=tuple(_outgoing(feed, paths) for feed in feeds),
        folders=tuple(paths.values()),
    )
    return await asyncio.to_thread(write_opml, listed, created_at=context.clock())


def _outgoing(feed: ListedFeed, paths: Mapping[int, Path]) -> OpmlFeed:
    settings = {
        "polling": None if feed.polling else "off",
        "enforce-feed-domain": "on" if feed.enforce_feed_domain else None,
        "allow-duplicate-urls": "on" if feed.allow_duplicate_urls else None,
        "retry-policy": feed.retry_policy,
        "interval": _interval(feed.poll_interval),
        "title": AUTOMATIC if feed.own_title is None else None,
    }
    return OpmlFeed(
        feed.url,
        title=feed.own_title or feed.feed_title or None,
        site_url=feed.site_url,
        folder=paths.get(feed.folder_id or 0, ()),
        settings={name: value for name, value in settings.items() if value},
    )


def _interval(length: int | None) -> str | None:
    return None if length is None else write_duration(length * MICROSECOND)


def _listed(
    db: Connection, user_id: int | None
) -> tuple[list[ListedFeed], dict[int, Path]]:
    if user_id is None:
        return all_feeds(db), {}
    return followed_feeds(db, user_id), folder_paths(db, user_id)
