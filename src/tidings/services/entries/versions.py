"""What an entry said before, and what was changed: word by word."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tidings.context import Context
from tidings.core.errors import NotFound
from tidings.core.pages import Listing, page_of
from tidings.html.absolutize import Media
from tidings.html.diff import TextPart, html_diff, text_diff
from tidings.html.sanitize import sanitize
from tidings.services.entries.media import media_hook
from tidings.store.engine.connection import Connection
from tidings.store.entries.versions import (
    Version,
    VersionText,
    entry_versions,
    version_text,
)

_VERSIONS: Listing[Version] = Listing(
    "versions", (int,), lambda each: (each.version,), descending=True
)


@dataclass(frozen=True, slots=True)
class EntryDiff:
    """Two versions as one. Without marks in `html`, `complete` is false: the texts are
    too long to be compared, and it is the later one."""

    before: Version
    after: Version
    title: list[TextPart]
    html: str
    text: Literal["content", "full_text"]  # which text of both is compared
    complete: bool


@dataclass(frozen=True, slots=True)
class VersionPage:
    """A page of the versions of an entry, and how many others there were: an entry that
    changes again and again keeps the first one, the newest and what readers starred."""

    items: Sequence[Version]
    next_cursor: str | None  # None: the last page
    not_kept: int


async def list_versions(
    context: Context, user_id: int, entry_id: int, cursor: str | None, limit: int
) -> VersionPage:
    """Return a page of the versions of an entry, the present one first."""
    versions = await context.database.read(entry_versions, user_id, entry_id)
    if not versions:
        raise NotFound("There is no such entry.")
    not_kept = versions[0].version - len(versions)
    page = page_of(_VERSIONS, versions, cursor, limit)
    return VersionPage(page.items, page.next_cursor, not_kept)


async def diff_versions(
    context: Context, user_id: int, entry_id: int, before: int | None, after: int | None
) -> EntryDiff:
    """Compare two versions; by default the present one with the one before it."""
    texts = await context.database.read(_texts, user_id, entry_id, before, after)
    return await asyncio.to_thread(_diff, *texts, media_hook(context))


def _texts(
    db: Connection, user_id: int, entry_id: int, before: int | None, after: int | None
) -> tuple[VersionText, VersionText]:
    new = version_text(db, user_id, entry_id, after)
    if new is None:
        raise NotFound("There is no such entry, or no such version of it.")
    if before is None:
        kept = [each.version for each in entry_versions(db, user_id, entry_id)]
        before = next((v for v in kept if v < new.facts.version), new.facts.version)
    old = version_text(db, user_id, entry_id, before)
    if old is None:
        raise NotFound("There is no such version.", details={"field": "from"})
    return old, new


def _diff(old: VersionText, new: VersionText, media: Media | None) -> EntryDiff:
    both = old.full_text is not None and new.full_text is not None
    before, after = (
        sanitize(
            (each.full_text if both else None) or each.html, base_url=each.facts.url
        )
        for each in (old, new)
    )
    marked = html_diff(before, after)
    return EntryDiff(
        before=old.facts,
        after=new.facts,
        title=text_diff(old.facts.title, new.facts.title),
        # Put together from pieces: sanitised once more.
        html=sanitize(
            after if marked is None else marked,
            base_url=new.facts.url,
            media=media,
        ),
        text="full_text" if both else "content",
        complete=marked is not None,
    )
