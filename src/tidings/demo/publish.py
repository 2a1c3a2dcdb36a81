"""Publishes a part of the demo: its news for everybody, a reader's stars as a feed, and a
briefing."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.jobs.publishing.make_digests import make_digests
from tidings.samples.content import sample_feeds
from tidings.services.publishing.deframed import publish_if_public
from tidings.services.publishing.digests import PlanFields, set_plan
from tidings.services.publishing.publications import (
    NewPublication,
    list_publications,
    publish,
)
from tidings.store.engine.connection import Connection
from tidings.store.publishing.digests import (
    DigestPlan,
    delete_plan,
    plan_of,
    save_plan,
)

_FOLDER = "News"
_STARS = NewPublication(
    source="starred", title="Worth reading", neutral=True, full_content=True
)
_BRIEFING = PlanFields(every="daily", language="en")


async def publish_samples(
    context: Context, fetching: Fetching, user_id: int, numbers: Mapping[str, int]
) -> None:
    """Publish what is not published yet; `numbers` are the feeds' by name."""
    for name, number in numbers.items():
        if sample_feeds()[name].folder[:1] == (_FOLDER,):
            await publish_if_public(context, number)
    if not await list_publications(context, fetching, user_id):
        await publish(context, fetching, user_id, _STARS)
    await set_plan(context, user_id, _BRIEFING)


async def brief(context: Context, user_id: int) -> None:
    """Begin the last briefing, as if it had been requested yesterday."""
    plan = await context.database.read(plan_of, user_id)
    if plan is not None and plan.next_at > context.clock():
        await context.database.write(_advance, plan)
        await make_digests(context)


def _advance(db: Connection, plan: DigestPlan) -> None:
    day = micros(timedelta(days=1))
    # Otherwise, periods that were covered would stay covered.
    delete_plan(db, plan.user_id)
    save_plan(db, replace(plan, since=plan.since - day, next_at=plan.next_at - day))
