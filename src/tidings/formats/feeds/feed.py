"""The one way from a fetched body to a feed: `read_feed`.

Safe for threads, never raises on any body, does no I/O but the last-resort process.
"""

import re
from dataclasses import replace

from tidings.core.feeds.parsed import FeedKind, NotAFeed, ParsedFeed
from tidings.formats.feeds.json_feed import read_json_feed
from tidings.formats.feeds.last_resort import read_as_last_resort
from tidings.formats.feeds.sniff import (
    looks_like_html,
    no_markup_words,
    page_words,
    plain_xml,
    sniff,
)
from tidings.formats.feeds.xml_feed import read_xml_feed, root_name
from tidings.formats.xml.cdata import split_cdata
from tidings.formats.xml.repair import is_cut_off, without_conflicts
from tidings.formats.xml.stages import Tree, parse_in_stages, parse_strictly

_ENTRY_START = re.compile(rb"<(?:[A-Za-z_][\w.-]{0,40}:)?(item|entry)[\s>]", re.I)
# feedparser would not get through more of them in time.
_MOST_ENTRIES_AT_LAST = 2000
_FEED_START = re.compile(rb"<(?:rss|feed|rdf:RDF|channel)[\s>]", re.I)
_CUT_OFF = NotAFeed("truncated", "The document is cut off before any entry.")
_DAMAGED = NotAFeed("xml", "This was meant to be a feed, but is damaged too much.")
_ROOTS_IN_WORDS = {
    "opml": "a list of feeds (OPML)",
    "urlset": "a sitemap",
    "sitemapindex": "a sitemap index",
    "svg": "an SVG image",
    "opensearchdescription": "a search description",
    "error": "an error message",
    "envelope": "a SOAP message",
}


def read_feed(
    body: bytes, *, content_type: str | None, url: str, limit: int = 1000
) -> ParsedFeed | NotAFeed:
    """Read at most `limit` entries of whatever feed a body holds.

    `url` is where the body came from: relative addresses are relative to it.
    """
    sound = _read_sound_xml(body, url, limit)
    if sound is not None:
        return sound
    document = sniff(body, content_type)
    if isinstance(document, NotAFeed):
        return document
    if document.syntax == "json":
        return read_json_feed(document.text, url=url, limit=limit)
    return _read_xml(document.text, url, limit)


def _read_sound_xml(body: bytes, url: str, limit: int) -> ParsedFeed | None:
    text = plain_xml(body)
    tree = parse_strictly(text) if text else None
    return read_xml_feed(tree, url=url, limit=limit) if tree else None


def _read_xml(text: bytes, url: str, limit: int) -> ParsedFeed | NotAFeed:
    text = without_conflicts(text)
    tree = parse_in_stages(text)
    feed = read_xml_feed(tree, url=url, limit=limit) if tree else None
    if feed is not None and not feed.broken:
        return feed
    # A sound tree without a feed in it says what it is; only damage is worth more.
    if feed is None and tree is not None and tree.stage == "strict":
        return _in_words(text, tree)
    found = len(feed.entries) + len(feed.set_aside) if feed else 0
    starts = _entry_starts(text, feed.kind if feed else None)
    if found < starts <= _MOST_ENTRIES_AT_LAST and found < limit:
        better = read_as_last_resort(text, url=url, limit=limit)
        if better is not None and len(better.entries) > found:
            problems = (*(feed.problems if feed else ()), *better.problems)
            return replace(better, problems=problems)
    if feed is not None and feed.broken and _says_nothing(feed):
        return _CUT_OFF if is_cut_off(text) else _DAMAGED
    return feed or _in_words(text, tree)


def _says_nothing(feed: ParsedFeed) -> bool:
    return not (feed.entries or feed.title or feed.site_url or feed.description)


def _entry_starts(text: bytes, kind: FeedKind | None) -> int:
    """Count the entries a damaged document begins, those quoted in texts left out."""
    plain = b" ".join(outside for outside, _ in split_cdata(text))
    names = [found[1].lower() for found in _ENTRY_START.finditer(plain)]
    if kind is None:
        return len(names)
    return names.count(b"entry" if kind == "atom" else b"item")


def _in_words(text: bytes, tree: Tree | None) -> NotAFeed:
    name = root_name(tree.root) if tree else ""
    if name == "html" or looks_like_html(text):
        return page_words(text)
    if name:
        words = _ROOTS_IN_WORDS.get(
            name, f"an XML document of another kind (<{name[:40]}>)"
        )
        return NotAFeed("xml", f"This is {words}, not a feed.")
    if _FEED_START.search(text, 0, 4096):
        return _DAMAGED
    if text.startswith(b"<?xml"):
        return _CUT_OFF if is_cut_off(text) else _DAMAGED
    return no_markup_words(text)
