"""What a reader follows: listed, followed, changed, left, one by one or many at once."""

import asyncio
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from tidings.context import Context, Fetching
from tidings.core import cursor
from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.core.pages import Page
from tidings.core.system.long_job_kind import LongJobKind
from tidings.core.views import Changed, view_of
from tidings.services.feeds.health import FeedView, feed_view, shown_title
from tidings.services.feeds.subscribe import subscribe
from tidings.services.feeds.subscribe_batch import AddressesToFollow, sealed_addresses
from tidings.services.fields import Number, PageQuery, RequestModel, Storable
from tidings.services.system.long_jobs import JobView, start_long_job
from tidings.store.engine.connection import Connection
from tidings.store.feeds.folders import lock_folder, require_folder
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.health import FeedHealthRow, feed_facts
from tidings.store.feeds.not_fetched import resume_feed
from tidings.store.feeds.owners import refuse_others_feed
from tidings.store.feeds.subscriptions import (
    EVERYTHING,
    SubscriptionFilter,
    SubscriptionRow,
    feeds_of_subscriptions,
    find_subscription,
    no_such_subscription,
    set_subscriptions,
    subscriptions_page,
)
from tidings.store.system.events import publish_event

_LIST = "subscriptions"


_Address = Annotated[
    Storable,
    Field(
        min_length=1, max_length=2000, description="a feed, a page, or a bare domain"
    ),
]
_Title = Annotated[Storable, Field(min_length=1, max_length=500)]


class SubscriptionQuery(PageQuery):
    """Which subscriptions; what is not said leaves nothing out."""

    folder_id: Annotated[
        Number | None, Field(description="inner folders are included")
    ] = None
    include_disabled: Annotated[
        bool, Field(description="also feeds that are switched off")
    ] = True
    q: Annotated[
        Storable,
        Field(
            max_length=500,
            description="part of your title, the feed's title or its address, in"
            " upper or lower case",
        ),
    ] = ""


class NewSubscription(RequestModel):
    """What to follow, and where to put it."""

    url: _Address
    folder_id: Number | None = None
    title: _Title | None = None


class SubscriptionChanges(RequestModel):
    """What to change; what is left out stays. `null` takes a title or folder away."""

    title: _Title | None = None
    folder_id: Number | None = None
    position: Annotated[int, Field(ge=0, le=2**31 - 1)] = Field(default_factory=int)
    muted: Annotated[
        bool, Field(description="not in the list of everything unread, nor its count")
    ] = Field(default_factory=bool)


class ManyAddresses(RequestModel):
    """Addresses to follow."""

    urls: Annotated[list[_Address], Field(min_length=1, max_length=500)]
    folder_id: Number | None = None


class ManyChanges(RequestModel):
    """Subscriptions, and one thing to do with all of them: move, or leave."""

    ids: Annotated[list[Number], Field(min_length=1, max_length=5000)]
    folder_id: Number | None = None
    unsubscribe: bool = False


class LeftSubscriptions(RequestModel):
    """Subscriptions that have ended."""

    ids: Annotated[list[Number], Field(min_length=1, max_length=5000)]


class TooSlow(Invalid):
    """The server took longer than anyone waits."""

    code = Code.TOO_SLOW


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
    updated_at: int
    muted: bool  # by itself; its folder may be as well
    unread: int
    feed: FeedView
    problem: str = ""  # just followed: why the feed could not be read yet


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of an address."""

    subscription: SubscriptionView
    is_new: bool


async def list_subscriptions(
    context: Context, user_id: int, query: SubscriptionQuery
) -> Page[SubscriptionView]:
    """Return subscriptions in the reader's order."""
    text = " ".join(query.q.casefold().split())
    wanted = SubscriptionFilter(query.folder_id, query.include_disabled, text)
    # A cursor leads on in the list that it came from, and in no other.
    kind = _LIST if wanted == EVERYTHING else f"{_LIST} {wanted}"
    place, limit = (-1, 0), query.limit
    if query.cursor is not None:
        position, number = cursor.decode_numbers(kind, query.cursor, 2)
        place = position, number
    now = context.clock()
    rows, facts = await context.database.read(_page, user_id, place, limit + 1, wanted)
    page = [
        _view(row, facts[row.feed_id], now)
        for row in rows[:limit]
        if row.feed_id in facts
    ]
    if len(rows) <= limit:
        return Page(page, None)
    last = rows[limit - 1]
    return Page(page, cursor.encode(kind, (last.position, last.id)))


async def show_subscription(
    context: Context, user_id: int, number: int
) -> SubscriptionView:
    """Return one subscription of a user."""
    return await context.database.read(_one, user_id, number, context.clock())


async def follow(
    context: Context, fetching: Fetching, user_id: int, new: NewSubscription
) -> Followed:
    """Follow the feed of an address within the time of one check; following twice is
    following once."""
    try:
        async with asyncio.timeout(fetching.job_timeout.total_seconds()):
            done = await subscribe(
                context,
                fetching,
                user_id,
                new.url,
                folder_id=new.folder_id,
                title=new.title,
            )
    except TimeoutError:
        raise TooSlow(
            "The server took too long to answer. Try again later.",
            details={"field": "url"},
        ) from None
    view = await show_subscription(context, user_id, done.subscription_id)
    return Followed(replace(view, problem=done.problem), done.is_new)


