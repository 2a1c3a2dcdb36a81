"""Highlights and notes: made, changed and deleted from any device, found in the text."""

import asyncio
from dataclasses import dataclass
from typing import Literal

from tidings.context import Context
from tidings.core import cursor as cursors
from tidings.core.anchors import Anchor, Found, find_passage
from tidings.core.errors import Invalid, NotFound
from tidings.core.highlight import Edit, Highlight, deleted, edited
from tidings.html.text import plain_text
from tidings.store import highlights as store
from tidings.store.highlights import MarkedEntry
from tidings.store.packing import unpack

_NEWEST = "highlights"
_CHANGES = "highlight changes"
_SHAPE: cursors.Shape = (int, str)
_BEYOND = (2**63 - 1, "")

Text = Literal["content", "full_text"]


@dataclass(frozen=True, slots=True)
class NewHighlight:
    """What a reader marked; `at` is when they did, None: now."""

    entry_id: int
    anchor: Anchor
    note: str
    color: str
    id: str | None = None  # None: we make one
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Which:
    """Which highlights are wanted; None: all of them."""

    entry_id: int | None = None
    changed_after: int | None = None  # then deletions too, oldest change first


@dataclass(frozen=True, slots=True)
class Page:
    """Some highlights, and where the list goes on; None: nowhere."""

    highlights: list[Highlight]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A highlight and where it is now; without `found` it is lost, or on the whole entry."""

    highlight: Highlight
    text: Text | None
    found: Found | None
    now_reads: str | None  # the passage as it is now


async def add_highlight(
    context: Context, user_id: int, new: NewHighlight
) -> tuple[Highlight, bool]:
    """Keep a highlight; the same id again is the same highlight, changed if `at` says so."""
    if not (new.anchor.quote.strip() or new.note.strip()):
        raise Invalid("Mark a passage, or write a note.", details={"field": "quote"})
    now = context.clock()
    at = _believed(new.at, now)
    highlight = Highlight(
        id=new.id or context.new_id(),
        entry_id=new.entry_id,
        anchor=new.anchor,
        note=new.note,
        color=new.color,
        anchor_at=at,
        note_at=at,
        color_at=at,
        created_at=at,
    )

    def change(known: Highlight) -> Highlight:
        if new.at is None:  # a repeated request, not another wish
            return known
        return edited(known, Edit(new.anchor, new.note, new.color), at)

    return await context.database.write(
        store.add_highlight, user_id, highlight, change, now
    )


async def edit_highlight(
    context: Context, user_id: int, highlight_id: str, edit: Edit, at: int | None
) -> Highlight:
    """Change a highlight, each part only if nothing newer is known about it."""
    now = context.clock()

    def change(known: Highlight) -> Highlight:
        if at is None and known.deleted_at is not None:
            raise NotFound("There is no such highlight.")
        return edited(known, edit, _believed(at, now))

    return await context.database.write(
        store.change_highlight, user_id, highlight_id, change, now
    )


async def delete_highlight(
    context: Context, user_id: int, highlight_id: str, at: int | None
) -> None:
    """Delete a highlight, unless it was edited after that was wished."""
    now = context.clock()

    def change(known: Highlight) -> Highlight:
        if at is None:
            if known.deleted_at is not None:
                raise NotFound("There is no such highlight.")
            return deleted(known, max(now, known.edited_at))
        return deleted(known, _believed(at, now))

    await context.database.write(
        store.change_highlight, user_id, highlight_id, change, now
    )


async def list_highlights(
    context: Context,
    user_id: int,
    which: Which,
    *,
    cursor: str | None = None,
    limit: int,
) -> Page:
    """Return highlights, newest first; with `changed_after` every change, oldest first."""
    after = which.changed_after
    kind = _NEWEST if after is None else _CHANGES
    # No id comes before the empty one: the first of the next moment.
    start = _BEYOND if after is None else (after + 1, "")
    if cursor is not None:
        at, id_ = cursors.decode(kind, cursor, _SHAPE)
        start = (int(at), str(id_))
    read = store.newest_highlights if after is None else store.changed_highlights
    found = await context.database.read(read, user_id, which.entry_id, start, limit + 1)
    page = found[:limit]
    if len(found) <= limit:
        return Page(page, None)
    return Page(page, cursors.encode(kind, (page[-1].changed_at, page[-1].id)))


async def highlights_in_text(
    context: Context, user_id: int, entry_id: int
) -> list[Placed]:
    """Return an entry's highlights with their places in what the entry says now."""
    entry = await context.database.read(store.marked_entry, user_id, entry_id)
    return await asyncio.to_thread(_placed, entry)


def _placed(entry: MarkedEntry) -> list[Placed]:
    texts: list[tuple[Text, str]] = []
    if entry.full_text is not None:
        texts.append(("full_text", plain_text(unpack(*entry.full_text))))
    if entry.content is not None:
        texts.append(("content", plain_text(unpack(*entry.content))))
    return [_place(highlight, texts) for highlight in entry.highlights]


def _place(highlight: Highlight, texts: list[tuple[Text, str]]) -> Placed:
    """Look in all texts: exactly first, and for something like it only then."""
    nearly: Placed | None = None
    for name, text in texts:
        found = find_passage(highlight.anchor, text)
        if found is not None:
            reads = text[found.position : found.position + found.length]
            placed = Placed(highlight, name, found, reads)
            if found.how != "changed":
                return placed
            nearly = nearly or placed
    return nearly or Placed(highlight, None, None, None)


def _believed(at: int | None, now: int) -> int:
    """Return when something was wished; a clock that is ahead does not win for ever."""
    return now if at is None else min(at, now)
