"""The article behind an entry, as a page that runs nothing and asks no stranger."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from tidings.services.entries import proxy
from tidings.services.fields import Storable
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader

router = APIRouter(tags=["media"], route_class=JsonRoute)


@router.get("/proxy", response_class=HTMLResponse)
async def read_article(
    context: Given,
    fetching: GivenFetching,
    visitor: Reader,
    url: Annotated[
        Storable,
        Query(
            min_length=1,
            max_length=8_000,
            description="the address of an entry that you can see",
            examples=["https://herald.example/news/1"],
        ),
    ],
) -> HTMLResponse:
    """Fetch the page of an entry and return its article; any other address is a 404."""
    page = await proxy.read_article(context, fetching, visitor.user_id, url)
    return HTMLResponse(page)
