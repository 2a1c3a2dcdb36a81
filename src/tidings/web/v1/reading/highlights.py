"""Highlights and notes on entries, for readers with several devices, also offline."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from tidings.core.pages import Page, WholeList
from tidings.services.reading import highlights as service
from tidings.services.reading.highlights import (
    HighlightChanges,
    HighlightQuery,
    HighlightView,
    MadeAt,
    NewHighlight,
    PlacedHighlight,
)
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import IdInPath, NumberInPath

router = APIRouter(tags=["highlights"], route_class=JsonRoute)


@router.get("/highlights")
async def list_highlights(
    context: Given, visitor: Reader, query: Annotated[HighlightQuery, Query()]
) -> Page[HighlightView]:
    """List your highlights, those changed last first; with `changed_after` every change
    since, deletions too, in the order it happened."""
    return await service.list_highlights(context, visitor.user_id, query)


@router.post(
    "/highlights",
    status_code=201,
    responses={200: {"model": HighlightView, "description": "It was there already."}},
)
async def create_highlight(
    context: Given, visitor: Writer, response: Response, body: NewHighlight
) -> HighlightView:
    """Keep a highlight, or a note. The same id again gives the same highlight."""
    highlight, is_new = await service.add_highlight(context, visitor.user_id, body)
    response.status_code = 201 if is_new else 200
    return highlight


@router.patch("/highlights/{id}")
async def change_highlight(
    context: Given, visitor: Writer, id: IdInPath, body: HighlightChanges
) -> HighlightView:
    """Change note, color or passage; a part for which a newer change is known stays."""
    return await service.edit_highlight(context, visitor.user_id, id, body)


@router.delete("/highlights/{id}", status_code=204)
async def delete_highlight(
    context: Given, visitor: Writer, id: IdInPath, at: Annotated[MadeAt, Query()] = None
) -> None:
    """Delete a highlight, unless it was edited after `at`; other devices are notified."""
    await service.delete_highlight(context, visitor.user_id, id, at)


@router.get("/entries/{id}/highlights")
async def list_entry_highlights(
    context: Given, visitor: Reader, id: NumberInPath
) -> WholeList[PlacedHighlight]:
    """Return an entry's highlights in the order of the text, with their places in what it
    says now; those whose passage is gone keep their quote."""
    return await service.highlights_in_text(context, visitor.user_id, id)
