"""Digests: a briefing of what is unread, every day or every week."""

from fastapi import APIRouter

from tidings.core.pages import Page
from tidings.services.publishing import digests as service
from tidings.services.publishing.digests import PlanFields, PlanView
from tidings.store.publishing.digests import DigestRow
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, Limit

router = APIRouter(tags=["digests"], route_class=JsonRoute)


@router.get("/digests")
async def list_digests(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Page[DigestRow]:
    """List digests, newest first. Each is an entry of a feed of your own."""
    return await service.list_digests(context, visitor.user_id, cursor, limit)


@router.get("/digests/plan")
async def get_digest_plan(context: Given, visitor: Reader) -> PlanView | None:
    """Return when digests are made, and what they are like; null: none are wanted."""
    return await service.get_plan(context, visitor.user_id)


@router.put("/digests/plan")
async def set_digest_plan(
    context: Given, visitor: Writer, body: PlanFields
) -> PlanView:
    """Have a digest made every day or every week, from what you have not read."""
    return await service.set_plan(context, visitor.user_id, body)


@router.post("/digests", status_code=202)
async def write_digest_now(context: Given, visitor: Writer) -> PlanView:
    """Have the next digest made within minutes instead of at its time: of what
    came since the last one. While one is being made, no other begins."""
    return await service.write_now(context, visitor.user_id)


@router.delete("/digests/plan", status_code=204)
async def end_digest_plan(context: Given, visitor: Writer) -> None:
    """Make no more digests; those that were made stay."""
    await service.end_plan(context, visitor.user_id)
