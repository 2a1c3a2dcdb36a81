"""Marks made offline, brought in all at once."""

from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.intents import Intent, Mark, Verdict, tag_field
from tidings.core.reading import LONGEST_TAG
from tidings.services.sync_marks import sync_marks
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Writer
from tidings.web.v1.fields import LARGEST, Body, Number, Storable

router = APIRouter(tags=["entries"])

MOST_INTENTS = 1000
_Time = Annotated[
    int, Field(ge=0, le=LARGEST, description="by the clock of the device")
]
_Tag = Annotated[Storable, Field(min_length=1, max_length=LONGEST_TAG, pattern=r"\S")]


class PlainIntent(Body):
    """A wish to have an entry read or starred, or not."""

    entry_id: Number
    field: Literal["read", "starred"]
    value: bool
    at: _Time

    def intent(self) -> Intent:
        """Return the wish itself."""
        return Intent(Mark(self.entry_id, self.field), self.value, self.at)


class TagIntent(Body):
    """A wish to have an entry tagged, or not."""

    entry_id: Number
    field: Literal["tag"]
    tag: _Tag
    value: bool
    at: _Time

    def intent(self) -> Intent:
        """Return the wish itself."""
        return Intent(Mark(self.entry_id, tag_field(self.tag)), self.value, self.at)


AnyIntent = Annotated[PlainIntent | TagIntent, Field(discriminator="field")]


class OfflineMarks(Body):
    """What was marked offline, and when it is sent, all by the clock of the device."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "example": {
                "sent_at": 1760000300000000,
                "intents": [
                    {
                        "entry_id": 4711,
                        "field": "read",
                        "value": True,
                        "at": 1760000000000000,
                    },
                    {
                        "entry_id": 4711,
                        "field": "tag",
                        "tag": "rivers",
                        "value": True,
                        "at": 1760000100000000,
                    },
                ],
            }
        },
    )

    sent_at: _Time
    intents: Annotated[list[AnyIntent], Field(min_length=1, max_length=MOST_INTENTS)]


class MarkedEntry(BaseModel):
    """How an entry is marked now."""

    id: int
    feed_id: int
    read: bool
    starred: bool
    tags: list[str]


class SyncedMarks(BaseModel):
    """What became of each wish, in the order they were sent, and how the entries are
    now; those that are `gone` are not among them."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "results": ["superseded", "applied"],
                "entries": [
                    {
                        "id": 4711,
                        "feed_id": 7,
                        "read": False,
                        "starred": False,
                        "tags": ["rivers"],
                    }
                ],
            }
        }
    )

    results: list[Verdict]
    entries: list[MarkedEntry]


@router.post(
    "/entries/sync",
    operation_id="sync_offline_marks",
    summary="Bring in what was marked offline",
    response_model=SyncedMarks,
    response_description="What became of each wish, and how the entries are now.",
)
async def sync_offline_marks(
    context: Given, visitor: Writer, body: OfflineMarks
) -> Response:
    """The newest wish for each mark holds, also against marks made elsewhere meanwhile;
    repeating does no harm. Times are corrected by how far the device's clock is off when
    it sends. At most 50 different tags at once."""
    intents = [each.intent() for each in body.intents]
    done = await sync_marks(context, visitor.user_id, intents, body.sent_at)
    return json_answer(done)
