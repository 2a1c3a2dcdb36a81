"""Highlights and notes: made, changed and deleted from any device, found in the text."""

import asyncio
from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from pydantic import Field

from tidings.context import Context
from tidings.core import cursor as cursors
from tidings.core.errors import Invalid, NotFound
from tidings.core.pages import Page, WholeList
from tidings.core.reading.anchors import Anchor, find_passage
from tidings.core.reading.highlight import Edit, Highlight, deleted, edited
from tidings.core.views import view_of
from tidings.html.text import plain_text
from tidings.services.fields import (
    Moment,
    Number,
    PageQuery,
    RequestModel,
    Storable,
)
from tidings.store.engine.packing import unpack
from tidings.store.reading import highlights as store
from tidings.store.reading.highlights import MarkedEntry

_NEWEST = "highlights"
_CHANGES = "highlight changes"
_SHAPE: cursors.Shape = (int, str)
_BEYOND = (2**63 - 1, "")

Text = Literal["content", "full_text"]


Color = Literal["yellow", "green", "blue", "pink", "orange", "purple"]
_Quote = Annotated[Storable, Field(max_length=10_000)]
_Around = Annotated[Storable, Field(max_length=500)]
_Position = Annotated[int, Field(ge=0, le=10**9)]
_Note = Annotated[Storable, Field(max_length=20_000)]
# When the reader made a change, if not now: of two changes the newest counts.
MadeAt = Annotated[
    Moment | None,
    Field(
        description="when the reader wanted it, if not now: of two intents the newest counts"
    ),
]


class NewHighlight(RequestModel):
    """A new highlight. The device may make the id, so that it can be offline."""

    id: str | None = Field(
        default=None, pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
    )
    entry_id: Number
    quote: _Quote = ""
    prefix: _Around = ""
    suffix: _Around = ""
    position: _Position = 0
    note: _Note = ""
    color: Color = "yellow"
    at: MadeAt = None


class AnchorFields(RequestModel):
    """Another passage for the highlight, all of it."""

    quote: _Quote
    prefix: _Around = ""
    suffix: _Around = ""
    position: _Position = 0


class HighlightChanges(RequestModel):
    """What is to be different; what is left out stays."""

    note: _Note | None = None
    color: Color | None = None
    anchor: AnchorFields | None = None
    at: MadeAt = None


class HighlightQuery(PageQuery):
    """Which highlights are wanted."""

    changed_after: Annotated[
        Moment | None,
        Field(description="`changed_at` of the last change that the device knows"),
    ] = None
    entry_id: Annotated[Number | None, Field(description="only of this entry")] = None


