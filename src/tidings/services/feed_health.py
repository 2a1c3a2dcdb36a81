"""How feeds are doing, in words: as lists, single feeds and the health page show it."""

import json
from dataclasses import dataclass

from tidings.context import Context
from tidings.core import cursor
from tidings.core.clock import micros
from tidings.core.errors import NotFound
from tidings.core.feed_standing import (
    COUNTED,
    FeedStanding,
    Remedy,
    StandingFacts,
    entries_per_day,
    remedies,
    standing_of,
    what_helps,
)
from tidings.core.next_check import next_check_from
from tidings.core.visitor import Visitor
from tidings.store.connection import Connection
from tidings.store.feed_checks import RecentCheck, recent_checks
from tidings.store.feed_health import (
    FeedFacts,
    entries_since,
    feed_facts,
    may_see_feed,
)
from tidings.store.subscriptions import SubscriptionRow, subscriptions_page

_LIST = "feed health"
_RECENT = 20


@dataclass(frozen=True, slots=True)
class CheckView:
    """When a feed is checked next, and why; `reason` is English, `code` is stable."""

    at: int | None  # None: not until someone asks
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class ErrorView:
    """What went wrong at the last check, and what helps: in words, and as the stable
    names of what can be done here, the best first."""

    code: str
    message: str
    help: str
    remedies: list[Remedy]
    times: int  # in a row
    since: int | None  # None: not known


@dataclass(frozen=True, slots=True)
class FeedView:
    """A feed as its readers see it."""

    id: int
    url: str | None  # None: it is not fetched from anywhere
    kind: str
    title: str
    description: str
    site_url: str | None
    language: str | None
    icon_url: str | None
    state: FeedStanding
    full_text: bool
    entries: int
    newest_at: int | None
    last_checked_at: int | None
    last_success_at: int | None
    next_check: CheckView
    error: ErrorView | None


@dataclass(frozen=True, slots=True)
class HealthView:
    """One line of the health page; `recent` are its last checks, newest first."""

    subscription_id: int
    title: str
    folder_id: int | None
    entries_per_day: float  # over the last seven days, or since it is known
    feed: FeedView
    recent: list[RecentCheck]


@dataclass(frozen=True, slots=True)
class _Health:
    rows: list[SubscriptionRow]
    facts: dict[int, FeedFacts]
    brought: dict[int, tuple[int, int]]
    recent: dict[int, list[RecentCheck]]


def feed_view(facts: FeedFacts) -> FeedView:
    """Return what is known about a feed as it is shown."""
    return FeedView(
        id=facts.id,
        url=facts.url,
        kind=facts.kind,
        title=facts.title,
        description=facts.description,
        site_url=facts.site_url,
        language=facts.language,
        icon_url=_icon_url(facts),
        state=_standing(facts),
        full_text=bool(facts.full_text),
        entries=facts.entries,
        newest_at=facts.newest_at or None,
        last_checked_at=facts.last_checked_at,
        last_success_at=facts.last_success_at,
        next_check=_next_check(facts),
        error=_error(facts),
    )


def shown_title(own: str | None, facts: FeedFacts) -> str:
    """Return what a reader calls a feed."""
    return own or facts.title or facts.url or ""


def require_feed(db: Connection, visitor: Visitor, feed_id: int) -> FeedFacts:
    """Return a feed that the visitor follows, or any for an administrator; raises
    `NotFound` for all others."""
    facts = feed_facts(db, [feed_id]).get(feed_id)
    is_allowed = visitor.role == "admin" or may_see_feed(db, visitor.user_id, feed_id)
    if facts is None or not is_allowed:
        raise NotFound("There is no such feed.")
    return facts


async def show_feed_to(context: Context, visitor: Visitor, feed_id: int) -> FeedView:
    """Return a feed with its state, when it is checked next, and why then."""
    return feed_view(await context.database.read(require_feed, visitor, feed_id))


async def list_health(
    context: Context, user_id: int, after: str | None, limit: int
) -> tuple[list[HealthView], str | None]:
    """Return how the feeds of a user are doing, and the cursor of the next page."""
    place = (-1, 0)
    if after is not None:
        position, number = cursor.decode_numbers(_LIST, after, 2)
        place = position, number
    now = context.clock()
    since = now - micros(COUNTED)
    found = await context.database.read(_health, user_id, place, limit + 1, since)
    page = [
        _health_view(row, found, now)
        for row in found.rows[:limit]
        if row.feed_id in found.facts
    ]
    if len(found.rows) <= limit:
        return page, None
    last = found.rows[limit - 1]
    return page, cursor.encode(_LIST, (last.position, last.id))


def _health_view(row: SubscriptionRow, found: _Health, now: int) -> HealthView:
    facts = found.facts[row.feed_id]
    count, oldest_at = found.brought.get(row.feed_id, (0, now))
    return HealthView(
        subscription_id=row.id,
        title=shown_title(row.own_title, facts),
        folder_id=row.folder_id,
        entries_per_day=entries_per_day(count, oldest_at, now),
        feed=feed_view(facts),
        recent=found.recent.get(row.feed_id, []),
    )


def _health(
    db: Connection, user_id: int, after: tuple[int, int], limit: int, since: int
) -> _Health:
    rows = subscriptions_page(db, user_id, after, limit)
    feeds = [row.feed_id for row in rows]
    return _Health(
        rows,
        feed_facts(db, feeds),
        entries_since(db, feeds, since),
        recent_checks(db, feeds, _RECENT),
    )


def _icon_url(facts: FeedFacts) -> str | None:
    if facts.icon_id is None:
        return None
    # The picture's number is there so that a new picture has a new address.
    return f"/api/v1/feeds/{facts.id}/icon?v={facts.icon_id}"


def _standing(facts: FeedFacts) -> FeedStanding:
    return standing_of(
        StandingFacts(
            is_enabled=bool(facts.enabled),
            # What is brought here comes without polling.
            is_polled=bool(facts.polling) or facts.url is None,
            was_checked=facts.last_checked_at is not None or facts.url is None,
            failures=facts.failures,
            is_dormant=facts.dormant_since is not None,
            is_resting=facts.resting_since is not None,
        )
    )


def _next_check(facts: FeedFacts) -> CheckView:
    if facts.url is None:
        return CheckView(None, "pushed", "Not checked: what comes is brought here.")
    if not facts.enabled:
        return CheckView(None, "disabled", "Not checked: the feed is disabled.")
    check = next_check_from(
        facts.next_check_at, facts.check_code, json.loads(facts.check_figures)
    )
    return CheckView(check.at, str(check.code), check.sentence)


def _error(facts: FeedFacts) -> ErrorView | None:
    code, message = facts.last_error_code, facts.last_error
    if code is None or message is None:
        return None
    sentence = f"{message[:1].upper()}{message[1:].rstrip('.')}."
    return ErrorView(
        code,
        sentence,
        what_helps(code),
        remedies(code, _standing(facts)),
        facts.failures,
        facts.failing_since,
    )
