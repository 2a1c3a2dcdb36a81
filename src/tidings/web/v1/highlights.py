"""Highlights and notes on entries, for readers with several devices, also offline."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from tidings.core.anchors import Anchor
from tidings.core.highlight import Edit, Highlight
from tidings.services import highlights as service
from tidings.services.highlights import NewHighlight, Placed
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import (
    Body,
    Cursor,
    IdInPath,
    Limit,
    Number,
    NumberInPath,
    Storable,
)

router = APIRouter(tags=["highlights"])

Color = Literal["yellow", "green", "blue", "pink", "orange", "purple"]
Moment = Annotated[int, Field(ge=0, le=2**53 - 1)]
_Quote = Annotated[Storable, Field(max_length=10_000)]
_Around = Annotated[Storable, Field(max_length=500)]
_Position = Annotated[int, Field(ge=0, le=10**9)]
_Note = Annotated[Storable, Field(max_length=20_000)]
_AT = "when the reader wished it, if not now: of two wishes the newest counts"

_EXAMPLE: JsonDict = {
    "id": "01890a5d-ac96-774b-bcce-b302099a8057",
    "entry_id": 4711,
    "quote": "We are happy that it holds.",
    "prefix": "said the engineer. ",
    "suffix": " The bridge had been closed",
    "position": 420,
    "note": "Compare with last year.",
    "color": "yellow",
    "created_at": 1760000000000000,
    "changed_at": 1760000000000000,
    "deleted_at": None,
}


class HighlightAnswer(BaseModel):
    """A marked passage; without a quote it is a note on the whole entry."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    id: str
    entry_id: int
    quote: str
    prefix: str
    suffix: str
    position: int
    note: str
    color: str
    created_at: int
    changed_at: int = Field(description="when the server last changed it")
    deleted_at: int | None = Field(description="null: it is there")


class HighlightPage(BaseModel):
    """Some highlights, and where the list goes on."""

    items: list[HighlightAnswer]
    next_cursor: str | None


class PlacedAnswer(HighlightAnswer):
    """A highlight and where its passage is in the entry's plain text now."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": _EXAMPLE
            | {
                "found": {
                    "text": "content",
                    "position": 431,
                    "length": 27,
                    "how": "moved",
                    "now_reads": "We are happy that it holds.",
                }
            }
        }
    )
    found: "FoundAnswer | None" = Field(
        description="null: the passage is lost, or the note is on the whole entry"
    )


class FoundAnswer(BaseModel):
    """A place in plain text: positions and lengths count Unicode characters."""

    text: Literal["content", "full_text"]
    position: int
    length: int
    how: Literal["same_place", "moved", "changed"]
    now_reads: str


class PlacedList(BaseModel):
    """All highlights of an entry."""

    items: list[PlacedAnswer]


class HighlightBody(Body):
    """A new highlight. The device may make the id, so that it can be offline."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "id": _EXAMPLE["id"],
                "entry_id": 4711,
                "quote": "We are happy that it holds.",
                "prefix": "said the engineer. ",
                "suffix": " The bridge had been closed",
                "position": 420,
                "note": "Compare with last year.",
            }
        }
    )
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
    at: Moment | None = Field(default=None, description=_AT)


class HighlightChange(Body):
    """What is to be different; what is left out stays."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"note": "No: the year before.", "color": "blue"}}
    )
    note: _Note | None = None
    color: Color | None = None
    anchor: "AnchorBody | None" = None
    at: Moment | None = Field(default=None, description=_AT)


class AnchorBody(Body):
    """Another passage for the highlight, all of it."""

    quote: _Quote
    prefix: _Around = ""
    suffix: _Around = ""
    position: _Position = 0


@router.get(
    "/highlights",
    operation_id="list_highlights",
    summary="List highlights",
    response_description="Highlights, those changed last first; with `changed_after`"
    " every change since, deletions too, in the order it happened.",
    response_model=HighlightPage,
)
async def list_highlights(
    context: Given,
    visitor: Reader,
    changed_after: Annotated[
        Moment | None,
        Query(description="`changed_at` of the last change that the device knows"),
    ] = None,
    entry_id: Annotated[Number | None, Query(description="only of this entry")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """Return a page of the reader's highlights."""
    page = await service.list_highlights(
        context,
        visitor.user_id,
        service.Which(entry_id, changed_after),
        cursor=cursor,
        limit=limit,
    )
    items = [_shown(each) for each in page.highlights]
    return json_answer({"items": items, "next_cursor": page.next_cursor})


