"""Searching the reader's entries."""

from typing import Annotated

from fastapi import APIRouter, Query

from tidings.services.reading import search
from tidings.services.reading.search import FoundList, SearchQuery
from tidings.web.deps import Given
from tidings.web.json_route import Encoded, JsonRoute, as_json
from tidings.web.signed_in import Reader

router = APIRouter(tags=["search"], route_class=JsonRoute)


@router.get("/entries/search")
async def search_entries(
    context: Given, visitor: Reader, query: Annotated[SearchQuery, Query()]
) -> Encoded[FoundList]:
    """Find entries by their words and by all else that is known about them."""
    return await search.search_entries(context, visitor.user_id, query, as_json)
