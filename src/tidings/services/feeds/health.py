"""How feeds are doing, in words: as lists, single feeds and the health page show it."""

import json
from dataclasses import dataclass, replace

from tidings.context import Context
from tidings.core import cursor
from tidings.core.accounts.visitor import Visitor
from tidings.core.clock import micros
from tidings.core.entries.identity import guids_are_unreliable
from tidings.core.errors import NotFound
from tidings.core.feeds.failures import UNCOUNTED
from tidings.core.feeds.next_check import next_check_from
from tidings.core.feeds.standing import (
    COUNTED,
    FeedStanding,
    Remedy,
    StandingFacts,
    entries_per_day,
    remedies,
    standing_of,
    what_helps,
)
from tidings.core.pages import Page
from tidings.core.publishing.published_address import published_address
from tidings.core.urls import without_login
from tidings.store.engine.connection import Connection
from tidings.store.feeds.checks import RecentCheck, recent_checks
from tidings.store.feeds.feeds import FeedRow
from tidings.store.feeds.health import (
    FeedHealthRow,
    entries_since,
    feed_facts,
    may_see_feed,
)
from tidings.store.feeds.subscriptions import SubscriptionRow, subscriptions_page

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
    times: int  # in a row; 0: not a failure of the server
    since: int | None  # None: not known
    at: int | None  # the last time; None: not known
    kind: str | None  # None: not known


@dataclass(frozen=True, slots=True)
class FetchStateView:
    """What the feed's server said at the last check; durations in microseconds."""

    http_status: int | None  # None: no answer came
    etag: str | None
    last_modified: str | None
    cache_control: str | None  # as received
    expires: str | None  # as received
    fresh_for: int | None  # None: not said
    retry_after_until: int | None  # None: not said
    redirect_target: str | None  # a permanent redirect that is being watched
    last_error_at: int | None  # also before a success; None: never
    limited_since: int | None  # None: it does not ask for fewer requests
    guids_unreliable: bool  # True: entries are told apart by their addresses


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
    created_at: int
    updated_at: int  # when somebody last changed its settings or address
    last_checked_at: int | None
    last_success_at: int | None
    next_check: CheckView
    error: ErrorView | None
    published_since: int | None  # None: it is not published
    published_url: str | None = None  # None: likewise, or left out of long lists
    fetch_state: FetchStateView | None = None  # None: left out of long lists


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
    facts: dict[int, FeedHealthRow]
    brought: dict[int, tuple[int, int]]
    recent: dict[int, list[RecentCheck]]


def feed_view(facts: FeedHealthRow, now: int) -> FeedView:
    """Return what is known about a feed as it is shown now."""
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
        created_at=facts.created_at,
        updated_at=facts.updated_at,
        last_checked_at=facts.last_checked_at,
        last_success_at=facts.last_success_at,
        next_check=_next_check(facts, now),
        error=_error(facts),
        published_since=facts.published_since,
    )


def detailed_view(facts: FeedHealthRow, base_url: str, now: int) -> FeedView:
    """Return a feed with what its server said at the last check, and where everybody
    may read it."""
    state = FetchStateView(
        http_status=facts.last_status,
        etag=facts.etag,
        last_modified=facts.last_modified,
        cache_control=facts.cache_control,
        expires=facts.expires,
        fresh_for=facts.fresh_for,
        retry_after_until=facts.retry_after_until,
        redirect_target=_shown_target(facts),
        last_error_at=facts.last_error_at,
        limited_since=facts.limited_since,
        guids_unreliable=guids_are_unreliable(facts.guid_collisions),
    )
    address = published_url(facts, base_url)
    return replace(feed_view(facts, now), fetch_state=state, published_url=address)


def published_url(feed: FeedHealthRow | FeedRow, base_url: str) -> str | None:
    """Return where everybody may read a feed; None if it is not published."""
    if feed.published_since is None or feed.url is None:
        return None
    return published_address(base_url, feed.url)


def shown_title(own: str | None, facts: FeedHealthRow) -> str:
    """Return what a reader calls a feed."""
    return own or facts.title or facts.url or ""


