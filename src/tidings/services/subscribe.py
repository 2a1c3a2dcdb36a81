"""Following a feed: from an address to a subscription with entries in it, and back."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.check_trip import trip_of
from tidings.core.errors import Conflict, NotFound, TidingsError
from tidings.core.outcome import Fetched
from tidings.core.refresh import RefreshPlan
from tidings.core.urls import host_of
from tidings.fetch.turn import turn_at
from tidings.jobs.check_feed import check_feed, plan_check
from tidings.services.register import Registered, register_feed
from tidings.store.apply_plan import apply_plans
from tidings.store.claims import ClaimedFeed, claim_feed, release_claims
from tidings.store.connection import Connection
from tidings.store.events import tell
from tidings.store.feed_heads import lock_head
from tidings.store.feed_owners import refuse_others_feed
from tidings.store.feeds import find_feed
from tidings.store.folder_paths import lock_folder, require_folder
from tidings.store.follow import follow_feed, leave_feed
from tidings.store.subscription_lists import is_following

_SIDE_BY_SIDE = 4
_PATIENCE = timedelta(seconds=20)
_TO_WRITE = timedelta(seconds=75)


@dataclass(frozen=True, slots=True)
class Subscribed:
    """A subscription; `problem` says why its feed could not be read yet."""

    subscription_id: int
    feed_id: int
    url: str
    title: str
    problem: str = ""
    is_new: bool = True  # False: it was followed already


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of one address of many."""

    address: str
    done: Subscribed | None = None  # None: see `error`
    error: TidingsError | None = None  # None: it worked


async def subscribe(
    context: Context,
    fetching: Fetching,
    user_id: int,
    url: str,
    *,
    folder_id: int | None = None,
    title: str | None = None,
) -> Subscribed:
    """Follow the feed of an address; its entries are there when this returns.

    Raises `SeveralFeeds` with the choice, or `NoFeedThere` with what was found instead.
    A feed whose server fails for the moment is followed, and tried again by a worker.
    """
    await context.database.read(require_folder, user_id, folder_id)
    registered = await register_feed(context, fetching, url, owner_id=user_id)
    return await follow_registered(
        context, fetching, user_id, registered, folder_id=folder_id, title=title
    )


async def follow_registered(
    context: Context,
    fetching: Fetching,
    user_id: int,
    registered: Registered,
    *,
    folder_id: int | None = None,
    title: str | None = None,
) -> Subscribed:
    """Follow a feed that is on the list, after its first check if it had none."""
    feed = await context.database.read(find_feed, str(registered.feed_id))
    if not feed.enabled:
        raise Conflict("This feed is disabled. An administrator can enable it.")
    problem = registered.problem
    if feed.last_success_at is None and not problem:
        body = registered.found.at.fetched if registered.found else None
        plan = await _check_now(context, fetching, feed.id, body)
        if plan is not None and plan.state.last_success_at is None:
            problem = f"The feed could not be read yet: {plan.message}."
    number, is_new = await context.database.write(
        _follow, user_id, feed.id, context.clock(), (folder_id, title)
    )
    feed = await context.database.read(find_feed, str(feed.id))
    shown = title or feed.title or feed.url or ""
    return Subscribed(number, feed.id, feed.url or "", shown, problem, is_new)


async def subscribe_to_all(
    context: Context,
    fetching: Fetching,
    user_id: int,
    urls: Sequence[str],
    *,
    folder_id: int | None = None,
) -> list[Attempt]:
    """Follow many addresses, a few at a time; one that fails does not stop the rest."""
    room = asyncio.Semaphore(_SIDE_BY_SIDE)

    async def one(url: str) -> Attempt:
        async with room:
            try:
                done = await subscribe(
                    context, fetching, user_id, url, folder_id=folder_id
                )
            except TidingsError as error:
                return Attempt(url, error=error)
        return Attempt(url, done)

    async with asyncio.TaskGroup() as tasks:
        started = [tasks.create_task(one(url)) for url in dict.fromkeys(urls)]
    return [task.result() for task in started]


async def unsubscribe(context: Context, user_id: int, feed_id: int) -> None:
    """Stop following a feed; stars, tags and what was read stay for coming back."""
    await context.database.write(_leave, user_id, feed_id, context.clock())


async def _check_now(
    context: Context, fetching: Fetching, feed_id: int, body: Fetched | None
) -> RefreshPlan | None:
    """Check a feed at once; None if someone else does, or its host is busy."""
    lease = fetching.job_timeout + _PATIENCE + _TO_WRITE
    worker = f"subscribe {context.random_bytes(8).hex()}"
    claimed = await context.database.write(
        claim_feed, feed_id, worker, context.clock(), lease
    )
    if claimed is None:
        return None
    if body is not None:
        check = await plan_check(context, fetching, claimed.feed, body)
        plan: RefreshPlan | None = replace(check.plan, trip=trip_of(body, 0))
    else:
        plan = await _visit(context, fetching, claimed)
    if plan is None:
        claim = (claimed.feed.id, claimed.feed.lease_token)
        await context.database.write(release_claims, [claim])
    else:
        await context.database.write(apply_plans, [plan], context.clock())
    return plan


async def _visit(
    context: Context, fetching: Fetching, claimed: ClaimedFeed
) -> RefreshPlan | None:
    host = host_of(claimed.feed.url) or ""
    async with turn_at(fetching.pace, host, context.clock, _PATIENCE) as is_ours:
        if not is_ours:
            return None
        return (await check_feed(context, fetching, claimed)).plan


def _follow(
    db: Connection,
    user_id: int,
    feed_id: int,
    now: int,
    wishes: tuple[int | None, str | None],
) -> tuple[int, bool]:
    """Return the subscription's number, and whether it is new."""
    folder_id, title = wishes
    lock_head(db, feed_id)
    refuse_others_feed(db, user_id, feed_id)
    lock_folder(db, user_id, folder_id)
    is_new = not is_following(db, user_id, [feed_id])
    number = follow_feed(db, user_id, feed_id, now, folder_id=folder_id, title=title)
    if is_new:
        _tell(db, user_id, feed_id, number, now)
    return number, is_new


def _tell(db: Connection, user_id: int, feed_id: int, number: int, now: int) -> None:
    payload = json.dumps({"subscription_id": number})
    tell(db, "feed_changed", now, user_id=user_id, feed_id=feed_id, payload=payload)


def _leave(db: Connection, user_id: int, feed_id: int, now: int) -> None:
    if not leave_feed(db, user_id, feed_id):
        raise NotFound("There is no such subscription.")
    tell(db, "feed_changed", now, user_id=user_id, feed_id=feed_id)
