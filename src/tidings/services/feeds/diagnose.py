"""Why is this feed late, or empty? One check, replayed step by step; nothing is written."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND
from tidings.core.codes import Code
from tidings.core.errors import Invalid, NotFound
from tidings.core.feeds.failures import UNCOUNTED
from tidings.core.feeds.feed import FeedSettings, FeedToRefresh, FetchState
from tidings.core.feeds.http_hints import Validators
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.outcome import Failed, Fetched, FetchOutcome
from tidings.core.feeds.parsed import NotAFeed
from tidings.core.feeds.refresh import RefreshPlan
from tidings.core.feeds.typed_address import addresses_meant
from tidings.core.spoken import spoken_duration, spoken_times
from tidings.core.urls import place_of, without_login
from tidings.fetch.exchange import TripStep
from tidings.fetch.target import take_credentials
from tidings.formats.feeds.encoding import encoding_of
from tidings.formats.feeds.feed import read_feed
from tidings.observe.logs import get_log
from tidings.operations.feeds.check_feed import fetch_claimed, plan_check
from tidings.operations.feeds.host_turn import turn_at
from tidings.services.feeds.feed_settings import login_secrets
from tidings.services.feeds.step_words import DiagnosisStep, step_in_words
from tidings.store.engine.connection import Connection
from tidings.store.feeds.claims import ClaimedFeed, claimed_feeds
from tidings.store.feeds.feeds import find_feed

_PATIENCE = timedelta(seconds=30)
_SOME_TITLES = 5
_NOT_ASKED = frozenset({"host_busy", "host_held"})

log = get_log()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All that one check would do; `feed_id` is None if nobody registered the feed."""

    url: str
    feed_id: int | None
    outcome: str
    message: str
    next_check_at: int | None
    steps: tuple[DiagnosisStep, ...]


async def diagnose_feed(
    context: Context, fetching: Fetching, name: str, *, whole: bool = False
) -> Diagnosis:
    """Check a feed, known or not, as a worker would, and report every step.

    `whole` asks for the document even if it has not changed since the last check.
    """
    claimed = await _claimed(context, fetching, name)
    if whole:
        state = replace(claimed.feed.state, validators=Validators(), body_hash=None)
        claimed = replace(claimed, feed=replace(claimed.feed, state=state))
    feed = claimed.feed
    until, now = feed.state.answer.retry_after_until, context.clock()
    if until is not None and until > now:
        wait = spoken_duration((until - now) * MICROSECOND)
        why = f"it asked to be left alone and can be asked again in {wait}"
        return _not_asked(feed, "retry_after", why, now)
    trip: list[TripStep] = []
    outcome = await _fetch(context, fetching, claimed, trip)
    if isinstance(outcome, Failed) and outcome.code in _NOT_ASKED:
        return _not_asked(feed, outcome.code, outcome.message, context.clock())
    check = await plan_check(context, fetching, feed, outcome)
    steps = [
        *_beginning(feed),
        *map(step_in_words, trip),
        *await _reading(fetching, outcome),
        *_planning(check.plan, known=feed.id > 0),
    ]
    plan = check.plan
    log.info(
        "feed diagnosed",
        feed_id=feed.id or None,
        url=without_login(feed.url),
        outcome=plan.outcome,
        message=plan.message,
    )
    return Diagnosis(
        url=feed.url,
        feed_id=feed.id or None,
        outcome=plan.outcome,
        message=plan.message,
        next_check_at=plan.state.next_check.at,
        steps=tuple(steps),
    )


def _not_asked(feed: FeedToRefresh, code: str, why: str, now: int) -> Diagnosis:
    """Say why the server was not asked at all; the feed's schedule stays as it is."""
    check = feed.state.next_check.seen_at(now)
    steps = [
        *_beginning(feed),
        DiagnosisStep(code, f"The server is not asked: {why}."),
    ]
    if feed.id:
        steps.append(_next_check(check))
    return Diagnosis(
        url=feed.url,
        feed_id=feed.id or None,
        outcome=code,
        message=why,
        next_check_at=check.at,
        steps=tuple(steps),
    )


async def _claimed(context: Context, fetching: Fetching, name: str) -> ClaimedFeed:
    try:
        return await context.database.read(_known, name)
    except NotFound:
        meant = addresses_meant(name) if not name.isdigit() else ()
        if not meant:
            raise
    url, login = take_credentials(meant[0])
    state = FetchState(NextCheck(None, CheckReason.ASKED))
    return ClaimedFeed(
        FeedToRefresh(0, url, FeedSettings(), state, 0),
        login_secrets(context, fetching.box, login),
    )


