"""What a reader follows: listed, followed, changed, left, one by one or many at once."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tidings.context import Context, Fetching
from tidings.core import cursor
from tidings.core.errors import Invalid
from tidings.services.feed_health import FeedView, feed_view, shown_title
from tidings.services.long_jobs import start_long_job
from tidings.services.subscribe import subscribe
from tidings.services.subscribe_batch import Addresses, sealed_addresses
from tidings.store.connection import Connection
from tidings.store.events import tell
from tidings.store.feed_health import FeedFacts, feed_facts
from tidings.store.folder_paths import lock_folder, require_folder
from tidings.store.follow import leave_feed
from tidings.store.long_jobs import LongJob
from tidings.store.subscriptions import (
    SubscriptionRow,
    feeds_of_subscriptions,
    find_subscription,
    no_such_subscription,
    set_subscriptions,
    subscriptions_page,
)

_LIST = "subscriptions"


class TooSlow(Invalid):
    """The server took longer than anyone waits."""

    code = "TOO_SLOW"


@dataclass(frozen=True, slots=True)
class SubscriptionView:
    """A subscription with its feed; `title` is what to show."""

    id: int
    feed_id: int
    title: str
    own_title: str | None  # None: the feed's
    folder_id: int | None  # None: in no folder
    position: int
    created_at: int
    unread: int
    feed: FeedView
    problem: str = ""  # just followed: why the feed could not be read yet


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of an address."""

    subscription: SubscriptionView
    is_new: bool


async def list_subscriptions(
    context: Context, user_id: int, after: str | None, limit: int
) -> tuple[list[SubscriptionView], str | None]:
    """Return subscriptions in the reader's order, and the cursor of the next page."""
    place = (-1, 0)
    if after is not None:
        position, number = cursor.decode_numbers(_LIST, after, 2)
        place = position, number
    rows, facts = await context.database.read(_page, user_id, place, limit + 1)
    page = [
        _view(row, facts[row.feed_id]) for row in rows[:limit] if row.feed_id in facts
    ]
    if len(rows) <= limit:
        return page, None
    last = rows[limit - 1]
    return page, cursor.encode(_LIST, (last.position, last.id))


async def show_subscription(
    context: Context, user_id: int, number: int
) -> SubscriptionView:
    """Return one subscription of a user."""
    return await context.database.read(_one, user_id, number)


async def follow(
    context: Context,
    fetching: Fetching,
    user_id: int,
    url: str,
    *,
    folder_id: int | None = None,
    title: str | None = None,
) -> Followed:
    """Follow the feed of an address within the time of one check; following twice is
    following once."""
    try:
        async with asyncio.timeout(fetching.job_timeout.total_seconds()):
            done = await subscribe(
                context, fetching, user_id, url, folder_id=folder_id, title=title
            )
    except TimeoutError:
        raise TooSlow(
            "The server took too long to answer. Try again later.",
            details={"field": "url"},
        ) from None
    view = await show_subscription(context, user_id, done.subscription_id)
    return Followed(replace(view, problem=done.problem), done.is_new)


async def start_following(
    context: Context,
    fetching: Fetching,
    user_id: int,
    urls: Sequence[str],
    folder_id: int | None,
) -> LongJob:
    """Let a worker follow many addresses, each of them once."""
    await context.database.read(require_folder, user_id, folder_id)
    wanted = Addresses(list(dict.fromkeys(urls)), folder_id)
    data = sealed_addresses(context, fetching, wanted)
    return await start_long_job(context, user_id, "subscribe", data)


async def change_subscription(
    context: Context, user_id: int, number: int, changes: Mapping[str, object]
) -> SubscriptionView:
    """Set the title, folder or position of a subscription; None takes away."""
    return await context.database.write(
        _change, user_id, number, changes, context.clock()
    )


async def end_subscription(context: Context, user_id: int, number: int) -> None:
    """Stop following; stars, tags and what was read stay for coming back."""
    await context.database.write(_leave, user_id, [number], context.clock())


async def end_subscriptions(
    context: Context, user_id: int, numbers: Sequence[int]
) -> int:
    """Stop following many feeds, all or nothing; return how many."""
    return await context.database.write(_leave, user_id, list(numbers), context.clock())


async def move_subscriptions(
    context: Context, user_id: int, numbers: Sequence[int], folder_id: int | None
) -> int:
    """Put many subscriptions into a folder, all or nothing; return how many."""
    return await context.database.write(
        _move, user_id, list(numbers), folder_id, context.clock()
    )


def _view(row: SubscriptionRow, facts: FeedFacts) -> SubscriptionView:
    return SubscriptionView(
        id=row.id,
        feed_id=row.feed_id,
        title=shown_title(row.own_title, facts),
        own_title=row.own_title,
        folder_id=row.folder_id,
        position=row.position,
        created_at=row.created_at,
        unread=row.unread,
        feed=feed_view(facts),
    )


def _page(
    db: Connection, user_id: int, after: tuple[int, int], limit: int
) -> tuple[list[SubscriptionRow], dict[int, FeedFacts]]:
    rows = subscriptions_page(db, user_id, after, limit)
    return rows, feed_facts(db, [row.feed_id for row in rows])


def _one(db: Connection, user_id: int, number: int) -> SubscriptionView:
    row = find_subscription(db, user_id, number)
    facts = feed_facts(db, [row.feed_id])
    if row.feed_id not in facts:
        raise no_such_subscription()
    return _view(row, facts[row.feed_id])


def _change(
    db: Connection, user_id: int, number: int, changes: Mapping[str, object], now: int
) -> SubscriptionView:
    feeds = feeds_of_subscriptions(db, user_id, [number])
    folder = changes.get("folder_id")
    if isinstance(folder, int):
        lock_folder(db, user_id, folder)
    for column, value in changes.items():
        set_subscriptions(db, user_id, list(feeds.values()), column, value)
    _tell(db, user_id, [number], now)
    return _one(db, user_id, number)


def _move(
    db: Connection, user_id: int, numbers: list[int], folder_id: int | None, now: int
) -> int:
    feeds = feeds_of_subscriptions(db, user_id, numbers)
    lock_folder(db, user_id, folder_id)
    set_subscriptions(db, user_id, list(feeds.values()), "folder_id", folder_id)
    _tell(db, user_id, list(feeds), now)
    return len(feeds)


def _leave(db: Connection, user_id: int, numbers: list[int], now: int) -> int:
    feeds = feeds_of_subscriptions(db, user_id, numbers)
    for feed_id in feeds.values():  # by number: locks are taken in one order
        leave_feed(db, user_id, feed_id)
    _tell(db, user_id, list(feeds), now, followed=False)
    return len(feeds)


def _tell(
    db: Connection,
    user_id: int,
    numbers: list[int],
    now: int,
    *,
    followed: bool = True,
) -> None:
    told: dict[str, object] = {"followed": followed}
    if len(numbers) == 1:
        told["subscription_id"] = numbers[0]
    else:
        told["subscription_ids"] = numbers
    tell(db, "feed_changed", now, user_id=user_id, payload=json.dumps(told))
