"""Digests: a briefing of what is unread, every day or every week."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.services import digests as service
from tidings.services.digests import PlanWish
from tidings.store.digests import DigestPlan
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Body, Cursor, Limit, Storable

router = APIRouter(tags=["digests"])

_Every = Literal["daily", "weekly"]
_PLAN: dict[str, Any] = {
    "every": "daily",
    "weekday": 0,
    "hour": 7,
    "time_zone": "Europe/Warsaw",
    "length": 20,
    "language": None,
    "by_mail": False,
}
_DIGEST: dict[str, Any] = {
    "due_at": 1760000000000000,
    "since": 1759913600000000,
    "made_at": 1760000030000000,
    "entry_id": 4711,
    "mailed_at": None,
}


class PlanFields(Body):
    """When a digest is made, and what it is like."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": _PLAN})
    every: _Every
    weekday: Annotated[int, Field(ge=0, le=6, description="0 is Monday")] = 0
    hour: Annotated[int, Field(ge=0, le=23)] = 7
    time_zone: Annotated[Storable, Field(min_length=1, max_length=64)] = "UTC"
    length: Annotated[int, Field(ge=1, le=100, description="entries")] = 20
    language: Annotated[
        str | None,
        Field(
            pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$",
            description="null: that of your summaries",
        ),
    ] = None
    by_mail: Annotated[
        bool, Field(description="also to your address, once it is known to be yours")
    ] = False


class PlanAnswer(BaseModel):
    """How digests are made, and when the next one is."""

    model_config = ConfigDict(
        json_schema_extra={"example": {**_PLAN, "next_at": 1760000000000000}}
    )
    every: _Every
    weekday: int
    hour: int
    time_zone: str
    length: int
    language: str | None
    by_mail: bool
    next_at: int


class DigestAnswer(BaseModel):
    """A digest that was made."""

    model_config = ConfigDict(json_schema_extra={"example": _DIGEST})
    due_at: int
    since: int = Field(description="what it tells of begins here")
    made_at: int | None = Field(description="null: it is being written")
    entry_id: int | None = Field(description="null: there was nothing to tell")
    mailed_at: int | None


class DigestList(BaseModel):
    """A page of digests, newest first."""

    items: list[DigestAnswer]
    next_cursor: str | None


@router.get(
    "/digests",
    operation_id="list_digests",
    summary="List digests",
    response_description="Those that were made, newest first.",
    response_model=DigestList,
)
async def list_digests(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Return digests; each is an entry of a feed of your own."""
    items, going_on = await service.list_digests(
        context, visitor.user_id, cursor, limit
    )
    return json_answer({"items": items, "next_cursor": going_on})


@router.get(
    "/digests/plan",
    operation_id="get_digest_plan",
    summary="How digests are made",
    response_description="The plan; null if there is none.",
    response_model=PlanAnswer | None,
)
async def get_digest_plan(context: Given, visitor: Reader) -> Response:
    """Return when digests are made, and what they are like; null: none are wanted."""
    plan = await service.get_plan(context, visitor.user_id)
    return json_answer(None if plan is None else _shown(plan))


@router.put(
    "/digests/plan",
    operation_id="set_digest_plan",
    summary="Have digests made",
    response_description="The plan, with the time of the next digest.",
    response_model=PlanAnswer,
)
async def set_digest_plan(
    context: Given, visitor: Writer, body: PlanFields
) -> Response:
    """Have a digest made every day or every week, from what you have not read."""
    wish = PlanWish(**body.model_dump())
    return json_answer(_shown(await service.set_plan(context, visitor.user_id, wish)))


@router.delete(
    "/digests/plan",
    operation_id="end_digest_plan",
    summary="Have no more digests made",
    status_code=204,
    response_description="No more are made.",
)
async def end_digest_plan(context: Given, visitor: Writer) -> None:
    """Make no more digests; those that were made stay."""
    await service.end_plan(context, visitor.user_id)


def _shown(plan: DigestPlan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in PlanAnswer.model_fields}
