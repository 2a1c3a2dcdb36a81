"""Following a feed: from an address to a subscription with entries in it, and back."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound, TidingsError
from tidings.core.feeds.check_trip import GOOD_OUTCOMES
from tidings.core.feeds.refresh import RefreshPlan
from tidings.services.feeds.check_now import check_now
from tidings.services.feeds.register import Registered, register_feed
from tidings.store.engine.connection import Connection
from tidings.store.feeds.feeds import FeedRow, find_feed
from tidings.store.feeds.folders import lock_folder, require_folder
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.not_fetched import resume_feed
from tidings.store.feeds.owners import refuse_others_feed
from tidings.store.feeds.subscription_lists import is_following
from tidings.store.system.events import publish_event

_SIDE_BY_SIDE = 4


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
    if not feed.enabled and feed.disabled_by is None:
        raise Conflict(
            "This feed is disabled. An administrator can enable it.",
            code=Code.FEED_DISABLED,
        )
    problem = registered.problem
    # What failed a moment ago is tried next by a worker.
    if not problem or registered.limited:
        problem = await _check(context, fetching, feed, registered) or problem
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


async def _check(
    context: Context, fetching: Fetching, feed: FeedRow, registered: Registered
) -> str:
    """Check a feed if that is of use; return what is wrong with it."""
    if _needs_check(feed, context.clock()):
        seen = registered.found.at.fetched if registered.found else registered.limited
        return _problem_of(await check_now(context, fetching, feed.id, seen))
    if feed.limited_since is not None:
        return f"The feed could not be checked now: {feed.last_error}."
    return ""


def _needs_check(feed: FeedRow, now: int) -> bool:
    """Whether a feed is checked before it is followed: it was never read, or what is
    wrong with it may be over. A server that asked to be left alone is."""
    if feed.retry_after_until is not None and feed.retry_after_until > now:
        return False
    is_well = feed.last_success_at is not None and not feed.last_error_code
    return not is_well or feed.next_check_at is None


def _problem_of(plan: RefreshPlan | None) -> str:
    if plan is None or plan.outcome in GOOD_OUTCOMES:
        return ""
    if plan.state.last_success_at is None:
        return f"The feed could not be read yet: {plan.message}."
    return f"The feed could not be read: {plan.message}."


def _follow(
    db: Connection,
    user_id: int,
    feed_id: int,
    now: int,
    requests: tuple[int | None, str | None],
) -> tuple[int, bool]:
    """Return the subscription's number, and whether it is new."""
    folder_id, title = requests
    lock_head(db, feed_id)
    refuse_others_feed(db, user_id, feed_id)
    resume_feed(db, feed_id)
    lock_folder(db, user_id, folder_id)
    is_new = not is_following(db, user_id, [feed_id])
    number = follow_feed(db, user_id, feed_id, now, folder_id=folder_id, title=title)
    if is_new:
        _publish_event(db, user_id, feed_id, number, now)
    return number, is_new


def _publish_event(
    db: Connection, user_id: int, feed_id: int, number: int, now: int
) -> None:
    payload = {"subscription_id": number}
    publish_event(
        db, "feed_changed", now, user_id=user_id, feed_id=feed_id, payload=payload
    )


def _leave(db: Connection, user_id: int, feed_id: int, now: int) -> None:
    if not leave_feed(db, user_id, feed_id, now):
        raise NotFound("There is no such subscription.")
    publish_event(db, "feed_changed", now, user_id=user_id, feed_id=feed_id)
