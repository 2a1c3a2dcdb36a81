"""What a reader does with a feed that they follow: refresh it, wake it, set it.

A feed belongs to all who follow it, so its settings are changed by an administrator, or
by a reader as long as nobody else follows it. What such a reader sets about the way to
the server (login, headers, proxy) makes the feed their own: whoever adds its address
later gets another feed, which does not take that way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from tidings.context import Context, Fetching
from tidings.core.accounts.visitor import Visitor
from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Conflict, Forbidden, NotFound
from tidings.services.feeds.diagnose import Diagnosis, diagnose_feed
from tidings.services.feeds.feed_settings import (
    SECRETS,
    FeedSettingsChanges,
    FeedSettingsView,
    Seal,
    check_changes,
    seal_with,
    show_feed_settings,
    write_changes,
)
from tidings.services.feeds.health import FeedView, feed_view, require_feed
from tidings.services.feeds.step_words import DiagnosisStep
from tidings.services.fields import Number, RequestModel
from tidings.store.engine.connection import Connection
from tidings.store.feeds.feeds import make_due, touch_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.health import (
    FeedHealthRow,
    feed_facts,
    feed_icon,
    make_due_politely,
    other_followers,
)
from tidings.store.feeds.not_fetched import stop_polling, switch_feed
from tidings.store.feeds.owners import make_private
from tidings.store.feeds.subscriptions import followed_feed_ids
from tidings.store.system.events import publish_event

# Whoever asks gets a check, but not two for a double click.
_DOUBLE_CLICK = timedelta(seconds=5)
# Where a name leads inside our network is nobody's business but the operator's.
_WITH_ADDRESSES = frozenset({"resolve", "connect"})


class WhichFeeds(RequestModel):
    """The feeds that are meant; without, all that you follow."""

    feed_ids: Annotated[list[Number], Field(min_length=1, max_length=5000)]


@dataclass(frozen=True, slots=True)
class Refreshed:
    """Whether a feed is checked now; if not, its next check says when, and why then."""

    is_due: bool
    feed: FeedView


@dataclass(frozen=True, slots=True)
class AllRefreshed:
    """How many feeds are checked now, how many as soon as their server is no longer left
    alone, and how many not: they were checked a moment ago, rest, or are not polled."""

    due: int
    waiting: int
    left_alone: int


async def refresh_feed(
    context: Context, fetching: Fetching, visitor: Visitor, feed_id: int
) -> Refreshed:
    """Let a feed be checked at once by a worker, also one that rests or is not polled;
    if its server asked to be left alone, then as soon as that time is over."""
    return await context.database.write(_refresh, visitor, feed_id, context.clock())


async def refresh_all_feeds(
    context: Context,
    fetching: Fetching,
    user_id: int,
    feed_ids: Sequence[int] | None = None,
) -> AllRefreshed:
    """Let every feed that a user follows, or those of them that are named, be checked
    at once by a worker; one that rests or is not polled has to be named."""
    now = context.clock()
    return await context.database.write(_refresh_all, user_id, feed_ids, now)


async def wake_feed(context: Context, visitor: Visitor, feed_id: int) -> FeedView:
    """Forget a feed's failures and let it be checked at once; an administrator also
    enables one that is disabled."""
    return await context.database.write(_wake, visitor, feed_id, context.clock())


async def diagnose_followed(
    context: Context, fetching: Fetching, visitor: Visitor, feed_id: int
) -> Diagnosis:
    """Check a feed as a worker would and report every step; nothing is written."""
    await context.database.read(require_feed, visitor, feed_id)
    found = await diagnose_feed(context, fetching, str(feed_id))
    if visitor.role == "admin":
        return found
    return replace(found, steps=tuple(map(_without_addresses, found.steps)))


async def icon_of_feed(
    context: Context, visitor: Visitor, feed_id: int
) -> tuple[str, bytes]:
    """Return a feed's picture as PNG, with a tag that changes with it."""
    return await context.database.read(_icon, visitor, feed_id)


async def show_settings_to(
    context: Context, fetching: Fetching, visitor: Visitor, feed_id: int
) -> FeedSettingsView:
    """Return what is set for a feed, to whoever may change it."""
    await context.database.read(_require_right, visitor, feed_id)
    return await show_feed_settings(context, fetching, feed_id)


async def change_settings_by(
    context: Context,
    fetching: Fetching,
    visitor: Visitor,
    feed_id: int,
    changes: FeedSettingsChanges,
) -> FeedSettingsView:
    """Set what is to be set, all or nothing, and return what holds now."""
    check_changes(changes, fetching)
    now = context.clock()
    await context.database.write(
        _change, visitor, feed_id, changes, seal_with(context, fetching), now
    )
    return await show_feed_settings(context, fetching, feed_id)