def _known(db: Connection, name: str) -> ClaimedFeed:
    feed = find_feed(db, name)
    if feed.url is None:
        raise Invalid(
            "This feed is not fetched from anywhere.", code=Code.FEED_NOT_FETCHED
        )
    return claimed_feeds(db, [feed.id])[0]


async def _fetch(
    context: Context, fetching: Fetching, claimed: ClaimedFeed, trip: list[TripStep]
) -> FetchOutcome:
    host, feed_id = place_of(claimed.feed.url), claimed.feed.id
    async with turn_at(context, fetching, host, _PATIENCE, feed_id=feed_id) as turn:
        if turn.refused:
            return turn.refused
        outcome = await fetch_claimed(context, fetching, claimed, trip)
        turn.learn(outcome)
        return outcome


def _beginning(feed: FeedToRefresh) -> Iterator[DiagnosisStep]:
    state, settings = feed.state, feed.settings
    yield DiagnosisStep("address", f"The feed's address is {feed.url}.")
    if feed.id and not settings.enabled:
        yield DiagnosisStep("disabled", "It is disabled: no worker checks it.")
    failures = state.failures
    if failures.last_message and failures.last_kind in UNCOUNTED:
        words = f"At the last check, {failures.last_message}."
        yield DiagnosisStep("last_error", words)
    elif failures.last_message:
        yield DiagnosisStep(
            "last_error",
            f"It failed {spoken_times(failures.consecutive)} in a row, last:"
            f" {failures.last_message}.",
        )
    if state.validators != Validators():
        yield DiagnosisStep(
            "conditional",
            "The server is asked only for what changed since the last check.",
            {
                "etag": state.validators.etag,
                "last_modified": state.validators.last_modified,
            },
        )


async def _reading(fetching: Fetching, outcome: FetchOutcome) -> list[DiagnosisStep]:
    if not isinstance(outcome, Fetched):
        return []
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(
        fetching.threads, _read, outcome, fetching.max_entries
    )


def _read(fetched: Fetched, limit: int) -> list[DiagnosisStep]:
    encoding = encoding_of(fetched.body, fetched.content_type)
    parsed = read_feed(
        fetched.body,
        content_type=fetched.content_type,
        url=fetched.final_url,
        limit=limit,
    )
    steps = [DiagnosisStep("encoding", f"The text is read as {encoding}.")]
    if isinstance(parsed, NotAFeed):
        return [*steps, DiagnosisStep("not_a_feed", parsed.reason)]
    words = f"It is a feed of kind {parsed.kind}, read in the stage “{parsed.stage}”."
    facts = {"kind": parsed.kind, "stage": parsed.stage, "problems": parsed.problems}
    aside = len(parsed.set_aside)
    return [
        *steps,
        DiagnosisStep("parser", " ".join([words, *parsed.problems]), facts),
        DiagnosisStep(
            "entries",
            f"It has {len(parsed.entries)} entries"
            + (f"; {aside} more cannot be read." if aside else "."),
            {"entries": len(parsed.entries), "set_aside": aside},
        ),
    ]


def _planning(plan: RefreshPlan, *, known: bool) -> Iterator[DiagnosisStep]:
    changes = plan.changes
    if plan.outcome == "not_modified":
        yield DiagnosisStep("not_modified", "Nothing changed since the last check.")
    elif plan.outcome == "fetched":
        yield DiagnosisStep(
            "changes",
            f"Would be written: {len(changes.new)} new, {len(changes.changed)} changed,"
            f" {len(changes.touched)} with other details; {len(changes.hidden)} are no"
            " longer shown.",
            {
                "new": len(changes.new),
                "changed": len(changes.changed),
                "touched": len(changes.touched),
                "hidden": len(changes.hidden),
                "shown_again": len(changes.shown),
                "new_titles": [entry.title for entry in changes.new[:_SOME_TITLES]],
            },
        )
    if plan.new_url:
        yield DiagnosisStep("moved", f"The feed would move to {plan.new_url}.")
    elif plan.state.redirect.target:
        yield DiagnosisStep(
            "redirect",
            f"A permanent redirect to {plan.state.redirect.target} is watched"
            f" (seen {spoken_times(plan.state.redirect.sightings)}).",
        )
    if known:
        yield _next_check(plan.state.next_check)


def _next_check(check: NextCheck) -> DiagnosisStep:
    facts = {"at": check.at, "code": str(check.code), **check.figures}
    return DiagnosisStep("next_check", check.sentence, facts)
