"""Saving pages that no feed brings."""

from fastapi import APIRouter, Response

from tidings.services.entries.saved_pages import PageToKeep, PageView, save
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Writer

router = APIRouter(tags=["pages"], route_class=JsonRoute)


@router.post(
    "/pages",
    status_code=201,
    responses={200: {"model": PageView, "description": "It was saved before."}},
)
async def save_page(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    response: Response,
    body: PageToKeep,
) -> PageView:
    """Keep a page, also if it cannot be fetched: `problem` says why."""
    page, is_new = await save(context, fetching, visitor.user_id, body)
    response.status_code = 201 if is_new else 200
    return page
