"""Finds pictures for feeds that have none, after their first successful check.

A failure is remembered for a week; a picture is looked at again after a month.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from tidings.context import Context, Fetching
from tidings.core.errors import TidingsError
from tidings.core.feeds.icons import best_first, favicon_of
from tidings.core.feeds.outcome import PageFetched
from tidings.core.urls import place_of
from tidings.fetch.icon import NoPicture, fetch_picture
from tidings.fetch.page import fetch_page
from tidings.formats.icon_links import find_icons
from tidings.observe.logs import get_log
from tidings.operations.feeds.host_turn import turn_at
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.store.feeds.icons import (
    FeedWithoutIcon,
    claim_feeds_without_icon,
    icon_of_site,
    save_icon,
    share_icon,
)

if TYPE_CHECKING:
    from tidings.formats.icon_image import NotAnIcon

_AT_ONCE = 8
_MOST_LINKED = 3
_PATIENCE = timedelta(seconds=30)

# Up to the path, and the picture that the feed itself names.
_Site = tuple[str, str | None]

log = get_log()


class MissingIcons(ClaimedWork[list[FeedWithoutIcon]]):
    """Feeds without a picture, some at once: those of one site share what it has."""

    def __init__(self, context: Context, fetching: Fetching) -> None:
        super().__init__()
        self._context = context
        self._fetching = fetching
        self._asked: dict[_Site, int | None] = {}

    async def claim(self, many: int) -> list[list[FeedWithoutIcon]]:
        feeds = await self._context.database.write(
            claim_feeds_without_icon, self._context.clock(), _AT_ONCE
        )
        if not feeds:
            self._asked.clear()
        return [feeds] if feeds else []

    async def work(self, item: list[FeedWithoutIcon]) -> int:
        """Look for the pictures of some feeds; return how many got theirs."""
        context, fetching, asked = self._context, self._fetching, self._asked
        async with asyncio.TaskGroup() as tasks:
            sites = [
                tasks.create_task(_try_site(context, fetching, site, group, asked))
                for site, group in _by_site(item).items()
            ]
        return sum(task.result() for task in sites)


def _by_site(feeds: Sequence[FeedWithoutIcon]) -> dict[_Site, list[FeedWithoutIcon]]:
    groups: dict[_Site, list[FeedWithoutIcon]] = {}
    for feed in feeds:
        groups.setdefault((_origin(feed), feed.icon_url), []).append(feed)
    return groups


def _origin(feed: FeedWithoutIcon) -> str:
    """Return the site of a feed up to the path; the feed itself if it has none."""
    favicon = favicon_of(feed.site_url or feed.url or "")
    return f"feed {feed.id}" if favicon is None else favicon.removesuffix("favicon.ico")


async def _try_site(
    context: Context,
    fetching: Fetching,
    site: _Site,
    feeds: Sequence[FeedWithoutIcon],
    asked: dict[_Site, int | None],
) -> int:
    """Give feeds of one site their picture; return how many got one."""
    numbers = [feed.id for feed in feeds]
    try:
        if site not in asked:
            is_known, icon = await context.database.read(
                icon_of_site, *site, numbers, context.clock()
            )
            asked[site] = (
                icon if is_known else await _fetch_icon(context, fetching, feeds[0])
            )
        icon = asked[site]
        if icon is None:
            return 0
        await context.database.write(share_icon, numbers, icon)
    except TidingsError as error:
        log.warning("icon not kept", feed_ids=numbers, code=error.code)
        return 0
    except Exception:
        # A mistake of ours met by one picture must not stop the others.
        log.exception("icon failed", feed_ids=numbers)
        return 0
    return len(numbers)


async def _fetch_icon(
    context: Context, fetching: Fetching, feed: FeedWithoutIcon
) -> int | None:
    """Find and keep the picture of one feed; None if there is none to be had."""
    problem = "the feed names no site"
    async for url in _places(context, fetching, feed):
        png = await _picture(context, fetching, url)
        if isinstance(png, bytes):
            log.debug("icon found", feed_id=feed.id, url=url)
            return await context.database.write(
                save_icon, feed.id, png, context.clock()
            )
        problem = png.reason
    log.debug("no icon found", feed_id=feed.id, reason=problem)
    return None


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
    host = place_of(site)
    async with turn_at(context, fetching, host, _PATIENCE, is_person=False) as turn:
        if turn.refused:
            return
        page = await fetch_page(fetching.client, site, context.clock())
        turn.learn(page)
    if isinstance(page, PageFetched):
        links = await asyncio.to_thread(
            find_icons, page.body, content_type=page.content_type, url=page.final_url
        )
        for url in best_first(links)[:_MOST_LINKED]:
            if url != favicon:
                yield url


async def _picture(
    context: Context, fetching: Fetching, url: str
) -> "bytes | NoPicture | NotAnIcon":
    host = place_of(url)
    async with turn_at(context, fetching, host, _PATIENCE, is_person=False) as turn:
        if turn.refused:
            return NoPicture("the server is busy")
        fetched = await fetch_picture(fetching.client, url)
    if isinstance(fetched, NoPicture):
        return fetched
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(fetching.threads, _to_icon, fetched.body)


def _to_icon(body: bytes) -> "bytes | NotAnIcon":
    from tidings.formats.icon_image import (
        to_icon,
    )  # loads Pillow, for the rare new icon

    return to_icon(body)
