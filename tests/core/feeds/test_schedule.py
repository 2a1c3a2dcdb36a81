"""When a feed is checked again: success, failure, slowing down, and jumping clocks."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.core.clock import from_datetime, micros
from tidings.core.errors import SettingInvalid
from tidings.core.feeds.failures import FailureState, RetryPolicy, Standing, judge
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
from tidings.core.feeds.schedule import (
    PollingPolicy,
    backoff,
    horizon,
    is_due,
    next_check,
    probe_wait,
)

NOW = from_datetime(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))  # a Sunday
URL = "https://example.org/feed"
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
POLICY = PollingPolicy()
STEADY = Tempo()
HEALTHY = FailureState()


def fetched(
    fresh_for: timedelta | None = None, retry_after: timedelta | None = None
) -> Fetched:
    return Fetched(b"", URL, hints=HttpHints(fresh_for, retry_after))


def plan(
    outcome: FetchOutcome,
    failures: FailureState = HEALTHY,
    *,
    tempo: Tempo = STEADY,
    policy: PollingPolicy = POLICY,
    now: int = NOW,
    chance: float = 0.0,
) -> NextCheck:
    """Judge and schedule, as one check does."""
    judged = judge(failures, outcome, policy.retry, now).state
    return next_check(outcome, judged, tempo, policy, now=now, chance=chance)


def failed(times: int, outcome: FetchOutcome | None = None) -> FailureState:
    state = HEALTHY
    for _ in range(times):
        state = judge(
            state, outcome or Failed("timeout"), RetryPolicy.PATIENT, NOW
        ).state
    return state


def rhythm(gap: timedelta) -> Tempo:
    return Tempo(Rhythm(gap, NOW))


@pytest.mark.parametrize(
    ("outcome", "tempo", "wait", "code"),
    [
        (fetched(), STEADY, 30 * MINUTE, CheckReason.INTERVAL),
        (NotModified(URL), STEADY, 30 * MINUTE, CheckReason.INTERVAL),
        (fetched(fresh_for=MINUTE), STEADY, 30 * MINUTE, CheckReason.INTERVAL),
        (fetched(fresh_for=2 * HOUR), STEADY, 2 * HOUR, CheckReason.FRESH),
        (fetched(fresh_for=365 * DAY), STEADY, 7 * DAY, CheckReason.FRESH),
        (fetched(retry_after=3 * HOUR), STEADY, 3 * HOUR, CheckReason.RETRY_AFTER),
        (fetched(2 * HOUR, 3 * HOUR), STEADY, 3 * HOUR, CheckReason.RETRY_AFTER),
        (fetched(3 * HOUR, 2 * HOUR), STEADY, 3 * HOUR, CheckReason.FRESH),
        (fetched(), rhythm(HOUR), 15 * MINUTE, CheckReason.RHYTHM),
        (fetched(), rhythm(30 * DAY), 2 * HOUR, CheckReason.RHYTHM),
        (fetched(fresh_for=HOUR), rhythm(HOUR), HOUR, CheckReason.FRESH),
        (fetched(), Tempo(None, Timetable(ttl=HOUR)), HOUR, CheckReason.FEED_ASKS),
        (
            fetched(),
            Tempo(Rhythm(HOUR, NOW), Timetable(update_period=6 * HOUR)),
            6 * HOUR,
            CheckReason.FEED_ASKS,
        ),
        (
            fetched(),
            Tempo(None, Timetable(ttl=MINUTE)),
            30 * MINUTE,
            CheckReason.INTERVAL,
        ),
    ],
)
def test_after_a_success_the_longest_wish_wins(
    outcome: FetchOutcome, tempo: Tempo, wait: timedelta, code: CheckReason
) -> None:
    check = plan(outcome, tempo=tempo)
    assert (check.wait, check.code) == (wait, code)
    assert check.at == NOW + micros(wait)


@pytest.mark.parametrize(
    "outcome",
    [
        fetched(fresh_for=3 * HOUR),
        fetched(retry_after=3 * HOUR),
        SlowDown(429, 3 * HOUR),
        HttpFailed(500, 3 * HOUR),
    ],
)
def test_the_moment_a_server_names_is_passed_on(outcome: FetchOutcome) -> None:
    check = plan(outcome, chance=0.5)
    assert check.until == NOW + micros(3 * HOUR)
    assert "until 15:00 UTC" in check.sentence


def test_a_busy_feed_is_checked_more_often_only_down_to_the_minimum() -> None:
    policy = replace(POLICY, minimum=20 * MINUTE)
    check = plan(fetched(), tempo=rhythm(MINUTE), policy=policy)
    assert (check.wait, check.code) == (20 * MINUTE, CheckReason.MINIMUM)


def test_an_interval_set_by_a_person_is_kept_but_servers_are_heard() -> None:
    policy = replace(POLICY, interval=10 * MINUTE, adaptive=False)
    tempo = Tempo(Rhythm(DAY, NOW), Timetable(DAY, DAY, frozenset(range(20))))
    assert plan(fetched(), tempo=tempo, policy=policy).wait == 10 * MINUTE
    check = plan(fetched(fresh_for=HOUR), tempo=tempo, policy=policy)
    assert (check.wait, check.code) == (HOUR, CheckReason.FRESH)


def test_the_hours_a_feed_asks_to_skip_are_skipped() -> None:
    tempo = Tempo(None, Timetable(skip_hours=frozenset({12, 13})))
    check = plan(fetched(), tempo=tempo)
    assert check.at == check.until == NOW + micros(2 * HOUR)
    assert check.code is CheckReason.SKIPPED_HOURS
    assert check.sentence == (
        "Checked again in 2 h: the feed asks not to be checked before 14:00 UTC."
    )


def test_skipped_days_never_push_a_check_beyond_the_maximum() -> None:
    tempo = Tempo(None, Timetable(skip_days=frozenset({6, 0, 1, 2})))
    policy = replace(POLICY, maximum=DAY)
    assert plan(fetched(), tempo=tempo, policy=policy).wait == 30 * MINUTE


def test_polling_off_means_no_check_after_a_success() -> None:
    once = replace(POLICY, polling=False)
    for outcome in (fetched(), NotModified(URL)):
        check = plan(outcome, policy=once)
        assert (check.at, check.code) == (None, CheckReason.ONE_TIME)


def test_polling_off_still_tries_again_until_the_one_success() -> None:
    once = replace(POLICY, polling=False)
    assert plan(Failed("timeout"), policy=once).wait == 54 * MINUTE
    assert plan(SlowDown(), policy=once).wait == HOUR


@pytest.mark.parametrize(
    ("failures", "minutes"),
    [(1, 54), (2, 97.2), (3, 174.96), (7, 1836.66), (8, 48 * 60), (9, 48 * 60)],
)
def test_the_wait_grows_by_1_8_with_each_failure_up_to_48_hours(
    failures: int, minutes: float
) -> None:
    check = plan(Failed("timeout"), failed(failures - 1))
    assert check.wait is not None
    assert check.wait / MINUTE == pytest.approx(minutes, abs=0.01)
    assert check.code is CheckReason.BACKOFF
    assert check.failures == failures
    assert "did not answer in time" in check.sentence


@pytest.mark.parametrize(
    ("retry_after", "wait", "code"),
    [
        (MINUTE, 54 * MINUTE, CheckReason.BACKOFF),
        (5 * HOUR, 5 * HOUR, CheckReason.RETRY_AFTER),
        (72 * HOUR, 48 * HOUR, CheckReason.RETRY_AFTER),
    ],
)
@pytest.mark.parametrize("kind", [lambda wait: HttpFailed(500, wait), Gone])
def test_a_failure_waits_as_long_as_the_server_asks_up_to_the_cap(
    kind: type[Gone], retry_after: timedelta, wait: timedelta, code: CheckReason
) -> None:
    check = plan(kind(retry_after))
    assert (check.wait, check.code) == (wait, code)
    assert check.capped == (retry_after > wait)


@pytest.mark.parametrize(
    ("retry_after", "wait", "code"),
    [
        (None, HOUR, CheckReason.SLOW_DOWN),
        # A time that has passed is as good as none.
        (timedelta(0), HOUR, CheckReason.SLOW_DOWN),
        (MINUTE, 30 * MINUTE, CheckReason.SLOW_DOWN),
        (3 * HOUR, 3 * HOUR, CheckReason.RETRY_AFTER),
        (365 * DAY, 48 * HOUR, CheckReason.RETRY_AFTER),
    ],
)
def test_rate_limit_slows_down_without_counting_as_failure(
    retry_after: timedelta | None, wait: timedelta, code: CheckReason
) -> None:
    check = plan(SlowDown(429, retry_after))
    assert (check.wait, check.code, check.failures) == (wait, code, 0)


def test_retry_after_is_kept_to_the_second() -> None:
    check = plan(SlowDown(429, 3 * HOUR), chance=0.9)
    assert check.at == NOW + micros(3 * HOUR)


def test_a_rate_limit_without_a_time_waits_a_quarter_of_an_hour_at_least() -> None:
    policy = replace(POLICY, interval=MINUTE)
    assert plan(SlowDown(), policy=policy).wait == 15 * MINUTE


def test_a_rate_limit_never_brings_a_check_forward() -> None:
    slow_feed = rhythm(30 * DAY)
    assert plan(SlowDown(429, MINUTE), tempo=slow_feed).wait == 2 * HOUR
    assert plan(SlowDown(), failed(8)).wait == 48 * HOUR
    assert plan(SlowDown(), failed(60)).wait == probe_wait(60)


@pytest.mark.parametrize("code", ["interrupted", "host_busy"])
def test_our_own_trouble_is_tried_again_soon(code: FailureCode) -> None:
    check = plan(Failed(code), failed(20))
    assert (check.wait, check.code) == (5 * MINUTE, CheckReason.TRY_AGAIN)
    quick = replace(POLICY, interval=2 * MINUTE)
    assert plan(Failed(code), policy=quick).wait == 2 * MINUTE


@pytest.mark.parametrize(
    ("failures", "days"),
    [(10, 1), (11, 1), (50, 1), (52, 1), (53, 2), (54, 3), (58, 7), (59, 7), (9999, 7)],
)
def test_a_dormant_feed_is_probed_daily_and_later_weekly(
    failures: int, days: int
) -> None:
    check = plan(HttpFailed(500), failed(failures - 1))
    assert (check.wait, check.code) == (days * DAY, CheckReason.DORMANT)


def test_a_feed_that_fails_fifty_times_is_still_tried_every_two_days() -> None:
    state = HEALTHY
    now = NOW
    for _ in range(50):
        outcome = Failed("connection_lost")
        state = judge(state, outcome, RetryPolicy.PATIENT, now).state
        check = next_check(outcome, state, STEADY, POLICY, now=now, chance=1.0)
        assert check.at is not None
        assert now < check.at <= now + micros(48 * HOUR)
        now = check.at
    assert state.standing is Standing.DORMANT
    recovered = judge(state, fetched(), RetryPolicy.PATIENT, now).state
    assert recovered == HEALTHY
    assert plan(fetched(), state).wait == 30 * MINUTE


@pytest.mark.parametrize(
    ("outcome", "retry"),
    [
        (HttpFailed(404), RetryPolicy.STRICT),
        (NoFeedFound("html"), RetryPolicy.STRICT),
        (Failed("timeout"), RetryPolicy.ONE_STRIKE),
    ],
)
def test_a_resting_feed_is_not_checked(
    outcome: FetchOutcome, retry: RetryPolicy
) -> None:
    check = plan(outcome, policy=replace(POLICY, retry=retry))
    assert (check.at, check.code) == (None, CheckReason.RESTING)
    assert outcome.message in check.sentence


def test_a_resting_feed_stays_so_when_a_try_by_hand_is_rate_limited() -> None:
    resting = failed(3, Gone())
    assert plan(SlowDown(), resting).at is None
    assert plan(fetched(), resting).wait == 30 * MINUTE


def test_backoff_does_not_overflow() -> None:
    assert backoff(HOUR, 1_000_000, 48 * HOUR) == 48 * HOUR


@pytest.mark.parametrize(
    "values",
    [
        {"minimum": timedelta(0)},
        {"minimum": 8 * DAY},
        {"interval": timedelta(0)},
        {"interval": -HOUR},
        {"max_backoff": timedelta(0)},
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(values: dict[str, timedelta]) -> None:
    with pytest.raises(SettingInvalid):
        replace(POLICY, **values)  # type: ignore[arg-type]


def test_a_check_beyond_the_horizon_is_due_since_only_a_clock_can_have_jumped() -> None:
    ten_years = micros(3650 * DAY)
    assert is_due(NOW + ten_years, NOW, POLICY)
    assert not is_due(horizon(NOW, POLICY), NOW, POLICY)
    assert not is_due(NOW + 1, NOW, POLICY)
    assert is_due(NOW, NOW, POLICY)
    assert not is_due(None, NOW, POLICY)
