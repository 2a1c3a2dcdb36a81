"""Finds pictures for feeds that have none, after their first successful check.

A failure is remembered for a week; a picture is looked at again after a month.
"""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.errors import TidingsError
from tidings.core.icons import best_first, favicon_of
from tidings.core.outcome import PageFetched
from tidings.core.urls import host_of
from tidings.fetch.icon import NoPicture, fetch_picture
from tidings.fetch.page import fetch_page
from tidings.fetch.turn import turn_at
from tidings.formats.icon_image import NotAnIcon, to_icon
from tidings.formats.icon_links import find_icons
from tidings.observe.logs import get_log
from tidings.store.icons import FeedWithoutIcon, claim_feeds_without_icon, save_icon

_SIDE_BY_SIDE = 8
_MOST_LINKED = 3
_PATIENCE = timedelta(seconds=30)

log = get_log()


async def fetch_icons(context: Context, fetching: Fetching) -> int:
    """Look for every picture that is missing; return how many were found."""
    found = 0
    while feeds := await context.database.write(
        claim_feeds_without_icon, context.clock(), _SIDE_BY_SIDE
    ):
        async with asyncio.TaskGroup() as tasks:
            work = [
                tasks.create_task(_try_one(context, fetching, feed)) for feed in feeds
            ]
        found += sum(task.result() for task in work)
    return found


async def fetch_icon(
    context: Context, fetching: Fetching, feed: FeedWithoutIcon
) -> bool:
    """Find and keep the picture of one feed; False if there is none to be had."""
    problem = "the feed names no site"
    async for url in _places(context, fetching, feed):
        png = await _picture(context, fetching, url)
        if isinstance(png, bytes):
            await context.database.write(save_icon, feed.id, png, context.clock())
            log.debug("icon found", feed_id=feed.id, url=url)
            return True
        problem = png.reason
    log.debug("no icon found", feed_id=feed.id, reason=problem)
    return False


async def _try_one(context: Context, fetching: Fetching, feed: FeedWithoutIcon) -> bool:
    try:
        return await fetch_icon(context, fetching, feed)
    except TidingsError as error:
        log.warning("icon not kept", feed_id=feed.id, code=error.code)
    except Exception:
        # A mistake of ours met by one picture must not stop the others.
        log.exception("icon failed", feed_id=feed.id)
    return False


async def _places(
    context: Context, fetching: Fetching, feed: FeedWithoutIcon
) -> AsyncIterator[str]:
    """Yield where a picture may be; the site's page is fetched only if it must be."""
    if feed.icon_url:
        yield feed.icon_url
    site = feed.site_url or feed.url
    favicon = favicon_of(site) if site else None
    if site is None or favicon is None:
        return
    yield favicon
    host = host_of(site) or ""
    async with turn_at(fetching.pace, host, context.clock, _PATIENCE) as is_ours:
        if not is_ours:
            return
        page = await fetch_page(fetching.client, site, context.clock())
    if isinstance(page, PageFetched):
        links = await asyncio.to_thread(
            find_icons, page.body, content_type=page.content_type, url=page.final_url
        )
        for url in best_first(links)[:_MOST_LINKED]:
            if url != favicon:
                yield url


async def _picture(
    context: Context, fetching: Fetching, url: str
) -> bytes | NoPicture | NotAnIcon:
    host = host_of(url) or ""
    async with turn_at(fetching.pace, host, context.clock, _PATIENCE) as is_ours:
        if not is_ours:
            return NoPicture("the server is busy")
        fetched = await fetch_picture(fetching.client, url)
    if isinstance(fetched, NoPicture):
        return fetched
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(fetching.threads, to_icon, fetched.body)
