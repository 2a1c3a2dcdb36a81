"""What is this document? Bounded and unpacked first, then JSON, XML, HTML or neither.

A size limit is refused in words; nothing here reads more than the limit allows.
"""

import re
import zlib
from dataclasses import dataclass
from typing import Literal

from tidings.core.entries.entities import unescape
from tidings.core.feeds.parsed import NotAFeed
from tidings.formats.feeds.encoding import to_utf8
from tidings.formats.xml.cdata import START, split_cdata

LARGEST_BODY = 16 << 20

# A tree of more elements and attributes than this would need more memory than one
# feed may have. Not even the shortest tags can make many more in so few bytes.
_MOST_NODES = 350_000
_SURELY_FEW_NODES = 5 * _MOST_NODES

_EDGES = b" \t\r\n\0\xef\xbb\xbf"
_OTHER_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*.(?!utf-?8)", re.I)
_GZIP = b"\x1f\x8b\x08"
_MARKUP_HEAD = 4096
_BINARY_MAGIC = (
    (b"%PDF", "a PDF file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x89PNG", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"RIFF", "a media file"),
    (b"ID3", "an MP3 file"),
    (b"OggS", "an Ogg file"),
    (b"\x28\xb5\x2f\xfd", "data packed with zstd that could not be unpacked"),
    (_GZIP, "data packed with gzip twice"),
    (b"-----BEGIN PGP MESSAGE", "an encrypted message"),
)

# Random bytes have about one in eight of these, a text has none.
_NEVER_IN_TEXT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffd]")
_TOLERATED_ODDITIES = 0.03
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.I)
# The first tag of the document, past declaration, comments and instructions.
_FEED_ROOT = re.compile(
    rb"<(?:[\w.-]{1,40}:)?(?:rss|feed|rdf|channel|entry|opml)[\s>/]", re.I
)
_FEED_IN_PAGE = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]", re.I)
_PAGE_FRAME = re.compile(
    rb"<\?[^>]{0,500}>|<!doctype[^>]{0,500}>|<title>[^<]{0,500}</title>"
    rb"|</?(?:html|head|body|div|pre|meta|link)(?:\s[^<>]{0,500})?>",
    re.I,
)
_WORDS = re.compile(rb"\S")
_PAGE_TITLE = re.compile(rb"<title[^>]{0,200}>([^<]{1,300})", re.I)


@dataclass(frozen=True, slots=True)
class SniffedDocument:
    """A bounded document in UTF-8, and what it seems to be written in."""

    text: bytes
    syntax: Literal["json", "xml"]


def sniff(body: bytes, content_type: str | None) -> SniffedDocument | NotAFeed:
    """Unpack and decode a body and say what it is, without parsing it."""
    unpacked = _unpacked(body)
    if isinstance(unpacked, NotAFeed):
        return unpacked
    for magic, words in _BINARY_MAGIC:
        if unpacked.startswith(magic):
            return NotAFeed("binary", f"This is {words}, not a feed.")
    text = to_utf8(unpacked, content_type).lstrip(_EDGES)
    if not text:
        return NotAFeed("empty", "The document is empty.")
    return _judge(text)


def plain_xml(body: bytes) -> bytes | None:
    """Return a body that a strict parser may try as UTF-8 at once: nearly every feed.

    The parser itself refuses bytes that are not UTF-8.
    """
    text = body.lstrip(_EDGES)
    if not text.startswith(b"<") or len(text) > _SURELY_FEW_NODES:
        return None
    if b"<!DOCTYPE" in text[:_MARKUP_HEAD] or b"\0" in text[:4]:
        return None
    return None if _OTHER_ENCODING.match(text[:200]) else text


def looks_like_html(text: bytes) -> bool:
    """Distinguish a web page from a feed by which kind of tag comes first."""
    head = text[:_MARKUP_HEAD]
    page = _HTML.search(head)
    feed = _FEED_ROOT.search(head)
    if page is None:
        return False
    return feed is None or page.start() < feed.start()


def page_words(text: bytes) -> NotAFeed:
    """Describe a web page that came where a feed was expected."""
    found = _PAGE_TITLE.search(text[: 16 * _MARKUP_HEAD])
    title = (
        " ".join(unescape(found[1].decode("utf-8", "replace")).split()) if found else ""
    )
    named = f" titled “{title[:100]}”" if title else ""
    return NotAFeed("html", f"This is a web page{named}, not a feed.")


def no_markup_words(text: bytes) -> NotAFeed:
    """Describe what is neither XML nor JSON nor HTML."""
    head = text[:_MARKUP_HEAD].decode("utf-8", "replace")
    odd = len(_NEVER_IN_TEXT.findall(head))
    if odd > len(head) * _TOLERATED_ODDITIES:
        return NotAFeed("binary", "This is binary or encrypted data, not a feed.")
    if b"<" in text:
        return NotAFeed("text", "This is neither XML nor JSON, so not a feed.")
    return NotAFeed("text", "This is plain text, not a feed.")


def _unpacked(body: bytes) -> bytes | NotAFeed:
    if body.startswith(_GZIP):
        try:
            body = zlib.decompressobj(31).decompress(body, LARGEST_BODY + 1)
        except zlib.error:
            return NotAFeed("binary", "This is gzip data that cannot be unpacked.")
    if len(body) > LARGEST_BODY:
        return NotAFeed(
            "too-large", f"The document is larger than {LARGEST_BODY >> 20} MB."
        )
    return body


def _judge(text: bytes) -> SniffedDocument | NotAFeed:
    if text[:1] in (b"{", b"["):
        return SniffedDocument(text, "json")
    if b"<" not in text:
        return no_markup_words(text)
    if looks_like_html(text):
        feed = _feed_inside(text)
        if feed is None:
            return page_words(text)
        text = feed
    if _has_too_many_tags(text):
        return NotAFeed("too-large", "The document has too many tags to be a feed.")
    return SniffedDocument(text, "xml")


def _feed_inside(text: bytes) -> bytes | None:
    """Return the feed that only the beginnings of a page stand before, if there is one.

    Some servers announce a feed as HTML, and browsers save one wrapped in a body. A page
    that shows or quotes a feed has words of its own before it.
    """
    root = _FEED_IN_PAGE.search(text, 0, _MARKUP_HEAD)
    if root is None or _WORDS.search(_PAGE_FRAME.sub(b"", text[: root.start()])):
        return None
    return text[root.start() :]


def _has_too_many_tags(text: bytes) -> bool:
    if len(text) <= _SURELY_FEW_NODES:
        return False
    # A section is no node of the tree, but costs as much wherever sections are told apart.
    nodes = text.count(START)
    if nodes > _MOST_NODES:
        return True
    for outside, _ in split_cdata(text):
        # `</` closes an element, so only the rest of the `<` opens one.
        nodes += outside.count(b"<") - outside.count(b"</")
        nodes += outside.count(b'="') + outside.count(b"='")
        if nodes > _MOST_NODES:
            return True
    return False