def require_feed(db: Connection, visitor: Visitor, feed_id: int) -> FeedHealthRow:
    """Return a feed that the visitor follows, or any for an administrator; raises
    `NotFound` for all others."""
    facts = feed_facts(db, [feed_id]).get(feed_id)
    is_allowed = visitor.role == "admin" or may_see_feed(db, visitor.user_id, feed_id)
    if facts is None or not is_allowed:
        raise NotFound("There is no such feed.")
    return facts


async def show_feed_to(context: Context, visitor: Visitor, feed_id: int) -> FeedView:
    """Return a feed with its state, when it is checked next, and why then."""
    facts = await context.database.read(require_feed, visitor, feed_id)
    return detailed_view(facts, context.server.base_url, context.clock())


async def list_health(
    context: Context, user_id: int, after: str | None, limit: int
) -> Page[HealthView]:
    """Return how the feeds of a user are doing."""
    place = (-1, 0)
    if after is not None:
        position, number = cursor.decode_numbers(_LIST, after, 2)
        place = position, number
    now = context.clock()
    since = now - micros(COUNTED)
    found = await context.database.read(_health, user_id, place, limit + 1, since)
    page = [
        _health_view(row, found, now, context.server.base_url)
        for row in found.rows[:limit]
        if row.feed_id in found.facts
    ]
    if len(found.rows) <= limit:
        return Page(page, None)
    last = found.rows[limit - 1]
    return Page(page, cursor.encode(_LIST, (last.position, last.id)))


def _health_view(
    row: SubscriptionRow, found: _Health, now: int, base_url: str
) -> HealthView:
    facts = found.facts[row.feed_id]
    count, oldest_at = found.brought.get(row.feed_id, (0, now))
    return HealthView(
        subscription_id=row.id,
        title=shown_title(row.own_title, facts),
        folder_id=row.folder_id,
        entries_per_day=entries_per_day(count, oldest_at, now),
        feed=detailed_view(facts, base_url, now),
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


def _icon_url(facts: FeedHealthRow) -> str | None:
    if facts.icon_id is None:
        return None
    # The picture's number is there so that a new picture has a new address.
    return f"/api/v1/feeds/{facts.id}/icon?v={facts.icon_id}"


def _standing(facts: FeedHealthRow) -> FeedStanding:
    return standing_of(
        StandingFacts(
            is_enabled=bool(facts.enabled),
            # What is brought here comes without polling.
            is_polled=bool(facts.polling) or facts.url is None,
            was_checked=facts.last_checked_at is not None or facts.url is None,
            failures=facts.failures,
            is_dormant=facts.dormant_since is not None,
            is_resting=facts.resting_since is not None,
            is_limited=facts.limited_since is not None,
            lacks_login=facts.last_error_code == "secret_unreadable",
        )
    )


def _next_check(facts: FeedHealthRow, now: int) -> CheckView:
    if facts.url is None:
        return CheckView(None, "pushed", "Not checked: its entries are pushed here.")
    if not facts.enabled:
        return CheckView(None, "disabled", "Not checked: the feed is disabled.")
    check = next_check_from(
        facts.next_check_at, facts.check_code, json.loads(facts.check_figures)
    )
    return CheckView(check.at, str(check.code), check.seen_at(now).sentence)


def _error(facts: FeedHealthRow) -> ErrorView | None:
    code, message = facts.last_error_code, facts.last_error
    if code is None or message is None:
        return None
    is_counted = facts.last_error_kind not in UNCOUNTED
    sentence = f"{message[:1].upper()}{message[1:].rstrip('.')}."
    return ErrorView(
        code,
        sentence,
        what_helps(code),
        remedies(code, _standing(facts)),
        facts.failures if is_counted else 0,
        facts.failing_since if is_counted else facts.limited_since,
        facts.last_error_at,
        facts.last_error_kind,
    )


def _shown_target(facts: FeedHealthRow) -> str | None:
    return (
        None if facts.redirect_target is None else without_login(facts.redirect_target)
    )
