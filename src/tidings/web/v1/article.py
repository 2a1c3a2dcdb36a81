"""The whole article of an entry, on demand."""

from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.services.article import get_full_text
from tidings.web.answers import json_answer
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Writer
from tidings.web.v1.fields import NumberInPath

router = APIRouter(tags=["entries"])


class FullText(BaseModel):
    """What to show of an entry: its article, or what the feed says of it."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "state": "failed",
                "source": "content",
                "html": "<p>The harbour bridge opened on Monday.</p>",
                "code": "timeout",
                "reason": "The server did not answer in time.",
                "tried_at": 1760000000000000,
                "retry_at": 1760086400000000,
            }
        }
    )
    state: Literal["ready", "failed", "working"]
    source: Literal["full_text", "content"]
    html: str = Field(description="sanitised")
    code: str | None = Field(
        description="why there is no article; null: nothing failed"
    )
    reason: str | None
    tried_at: int | None
    retry_at: int | None = Field(description="before this it is not tried again")


@router.post(
    "/entries/{id}/full-text",
    operation_id="fetch_full_text",
    summary="Get the whole article of an entry",
    response_description="The article, or the feed's own text and why.",
    response_model=FullText,
    responses={202: {"model": FullText, "description": "Being fetched; ask again."}},
)
async def fetch_full_text(
    context: Given, fetching: GivenFetching, visitor: Writer, id: NumberInPath
) -> Response:
    """Return the article, fetching it if nobody has yet; a failure rests for a day."""
    answer = await get_full_text(context, fetching, visitor.user_id, id)
    return json_answer(asdict(answer), 202 if answer.state == "working" else 200)
