"""The installation as a whole, for its administrators."""

from typing import Annotated

from fastapi import APIRouter, Query

from tidings.core.pages import Page
from tidings.services.system import administration as service
from tidings.services.system.administration import CleanUp, FeedLine, SizeList
from tidings.services.system.long_jobs import JobView
from tidings.store.system.database_sizes import KEPT
from tidings.store.system.long_jobs import OwnedJob
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Administrator
from tidings.web.v1.fields import Cursor, Limit

router = APIRouter(tags=["admin"], route_class=JsonRoute)


@router.get("/admin/cleanup-log")
async def list_clean_ups(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> Page[CleanUp]:
    """List what the clean-ups of the last 90 days removed, the newest first. A note
    `unread_removed` says that entries went that somebody had not read; `kept_shorter`
    that read entries went earlier, because the database was too large; `too_large` that
    it still is."""
    return await service.list_clean_ups(context, cursor, limit)


@router.post("/admin/vacuum", status_code=202)
async def vacuum_database(visitor: Administrator, context: Given) -> JobView:
    """Let a worker vacuum the database; its result says how many bytes that freed."""
    return await service.start_vacuum(context, visitor.user_id)


@router.get("/admin/database-sizes")
async def list_database_sizes(
    visitor: Administrator,
    context: Given,
    days: Annotated[int, Query(ge=1, le=KEPT.days)] = 90,
) -> SizeList:
    """List how many bytes the database took on each of the last days."""
    return await service.list_sizes(context, days)


@router.get("/admin/jobs")
async def list_all_jobs(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> Page[OwnedJob]:
    """List imports and other long work of all users, with how far each of them is. What
    it found is shown to its owner only."""
    return await service.list_all_jobs(context, cursor, limit)


@router.get("/feeds")
async def list_feeds(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> Page[FeedLine]:
    """List every feed that anybody follows or that was registered, by number."""
    return await service.list_all_feeds(context, cursor, limit)
