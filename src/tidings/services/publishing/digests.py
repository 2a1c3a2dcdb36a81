"""Digests: how a reader wants them, and those that were made."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from tidings.context import Context
from tidings.core import cursor
from tidings.core.errors import NotFound
from tidings.core.pages import Page
from tidings.core.publishing.digest import Every
from tidings.core.reading.reading import BEYOND
from tidings.core.views import view_of
from tidings.operations.publishing.digest_plans import planned
from tidings.services.fields import RequestModel, Storable
from tidings.store.engine.connection import Connection
from tidings.store.publishing import digests as store
from tidings.store.publishing.digests import DigestPlan, DigestRow
from tidings.store.system.events import publish_settings_changed

_KIND = "digests"
_LATER = 0  # in place of times that depend on the rest


class PlanFields(RequestModel):
    """When a digest is made, and what it is like."""

    every: Every
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


@dataclass(frozen=True, slots=True)
class PlanView:
    """How digests are made, and when the next one is."""

    every: Every
    weekday: int
    hour: int
    time_zone: str
    length: int
    language: str | None  # None: that of the reader's summaries
    by_mail: bool
    next_at: int


async def get_plan(context: Context, user_id: int) -> PlanView | None:
    """Return how a reader wants digests; None if they want none."""
    plan = await context.database.read(store.plan_of, user_id)
    return None if plan is None else view_of(PlanView, plan)


async def set_plan(context: Context, user_id: int, wanted: PlanFields) -> PlanView:
    """Make digests from now on; the first covers the period before it."""
    now = context.clock()
    plan = DigestPlan(
        user_id=user_id, **wanted.model_dump(), since=_LATER, next_at=_LATER
    )
    saved = await context.database.write(_save, planned(plan, now), now)
    return view_of(PlanView, saved)


async def write_now(context: Context, user_id: int) -> PlanView:
    """Let the next digest be due now, unless one is being written."""
    plan = await context.database.write(_bring_forward, user_id, context.clock())
    return view_of(PlanView, plan)


async def end_plan(context: Context, user_id: int) -> None:
    """Make no more digests; those that were made stay."""
    await context.database.write(_end, user_id, context.clock())


async def list_digests(
    context: Context, user_id: int, after: str | None, limit: int
) -> Page[DigestRow]:
    """Return digests, newest first."""
    before = BEYOND
    if after is not None:
        (before,) = cursor.decode_numbers(_KIND, after, 1)
    rows = await context.database.read(store.list_digests, user_id, before, limit + 1)
    if len(rows) <= limit:
        return Page(rows, None)
    return Page(rows[:limit], cursor.encode(_KIND, (rows[limit - 1].due_at,)))


def _save(db: Connection, plan: DigestPlan, now: int) -> DigestPlan:
    store.save_plan(db, plan)
    publish_settings_changed(db, plan.user_id, "digests", now)
    return store.plan_of(db, plan.user_id) or plan


def _bring_forward(db: Connection, user_id: int, now: int) -> DigestPlan:
    if store.bring_forward(db, user_id, now):
        publish_settings_changed(db, user_id, "digests", now)
    plan = store.plan_of(db, user_id)
    if plan is None:
        raise NotFound("You have no digests: choose how often you want one.")
    return plan


def _end(db: Connection, user_id: int, now: int) -> None:
    store.delete_plan(db, user_id)
    publish_settings_changed(db, user_id, "digests", now)