async def start_following(
    context: Context, fetching: Fetching, user_id: int, wanted: ManyAddresses
) -> JobView:
    """Let a worker follow many addresses, each of them once."""
    await context.database.read(require_folder, user_id, wanted.folder_id)
    addresses = AddressesToFollow(list(dict.fromkeys(wanted.urls)), wanted.folder_id)
    data = sealed_addresses(context, fetching, addresses)
    return await start_long_job(context, user_id, LongJobKind.SUBSCRIBE, data)


async def change_subscription(
    context: Context, user_id: int, number: int, changes: SubscriptionChanges
) -> SubscriptionView:
    """Set the title, folder or position of a subscription; None takes away."""
    return await context.database.write(
        _change, user_id, number, changes, context.clock()
    )


async def end_subscription(context: Context, user_id: int, number: int) -> None:
    """Stop following; stars, tags and what was read stay for coming back."""
    await context.database.write(_leave, user_id, [number], context.clock())


async def restore_subscriptions(
    context: Context, user_id: int, left: LeftSubscriptions
) -> Changed:
    """Follow again what was left, as it was: title, folder, place and settings; all or
    nothing."""
    changed = await context.database.write(_restore, user_id, left.ids, context.clock())
    return Changed(changed)


async def change_subscriptions(
    context: Context, user_id: int, changes: ManyChanges
) -> Changed:
    """Put many subscriptions into a folder, or stop following all of them; all or
    nothing."""
    moves = "folder_id" in changes.model_fields_set
    if moves == changes.unsubscribe:
        raise Invalid(
            "Say one of the two: a folder, or unsubscribe.",
            details={"field": "unsubscribe"},
        )
    now = context.clock()
    if moves:
        changed = await context.database.write(
            _move, user_id, changes.ids, changes.folder_id, now
        )
    else:
        changed = await context.database.write(_leave, user_id, changes.ids, now)
    return Changed(changed)


def _view(row: SubscriptionRow, facts: FeedHealthRow, now: int) -> SubscriptionView:
    return view_of(
        SubscriptionView,
        row,
        title=shown_title(row.own_title, facts),
        feed=feed_view(facts, now),
        muted=row.muted == 1,
        problem="",
    )


def _page(
    db: Connection,
    user_id: int,
    after: tuple[int, int],
    limit: int,
    wanted: SubscriptionFilter,
) -> tuple[list[SubscriptionRow], dict[int, FeedHealthRow]]:
    rows = subscriptions_page(db, user_id, after, limit, wanted)
    return rows, feed_facts(db, [row.feed_id for row in rows])


def _one(db: Connection, user_id: int, number: int, now: int) -> SubscriptionView:
    row = find_subscription(db, user_id, number)
    facts = feed_facts(db, [row.feed_id])
    if row.feed_id not in facts:
        raise no_such_subscription()
    return _view(row, facts[row.feed_id], now)


def _change(
    db: Connection, user_id: int, number: int, changes: SubscriptionChanges, now: int
) -> SubscriptionView:
    feeds = feeds_of_subscriptions(db, user_id, [number])
    if changes.folder_id is not None:
        lock_folder(db, user_id, changes.folder_id)
    given = changes.model_dump(exclude_unset=True)
    if "muted" in given:
        given["muted"] = int(given["muted"])
    for column, value in given.items():
        set_subscriptions(db, user_id, list(feeds.values()), column, value, now)
    _publish_event(db, user_id, [number], now)
    return _one(db, user_id, number, now)


def _move(
    db: Connection, user_id: int, numbers: list[int], folder_id: int | None, now: int
) -> int:
    feeds = feeds_of_subscriptions(db, user_id, numbers)
    lock_folder(db, user_id, folder_id)
    set_subscriptions(db, user_id, list(feeds.values()), "folder_id", folder_id, now)
    _publish_event(db, user_id, list(feeds), now)
    return len(feeds)


def _leave(db: Connection, user_id: int, numbers: list[int], now: int) -> int:
    feeds = feeds_of_subscriptions(db, user_id, numbers)
    for feed_id in feeds.values():  # by number: locks are taken in one order
        leave_feed(db, user_id, feed_id, now)
    _publish_event(db, user_id, list(feeds), now, followed=False)
    return len(feeds)


def _restore(db: Connection, user_id: int, numbers: list[int], now: int) -> int:
    feeds = feeds_of_subscriptions(db, user_id, numbers, also_left=True)
    for feed_id in feeds.values():  # by number: locks are taken in one order
        lock_head(db, feed_id)
        refuse_others_feed(db, user_id, feed_id)
        resume_feed(db, feed_id)
        follow_feed(db, user_id, feed_id, now)
    _publish_event(db, user_id, list(feeds), now)
    return len(feeds)


def _publish_event(
    db: Connection,
    user_id: int,
    numbers: list[int],
    now: int,
    *,
    followed: bool = True,
) -> None:
    payload: dict[str, object] = {"followed": followed}
    if len(numbers) == 1:
        payload["subscription_id"] = numbers[0]
    else:
        payload["subscription_ids"] = numbers
    publish_event(db, "feed_changed", now, user_id=user_id, payload=payload)
