"""What a sample feed shows at a moment. The same moment always shows the same.

Everything is dated from the founding, which is the demo's first start: so nothing
changes, and nothing comes twice, when the demo is started again.
"""

from dataclasses import dataclass
from datetime import timedelta
from html import escape

from tidings.core.clock import micros
from tidings.demo.bulletins import bulletins
from tidings.samples.content import Revision, SampleEntry, SampleFeed, paragraphs


@dataclass(frozen=True, slots=True)
class Edition:
    """When and where a feed is read."""

    origin: str  # where the newspaper is: "http://host:port"
    founded_at: int
    now: int
    is_second: bool  # the silent edits that do not wait for a moment have been made


@dataclass(frozen=True, slots=True)
class Published:
    """An entry as it is published; `html` is its whole text."""

    id: str
    url: str
    title: str
    at: int
    author: str
    html: str
    teaser: str | None  # None: the feed has the whole text
    tags: tuple[str, ...]
    picture_url: str | None
    sound_url: str | None
    film_url: str | None


def published(name: str, feed: SampleFeed, edition: Edition) -> list[Published]:
    """Return what a feed shows, newest first."""
    entries = feed.entry
    if feed.behaviour == "bulletins":
        entries = (*entries, *bulletins(edition.founded_at, edition.now))
    shown = [
        _published(name, feed, entry, edition)
        for entry in entries
        if _time(entry, edition) <= edition.now
    ]
    return sorted(shown, key=lambda entry: entry.at, reverse=True)


def entry_url(origin: str, name: str, entry: SampleEntry) -> str:
    """Return the address of an entry's page."""
    return f"{origin}/{name}/{entry.id}"


def _published(
    name: str, feed: SampleFeed, entry: SampleEntry, edition: Edition
) -> Published:
    revised = entry.revised if _is_edited(entry.revised, edition) else None
    picture = entry.picture and _picture_url(edition, entry.picture)
    text = (revised and revised.text) or entry.text
    return Published(
        id=entry.id,
        url=entry_url(edition.origin, name, entry),
        title=(revised and revised.title) or entry.title,
        at=_time(entry, edition),
        author=entry.author or feed.author,
        html="\n".join(
            [
                _illustrated(paragraphs(text), _figure(picture, entry.caption)),
                *(
                    _figure(_picture_url(edition, each.picture), each.caption)
                    for each in entry.gallery
                ),
            ]
        ),
        teaser=entry.teaser and paragraphs(entry.teaser),
        tags=entry.tags,
        picture_url=picture,
        sound_url=entry.tune and f"{edition.origin}/sounds/{entry.tune}.wav",
        film_url=f"{edition.origin}/films/crossing.webm" if entry.film else None,
    )


def _is_edited(revision: Revision | None, edition: Edition) -> bool:
    if revision is None or revision.minutes is None:
        return edition.is_second
    after = micros(timedelta(minutes=revision.minutes))
    return edition.now >= edition.founded_at + after


def _picture_url(edition: Edition, picture: str) -> str:
    return f"{edition.origin}/pictures/{picture}.png"


def _figure(picture: str | None, caption: str) -> str:
    if picture is None:
        return ""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure><img src="{picture}" alt="{escape(caption)}">{below}</figure>'


def _illustrated(html: str, figure: str) -> str:
    """Put a picture behind the first paragraph, or before the only one: excerpts
    should begin with the text and not with a caption."""
    first, line, rest = html.partition("\n")
    parts = (first, figure, rest) if line else (figure, html)
    return "\n".join(part for part in parts if part)


def _time(entry: SampleEntry, edition: Edition) -> int:
    if entry.hours is not None:
        return edition.founded_at - micros(timedelta(hours=entry.hours))
    return edition.founded_at + micros(timedelta(minutes=entry.minutes))
