"""A look at a feed before following it: its first entries, as plain text."""

import asyncio
from dataclasses import dataclass

from tidings.context import Context, Fetching
from tidings.core.entries.content_hash import clean_text
from tidings.core.feeds.parsed import ParsedEntry
from tidings.html.excerpt import excerpt
from tidings.html.text import plain_text
from tidings.services.feeds.discover import discover_feeds, the_one_feed

_MOST_ENTRIES = 10
_LONGEST_BODY = 100_000  # more than any excerpt needs, and never slow to read


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


async def preview_feed(context: Context, fetching: Fetching, address: str) -> Preview:
    """Show what following an address would bring; raises as `the_one_feed` does."""
    found = the_one_feed(await discover_feeds(context, fetching, address))
    parsed = found.at.parsed
    newest = sorted(parsed.entries, key=_time, reverse=True)[:_MOST_ENTRIES]
    entries = await asyncio.to_thread(lambda: tuple(map(_preview_of, newest)))
    return Preview(
        url=found.url,
        title=clean_text(found.title),
        description=plain_text(clean_text(parsed.description or ""))[:1000],
        site_url=parsed.site_url,
        kind=found.kind,
        count=found.entries,
        entries=entries,
    )


def _preview_of(entry: ParsedEntry) -> PreviewEntry:
    html = entry.summary_html or entry.content_html or ""
    return PreviewEntry(
        title=clean_text(entry.title or ""),
        url=entry.url,
        published_at=entry.published_at or entry.updated_at,
        excerpt=excerpt(plain_text(clean_text(html[:_LONGEST_BODY]))),
    )


def _time(entry: ParsedEntry) -> int:
    return entry.published_at or entry.updated_at or 0
