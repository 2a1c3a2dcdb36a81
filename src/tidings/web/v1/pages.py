"""Saving pages that no feed brings."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.services.saved_pages import PageWish, save
from tidings.web.answers import json_answer
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Writer
from tidings.web.v1.fields import Body, Storable

router = APIRouter(tags=["pages"])

_LARGEST = 5 * 1024 * 1024


class PageBody(Body):
    """A page to keep. A browser may send what it shows, for pages behind a login."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"url": "https://herald.example/news/1", "starred": True}
        }
    )
    url: Annotated[Storable, Field(min_length=1, max_length=8_000)]
    title: Annotated[Storable, Field(max_length=1_000)] | None = None
    html: Annotated[Storable, Field(max_length=_LARGEST)] | None = None
    starred: bool = False


class PageProblem(BaseModel):
    """Why the page could not be fetched."""

    code: str
    reason: str


class PageAnswer(BaseModel):
    """The entry that the page is now."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "entry_id": 4711,
                "feed_id": 12,
                "subscription_id": 31,
                "url": "https://herald.example/news/1",
                "title": "Harbour bridge reopens",
                "has_text": True,
                "problem": None,
            }
        }
    )
    entry_id: int
    feed_id: int
    subscription_id: int
    url: str
    title: str
    has_text: bool = Field(description="false: only the address could be kept")
    problem: PageProblem | None


@router.post(
    "/pages",
    operation_id="save_page",
    summary="Save a page",
    status_code=201,
    response_description="The page is an entry of your own feed of pages.",
    response_model=PageAnswer,
    responses={200: {"model": PageAnswer, "description": "It was saved before."}},
)
async def save_page(
    context: Given, fetching: GivenFetching, visitor: Writer, body: PageBody
) -> Response:
    """Keep a page, also if it cannot be fetched: `problem` says why."""
    title = (body.title or "").strip() or None
    wish = PageWish(body.url.strip(), title, body.html, body.starred)
    page, is_new = await save(context, fetching, visitor.user_id, wish)
    problem = None
    if not page.has_text and page.code is not None:
        problem = {"code": page.code, "reason": page.reason}
    shown = {
        "entry_id": page.entry_id,
        "feed_id": page.feed_id,
        "subscription_id": page.subscription_id,
        "url": page.url,
        "title": page.title,
        "has_text": page.has_text,
        "problem": problem,
    }
    return json_answer(shown, 201 if is_new else 200)
