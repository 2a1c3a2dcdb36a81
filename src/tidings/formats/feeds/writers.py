"""Entries -> RSS 2.0, Atom or JSON Feed.

Whatever the texts hold, the document is well-formed, and text stays text.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import format_datetime
from html import escape
from typing import Any, Literal

from tidings.core.clock import to_datetime
from tidings.core.urls import is_web_url

FeedFormat = Literal["rss", "atom", "json"]
FORMATS: tuple[FeedFormat, ...] = ("rss", "atom", "json")
MEDIA_TYPES: dict[FeedFormat, str] = {
    "rss": "application/rss+xml; charset=utf-8",
    "atom": "application/atom+xml; charset=utf-8",
    "json": "application/feed+json; charset=utf-8",
}
# Names what we say about an entry beyond what the formats know.
NAMESPACE = "urn:x-tidings:deframed"

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LATEST = 253_402_300_799_000_000  # the last second of the year 9999


@dataclass(frozen=True, slots=True)
class WrittenFeed:
    """What a document says about itself; `id` is a URI that stays the same."""

    id: str
    title: str
    description: str
    updated_at: int
    home_url: str | None = None
    feed_url: str | None = None  # None: its address is a secret
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Original:
    """What an entry said before it was made neutral, and how framed that was."""

    title: str
    description: str
    scores: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class WrittenSource:
    """The feed that an entry of several feeds comes from; `id` is a URI."""

    id: str
    title: str
    url: str | None  # its site: its own address may be a secret


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """An entry as it is published; `html` is safe to show, all else is plain text."""

    id: str
    title: str
    text: str
    at: int
    url: str | None = None
    changed_at: int | None = None  # None: never
    author: str = ""
    html: str | None = None  # None: only the text
    original: Original | None = None  # None: it is the original
    source: WrittenSource | None = None  # None: the feed that the document is of


def write_feed(
    form: FeedFormat, head: WrittenFeed, entries: Sequence[WrittenEntry]
) -> bytes:
    """Return the document of a feed."""
    if form == "json":
        return _json(head, entries)
    text = _rss(head, entries) if form == "rss" else _atom(head, entries)
    return text.encode()


def _rss(head: WrittenFeed, entries: Sequence[WrittenEntry]) -> str:
    itself = ""
    if head.feed_url is not None:
        href = _quoted(head.feed_url)
        itself = f'<atom:link rel="self" type="application/rss+xml" href="{href}"/>'
    # RSS must name a page; a feed without one names itself.
    page = _web(head.home_url) or _web(head.feed_url) or ""
    items = "".join(map(_rss_item, entries))
    return (
        f'{_DECLARATION}<rss version="2.0"'
        ' xmlns:content="http://purl.org/rss/1.0/modules/content/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:atom="http://www.w3.org/2005/Atom"'
        f' xmlns:deframed="{NAMESPACE}"><channel>'
        f"{_element('title', head.title)}{_element('link', page)}"
        f"{_element('description', head.description)}"
        f"{_optional('language', head.language)}{itself}"
        f"<lastBuildDate>{_rss_date(head.updated_at)}</lastBuildDate>\n"
        f"{items}</channel></rss>\n"
    )


def _rss_item(entry: WrittenEntry) -> str:
    content = ""
    if entry.html is not None:
        content = _element("content:encoded", entry.html)
    return (
        f"<item>{_element('title', entry.title)}{_optional('link', _web(entry.url))}"
        f'<guid isPermaLink="false">{_plain(entry.id)}</guid>'
        f"<pubDate>{_rss_date(entry.at)}</pubDate>"
        f"{_optional('dc:creator', entry.author)}"
        # Readers take it for HTML: text must be escaped once more to stay text.
        f"{_element('description', escape(entry.text, quote=False))}"
        f"{_rss_source(entry.source)}"
        f"{content}{_xml_original(entry.original)}</item>\n"
    )


def _rss_source(source: WrittenSource | None) -> str:
    if source is None:
        return ""
    url = _web(source.url)
    if url is None:  # RSS would need one
        return _element("dc:source", source.title)
    return f'<source url="{_quoted(url)}">{_plain(source.title)}</source>'


def _atom(head: WrittenFeed, entries: Sequence[WrittenEntry]) -> str:
    links = _link("alternate", _web(head.home_url)) + _link("self", head.feed_url)
    language = f' xml:lang="{_quoted(head.language)}"' if head.language else ""
    items = "".join(map(_atom_entry, entries))
    return (
        f'{_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom"'
        f' xmlns:deframed="{NAMESPACE}"{language}>'
        f"{_element('id', head.id)}{_element('title', head.title)}"
        f"{_optional('subtitle', head.description)}{links}"
        f"<author>{_element('name', head.title or 'Tidings')}</author>"
        f"<updated>{_iso(head.updated_at)}</updated>\n{items}</feed>\n"
    )


def _atom_entry(entry: WrittenEntry) -> str:
    author = ""
    if entry.author:
        author = f"<author>{_element('name', entry.author)}</author>"
    content = ""
    if entry.html is not None:
        content = f'<content type="html">{_plain(entry.html)}</content>'
    return (
        f"<entry>{_element('id', entry.id)}{_element('title', entry.title)}"
        f"{_link('alternate', _web(entry.url))}<published>{_iso(entry.at)}</published>"
        f"<updated>{_iso(entry.changed_at or entry.at)}</updated>{author}"
        f'<summary type="html">{_plain(escape(entry.text, quote=False))}</summary>'
        f"{_atom_source(entry.source)}{content}"
        f"{_xml_original(entry.original)}</entry>\n"
    )


def _atom_source(source: WrittenSource | None) -> str:
    if source is None:
        return ""
    return (
        f"<source>{_element('id', source.id)}{_element('title', source.title)}"
        f"{_link('alternate', _web(source.url))}</source>"
    )


def _xml_original(original: Original | None) -> str:
    if original is None:
        return ""
    scores = "".join(
        f'<deframed:score name="{_quoted(name)}">{value:g}</deframed:score>'
        for name, value in original.scores
    )
    return (
        f"{_element('deframed:title', original.title)}"
        f"{_element('deframed:description', original.description)}{scores}"
    )


def _json(head: WrittenFeed, entries: Sequence[WrittenEntry]) -> bytes:
    document: dict[str, Any] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": head.title,
        "home_page_url": _web(head.home_url),
        "feed_url": head.feed_url,
        "description": head.description,
        "language": head.language,
        "_deframed": {"about": NAMESPACE, "built_at": _iso(head.updated_at)},
        "items": [_json_item(entry) for entry in entries],
    }
    text = json.dumps(_without_empty(document), ensure_ascii=False)
    return text.encode("utf-8", "replace")


def _json_item(entry: WrittenEntry) -> dict[str, Any]:
    changed = None if entry.changed_at is None else _iso(entry.changed_at)
    item: dict[str, Any] = {
        "id": entry.id,
        "url": _web(entry.url),
        "title": entry.title,
        "content_html": entry.html,
        "summary": entry.text if entry.html is not None else None,
        "date_published": _iso(entry.at),
        "date_modified": changed,
        "authors": [{"name": entry.author}] if entry.author else None,
    }
    if entry.html is None:
        item["content_text"] = entry.text
    if entry.source is not None:
        named = {"title": entry.source.title, "url": _web(entry.source.url)}
        item["_source"] = _without_empty(named)
    if entry.original is not None:
        item["_deframed"] = {
            "title": entry.original.title,
            "description": entry.original.description,
            "scores": dict(entry.original.scores),
        }
    return _without_empty(item)


def _without_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _element(name: str, text: str) -> str:
    return f"<{name}>{_plain(text)}</{name}>"


def _optional(name: str, text: str | None) -> str:
    return _element(name, text) if text else ""


def _link(relation: str, url: str | None) -> str:
    return f'<link rel="{relation}" href="{_quoted(url)}"/>' if url else ""


def _web(url: str | None) -> str | None:
    return url if url is not None and is_web_url(url) else None


def _plain(text: str) -> str:
    return escape(_NOT_IN_XML.sub("", text), quote=False)


def _quoted(text: str) -> str:
    return escape(_NOT_IN_XML.sub("", text))


def _rss_date(at: int) -> str:
    return format_datetime(to_datetime(_sane(at)), usegmt=True)


def _iso(at: int) -> str:
    return to_datetime(_sane(at)).isoformat(timespec="seconds")


def _sane(at: int) -> int:
    return max(0, min(at, _LATEST))
