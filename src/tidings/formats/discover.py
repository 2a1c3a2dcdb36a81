"""Which feeds a web page offers, best first, each with the reason in words.

Nothing is fetched: a candidate is an address worth trying.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from lxml import etree

from tidings.formats.feeds.encoding import to_utf8
from tidings.formats.feeds.links import web_url
from tidings.formats.feeds.text_fields import one_line
from tidings.formats.site_rules import is_known_site, site_feeds, well_known_feeds

Certainty = Literal["declared", "site rule", "link", "guess"]

# The links stand in the head; a page does not get more of our time than this.
_LARGEST_PAGE = 1 << 20
_MOST_LINKS = 5000
_MOST_ANCHORS = 20
_MOST_DECLARED = 50

_FEED_TYPES = frozenset(
    {
        "application/rss+xml", "application/atom+xml", "application/feed+json",
        "application/rdf+xml", "application/x-rss+xml", "application/x.atom+xml",
        "application/x-atom+xml", "text/rss+xml", "text/atom+xml", "application/rss",
        "application/atom", "text/rss", "text/atom",
    }
)  # fmt: skip
# Types that say little: only an address that looks like a feed makes them one.
_VAGUE_TYPES = frozenset({"", "text/xml", "application/xml", "application/json"})
_FEED_PATH = re.compile(
    r"\.(?:rss|atom|rdf)$|(?:^|[/._-])(?:rss|atom|feed|feeds|rdf)(?:[/._-]|\d|$)"
    r"|feed\.json$|[?&](?:feed|format|type|output)=(?:rss|atom|feed)",
    re.IGNORECASE,
)
_NOT_A_FEED_PATH = re.compile(
    r"\.(?:html?|png|jpe?g|gif|svg|css|js|pdf)$|/wp-json/", re.I
)
_FEED_WORDS = re.compile(r"\b(?:rss|atom|feed)\b", re.IGNORECASE)
_COMMENTS = re.compile(r"comment|reply|replies", re.IGNORECASE)
_META_CHARSET = re.compile(
    rb"""<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]{1,40})""", re.I
)


@dataclass(frozen=True, slots=True)
class FeedCandidate:
    """An address that may be a feed, why we think so, and its title if it has one."""

    url: str
    certainty: Certainty
    reason: str
    title: str | None = None


def find_feeds(
    page: bytes, *, content_type: str | None, url: str
) -> tuple[FeedCandidate, ...]:
    """Return the feeds that a page names or links to, or its site is known to have."""
    text = _text(page[:_LARGEST_PAGE], content_type)
    elements = _elements(text)
    base = _base(elements, url)
    declared = sorted(_declared(elements, base), key=_is_about_comments)
    found = [
        *declared[:_MOST_DECLARED],
        *_by_site(url, text),
        *_anchors(elements, base),
    ]
    return _each_once(found, url)


def guess_feeds(url: str) -> tuple[FeedCandidate, ...]:
    """Return feeds to try for an address whose page names none, or is not there."""
    found = list(_by_site(url, b""))
    if not is_known_site(url):
        reason = "many sites keep their feed there"
        found += (
            FeedCandidate(each, "guess", reason) for each in well_known_feeds(url)
        )
    return _each_once(found, url)


def feed_in_podcast_lookup(body: bytes) -> str | None:
    """Return the feed that Apple's directory names in its answer to a look-up."""
    try:
        answer = json.loads(body[:_LARGEST_PAGE])
        address = answer["results"][0]["feedUrl"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return web_url(address) if isinstance(address, str) else None


def _text(page: bytes, content_type: str | None) -> bytes:
    named = _META_CHARSET.search(page[:4096])
    if named and "charset" not in (content_type or "").lower():
        content_type = f"text/html; charset={named[1].decode('ascii', 'replace')}"
    return to_utf8(page, content_type)


def _elements(text: bytes) -> list[etree._Element]:
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True
    )
    try:
        root: etree._Element | None = etree.fromstring(text or b"<p>", parser)
    except etree.XMLSyntaxError:
        return []
    if root is None:
        return []
    found: list[etree._Element] = []
    for element in root.iter("base", "link", "a"):
        found.append(element)
        if len(found) >= _MOST_LINKS:
            break
    return found


def _base(elements: Iterable[etree._Element], url: str) -> str:
    for element in elements:
        if element.tag == "base":
            return web_url(element.get("href"), url) or url
    return url


def _declared(elements: Iterable[etree._Element], base: str) -> Iterator[FeedCandidate]:
    for element in elements:
        address = web_url(element.get("href"), base)
        if element.tag != "link" or address is None:
            continue
        relations = set((element.get("rel") or "").lower().split())
        kind = (element.get("type") or "").partition(";")[0].strip().lower()
        if _names_a_feed(relations, kind, address):
            title = one_line(element.get("title"))
            yield FeedCandidate(
                address, "declared", "the page names it as its feed", title
            )


def _names_a_feed(relations: set[str], kind: str, address: str) -> bool:
    if "stylesheet" in relations or not relations & {"alternate", "feed"}:
        return False
    if kind in _FEED_TYPES or "feed" in relations:
        return True
    return kind in _VAGUE_TYPES and _looks_like_a_feed(address)


def _is_about_comments(candidate: FeedCandidate) -> bool:
    return bool(_COMMENTS.search(f"{candidate.title or ''} {candidate.url}"))


def _by_site(url: str, page: bytes) -> Iterator[FeedCandidate]:
    for address, what in site_feeds(url, page):
        yield FeedCandidate(
            address, "site rule", f"this kind of site has a feed: {what}"
        )


def _anchors(elements: Iterable[etree._Element], base: str) -> list[FeedCandidate]:
    found: list[tuple[int, FeedCandidate]] = []
    for element in elements:
        if element.tag != "a":
            continue
        address = web_url(element.get("href"), base)
        words = one_line(_words(element)[:200])
        if address is not None and _anchor_looks_like_a_feed(address, words):
            reason = "a link on the page looks like a feed"
            far = urlsplit(address).hostname != urlsplit(base).hostname
            found.append((far, FeedCandidate(address, "link", reason, words)))
    found.sort(key=lambda pair: pair[0])
    return [candidate for _, candidate in found[:_MOST_ANCHORS]]


def _words(anchor: etree._Element) -> str:
    """Return the first words of a link, which may be one element deep."""
    inner = next(iter(anchor), None)
    return f"{anchor.text or ''} {'' if inner is None else inner.text or ''}"


def _anchor_looks_like_a_feed(address: str, words: str | None) -> bool:
    if _looks_like_a_feed(address):
        return True
    path = urlsplit(address).path.lower()
    return path.endswith(".xml") and bool(_FEED_WORDS.search(words or ""))


def _looks_like_a_feed(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    place = parts.path + ("?" + parts.query if parts.query else "")
    if len(place) > 1000 or _NOT_A_FEED_PATH.search(parts.path):
        return False
    on_feed_host = (parts.hostname or "").startswith(("feeds.", "feed.", "rss."))
    return bool(_FEED_PATH.search(place)) or on_feed_host


def _each_once(
    candidates: Iterable[FeedCandidate], page_url: str
) -> tuple[FeedCandidate, ...]:
    by_url: dict[str, FeedCandidate] = {}
    for candidate in candidates:
        if candidate.url != page_url:
            by_url.setdefault(candidate.url, candidate)
    return tuple(by_url.values())
