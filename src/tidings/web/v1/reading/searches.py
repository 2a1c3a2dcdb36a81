"""Saved searches, which are read like feeds: `GET entries/search?search_id=…`."""

from fastapi import APIRouter

from tidings.core.pages import Listing, Page, page_of
from tidings.services.reading import saved_searches as service
from tidings.services.reading.saved_searches import (
    FirstSearches,
    NewSearch,
    SearchChanges,
    SearchView,
)
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["searches"], route_class=JsonRoute)
_SEARCHES: Listing[SearchView] = Listing(
    "searches", (int, str), lambda each: (each.position, each.id)
)


@router.get("/searches")
async def list_searches(
    context: Given, visitor: Reader, cursor: Cursor = None, limit: Limit = 50
) -> Page[SearchView]:
    """List saved searches, in their order, with what is unread in each."""
    found = await service.list_searches(context, visitor.user_id)
    return page_of(_SEARCHES, found, cursor, limit)


@router.post("/searches", status_code=201)
async def create_search(context: Given, visitor: Writer, body: NewSearch) -> SearchView:
    """Keep a search, to read it like a feed."""
    return await service.add_search(context, visitor.user_id, body)


@router.post("/searches/reorder")
async def reorder_searches(
    context: Given, visitor: Writer, body: FirstSearches
) -> Page[SearchView]:
    """Put some searches first; the others follow as they were."""
    return await service.reorder_searches(context, visitor.user_id, body)


@router.get("/searches/{id}")
async def get_search(context: Given, visitor: Reader, id: IdInPath) -> SearchView:
    """Return one saved search."""
    return await service.get_search(context, visitor.user_id, id)


@router.patch("/searches/{id}")
async def change_search(
    context: Given, visitor: Writer, id: IdInPath, body: SearchChanges
) -> SearchView:
    """Change the name or the query."""
    return await service.change_search(context, visitor.user_id, id, body)


@router.delete("/searches/{id}", status_code=204)
async def delete_search(context: Given, visitor: Writer, id: IdInPath) -> None:
    """Forget a search; the entries that it finds stay."""
    await service.delete_search(context, visitor.user_id, id)
