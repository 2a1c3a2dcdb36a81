"""Summaries and deframings of entries, and how a feed frames what it tells."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict

from tidings.services.deframing import feed_framing, list_deframed_versions
from tidings.services.summaries import ask_for_deframing, ask_for_summary
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.ai_answers import (
    DEFRAMED,
    DeframedAnswer,
    Scores,
    SummaryAnswer,
)
from tidings.web.v1.fields import NumberInPath

router = APIRouter(tags=["ai"])

_SCORES = DEFRAMED["scores"]


class DeframedVersion(BaseModel):
    """A version of an entry; `deframed` is null if nobody asked while it stood."""

    version: int
    seen_at: int
    title: str
    deframed: DeframedAnswer | None


class DeframedVersions(BaseModel):
    """All versions that are kept, newest first."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "items": [
                    {
                        "version": 1,
                        "seen_at": 1760000000000000,
                        "title": "SHOCKING bridge!",
                        "deframed": DEFRAMED,
                    }
                ],
                "next_cursor": None,
            }
        }
    )
    items: list[DeframedVersion]
    next_cursor: None = None


class FramingDay(BaseModel):
    """Averages of one day, UTC."""

    day: str
    entries: int
    overall: float
    scores: Scores


class Framing(BaseModel):
    """Averages of a feed: of all days, and of each, the newest first."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "feed_id": 12,
                "day": None,
                "entries": 40,
                "overall": 0.3,
                "scores": _SCORES,
                "items": [
                    {
                        "day": "2025-10-09",
                        "entries": 4,
                        "overall": 0.3,
                        "scores": _SCORES,
                    }
                ],
            }
        }
    )
    feed_id: int
    day: None
    entries: int
    overall: float
    scores: Scores
    items: list[FramingDay]


@router.post(
    "/entries/{id}/summary",
    operation_id="ask_for_summary",
    summary="Want a summary",
    response_description="How it stands; a worker does what is pending.",
    response_model=SummaryAnswer,
)
async def post_summary(context: Given, visitor: Writer, id: NumberInPath) -> Response:
    """Put an entry in front of the queue. The answer comes at once; the event
    `summary_ready` says when there is something to show."""
    return json_answer(await ask_for_summary(context, visitor.user_id, id))


@router.post(
    "/entries/{id}/deframe",
    operation_id="ask_for_deframing",
    summary="Want a deframing",
    response_description="How it stands; a worker does what is pending.",
    response_model=DeframedAnswer,
)
async def post_deframe(context: Given, visitor: Writer, id: NumberInPath) -> Response:
    """Put an entry in front of the queue, as for a summary."""
    return json_answer(await ask_for_deframing(context, visitor.user_id, id))


@router.get(
    "/entries/{id}/deframed-versions",
    operation_id="list_deframed_versions",
    summary="How each version of an entry was framed",
    response_description="The versions, newest first.",
    response_model=DeframedVersions,
)
async def get_deframed_versions(
    context: Given, visitor: Reader, id: NumberInPath
) -> Response:
    """Show whether a headline was softened, or sharpened."""
    items = await list_deframed_versions(context, visitor.user_id, id)
    return json_answer({"items": items, "next_cursor": None})


@router.get(
    "/feeds/{feed_id}/framing",
    operation_id="get_feed_framing",
    summary="How a feed frames what it tells",
    response_description="Averages over time.",
    response_model=Framing,
)
async def get_framing(
    context: Given,
    visitor: Reader,
    feed_id: NumberInPath,
    days: Annotated[int, Query(ge=1, le=3650)] = 90,
) -> Response:
    """Average the scores of what you see of a feed."""
    return json_answer(await feed_framing(context, visitor.user_id, feed_id, days))
