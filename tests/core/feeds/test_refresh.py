"""What a check decides about its feed, and about the next check."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tidings.core.clock import micros
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys
from tidings.core.feeds.failures import FailureState, RetryPolicy, Standing
from tidings.core.feeds.feed import FeedHints, FeedSettings, FeedToRefresh, FetchState
from tidings.core.feeds.http_hints import HttpHints, Validators
from tidings.core.feeds.last_answer import LastAnswer
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.outcome import (
    Failed,
    Fetched,
    FetchOutcome,
    Gone,
    HttpFailed,
    NoFeedFound,
    NotModified,
    SlowDown,
)
from tidings.core.feeds.redirects import Hop, RedirectState
from tidings.core.feeds.refresh import (
    READER_VERSION,
    Document,
    EntryChanges,
    FeedFacts,
    RefreshPlan,
    SetAside,
    plan_after_mistake,
    plan_refresh,
)
from tidings.core.feeds.rhythm import Rhythm, Tempo, Timetable
from tidings.core.feeds.schedule import PollingPolicy

NOW = 1_760_000_000_000_000
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
URL = "https://feeds.example/feed"
POLICY = PollingPolicy()
FACTS = FeedFacts("rss", "A feed")
NOTHING = EntryChanges()
A = NewEntry(EntryKeys(b"the guid", None, b"content"))


def document(*entries: NewEntry, whole: bool = True, **more: object) -> Document:
    return Document(FACTS, entries, whole=whole, body_hash=b"hash", **more)


KNOWN = Validators('"old"', "yesterday")
STATE = FetchState(
    NextCheck(NOW, CheckReason.ASKED),
    validators=KNOWN,
    fresh_for=HOUR,
    reader_version=READER_VERSION,
    last_checked_at=NOW - micros(HOUR),
    last_success_at=NOW - micros(HOUR),
    last_body_at=NOW - micros(DAY),
    body_hash=b"old hash",
)
FEED = FeedToRefresh(7, URL, FeedSettings(), STATE, lease_token=3)
FRESH = HttpHints(validators=Validators('"new"', "today"), fresh_for=2 * HOUR)
FETCHED = Fetched(b"<rss/>", URL, hints=FRESH)
LEARNT = (document(A), EntryChanges(new=(A,), collisions=2))


def planned(
    outcome: FetchOutcome,
    learnt: tuple[Document, EntryChanges] | None = None,
    *,
    feed: FeedToRefresh = FEED,
    policy: PollingPolicy = POLICY,
    now: int = NOW,
) -> RefreshPlan:
    return plan_refresh(feed, outcome, learnt, policy, now=now, chance=0.0)


def with_state(**known: object) -> FeedToRefresh:
    return replace(FEED, state=replace(STATE, **known))


def test_a_read_document_is_remembered_with_its_validators() -> None:
    plan = planned(FETCHED, LEARNT)
    assert (plan.feed_id, plan.lease_token, plan.outcome) == (7, 3, "fetched")
    assert plan.facts == FACTS
    assert plan.changes == LEARNT[1]
    state = plan.state
    assert state.validators == FRESH.validators
    assert state.fresh_for == 2 * HOUR
    assert state.body_hash == b"hash"
    assert state.reader_version == READER_VERSION
    assert state.guid_collisions == 2
    assert state.last_checked_at == state.last_success_at == state.last_body_at == NOW


def test_the_same_bytes_as_last_time_change_no_entry_and_no_facts() -> None:
    plan = planned(FETCHED)
    assert plan.changes == NOTHING
    assert plan.facts is None
    assert plan.state.body_hash == b"old hash"
    assert plan.state.last_body_at == NOW
    assert plan.state.validators == FRESH.validators


def test_validators_of_a_damaged_document_are_not_kept() -> None:
    plan = planned(FETCHED, (document(A, whole=False), NOTHING))
    assert plan.state.validators == Validators()
    assert plan.state.body_hash == b"hash"


def test_not_modified_keeps_what_was_known() -> None:
    state = planned(NotModified(URL)).state
    assert state.validators == KNOWN
    assert state.fresh_for == HOUR
    assert state.body_hash == b"old hash"
    assert state.last_success_at == NOW
    assert state.last_body_at == STATE.last_body_at


def test_not_modified_may_bring_new_validators() -> None:
    assert planned(NotModified(URL, FRESH)).state.validators == FRESH.validators


@pytest.mark.parametrize(
    "outcome",
    [
        Failed("timeout"),
        HttpFailed(500),
        HttpFailed(404),
        Gone(),
        SlowDown(),
        NoFeedFound("html"),
    ],
)
def test_without_a_document_nothing_known_is_lost(outcome: FetchOutcome) -> None:
    plan = planned(outcome)
    assert plan.changes == NOTHING
    assert plan.facts is None
    assert plan.set_aside == ()
    assert plan.state.last_checked_at == NOW
    kept = ("validators", "body_hash", "last_body_at", "last_success_at", "tempo")
    assert all(getattr(plan.state, name) == getattr(STATE, name) for name in kept)


def test_what_could_not_be_read_is_set_aside_with_its_reason() -> None:
    aside = (SetAside(5, "a poem", "nobody can read it"),)
    plan = planned(FETCHED, (document(A, set_aside=aside), NOTHING))
    assert plan.set_aside == aside


def test_failures_are_counted_until_a_success() -> None:
    failed = planned(HttpFailed(500), feed=with_state(failures=FailureState(2)))
    assert failed.state.failures.consecutive == 3
    assert failed.state.next_check.code == CheckReason.BACKOFF
    healed = planned(NotModified(URL), feed=replace(FEED, state=failed.state))
    assert healed.state.failures == FailureState()


def test_slowing_down_counts_no_failure_and_waits_as_long_as_asked() -> None:
    state = planned(SlowDown(429, 3 * HOUR)).state
    assert state.failures.consecutive == 0
    assert state.next_check.at == NOW + micros(3 * HOUR)


def test_a_feed_that_fails_for_long_goes_dormant_and_wakes_by_itself() -> None:
    feed = FEED
    for _ in range(10):
        feed = replace(feed, state=planned(Failed("timeout"), feed=feed).state)
    assert feed.state.failures.standing == Standing.DORMANT
    assert feed.state.next_check.at == NOW + micros(DAY)
    assert planned(FETCHED, feed=feed).state.failures.standing == Standing.HEALTHY


def test_a_feed_may_have_a_policy_of_its_own() -> None:
    strict = replace(FEED, settings=FeedSettings(retry=RetryPolicy.STRICT))
    assert planned(HttpFailed(404)).state.next_check.at is not None
    assert planned(HttpFailed(404), feed=strict).state.next_check.at is None


def test_a_success_is_enough_where_polling_is_off() -> None:
    once = replace(FEED, settings=FeedSettings(polling=False))
    assert planned(FETCHED, LEARNT, feed=once).state.next_check.at is None
    assert planned(Failed("timeout"), feed=once).state.next_check.at is not None


def test_the_tempo_is_learnt_from_a_document_and_kept_without_one() -> None:
    times = [NOW - n * micros(HOUR) for n in range(5)]
    entries = [replace(A, published_at=at) for at in times]
    table = Timetable(ttl=2 * HOUR)
    read = replace(document(*entries), hints=FeedHints(table))
    tempo = planned(FETCHED, (read, NOTHING)).state.tempo
    assert tempo == Tempo(Rhythm(HOUR, NOW), table)
    known = with_state(tempo=tempo)
    assert planned(NotModified(URL), feed=known).state.tempo == tempo
    assert planned(FETCHED, LEARNT, feed=known).state.tempo.rhythm == tempo.rhythm


MOVED = (Hop(301, "https://new.example/feed"),)
WATCHED = RedirectState("https://new.example/feed", 2, NOW - micros(DAY))


@pytest.mark.parametrize(
    ("watched", "outcome", "new_url"),
    [
        (RedirectState(), replace(FETCHED, hops=MOVED), None),
        (WATCHED, replace(FETCHED, hops=MOVED), "https://new.example/feed"),
        (WATCHED, NotModified(URL, hops=MOVED), "https://new.example/feed"),
        (WATCHED, FETCHED, None),
        (WATCHED, NoFeedFound("html"), None),
        (WATCHED, HttpFailed(503), None),
    ],
)
def test_a_permanent_redirect_is_adopted_when_it_was_seen_for_long(
    watched: RedirectState, outcome: FetchOutcome, new_url: str | None
) -> None:
    assert planned(outcome, feed=with_state(redirect=watched)).new_url == new_url


def test_a_redirect_that_is_watched_survives_a_failure() -> None:
    feed = with_state(redirect=WATCHED)
    assert planned(HttpFailed(503), feed=feed).state.redirect == WATCHED
    assert planned(FETCHED, feed=feed).state.redirect == RedirectState()


def test_a_mistake_of_ours_makes_the_feed_wait_ever_longer_and_loses_nothing() -> None:
    feed, waits = FEED, []
    for _ in range(12):
        plan = plan_after_mistake(feed, POLICY, now=NOW)
        assert plan.changes == NOTHING
        feed = replace(feed, state=plan.state)
        waits.append((plan.state.next_check.at or 0) - NOW)
    assert waits == sorted(waits)
    assert waits[0] == micros(54 * MINUTE)
    assert waits[-1] == micros(2 * DAY)
    assert feed.state.validators == KNOWN
    assert feed.state.failures.last_code == "our_mistake"
    assert planned(FETCHED, feed=feed).state.failures == FailureState()


def test_a_check_notes_the_status_and_what_the_server_said_about_caching() -> None:
    said = replace(FRESH, cache_control="max-age=7200", expires="tomorrow")
    kept = planned(Fetched(b"<rss/>", URL, status=203, hints=said), LEARNT).state.answer
    assert (kept.status, kept.cache_control, kept.expires) == (
        203,
        "max-age=7200",
        "tomorrow",
    )
    assert (kept.retry_after_until, kept.failed_at) == (None, None)


def test_not_modified_keeps_what_it_does_not_say_about_caching() -> None:
    known = LastAnswer(200, cache_control="max-age=7200", expires="tomorrow")
    feed = replace(FEED, state=replace(STATE, answer=known))
    silent = planned(NotModified(URL), feed=feed).state.answer
    assert silent == replace(known, status=304)
    hints = HttpHints(cache_control="no-cache")
    spoken = planned(NotModified(URL, hints), feed=feed).state.answer
    assert (spoken.cache_control, spoken.expires) == ("no-cache", "tomorrow")


@pytest.mark.parametrize(
    ("outcome", "status", "until"),
    [
        (SlowDown(429, 2 * HOUR), 429, NOW + micros(2 * HOUR)),
        (SlowDown(429), 429, None),
        (HttpFailed(500, HOUR), 500, NOW + micros(HOUR)),
        (Gone(), 410, None),
        (Failed("timeout"), None, None),
        (NoFeedFound("html"), 200, None),
    ],
)
def test_a_failed_check_notes_its_time_status_and_how_long_to_wait(
    outcome: FetchOutcome, status: int | None, until: int | None
) -> None:
    answer = planned(outcome).state.answer
    assert (answer.status, answer.retry_after_until) == (status, until)
    assert answer.failed_at == NOW


def test_a_success_remembers_when_the_last_failure_was() -> None:
    failed = LastAnswer(500, failed_at=NOW - 5)
    feed = replace(FEED, state=replace(STATE, answer=failed))
    assert planned(FETCHED, LEARNT, feed=feed).state.answer.failed_at == NOW - 5