@dataclass(frozen=True, slots=True)
class HighlightView:
    """A marked passage; without a quote it is a note on the whole entry."""

    id: str
    entry_id: int
    quote: str
    prefix: str
    suffix: str
    position: int
    note: str
    color: str
    created_at: int
    changed_at: int  # when the server last changed it
    deleted_at: int | None  # None: it is there


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A place in plain text: positions and lengths count Unicode characters."""

    text: Text
    position: int
    length: int
    how: Literal["same_place", "moved", "changed"]
    now_reads: str


@dataclass(frozen=True, slots=True)
class PlacedHighlight(HighlightView):
    """A highlight and where its passage is in the entry's plain text now; None: it is
    lost, or the note is on the whole entry."""

    found: FoundPassage | None


async def add_highlight(
    context: Context, user_id: int, new: NewHighlight
) -> tuple[HighlightView, bool]:
    """Keep a highlight; the same id again is the same highlight, changed if `at` says so.
    Return it and whether it is new."""
    if not (new.quote.strip() or new.note.strip()):
        raise Invalid("Mark a passage, or write a note.", details={"field": "quote"})
    now = context.clock()
    at = _believed(new.at, now)
    anchor = Anchor(new.quote, new.prefix, new.suffix, new.position)
    highlight = Highlight(
        id=new.id or context.new_id(),
        entry_id=new.entry_id,
        anchor=anchor,
        note=new.note,
        color=new.color,
        anchor_at=at,
        note_at=at,
        color_at=at,
        created_at=at,
    )

    def change(known: Highlight) -> Highlight:
        if new.at is None:  # a repeated request, not another intent
            return known
        return edited(known, Edit(anchor, new.note, new.color), at)

    kept, is_new = await context.database.write(
        store.add_highlight, user_id, highlight, change, now
    )
    return _view(kept), is_new


async def edit_highlight(
    context: Context, user_id: int, highlight_id: str, changes: HighlightChanges
) -> HighlightView:
    """Change a highlight, each part only if nothing newer is known about it."""
    now, at, given = context.clock(), changes.at, changes.anchor
    anchor = None if given is None else Anchor(**given.model_dump())
    edit = Edit(anchor, changes.note, changes.color)

    def change(known: Highlight) -> Highlight:
        if at is None and known.deleted_at is not None:
            raise NotFound("There is no such highlight.")
        return edited(known, edit, _believed(at, now))

    changed = await context.database.write(
        store.change_highlight, user_id, highlight_id, change, now
    )
    return _view(changed)


async def delete_highlight(
    context: Context, user_id: int, highlight_id: str, at: int | None
) -> None:
    """Delete a highlight, unless it was edited after the deletion was intended."""
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
    context: Context, user_id: int, query: HighlightQuery
) -> Page[HighlightView]:
    """Return highlights, newest first; with `changed_after` every change, deletions too,
    oldest first."""
    after, limit = query.changed_after, query.limit
    kind = _NEWEST if after is None else _CHANGES
    # No id comes before the empty one: the first of the next moment.
    start = _BEYOND if after is None else (after + 1, "")
    if query.cursor is not None:
        at, id_ = cursors.decode(kind, query.cursor, _SHAPE)
        start = (int(at), str(id_))
    read = store.newest_highlights if after is None else store.changed_highlights
    found = await context.database.read(read, user_id, query.entry_id, start, limit + 1)
    page = [_view(each) for each in found[:limit]]
    if len(found) <= limit:
        return Page(page, None)
    return Page(page, cursors.encode(kind, (page[-1].changed_at, page[-1].id)))


async def highlights_in_text(
    context: Context, user_id: int, entry_id: int
) -> WholeList[PlacedHighlight]:
    """Return an entry's highlights with their places in what the entry says now."""
    entry = await context.database.read(store.marked_entry, user_id, entry_id)
    return WholeList(await asyncio.to_thread(_placed, entry))


def _placed(entry: MarkedEntry) -> list[PlacedHighlight]:
    texts: list[tuple[Text, str]] = []
    if entry.full_text is not None:
        texts.append(("full_text", plain_text(unpack(*entry.full_text))))
    if entry.content is not None:
        texts.append(("content", plain_text(unpack(*entry.content))))
    return [_place(highlight, texts) for highlight in entry.highlights]


def _place(highlight: Highlight, texts: list[tuple[Text, str]]) -> PlacedHighlight:
    """Look in all texts: exactly first, and for something like it only then."""
    nearly: FoundPassage | None = None
    for name, text in texts:
        found = find_passage(highlight.anchor, text)
        if found is not None:
            reads = text[found.position : found.position + found.length]
            passage = view_of(FoundPassage, found, text=name, now_reads=reads)
            if found.how != "changed":
                return _placed_at(highlight, passage)
            nearly = nearly or passage
    return _placed_at(highlight, nearly)


def _placed_at(highlight: Highlight, found: FoundPassage | None) -> PlacedHighlight:
    return view_of(PlacedHighlight, highlight, **asdict(highlight.anchor), found=found)


def _view(highlight: Highlight) -> HighlightView:
    return view_of(HighlightView, highlight, **asdict(highlight.anchor))


def _believed(at: int | None, now: int) -> int:
    """Return the time of an intent; a clock that is ahead does not win for ever."""
    return now if at is None else min(at, now)
