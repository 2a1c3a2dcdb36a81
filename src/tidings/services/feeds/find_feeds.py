"""From what somebody typed to feeds to choose from: an address is looked at, a name or a
topic is looked up in the lists that come with Tidings, without asking anyone."""

import re

from tidings.context import Context, Fetching
from tidings.core.feeds.feed_names import StarterFeed, feeds_named
from tidings.core.feeds.typed_address import addresses_meant
from tidings.samples.starter_packs import starter_feeds
from tidings.services.feeds.discover import FoundFeeds, FoundView, find_feeds_of

# Words have none of these; addresses do.
_NO_WORDS = re.compile(r"[:/@\\]|^\W*$")


async def find_feeds(context: Context, fetching: Fetching, typed: str) -> FoundFeeds:
    """Return the feeds of an address, as `find_feeds_of` does, or those of a name or a
    topic; that nothing is known by that name is an answer."""
    if addresses_meant(typed) or _NO_WORDS.search(typed):
        return await find_feeds_of(context, fetching, typed)
    items = [_view(feed) for feed in feeds_named(typed, starter_feeds())]
    problem = "" if items else "No feed is known here by this name: type its address."
    return FoundFeeds(typed.strip(), items, problem)


def _view(feed: StarterFeed) -> FoundView:
    return FoundView(
        url=feed.url,
        title=feed.title,
        kind=None,
        entries=None,
        newest_at=None,
        reason=f"it is listed here under {feed.topic}",
    )
