"""The installation as a whole, for its administrators."""

from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from tidings.services.administration import (
    list_all_feeds,
    list_clean_ups,
    start_vacuum,
)
from tidings.web.deps import Given
from tidings.web.signed_in import Administrator
from tidings.web.v1.fields import Cursor, Limit
from tidings.web.v1.jobs import JobAnswer, job_answer

router = APIRouter(tags=["admin"])
_CLEAN_UP: dict[str, Any] = {
    "id": "0199c5a1-7d00-7000-8000-000000000001",
    "at": 1760000000000000,
    "took": 2100000,
    "removed": {"entries": 120, "unread_entries": 0, "size": "fits"},
}
_FEED: dict[str, Any] = {
    "id": 7,
    "kind": "rss",
    "url": "https://example.org/feed.xml",
    "title": "The Example",
    "enabled": True,
    "polling": True,
    "next_check_at": 1760000000000000,
    "last_success_at": 1760000000000000,
    "failures": 0,
    "last_error": None,
    "subscribers": 3,
}


class CleanUpAnswer(BaseModel):
    """One clean-up: begin and duration in microseconds, how many of what went."""

    model_config = ConfigDict(json_schema_extra={"example": _CLEAN_UP})
    id: str
    at: int
    took: int
    removed: dict[str, int | str]


class CleanUpPage(BaseModel):
    """Clean-ups, the newest first."""

    items: list[CleanUpAnswer]
    next_cursor: str | None


@router.get(
    "/admin/cleanup-log",
    operation_id="list_clean_ups",
    summary="What the clean-ups removed",
    response_description="Clean-ups, the newest first.",
)
async def get_clean_ups(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> CleanUpPage:
    """List the clean-ups of the last 90 days."""
    page, following = await list_clean_ups(context, cursor, limit)
    items = [
        CleanUpAnswer(id=c.id, at=c.at, took=c.took, removed=c.removed) for c in page
    ]
    return CleanUpPage(items=items, next_cursor=following)


@router.post(
    "/admin/vacuum",
    operation_id="vacuum_database",
    summary="Give unused space of the database back",
    status_code=202,
    response_model=JobAnswer,
    response_description="The job that does it.",
)
async def post_vacuum(visitor: Administrator, context: Given) -> Response:
    """Let a worker vacuum the database; its result says how many bytes that freed."""
    return job_answer(await start_vacuum(context, visitor.user_id), 202)


class FeedLine(BaseModel):
    """A feed of the installation and how it is."""

    model_config = ConfigDict(json_schema_extra={"example": _FEED})
    id: int
    kind: str
    url: str | None
    title: str
    enabled: bool
    polling: bool
    next_check_at: int | None
    last_success_at: int | None
    failures: int
    last_error: str | None
    subscribers: int


class FeedPage(BaseModel):
    """Feeds, by number."""

    items: list[FeedLine]
    next_cursor: str | None


@router.get(
    "/feeds",
    operation_id="list_feeds",
    summary="All feeds of the installation",
    response_description="Feeds, by number.",
)
async def get_feeds(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> FeedPage:
    """List every feed that anybody follows or that was registered."""
    page, following = await list_all_feeds(context, cursor, limit)
    items = [FeedLine.model_validate(row, from_attributes=True) for row in page]
    return FeedPage(items=items, next_cursor=following)
