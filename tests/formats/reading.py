"""Small feeds for tests, and reading them."""

from tidings.core.feeds.parsed import NotAFeed, ParsedEntry, ParsedFeed
from tidings.formats.feeds.feed import read_feed

URL = "https://feeds.example/dir/feed.xml"


def read(body: bytes | str, *, limit: int = 1000) -> ParsedFeed:
    found = outcome(body, limit=limit)
    assert isinstance(found, ParsedFeed), found
    return found


def outcome(
    body: bytes | str, *, content_type: str | None = None, limit: int = 1000
) -> ParsedFeed | NotAFeed:
    raw = body.encode() if isinstance(body, str) else body
    return read_feed(raw, content_type=content_type, url=URL, limit=limit)


def rss(inner: str, *, channel: str = "", declared: str = "") -> str:
    return (
        f'<rss version="2.0" {declared}><channel><title>Feed</title>{channel}'
        f"<item>{inner}</item></channel></rss>"
    )


def rss_entry(inner: str, **parts: str) -> ParsedEntry:
    return read(rss(inner, **parts)).entries[0]


def atom_entry(inner: str) -> ParsedEntry:
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom"><entry>{inner}</entry></feed>'
    return read(feed).entries[0]
