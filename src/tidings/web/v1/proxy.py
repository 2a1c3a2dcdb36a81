"""The article behind an entry, as a page that runs nothing and loads nothing."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from tidings.services.proxy import read_article
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Reader
from tidings.web.v1.fields import Storable

router = APIRouter(tags=["media"])


@router.get(
    "/proxy",
    operation_id="read_article",
    summary="Read the page of an entry through Tidings",
    response_description="The article as a page of its own, sanitised.",
    response_class=HTMLResponse,
)
async def read_article_of_entry(
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
    page = await read_article(context, fetching, visitor.user_id, url)
    return HTMLResponse(page)