@router.post(
    "/highlights",
    operation_id="create_highlight",
    summary="Highlight a passage, or write a note",
    status_code=201,
    response_description="The highlight.",
    response_model=HighlightAnswer,
    responses={200: {"model": HighlightAnswer, "description": "It was there already."}},
)
async def create_highlight(
    context: Given, visitor: Writer, body: HighlightBody
) -> Response:
    """Keep a highlight. The same id again gives the same highlight."""
    anchor = Anchor(body.quote, body.prefix, body.suffix, body.position)
    new = NewHighlight(body.entry_id, anchor, body.note, body.color, body.id, body.at)
    highlight, is_new = await service.add_highlight(context, visitor.user_id, new)
    return json_answer(_shown(highlight), 201 if is_new else 200)


@router.patch(
    "/highlights/{id}",
    operation_id="change_highlight",
    summary="Change a highlight",
    response_description="The highlight as it is now.",
    response_model=HighlightAnswer,
)
async def change_highlight(
    context: Given, visitor: Writer, id: IdInPath, body: HighlightChange
) -> Response:
    """Change note, color or passage; a part for which a newer wish is known stays."""
    anchor = None if body.anchor is None else Anchor(**body.anchor.model_dump())
    edit = Edit(anchor, body.note, body.color)
    changed = await service.edit_highlight(context, visitor.user_id, id, edit, body.at)
    return json_answer(_shown(changed))


@router.delete(
    "/highlights/{id}",
    operation_id="delete_highlight",
    summary="Delete a highlight",
    status_code=204,
    response_description="It is gone, unless it was edited after `at`.",
)
async def delete_highlight(
    context: Given,
    visitor: Writer,
    id: IdInPath,
    at: Annotated[Moment | None, Query(description=_AT)] = None,
) -> None:
    """Delete a highlight; other devices hear of it."""
    await service.delete_highlight(context, visitor.user_id, id, at)


@router.get(
    "/entries/{id}/highlights",
    operation_id="list_entry_highlights",
    summary="Find highlights in an entry",
    response_description="All highlights of the entry, in the order of the text, with"
    " their places in what it says now.",
    response_model=PlacedList,
)
async def list_entry_highlights(
    context: Given, visitor: Reader, id: NumberInPath
) -> Response:
    """Return an entry's highlights; those whose passage is gone keep their quote."""
    placed = await service.highlights_in_text(context, visitor.user_id, id)
    return json_answer({"items": [_placed(each) for each in placed]})


def _shown(highlight: Highlight) -> dict[str, object]:
    anchor = highlight.anchor
    return {
        "id": highlight.id,
        "entry_id": highlight.entry_id,
        "quote": anchor.quote,
        "prefix": anchor.prefix,
        "suffix": anchor.suffix,
        "position": anchor.position,
        "note": highlight.note,
        "color": highlight.color,
        "created_at": highlight.created_at,
        "changed_at": highlight.changed_at,
        "deleted_at": highlight.deleted_at,
    }


def _placed(placed: Placed) -> dict[str, object]:
    found = placed.found and {
        "text": placed.text,
        "position": placed.found.position,
        "length": placed.found.length,
        "how": placed.found.how,
        "now_reads": placed.now_reads,
    }
    return _shown(placed.highlight) | {"found": found}