def _refresh(db: Connection, visitor: Visitor, feed_id: int, now: int) -> Refreshed:
    facts = require_feed(db, visitor, feed_id)
    if not facts.enabled:
        raise Conflict(
            "This feed is disabled: enable it first."
            if _may_enable(visitor, facts)
            else "This feed is disabled. An administrator can enable it.",
            code=Code.FEED_DISABLED,
        )
    due = make_due_politely(db, [feed_id], now, _moment_ago(now), wake=True)
    return Refreshed(
        due.get(feed_id, False), feed_view(feed_facts(db, [feed_id])[feed_id], now)
    )


def _refresh_all(
    db: Connection, user_id: int, named: Sequence[int] | None, now: int
) -> AllRefreshed:
    feeds = followed_feed_ids(db, user_id)
    if named is not None:
        feeds = sorted(set(feeds).intersection(named))
    wake = named is not None
    asked = make_due_politely(db, feeds, now, _moment_ago(now), wake=wake)
    due = sum(asked.values())
    return AllRefreshed(due, len(asked) - due, len(feeds) - len(asked))


def _moment_ago(now: int) -> int:
    return now - micros(_DOUBLE_CLICK)


def _wake(db: Connection, visitor: Visitor, feed_id: int, now: int) -> FeedView:
    facts = require_feed(db, visitor, feed_id)
    if not facts.enabled and not _may_enable(visitor, facts):
        raise Forbidden(
            "This feed is disabled. Only an administrator can enable it.",
            code=Code.FEED_DISABLED,
        )
    if not facts.enabled:
        switch_feed(db, feed_id, enabled=True)
        touch_feed(db, feed_id, now)
    if facts.url is not None:
        make_due(db, feed_id, now)
    publish_event(db, "feed_changed", now, feed_id=feed_id)
    return feed_view(feed_facts(db, [feed_id])[feed_id], now)


def _may_enable(visitor: Visitor, facts: FeedHealthRow) -> bool:
    """An administrator, or whoever follows a feed that a reader had switched off."""
    return visitor.role == "admin" or facts.disabled_by is not None


def _icon(db: Connection, visitor: Visitor, feed_id: int) -> tuple[str, bytes]:
    require_feed(db, visitor, feed_id)
    icon = feed_icon(db, feed_id)
    if icon is None:
        raise NotFound("This feed has no picture.")
    digest, png = icon
    return digest.hex()[:32], png


def _require_right(db: Connection, visitor: Visitor, feed_id: int) -> bool:
    """Raise unless the visitor may change a feed's settings; return whether nobody
    else follows it."""
    require_feed(db, visitor, feed_id)
    is_alone = not other_followers(db, visitor.user_id, feed_id)
    if visitor.role != "admin" and not is_alone:
        raise Forbidden(
            "Others follow this feed too: only an administrator can change it.",
            code=Code.FEED_SHARED,
        )
    return is_alone


def _change(
    db: Connection,
    visitor: Visitor,
    feed_id: int,
    changes: FeedSettingsChanges,
    seal: Seal,
    now: int,
) -> None:
    require_feed(db, visitor, feed_id)
    lock_head(db, feed_id)  # nobody begins to follow it until the commit
    is_alone = _require_right(db, visitor, feed_id)
    if any(value is not None for value in changes.given(SECRETS).values()):
        make_private(db, feed_id, visitor.user_id if is_alone else None)
    write_changes(db, seal, feed_id, changes, is_owned=is_alone)
    touch_feed(db, feed_id, now)
    facts = feed_facts(db, [feed_id])[feed_id]
    given = changes.model_fields_set
    if given & {*SECRETS, "user_agent"}:
        make_due(db, feed_id, now)
    elif changes.polling is False:
        stop_polling(db, feed_id)
    elif given & {"interval", "retry_policy", "polling"} and facts.polling:
        make_due_politely(db, [feed_id], now, _moment_ago(now), wake=True)
    publish_event(db, "feed_changed", now, feed_id=feed_id)


def _without_addresses(step: DiagnosisStep) -> DiagnosisStep:
    refused = step.facts.get("refused")
    if step.name not in _WITH_ADDRESSES or not refused:
        return step
    words = "The address is not public, so it is not fetched."
    return DiagnosisStep(step.name, words, {"ms": step.facts.get("ms")})
