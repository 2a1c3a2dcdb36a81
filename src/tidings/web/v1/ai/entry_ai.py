"""Summaries and deframings of entries, and how a feed frames its reports."""

from typing import Annotated

from fastapi import APIRouter, Query

from tidings.services.ai import deframing, summaries
from tidings.services.ai.deframing import DeframedVersions, FeedFraming
from tidings.services.ai.summaries import Deframing, Opened, Summary
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import NumberInPath

router = APIRouter(tags=["ai"], route_class=JsonRoute)


@router.post("/entries/{id}/open")
async def note_entry_opened(
    context: Given, visitor: Writer, id: NumberInPath
) -> Opened:
    """Ask for what you have switched on, in front of the queue: the whole article where
    the feed gives a teaser, a summary, a deframing. Nothing is fetched or asked before
    this answer; the events `entry_changed` and `summary_ready` say what has come."""
    return await summaries.note_opened(context, visitor.user_id, id)


@router.post("/entries/{id}/summary")
async def ask_for_summary(context: Given, visitor: Writer, id: NumberInPath) -> Summary:
    """Put an entry in front of the queue. The answer comes at once; the event
    `summary_ready` says when there is something to show."""
    return await summaries.ask_for_summary(context, visitor.user_id, id)


@router.post("/entries/{id}/deframe")
async def ask_for_deframing(
    context: Given, visitor: Writer, id: NumberInPath
) -> Deframing:
    """Put an entry in front of the queue, as for a summary."""
    return await summaries.ask_for_deframing(context, visitor.user_id, id)


@router.get("/entries/{id}/deframed-versions")
async def list_deframed_versions(
    context: Given, visitor: Reader, id: NumberInPath
) -> DeframedVersions:
    """Show whether a headline was softened, or sharpened."""
    return await deframing.list_deframed_versions(context, visitor.user_id, id)


@router.get("/feeds/{feed_id}/framing")
async def get_feed_framing(
    context: Given,
    visitor: Reader,
    feed_id: NumberInPath,
    days: Annotated[int, Query(ge=1, le=3650)] = 90,
) -> FeedFraming:
    """Average the scores of what you see of a feed."""
    return await deframing.feed_framing(context, visitor.user_id, feed_id, days)
