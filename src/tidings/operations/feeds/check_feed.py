"""One check of one leased feed: fetch, read, compare, plan. Nothing is written here."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

from tidings.auth.secret_box import SecretBox, SecretUnreadable
from tidings.context import Context, Fetching
from tidings.core.feeds.check_trip import NO_TRIP, trip_of
from tidings.core.feeds.feed import FeedToRefresh
from tidings.core.feeds.outcome import Failed, Fetched, FetchOutcome, NoFeedFound
from tidings.core.feeds.refresh import (
    READER_VERSION,
    Document,
    EntryChanges,
    Memory,
    RefreshPlan,
    plan_entries,
    plan_refresh,
)
from tidings.core.urls import Suffixes, same_site
from tidings.fetch.exchange import TripStep
from tidings.fetch.feed import NO_SECRETS, FeedSecrets, fetch_feed
from tidings.fetch.target import Credentials
from tidings.operations.feeds.read_document import body_hash, read_document
from tidings.store.entries.recall import recall_entries
from tidings.store.feeds.claims import ClaimedFeed

FEED_SECRETS = "feed secrets"
# More would keep everybody else in the event loop waiting.
_QUICKLY_COMPARED = 100


@dataclass(frozen=True, slots=True)
class Check:
    """What a check found and what it would change; `document` is None if none was read."""

    plan: RefreshPlan
    document: Document | None
    outcome: FetchOutcome


async def check_feed(
    context: Context,
    fetching: Fetching,
    claimed: ClaimedFeed,
    steps: list[TripStep] | None = None,
    downloaded: Callable[[], None] = lambda: None,
) -> Check:
    """Check a feed and plan what follows; ends within the job's time whatever happens.
    `downloaded` is called when a document is there, before it is read."""
    started = context.clock()
    trip = NO_TRIP
    try:
        async with asyncio.timeout(fetching.job_timeout.total_seconds()):
            outcome = await fetch_claimed(context, fetching, claimed, steps)
            trip = trip_of(outcome, context.clock() - started)
            if isinstance(outcome, Fetched):
                downloaded()
            check = await plan_check(context, fetching, claimed.feed, outcome)
    except TimeoutError:
        late = Failed("too_slow", "the whole check took too long")
        trip = replace(trip, took=max(0, context.clock() - started))
        check = _planned(context, fetching, claimed.feed, late, None)
    return replace(check, plan=replace(check.plan, trip=trip))


async def fetch_claimed(
    context: Context,
    fetching: Fetching,
    claimed: ClaimedFeed,
    steps: list[TripStep] | None = None,
) -> FetchOutcome:
    """Ask for a feed with all that was set for it."""
    try:
        secrets = feed_secrets(fetching.box, claimed.secrets)
    except SecretUnreadable as error:
        return Failed("secret_unreadable", error.message)
    return await fetch_feed(
        fetching.client,
        claimed.feed,
        context.clock(),
        reader_version=READER_VERSION,
        secrets=secrets,
        steps=steps,
    )


async def plan_check(
    context: Context, fetching: Fetching, feed: FeedToRefresh, outcome: FetchOutcome
) -> Check:
    """Read what a fetch brought, compare it with what is known, and plan."""
    learnt = None
    if isinstance(outcome, Fetched) and not _says_nothing_new(feed, outcome):
        read = await _learn(context, fetching, feed, outcome)
        if isinstance(read, NoFeedFound):
            outcome = read
        else:
            learnt = read
    return _planned(context, fetching, feed, outcome, learnt)


def _planned(
    context: Context,
    fetching: Fetching,
    feed: FeedToRefresh,
    outcome: FetchOutcome,
    learnt: tuple[Document, EntryChanges] | None,
) -> Check:
    plan = plan_refresh(
        feed,
        outcome,
        learnt,
        fetching.policy,
        now=context.clock(),
        chance=context.random(),
    )
    return Check(plan, learnt[0] if learnt else None, outcome)


async def _learn(
    context: Context, fetching: Fetching, feed: FeedToRefresh, fetched: Fetched
) -> tuple[Document, EntryChanges] | NoFeedFound:
    document = await fetching.computing.run(
        read_document, feed, fetched, fetching.max_entries, context.database.engine
    )
    if isinstance(document, NoFeedFound):
        return document
    if feed.settings.enforce_feed_domain:
        document = _of_own_site(document, feed.url, fetching.suffixes)
    memory = Memory()
    if feed.state.last_body_at is not None:
        memory = await context.database.read(
            recall_entries, feed.id, document.entries, context.clock()
        )
    compare = partial(
        plan_entries,
        document,
        memory,
        now=context.clock(),
        last_body_at=feed.state.last_body_at,
    )
    if len(document.entries) <= _QUICKLY_COMPARED:
        return document, compare()
    loop = asyncio.get_running_loop()
    return document, await loop.run_in_executor(fetching.threads, compare)


def _of_own_site(document: Document, url: str, suffixes: Suffixes) -> Document:
    own = (e for e in document.entries if e.url and same_site(e.url, url, suffixes))
    return replace(document, entries=tuple(own))


def _says_nothing_new(feed: FeedToRefresh, fetched: Fetched) -> bool:
    """The same bytes as last time, read by the same reader, need not be read again."""
    return (
        feed.state.reader_version == READER_VERSION
        and feed.state.body_hash == body_hash(fetched.body)
    )


def feed_secrets(box: SecretBox, sealed: bytes | None) -> FeedSecrets:
    """Return what only the feed's own server, or its proxy, may see."""
    if sealed is None:
        return NO_SECRETS
    stored = opened_secrets(box, sealed)
    login = stored.get("login")
    return FeedSecrets(
        credentials=Credentials(*login) if login else None,
        headers=stored.get("headers", {}),
        proxy=stored.get("proxy"),
    )


def opened_secrets(box: SecretBox, sealed: bytes | None) -> dict[str, Any]:
    """Return what was sealed: `login`, `headers` and `proxy`, as far as they are set."""
    if sealed is None:
        return {}
    opened: dict[str, Any] = msgspec.json.decode(box.open(sealed, FEED_SECRETS))
    return opened
