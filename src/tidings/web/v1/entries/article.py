"""The whole article of an entry, on demand."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from tidings.services.entries.article import FullText, get_full_text
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Writer
from tidings.web.v1.fields import NumberInPath

router = APIRouter(tags=["entries"], route_class=JsonRoute)


@router.post(
    "/entries/{id}/full-text",
    responses={202: {"model": FullText, "description": "Being fetched; ask again."}},
)
async def fetch_full_text(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    response: Response,
    id: NumberInPath,
    again: Annotated[
        bool,
        Query(
            description="look once more: at once if it failed, or else unless that was in"
            " the last 10 minutes"
        ),
    ] = False,
) -> FullText:
    """Return the article, fetching it if nobody has yet; a failure rests for a day
    unless you ask `again`. If it says something else than before, what it said is kept as a version."""
    found = await get_full_text(context, fetching, visitor.user_id, id, again=again)
    response.status_code = 202 if found.state == "working" else 200
    return found
