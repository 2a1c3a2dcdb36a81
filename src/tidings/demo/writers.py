"""Published entries -> RSS 2.0, Atom or JSON Feed, as a tidy publisher would write them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import format_datetime
from html import escape

from tidings.core.clock import to_datetime
from tidings.demo.edition import Published
from tidings.samples.content import SampleFeed

_MEDIA = 'xmlns:media="http://search.yahoo.com/mrss/"'
_TYPES = {
    "rss": "application/rss+xml",
    "atom": "application/atom+xml",
    "json": "application/feed+json",
}


@dataclass(frozen=True, slots=True)
class DemoSound:
    """A sound file as feeds speak of it."""

    length: int  # bytes
    seconds: int


def write_feed(
    feed: SampleFeed, site: str, entries: Sequence[Published], sound: DemoSound
) -> tuple[str, str]:
    """Return a feed's media type and text; `site` is the address of its home page."""
    if feed.kind == "json":
        return _TYPES["json"], _json(feed, site, entries)
    if feed.kind == "atom":
        return _TYPES["atom"], _atom(feed, site, entries)
    return _TYPES["rss"], _rss(feed, site, entries, sound)


def _rss(
    feed: SampleFeed, site: str, entries: Sequence[Published], sound: DemoSound
) -> str:
    items = "".join(_rss_item(feed, entry, sound) for entry in entries)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'
        f" {_MEDIA}><channel>\n"
        f"<title>{escape(feed.title)}</title><link>{site}</link>"
        f"<description>{escape(feed.description)}</description>"
        f"<language>{feed.language}</language>\n{items}</channel></rss>\n"
    )


def _rss_item(feed: SampleFeed, entry: Published, sound: DemoSound) -> str:
    tags = "".join(f"<category>{escape(tag)}</category>" for tag in entry.tags)
    enclosure = ""
    if entry.sound_url:
        enclosure = (
            f'<enclosure url="{entry.sound_url}" type="audio/wav"'
            f' length="{sound.length}"/>'
            f"<itunes:duration>{sound.seconds}</itunes:duration>"
        )
    if entry.film_url:
        # Feeds that do not know the length of a file say 0.
        enclosure = f'<enclosure url="{entry.film_url}" type="video/webm" length="0"/>'
    if entry.teaser is None:
        text = f"<content:encoded>{escape(entry.html)}</content:encoded>"
    else:
        text = f"<description>{escape(entry.teaser)}</description>"
    return (
        f"<item><title>{escape(entry.title)}</title><link>{entry.url}</link>"
        f'<guid isPermaLink="false">{entry.id}</guid>'
        f"<pubDate>{format_datetime(to_datetime(entry.at))}</pubDate>"
        f"<dc:creator>{escape(entry.author)}</dc:creator>"
        f"<dc:language>{feed.language}</dc:language>"
        f"{tags}{_thumbnail(entry)}{enclosure}{text}</item>\n"
    )


def _atom(feed: SampleFeed, site: str, entries: Sequence[Published]) -> str:
    newest = _iso(max((entry.at for entry in entries), default=0))
    items = "".join(_atom_entry(feed, entry) for entry in entries)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" {_MEDIA}'
        f' xml:lang="{feed.language}">'
        f"<title>{escape(feed.title)}</title><id>{site}</id>"
        f'<link href="{site}"/><link rel="self" href="{site}feed"/>'
        f"<subtitle>{escape(feed.description)}</subtitle>"
        f"<updated>{newest}</updated>\n{items}</feed>\n"
    )


def _atom_entry(feed: SampleFeed, entry: Published) -> str:
    tags = "".join(f'<category term="{escape(tag)}"/>' for tag in entry.tags)
    return (
        f'<entry xml:lang="{feed.language}"><title>{escape(entry.title)}</title>'
        f"<id>{entry.url}</id>{_thumbnail(entry)}"
        f'<link href="{entry.url}"/><published>{_iso(entry.at)}</published>'
        f"<updated>{_iso(entry.at)}</updated>"
        f"<author><name>{escape(entry.author)}</name></author>{tags}"
        f'<content type="html">{escape(entry.html)}</content></entry>\n'
    )


def _thumbnail(entry: Published) -> str:
    url = entry.picture_url
    return f'<media:thumbnail url="{url}"/>' if url else ""


def _json(feed: SampleFeed, site: str, entries: Sequence[Published]) -> str:
    document = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": site,
        "feed_url": f"{site}feed",
        "description": feed.description,
        "language": feed.language,
        "items": [
            {
                "id": entry.url,
                "url": entry.url,
                "title": entry.title,
                "content_html": entry.html,
                "language": feed.language,
                "date_published": _iso(entry.at),
                "authors": [{"name": entry.author}],
                "tags": entry.tags,
                **({"image": entry.picture_url} if entry.picture_url else {}),
            }
            for entry in entries
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _iso(at: int) -> str:
    return to_datetime(at).isoformat(timespec="seconds")
