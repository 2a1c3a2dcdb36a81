"""Well-known public feeds to begin with, by topic; the web app shows the same file."""

from functools import cache
from importlib.resources import files

import msgspec

from tidings.core.feeds.feed_names import StarterFeed


class _Feed(msgspec.Struct, frozen=True):
    title: str
    url: str


class _Pack(msgspec.Struct, frozen=True):
    words: tuple[str, ...]
    feeds: tuple[_Feed, ...]


@cache
def starter_feeds() -> tuple[StarterFeed, ...]:
    """Return every feed of every pack, in their order."""
    text = (files("tidings.samples") / "starter_packs.json").read_bytes()
    packs = msgspec.json.decode(text, type=dict[str, _Pack])
    return tuple(
        StarterFeed(feed.title, feed.url, topic, pack.words)
        for topic, pack in packs.items()
        for feed in pack.feeds
    )
