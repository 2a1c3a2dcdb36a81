"""A check that somebody waits for, made by whoever asked, with the lease of a worker."""

from dataclasses import replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.feeds.check_trip import trip_of
from tidings.core.feeds.outcome import FetchOutcome
from tidings.core.feeds.refresh import RefreshPlan
from tidings.core.urls import place_of
from tidings.operations.feeds.check_feed import Check, check_feed, plan_check
from tidings.operations.feeds.host_turn import turn_at
from tidings.operations.feeds.keep_claims import kept_claims
from tidings.operations.feeds.log_check import log_check
from tidings.store.entries.apply_plan import apply_plans
from tidings.store.feeds.claims import (
    LEASE,
    ClaimedFeed,
    claim_feed,
    release_claims,
)

_PATIENCE = timedelta(seconds=20)


async def check_now(
    context: Context,
    fetching: Fetching,
    feed_id: int,
    outcome: FetchOutcome | None = None,
) -> RefreshPlan | None:
    """Check a feed at once and write what was learnt; None if someone else does, or
    its host is busy. `outcome` is what a fetch of a moment ago ended in."""
    worker = f"web {context.random_bytes(8).hex()}"
    claimed = await context.database.write(
        claim_feed, feed_id, worker, context.clock(), LEASE
    )
    if claimed is None:
        return None
    async with kept_claims(context, lambda: [claimed]):
        check = await _check(context, fetching, claimed, outcome)
        if check is None:
            claim = (claimed.feed.id, claimed.feed.lease_token)
            await context.database.write(release_claims, [claim])
            return None
        (applied,) = await context.database.write(
            apply_plans, [check.plan], context.clock()
        )
    log_check(claimed.feed, check, applied)
    return check.plan


async def _check(
    context: Context,
    fetching: Fetching,
    claimed: ClaimedFeed,
    outcome: FetchOutcome | None,
) -> Check | None:
    if outcome is None:
        return await _visit(context, fetching, claimed)
    found = await plan_check(context, fetching, claimed.feed, outcome)
    return replace(found, plan=replace(found.plan, trip=trip_of(outcome, 0)))


async def _visit(
    context: Context, fetching: Fetching, claimed: ClaimedFeed
) -> Check | None:
    host, feed_id = place_of(claimed.feed.url), claimed.feed.id
    async with turn_at(context, fetching, host, _PATIENCE, feed_id=feed_id) as turn:
        if turn.refused:
            return None
        check = await check_feed(context, fetching, claimed)
        turn.learn(check.outcome, check.plan.state.next_check.at)
        return check
