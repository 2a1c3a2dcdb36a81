"""JSON Feed 1.0 and 1.1 -> ParsedFeed.

Ids may be numbers, fields may have any type: a bad field is left out, never the feed.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from tidings.core.feeds.parsed import (
    EntryProblem,
    NotAFeed,
    ParsedEnclosure,
    ParsedEntry,
    ParsedFeed,
    PodcastDetails,
)
from tidings.formats.feeds.dates import read_date
from tidings.formats.feeds.links import has_login, web_url
from tidings.formats.feeds.media_tags import image_among
from tidings.formats.feeds.text_fields import (
    html_from_text,
    one_line,
    plain_title,
    without_control,
)

Values = Mapping[str, Any]

# Small values cost far more memory than text: refuse a document made of them.
_MOST_VALUES = 500_000
_MOST_OBJECTS = 200_000
_MOST_ENCLOSURES = 100
_MOST_CATEGORIES = 100
_NOT_JSON = NotAFeed("json", "This begins like JSON but cannot be read as JSON.")
_NOT_A_FEED = NotAFeed("json", "This is JSON, but not a feed.")


def read_json_feed(text: bytes, *, url: str, limit: int) -> ParsedFeed | NotAFeed:
    """Read a JSON Feed from UTF-8 text."""
    if text.count(b",") > _MOST_VALUES or text.count(b"{") > _MOST_OBJECTS:
        return NotAFeed("too-large", "The document has too many values to be a feed.")
    if text.count(b"[") > _MOST_VALUES:
        return NotAFeed("too-large", "The document has too many values to be a feed.")
    try:
        # Not strict: raw control characters inside strings are common and harmless.
        feed = json.loads(text.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return _NOT_JSON
    if not isinstance(feed, dict) or not _is_feed(feed):
        return _NOT_A_FEED
    return _read(feed, url, limit)


def _is_feed(feed: Values) -> bool:
    if not isinstance(feed.get("items"), list):
        return False
    return "jsonfeed.org" in str(feed.get("version")) or "title" in feed


def _read(feed: Values, url: str, limit: int) -> ParsedFeed:
    site_url = _url(feed, "home_page_url", url)
    author = _author(feed)
    found = list(enumerate(feed["items"]))
    kept = _newest(found, limit)
    entries: list[ParsedEntry] = []
    set_aside: list[EntryProblem] = []
    for position, item in kept:
        if isinstance(item, dict) and item:
            entries.append(_entry(item, url, author))
        else:
            set_aside.append(EntryProblem(position, "is empty"))
    problems = (f"Only {limit} of {len(found)} entries were read.",)
    return ParsedFeed(
        kind="json",
        title=plain_title(_text(feed, "title")),
        site_url=site_url,
        description=plain_title(_text(feed, "description")),
        language=one_line(_text(feed, "language")),
        icon_url=_url(feed, "icon", url) or _url(feed, "favicon", url),
        author=author,
        hub_urls=_hubs(feed, url),
        self_url=_url(feed, "feed_url", url),
        next_url=_url(feed, "next_url", url),
        entries=tuple(entries),
        set_aside=tuple(set_aside),
        problems=problems if len(found) > limit else (),
        logins_removed=sum(_has_login(item) for _, item in kept),
    )


def _has_login(item: object) -> bool:
    if not isinstance(item, dict):
        return False
    return any(has_login(_text(item, name)) for name in ("url", "external_url"))


def _newest(found: list[tuple[int, Any]], limit: int) -> list[tuple[int, Any]]:
    if len(found) <= limit:
        return found
    first, last = (_moment(item) for _, item in (found[0], found[-1]))
    is_oldest_first = first is not None and last is not None and last > first
    return found[-limit:] if is_oldest_first else found[:limit]


def _moment(item: object) -> int | None:
    return _date(item, "date_published") if isinstance(item, dict) else None


def _entry(item: Values, base: str, feed_author: str | None) -> ParsedEntry:
    url = _url(item, "url", base) or _url(item, "external_url", base)
    enclosures = _enclosures(item, base)
    image = _url(item, "image", base) or _url(item, "banner_image", base)
    attached = None if image else image_among(enclosures)
    return ParsedEntry(
        guid=_guid(item),
        url=url,
        title=plain_title(_text(item, "title")),
        author=_author(item) or feed_author,
        content_html=_text(item, "content_html")
        or html_from_text(_text(item, "content_text")),
        summary_html=html_from_text(_text(item, "summary")),
        published_at=_date(item, "date_published"),
        updated_at=_date(item, "date_modified"),
        enclosures=enclosures,
        categories=_categories(item),
        image_url=image or (attached and attached.url),
        language=one_line(_text(item, "language")),
        base_url=url or base,
        podcast=_podcast(item),
    )


def _text(values: Values, name: str) -> str | None:
    value = values.get(name)
    if not isinstance(value, str):
        return None
    return without_control(value).strip() or None


def _url(values: Values, name: str, base: str) -> str | None:
    return web_url(_text(values, name), base)


def _date(values: Values, name: str) -> int | None:
    value = values.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(int(value)) if abs(value) < 1e15 else ""
    return read_date(value) if isinstance(value, str) else None


def _guid(item: Values) -> str | None:
    value = item.get("id")
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int | float):
        return str(value)
    return _text(item, "id")


def _author(values: Values) -> str | None:
    listed = values.get("authors")
    people = listed if isinstance(listed, list) and listed else [values.get("author")]
    names = [_name(each) for each in people[:20]]
    return ", ".join(dict.fromkeys(name for name in names if name)) or None


def _name(author: object) -> str | None:
    if isinstance(author, str):
        return one_line(without_control(author))
    return one_line(_text(author, "name")) if isinstance(author, dict) else None


def _enclosures(item: Values, base: str) -> tuple[ParsedEnclosure, ...]:
    return tuple(
        ParsedEnclosure(
            url=url,
            type=_text(attachment, "mime_type"),
            length=_size(attachment.get("size_in_bytes")),
            title=one_line(_text(attachment, "title")),
        )
        for attachment in _objects(item, "attachments")[:_MOST_ENCLOSURES]
        if (url := _url(attachment, "url", base)) is not None
    )


def _podcast(item: Values) -> PodcastDetails | None:
    for attachment in _objects(item, "attachments"):
        seconds = _size(attachment.get("duration_in_seconds"))
        if seconds and seconds < 30 * 86_400:
            return PodcastDetails(duration=timedelta(seconds=seconds))
    return None


def _size(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 < value < 1 << 60 else None


def _categories(item: Values) -> tuple[str, ...]:
    tags = item.get("tags")
    if not isinstance(tags, list):
        return ()
    names = (
        one_line(without_control(tag))
        for tag in tags[:_MOST_CATEGORIES]
        if isinstance(tag, str)
    )
    return tuple(dict.fromkeys(name for name in names if name))


def _hubs(feed: Values, base: str) -> tuple[str, ...]:
    found = (_url(hub, "url", base) for hub in _objects(feed, "hubs")[:20])
    return tuple(dict.fromkeys(hub for hub in found if hub))


def _objects(values: Values, name: str) -> list[Values]:
    listed = values.get(name)
    if not isinstance(listed, list):
        return []
    return [each for each in listed if isinstance(each, dict)]
