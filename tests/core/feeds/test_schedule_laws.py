"""Laws of the schedule: they hold for any outcome, policy, rhythm and clock."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import from_datetime, micros
from tidings.core.feeds.failures import FailureState, RetryPolicy, judge
from tidings.core.feeds.http_hints import HttpHints
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.outcome import (
    Failed,
    FailureCode,
    Fetched,
    FetchOutcome,
    Gone,
    HttpFailed,
    NoFeedFound,
    NotModified,
    SlowDown,
)
from tidings.core.feeds.rhythm import Rhythm, Tempo, Timetable
from tidings.core.feeds.schedule import PollingPolicy, is_due, next_check

NOW = from_datetime(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
URL = "https://example.org/feed"
DAY = timedelta(days=1)
POLICY = PollingPolicy()


def plan(
    outcome: FetchOutcome,
    failures: FailureState,
    tempo: Tempo,
    policy: PollingPolicy = POLICY,
    now: int = NOW,
    chance: float = 0.0,
) -> NextCheck:
    judged = judge(failures, outcome, policy.retry, now).state
    return next_check(outcome, judged, tempo, policy, now=now, chance=chance)


def failed(times: int) -> FailureState:
    state = FailureState()
    for _ in range(times):
        state = judge(state, Failed("timeout"), RetryPolicy.PATIENT, NOW).state
    return state


WAITS = st.none() | st.timedeltas(timedelta(0), 365 * DAY)
HINTS = st.builds(HttpHints, fresh_for=WAITS, retry_after=WAITS)
OUTCOMES: st.SearchStrategy[FetchOutcome] = st.one_of(
    st.builds(Fetched, st.just(b""), st.just(URL), hints=HINTS),
    st.builds(NotModified, st.just(URL), hints=HINTS),
    st.builds(SlowDown, st.sampled_from([429, 503]), WAITS),
    st.builds(Gone, WAITS),
    st.builds(HttpFailed, st.integers(100, 999), WAITS),
    st.builds(Failed, st.sampled_from(get_args(FailureCode))),
    st.just(NoFeedFound("html")),
)
STATES = st.builds(failed, st.integers(0, 70))
TIMES = st.integers(NOW - micros(3650 * DAY), NOW + micros(3650 * DAY))
POSITIVE = st.timedeltas(timedelta(seconds=1), timedelta(days=30))
TEMPOS = st.builds(
    Tempo,
    st.none() | st.builds(Rhythm, POSITIVE, TIMES),
    st.builds(
        Timetable,
        WAITS,
        WAITS,
        st.frozensets(st.integers(0, 23)),
        st.frozensets(st.integers(0, 6)),
    ),
)


@st.composite
def policies(draw: st.DrawFn) -> PollingPolicy:
    minimum, maximum = sorted([draw(POSITIVE), draw(POSITIVE)])
    return PollingPolicy(
        draw(POSITIVE),
        minimum,
        maximum,
        draw(POSITIVE),
        draw(st.sampled_from(RetryPolicy)),
        adaptive=draw(st.booleans()),
    )


CHANCES = st.floats(0, 1)


@given(OUTCOMES, STATES, TEMPOS, policies(), TIMES, CHANCES)
def test_every_check_lies_between_the_shortest_and_the_longest_wait(
    outcome: FetchOutcome,
    failures: FailureState,
    tempo: Tempo,
    policy: PollingPolicy,
    now: int,
    chance: float,
) -> None:
    check = plan(outcome, failures, tempo, policy, now, chance)
    assert check.sentence
    if check.at is None:
        assert check.code is CheckReason.RESTING
        return
    assert now + micros(policy.minimum) <= check.at <= now + micros(policy.maximum)
    assert check.wait is not None
    assert check.at == now + micros(check.wait)
    assert not is_due(check.at, now, policy)


@given(OUTCOMES, STATES, TEMPOS, CHANCES)
def test_no_check_comes_earlier_than_the_server_asked_unless_capped(
    outcome: FetchOutcome, failures: FailureState, tempo: Tempo, chance: float
) -> None:
    check = plan(outcome, failures, tempo, chance=chance)
    match outcome:
        case Fetched(hints=hints) | NotModified(hints=hints):
            asked, cap = [hints.fresh_for, hints.retry_after], POLICY.maximum
        case SlowDown(retry_after=wait) | HttpFailed(retry_after=wait):
            asked, cap = [wait], POLICY.max_backoff
        case _:
            return
    longest = max((wait for wait in asked if wait), default=timedelta(0))
    if check.at is not None:
        assert check.at >= NOW + micros(min(longest, cap))


@given(OUTCOMES, STATES, TEMPOS, CHANCES)
def test_chance_only_delays_and_only_a_little(
    outcome: FetchOutcome, failures: FailureState, tempo: Tempo, chance: float
) -> None:
    quiet = replace(tempo, timetable=replace(tempo.timetable, skip_hours=frozenset()))
    quiet = replace(quiet, timetable=replace(quiet.timetable, skip_days=frozenset()))
    steady = plan(outcome, failures, quiet)
    spread = plan(outcome, failures, quiet, chance=chance)
    assert spread.code is steady.code
    if steady.at is not None and spread.at is not None:
        assert 0 <= spread.at - steady.at <= micros(timedelta(minutes=10))
