"""A feed gets another address because somebody says so.

Whoever may change a feed moves the feed itself: an administrator, or its only reader as
long as it is not published. Everybody else moves their own subscription: what others
read must not change. See docs/decisions/0005.
"""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from tidings.context import Context, Fetching
from tidings.core.accounts.visitor import Visitor
from tidings.core.codes import Code
from tidings.core.errors import Conflict, Invalid
from tidings.core.feeds.moves import secrets_may_go_along
from tidings.core.feeds.typed_address import addresses_meant
from tidings.fetch.target import take_credentials
from tidings.operations.feeds.check_feed import feed_secrets
from tidings.services.feeds.check_now import check_now
from tidings.services.feeds.discover import (
    FoundFeed,
    NoFeedThere,
    discover_feeds,
    the_one_feed,
)
from tidings.services.feeds.health import FeedView, detailed_view, require_feed
from tidings.services.feeds.probe import FeedAt, PageAt, probe
from tidings.services.feeds.register import feed_found
from tidings.services.feeds.rights import may_change_feed
from tidings.services.fields import RequestModel, Storable
from tidings.store.engine.connection import Connection
from tidings.store.feeds.addresses import feed_at, public_key
from tidings.store.feeds.claims import claimed_feeds
from tidings.store.feeds.feeds import find_feed, insert_feed
from tidings.store.feeds.health import feed_facts
from tidings.store.feeds.move_feed import move_by_hand, publish_move
from tidings.store.feeds.move_subscription import move_subscription
from tidings.store.system.events import publish_event


class NewAddress(RequestModel):
    """Where a feed is now."""

    url: Annotated[Storable, Field(min_length=1, max_length=2000)]


@dataclass(frozen=True, slots=True)
class MovedFeed:
    """The feed of the new address; `is_shared` says that the old one stays as it was,
    for others, and only the subscription moved."""

    feed: FeedView
    is_shared: bool


async def move_feed(
    context: Context, fetching: Fetching, visitor: Visitor, feed_id: int, address: str
) -> MovedFeed:
    """Give a feed another address, or the visitor's subscription another feed, and
    check it at once. Raises when no feed is there, or several are."""
    url, sealed = await context.database.read(_old, visitor, feed_id)
    found = await _found(context, fetching, (url, sealed), address)
    if found.url == url:
        raise Conflict(
            "The feed already has this address.",
            code=Code.SAME_ADDRESS,
            details={"field": "url"},
        )
    now = context.clock()
    moved = await context.database.write(_move, visitor, feed_id, found.url, now)
    if moved is not None:
        await check_now(context, fetching, moved, found.at.fetched)
        return MovedFeed(await _shown(context, moved), is_shared=False)
    new = feed_found(fetching, found)
    number, _ = await context.database.write(insert_feed, new, now)
    feed = await context.database.read(find_feed, str(number))
    if not feed.enabled:
        raise Conflict(
            "This feed is disabled. An administrator can enable it.",
            code=Code.FEED_DISABLED,
        )
    if feed.last_success_at is None:
        await check_now(context, fetching, number, found.at.fetched)
    await context.database.write(_take_along, visitor.user_id, feed_id, number, now)
    return MovedFeed(await _shown(context, number), is_shared=True)


async def move_feed_by_operator(
    context: Context, fetching: Fetching, name: str, address: str
) -> FeedView:
    """Give the feed of a number or address another address, as an administrator may."""
    feed = await context.database.read(find_feed, name)
    operator = Visitor(0, "", "admin", "write", None)
    return (await move_feed(context, fetching, operator, feed.id, address)).feed


async def _found(
    context: Context,
    fetching: Fetching,
    old: tuple[str, bytes | None],
    address: str,
) -> FoundFeed:
    """Return the feed of an address; a login goes along to the same server only."""
    url, sealed = old
    meant = addresses_meant(address)
    if meant and take_credentials(meant[0])[1] is not None:
        raise Invalid(
            "Leave the login out of the address: set it in the feed's settings.",
            code=Code.ADDRESS_HAS_LOGIN,
            details={"field": "url"},
        )
    if sealed is None or not meant:
        return the_one_feed(await discover_feeds(context, fetching, address))
    if not secrets_may_go_along(url, meant[0]):
        raise Conflict(
            "This feed has a login, which is for its server only. Remove the login"
            " first, or follow the new address as a feed of its own.",
            code=Code.FEED_HAS_LOGIN,
            details={"field": "url"},
        )
    seen = await probe(context, fetching, meant[0], feed_secrets(fetching.box, sealed))
    if isinstance(seen, FeedAt):
        return FoundFeed(seen, "this is a feed")
    if isinstance(seen, PageAt):
        code, words = "not_a_feed_html", f"No feed at {seen.url}: {seen.reason}"
    else:
        code, words = seen.code, seen.sentence
    raise NoFeedThere(words, details={"field": "url", "reason": code})


def _old(db: Connection, visitor: Visitor, feed_id: int) -> tuple[str, bytes | None]:
    facts = require_feed(db, visitor, feed_id)
    if facts.url is None:
        raise Conflict(
            "This feed has no address: its entries are added here.",
            code=Code.FEED_NOT_FETCHED,
        )
    return facts.url, claimed_feeds(db, [feed_id])[0].secrets


def _move(
    db: Connection, visitor: Visitor, feed_id: int, url: str, now: int
) -> int | None:
    """Move the feed itself; None if only the visitor's subscription may move."""
    require_feed(db, visitor, feed_id)
    target = feed_at(db, public_key(url))
    concerned = [feed_id] if target in (None, feed_id) else [feed_id, target]
    if not all(may_change_feed(db, visitor, number) for number in concerned):
        return None
    is_admin = visitor.role == "admin"
    move, moved_to = move_by_hand(db, feed_id, url, now, leaves_alias=is_admin)
    publish_move(db, move, moved_to, now)
    return moved_to


def _take_along(
    db: Connection, user_id: int, leaving: int, staying: int, now: int
) -> None:
    number = move_subscription(db, user_id, leaving, staying, now)
    payload = {"subscription_id": number}
    publish_event(
        db, "feed_changed", now, user_id=user_id, feed_id=staying, payload=payload
    )


async def _shown(context: Context, feed_id: int) -> FeedView:
    facts = await context.database.read(feed_facts, [feed_id])
    return detailed_view(facts[feed_id], context.server.base_url, context.clock())
