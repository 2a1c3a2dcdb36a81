"""The installation as a whole, for its administrators."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.services.administration import (
    list_all_feeds,
    list_all_jobs,
    list_clean_ups,
    list_sizes,
    start_vacuum,
)
from tidings.store.database_sizes import KEPT
from tidings.store.long_jobs import State
from tidings.web.answers import json_answer
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
_SIZE: dict[str, Any] = {"day": "2025-10-09", "bytes": 52428800}
_JOB: dict[str, Any] = {
    "id": "0199c5a1-7d00-7000-8000-000000000001",
    "kind": "import_opml",
    "state": "running",
    "done": 300,
    "total": 1000,
    "error": None,
    "created_at": 1760000000000000,
    "started_at": 1760000001000000,
    "ended_at": None,
    "user_id": 2,
    "user_name": "bob",
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


class SizeAnswer(BaseModel):
    """The last size that was measured on a day, UTC."""

    model_config = ConfigDict(json_schema_extra={"example": _SIZE})
    day: str
    bytes: int


class SizeList(BaseModel):
    """Sizes, the oldest first; days on which nothing was measured are left out."""

    items: list[SizeAnswer]
    next_cursor: None = None


@router.get(
    "/admin/database-sizes",
    operation_id="list_database_sizes",
    summary="How the database grew",
    response_description="One size for each day, the oldest first.",
    response_model=SizeList,
)
async def get_database_sizes(
    visitor: Administrator,
    context: Given,
    days: Annotated[int, Query(ge=1, le=KEPT.days)] = 90,
) -> Response:
    """List how many bytes the database took on each of the last days."""
    items = await list_sizes(context, days)
    return json_answer({"items": items, "next_cursor": None})


class OwnedJobAnswer(BaseModel):
    """Somebody's long job; what it found is told to its owner only."""

    model_config = ConfigDict(json_schema_extra={"example": _JOB})
    id: str
    kind: str
    state: State
    done: int
    total: int = Field(description="0 as long as it is not known")
    error: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    user_id: int
    user_name: str


class OwnedJobPage(BaseModel):
    """Jobs of all users, newest first."""

    items: list[OwnedJobAnswer]
    next_cursor: str | None


@router.get(
    "/admin/jobs",
    operation_id="list_all_jobs",
    summary="Everybody's long jobs",
    response_description="Jobs of the last 30 days, newest first.",
    response_model=OwnedJobPage,
)
async def get_all_jobs(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """List imports and other long work of all users, with how far each of them is."""
    items, following = await list_all_jobs(context, cursor, limit)
    return json_answer({"items": items, "next_cursor": following})


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
