"""A look at a feed before following it: its first entries as plain text, and what more of
them to expect."""

import asyncio
from dataclasses import dataclass

from tidings.context import Context, Fetching
from tidings.core.entries.content_hash import clean_text
from tidings.core.feeds.outlook import ShownText, Wholeness, per_day, wholeness
from tidings.core.feeds.parsed import ParsedEntry
from tidings.core.stories.words import story_words
from tidings.html.excerpt import excerpt
from tidings.html.text import plain_text
from tidings.services.feeds.discover import discover_feeds, the_one_feed

_MOST_ENTRIES = 10
_LONGEST_BODY = 100_000  # more than any excerpt needs, and never slow to read
_LONGEST_LEAD = 500  # the beginnings tell the language


@dataclass(frozen=True, slots=True)
class PreviewEntry:
    """One entry; all of it is plain text."""

    title: str
    url: str | None
    published_at: int | None
    excerpt: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A feed and its newest entries; all of it is plain text."""

    url: str
    title: str
    description: str
    site_url: str | None
    kind: str
    count: int
    entries: tuple[PreviewEntry, ...]
    per_day: float | None  # how many entries come; None: too few dates to say
    newest_at: int | None
    language: str | None  # None: unknown
    texts: Wholeness | None  # None: the entries do not say


async def preview_feed(context: Context, fetching: Fetching, address: str) -> Preview:
    """Show what following an address would bring; raises as `the_one_feed` does."""
    found = the_one_feed(await discover_feeds(context, fetching, address))
    parsed = found.at.parsed
    newest = sorted(parsed.entries, key=_time, reverse=True)[:_MOST_ENTRIES]
    shown = await asyncio.to_thread(lambda: [_shown(entry) for entry in newest])
    entries = await asyncio.to_thread(lambda: tuple(map(_preview_of, newest, shown)))
    words = " ".join(each.text[:_LONGEST_LEAD] for each in shown)
    titles = " ".join(each.title for each in entries)
    dates = [entry.published_at or entry.updated_at for entry in parsed.entries]
    return Preview(
        url=found.url,
        title=clean_text(found.title),
        description=plain_text(clean_text(parsed.description or ""))[:1000],
        site_url=parsed.site_url,
        kind=found.kind,
        count=found.entries,
        entries=entries,
        per_day=per_day(dates, context.clock()),
        newest_at=found.newest_at,
        language=story_words(titles, words, parsed.language).language or None,
        texts=wholeness(shown),
    )


def _shown(entry: ParsedEntry) -> ShownText:
    html = entry.content_html or entry.summary_html or ""
    has_media = bool(entry.enclosures or entry.image_url) or "<img" in html.lower()
    text = plain_text(clean_text(html[:_LONGEST_BODY]))
    return ShownText(bool(entry.title), text, has_media)


def _preview_of(entry: ParsedEntry, shown: ShownText) -> PreviewEntry:
    return PreviewEntry(
        title=clean_text(entry.title or ""),
        url=entry.url,
        published_at=entry.published_at or entry.updated_at,
        excerpt=excerpt(_lead(entry) or shown.text),
    )


def _lead(entry: ParsedEntry) -> str:
    if not entry.summary_html or not entry.content_html:
        return ""
    return plain_text(clean_text(entry.summary_html[:_LONGEST_BODY]))


def _time(entry: ParsedEntry) -> int:
    return entry.published_at or entry.updated_at or 0
