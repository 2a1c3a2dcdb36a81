"""Searching the reader's entries."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.services.search import SearchAsk, SearchOrder, search_entries
from tidings.web.deps import Given
from tidings.web.etag import tagged_answer
from tidings.web.signed_in import Reader
from tidings.web.v1.entry_answers import NOT_CHANGED, ListedEntry
from tidings.web.v1.fields import Cursor, Limit, Storable

router = APIRouter(tags=["search"])

# Longer queries are shortened, and the answer says so; this much is not even read.
_LONGEST_QUERY = 20_000
_PIECES = (
    "plain text in pieces: the first is ordinary text, the second a hit, the third"
    " ordinary text, and so on; joined they are the whole"
)


class Highlights(BaseModel):
    """Where the words were found."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "title": ["A ", "bridge", " for the river"],
                "excerpt": ["…decided that a new ", "bridge", " is to be built…"],
            }
        }
    )
    title: list[str] = Field(description=_PIECES)
    excerpt: list[str] = Field(description=f"some thirty words, as {_PIECES}")


class FoundEntry(ListedEntry):
    """An entry that was found."""

    highlights: Highlights


class FoundList(BaseModel):
    """A page of results. It may be short, or empty, and still have a next page."""

    items: list[FoundEntry]
    next_cursor: str | None
    partial: bool = Field(
        description="the search went far and stopped: by rank, older matches are left"
        " out; newest first, `next_cursor` goes on where it stopped"
    )
    shortened: bool = Field(description="the query was too long: its end was left out")


class Question(BaseModel):
    """What is looked for; nothing asked, nothing found."""

    q: Storable = Field(
        default="",
        max_length=_LONGEST_QUERY,
        description='words, `"phrases"`, `-without`, `title:`, `author:`, `feed:`,'
        " `folder:`, `tag:`, `is:unread|read|starred`, `after:` and `before:` a"
        " date, `lang:`; an entry must meet all of them",
        examples=['bridge "city council" -sports is:unread after:2024-05'],
    )
    search_id: str | None = Field(
        default=None,
        pattern=r"^[0-9a-f-]{36}$",
        description="a saved search; with `q` it is searched in",
    )
    order: SearchOrder = Field(
        default="newest",
        description="`rank` puts the best of the newest 1,000 matches first",
    )


@router.get(
    "/entries/search",
    operation_id="search_entries",
    summary="Search entries",
    response_description="The page.",
    response_model=FoundList,
    responses=NOT_CHANGED,
)
async def get_search_results(
    request: Request,
    context: Given,
    visitor: Reader,
    asked: Annotated[Question, Query()],
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """Find entries by their words and by all else that is known about them."""
    ask = SearchAsk(asked.q, asked.search_id, asked.order, cursor, limit)
    return tagged_answer(request, await search_entries(context, visitor.user_id, ask))
