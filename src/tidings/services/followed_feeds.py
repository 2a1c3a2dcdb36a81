"""What a reader does with a feed that they follow: refresh it, wake it, set it.

A feed belongs to all who follow it, so its settings are changed by an administrator, or
by a reader as long as nobody else follows it. What such a reader sets about the way to
the server (login, headers, proxy) makes the feed their own: whoever adds its address
later gets another feed, which does not take that way.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.errors import Conflict, Forbidden, NotFound
from tidings.core.visitor import Visitor
from tidings.services.diagnose import Diagnosis, diagnose_feed
from tidings.services.feed_health import FeedView, feed_view, require_feed
from tidings.services.feed_settings import (
    KEEP,
    Seal,
    SettingsChange,
    ShownSettings,
    check_change,
    seal_with,
    show_feed_settings,
    write_change,
)
from tidings.services.step_words import DiagnosisStep
from tidings.store.connection import Connection
from tidings.store.events import tell
from tidings.store.feed_heads import lock_head
from tidings.store.feed_health import (
    feed_facts,
    feed_icon,
    make_due_politely,
    other_followers,
)
from tidings.store.feed_owners import make_private
from tidings.store.feeds import make_due, set_feed
from tidings.store.subscriptions import followed_feed_ids

# Where a name leads inside our network is nobody's business but the operator's.
_TELL_ADDRESSES = frozenset({"resolve", "connect"})


@dataclass(frozen=True, slots=True)
class Refreshed:
    """Whether a feed is checked now; if not, its next check says why."""

    is_due: bool
    feed: FeedView


@dataclass(frozen=True, slots=True)
class AllRefreshed:
    """How many feeds are checked now, and how many are left alone: they were checked a
    moment ago, rest, or their server asked for it."""

    due: int
    left_alone: int


async def refresh_feed(
    context: Context, fetching: Fetching, visitor: Visitor, feed_id: int
) -> Refreshed:
    """Let a feed be checked at once by a worker, also one that rests; not if it was
    checked a moment ago or its server asked to be left alone."""
    now = context.clock()
    since = now - micros(fetching.policy.minimum)
    return await context.database.write(_refresh, visitor, feed_id, now, since)


async def refresh_all_feeds(
    context: Context,
    fetching: Fetching,
    user_id: int,
    feed_ids: Sequence[int] | None = None,
) -> AllRefreshed:
    """Let every feed that a user follows, or those of them that are named, be checked
    at once by a worker; a feed that rests is woken by its name only."""
    now = context.clock()
    since = now - micros(fetching.policy.minimum)
    return await context.database.write(_refresh_all, user_id, feed_ids, now, since)


async def wake_feed(context: Context, visitor: Visitor, feed_id: int) -> FeedView:
    """Forget a feed's failures and let it be checked at once; an administrator also
    enables one that is disabled."""
    return await context.database.write(_wake, visitor, feed_id, context.clock())


async def diagnose_followed(
    context: Context, fetching: Fetching, visitor: Visitor, feed_id: int
) -> Diagnosis:
    """Check a feed as a worker would and tell every step; nothing is written."""
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
) -> ShownSettings:
    """Return what is set for a feed, to whoever may change it."""
    await context.database.read(_require_right, visitor, feed_id)
    return await show_feed_settings(context, fetching, feed_id)


async def change_settings_by(
    context: Context,
    fetching: Fetching,
    visitor: Visitor,
    feed_id: int,
    change: SettingsChange,
) -> ShownSettings:
    """Set what is to be set, all or nothing, and return what holds now."""
    check_change(change, fetching)
    now = context.clock()
    since = now - micros(fetching.policy.minimum)
    await context.database.write(
        _change, visitor, feed_id, change, seal_with(context, fetching), (now, since)
    )
    return await show_feed_settings(context, fetching, feed_id)


def _refresh(
    db: Connection, visitor: Visitor, feed_id: int, now: int, since: int
) -> Refreshed:
    facts = require_feed(db, visitor, feed_id)
    if not facts.enabled:
        raise Conflict("This feed is disabled. An administrator can enable it.")
    due = make_due_politely(db, [feed_id], now, since, wake=True)
    return Refreshed(bool(due), feed_view(feed_facts(db, [feed_id])[feed_id]))


def _refresh_all(
    db: Connection, user_id: int, named: Sequence[int] | None, now: int, since: int
) -> AllRefreshed:
    feeds = followed_feed_ids(db, user_id)
    if named is not None:
        feeds = sorted(set(feeds).intersection(named))
    due = make_due_politely(db, feeds, now, since, wake=named is not None)
    return AllRefreshed(len(due), len(feeds) - len(due))


def _wake(db: Connection, visitor: Visitor, feed_id: int, now: int) -> FeedView:
    facts = require_feed(db, visitor, feed_id)
    if not facts.enabled and visitor.role != "admin":
        raise Forbidden("This feed is disabled. Only an administrator can enable it.")
    if not facts.enabled:
        set_feed(db, feed_id, "enabled", 1)
    if facts.url is not None:
        make_due(db, feed_id, now)
    _tell(db, feed_id, now)
    return feed_view(feed_facts(db, [feed_id])[feed_id])


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
            "Others follow this feed too: only an administrator can change it."
        )
    return is_alone


def _change(
    db: Connection,
    visitor: Visitor,
    feed_id: int,
    change: SettingsChange,
    seal: Seal,
    times: tuple[int, int],
) -> None:
    now, since = times
    require_feed(db, visitor, feed_id)
    lock_head(db, feed_id)  # nobody begins to follow it until the commit
    is_alone = _require_right(db, visitor, feed_id)
    secrets = (change.login, change.headers, change.proxy)
    if any(value not in (KEEP, None) for value in secrets):
        make_private(db, feed_id, visitor.user_id if is_alone else None)
    write_change(db, seal, feed_id, change, is_owned=is_alone)
    rhythm = (change.interval, change.retry, change.polling)
    if any(value is not KEEP for value in (*secrets, change.user_agent)):
        make_due(db, feed_id, now)
    elif any(value is not KEEP for value in rhythm):
        make_due_politely(db, [feed_id], now, since, wake=True)
    _tell(db, feed_id, now)


def _tell(db: Connection, feed_id: int, now: int) -> None:
    payload = json.dumps({"feed_id": feed_id})
    tell(db, "feed_changed", now, feed_id=feed_id, payload=payload)


def _without_addresses(step: DiagnosisStep) -> DiagnosisStep:
    refused = step.facts.get("refused")
    if step.name not in _TELL_ADDRESSES or not refused:
        return step
    words = "The address is not public, so it is not fetched."
    return DiagnosisStep(step.name, words, {"ms": step.facts.get("ms")})
