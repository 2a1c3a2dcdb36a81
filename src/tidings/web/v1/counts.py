"""Counts: what is unread, by feed, folder and in all, and what was kept."""

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict

from tidings.services.counts import count_entries
from tidings.web.deps import Given
from tidings.web.etag import tagged_answer
from tidings.web.plain_route import PlainRoute
from tidings.web.signed_in import Reader
from tidings.web.v1.entry_answers import NOT_CHANGED

router = APIRouter(tags=["counts"], route_class=PlainRoute)


class FeedCount(BaseModel):
    """A subscription with something unread."""

    feed_id: int
    subscription_id: int
    unread: int


class FolderCount(BaseModel):
    """A folder with something unread in it, or in a folder inside."""

    folder_id: int
    unread: int


class TagCount(BaseModel):
    """How many entries have a tag."""

    id: int
    name: str
    entries: int


class Counts(BaseModel):
    """Feeds and folders that are not named have nothing unread."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "unread": 7,
                "starred": 2,
                "feeds": [{"feed_id": 12, "subscription_id": 31, "unread": 7}],
                "folders": [{"folder_id": 3, "unread": 7}],
                "tags": [{"id": 5, "name": "city", "entries": 1}],
            }
        }
    )

    unread: int
    starred: int
    feeds: list[FeedCount]
    folders: list[FolderCount]
    tags: list[TagCount]


@router.get(
    "/counts",
    operation_id="get_counts",
    summary="How much there is to read",
    response_description="The counts.",
    response_model=Counts,
    responses=NOT_CHANGED,
)
async def get_counts(request: Request, context: Given, visitor: Reader) -> Response:
    """Count what is unread, starred and tagged."""
    return tagged_answer(request, await count_entries(context, visitor.user_id))
