"""When to check a feed again, always with the reason.

Every answer but "never" lies between the shortest and the longest allowed wait from `now`,
whatever servers say and wherever clocks jump; no jitter makes a check earlier than asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import assert_never

from tidings.core.clock import MICROSECOND, micros
from tidings.core.errors import SettingInvalid
from tidings.core.feeds.failures import (
    DORMANT_AFTER,
    FailureKind,
    FailureState,
    RetryPolicy,
    Standing,
    kind_of_failure,
)
from tidings.core.feeds.http_hints import HttpHints
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.outcome import (
    Failed,
    Fetched,
    FetchFailure,
    FetchOutcome,
    Gone,
    HttpFailed,
    NoFeedFound,
    NotModified,
    SlowDown,
)
from tidings.core.feeds.rhythm import (
    Tempo,
    asked_interval,
    expected_gap,
    first_allowed,
    rhythmic_interval,
)

BACKOFF_FACTOR = 1.8

_NOTHING = timedelta(0)
_LARGEST_EXPONENT = 100  # beyond any cap, and far from where floats overflow
_DAY = timedelta(days=1)
# A probe a day for six weeks, then each wait a day longer, up to a week.
_DAILY_PROBES = 42
_LONGEST_PROBE_WAIT = 7 * _DAY
_SLOW_DOWN_FACTOR = 2
_SHORTEST_SLOW_DOWN = timedelta(minutes=15)
_SOON = timedelta(minutes=5)
_JITTER_SHARE = 10
_LONGEST_JITTER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class PollingPolicy:
    """How often feeds are asked; `interval` may be a feed's own, set by a person."""

    interval: timedelta = timedelta(minutes=30)
    minimum: timedelta = timedelta(minutes=1)
    maximum: timedelta = timedelta(days=7)
    max_backoff: timedelta = timedelta(hours=48)
    retry: RetryPolicy = RetryPolicy.PATIENT
    polling: bool = True  # False: one success is enough
    adaptive: bool = True  # False: the interval holds, whatever the feed's rhythm

    def __post_init__(self) -> None:
        if not _NOTHING < self.minimum <= self.maximum:
            raise SettingInvalid(
                "The shortest wait between checks must be above zero "
                "and not above the longest."
            )
        if self.interval <= _NOTHING or self.max_backoff <= _NOTHING:
            raise SettingInvalid("A wait between checks must be above zero.")

    @property
    def longest_retry(self) -> timedelta:
        return max(min(self.max_backoff, self.maximum), self.minimum)


@dataclass(frozen=True, slots=True)
class _Intent:
    """One voice in the choice of the wait; the longest wins."""

    wait: timedelta
    code: CheckReason
    every: timedelta | None = None


def next_check(
    outcome: FetchOutcome,
    failures: FailureState,
    tempo: Tempo,
    policy: PollingPolicy,
    *,
    now: int,
    chance: float,
) -> NextCheck:
    """Decide after a check; `failures` is the state that already knows its outcome.

    `chance` between 0 and 1 spreads checks that would fall together.
    """
    if failures.standing is Standing.RESTING:
        return NextCheck(
            None,
            CheckReason.RESTING,
            failures=failures.consecutive,
            detail=failures.last_message or "",
        )
    if isinstance(outcome, Fetched | NotModified):
        return _after_success(outcome.hints, tempo, policy, now, chance)
    usual = _usual(failures, tempo, policy, now)
    match outcome:
        case SlowDown(retry_after=retry_after):
            requests = _slow_down(retry_after, usual, policy)
        case Gone() | HttpFailed() | NoFeedFound() | Failed():
            requests = _after_failure(outcome, usual, policy)
        case _:
            assert_never(outcome)
    is_dormant = failures.standing is Standing.DORMANT
    longest = policy.maximum if is_dormant else policy.longest_retry
    return replace(
        _settle(requests, policy.minimum, longest, now, chance),
        failures=failures.consecutive,
        detail=outcome.message,
    )


def is_due(at: int | None, now: int, policy: PollingPolicy) -> bool:
    """Say whether a check is due. One beyond the horizon is: the clock has jumped."""
    return at is not None and (at <= now or at > horizon(now, policy))


def horizon(now: int, policy: PollingPolicy) -> int:
    """Return the latest time that a check could have been set for."""
    return now + micros(policy.maximum)


def backoff(interval: timedelta, failures: int, longest: timedelta) -> timedelta:
    """Return the wait after the `failures`-th failure in a row, capped."""
    growth = BACKOFF_FACTOR ** min(failures, _LARGEST_EXPONENT)
    seconds = min(interval.total_seconds() * growth, longest.total_seconds())
    return timedelta(seconds=seconds)


def probe_wait(failures: int) -> timedelta:
    """Return the wait before the next probe of a dormant feed."""
    probes = failures - DORMANT_AFTER
    return min(_DAY * (1 + max(probes - _DAILY_PROBES, 0)), _LONGEST_PROBE_WAIT)


def _after_success(
    hints: HttpHints, tempo: Tempo, policy: PollingPolicy, now: int, chance: float
) -> NextCheck:
    if not policy.polling:
        return NextCheck(None, CheckReason.ONE_TIME)
    requests = [
        *_own_pace(tempo, policy, now),
        _Intent(hints.fresh_for or _NOTHING, CheckReason.FRESH),
        _Intent(hints.retry_after or _NOTHING, CheckReason.RETRY_AFTER),
    ]
    check = _settle(requests, policy.minimum, policy.maximum, now, chance)
    if not policy.adaptive:
        return check
    return _outside_skipped_hours(check, tempo, policy, now, chance)


def _own_pace(tempo: Tempo, policy: PollingPolicy, now: int) -> list[_Intent]:
    if not policy.adaptive:
        return [_Intent(policy.interval, CheckReason.INTERVAL)]
    asked = asked_interval(tempo.timetable)
    own_word = _Intent(asked, CheckReason.FEED_ASKS, every=asked)
    if tempo.rhythm is None:
        return [_Intent(policy.interval, CheckReason.INTERVAL), own_word]
    fitted = rhythmic_interval(tempo.rhythm, policy.interval, now)
    gap = expected_gap(tempo.rhythm, now)
    return [_Intent(fitted, CheckReason.RHYTHM, every=gap), own_word]


def _outside_skipped_hours(
    check: NextCheck, tempo: Tempo, policy: PollingPolicy, now: int, chance: float
) -> NextCheck:
    if check.at is None:
        return check
    allowed = first_allowed(tempo.timetable, check.at)
    latest = horizon(now, policy)
    if allowed == check.at or allowed > latest:
        return check
    at = min(allowed + micros(_LONGEST_JITTER * chance), latest)
    return NextCheck(
        at, CheckReason.SKIPPED_HOURS, wait=(at - now) * MICROSECOND, until=allowed
    )


def _slow_down(
    retry_after: timedelta | None, usual: _Intent, policy: PollingPolicy
) -> list[_Intent]:
    # A time that has passed says nothing: it must not be an invitation to come at once.
    if retry_after:
        return [
            _Intent(usual.wait, CheckReason.SLOW_DOWN),
            _Intent(retry_after, CheckReason.RETRY_AFTER),
        ]
    slower = max(usual.wait, policy.interval * _SLOW_DOWN_FACTOR, _SHORTEST_SLOW_DOWN)
    return [_Intent(slower, CheckReason.SLOW_DOWN)]


def _after_failure(
    outcome: FetchFailure, usual: _Intent, policy: PollingPolicy
) -> list[_Intent]:
    if kind_of_failure(outcome) is FailureKind.NOT_COUNTED:
        return [_Intent(min(policy.interval, _SOON), CheckReason.TRY_AGAIN)]
    match outcome:
        case Gone(retry_after=retry_after) | HttpFailed(retry_after=retry_after):
            return [usual, _Intent(retry_after or _NOTHING, CheckReason.RETRY_AFTER)]
        case NoFeedFound() | Failed():
            return [usual]
        case _:
            assert_never(outcome)


def _usual(
    failures: FailureState, tempo: Tempo, policy: PollingPolicy, now: int
) -> _Intent:
    """Return the wait that a feed's standing asks for."""
    count = failures.consecutive
    match failures.standing:
        case Standing.DORMANT:
            return _Intent(probe_wait(count), CheckReason.DORMANT)
        case Standing.RETRYING:
            wait = backoff(policy.interval, count, policy.longest_retry)
            return _Intent(wait, CheckReason.BACKOFF)
        case Standing.HEALTHY | Standing.RESTING:
            return _longest(_own_pace(tempo, policy, now))
        case _:
            assert_never(failures.standing)


def _settle(
    requests: Sequence[_Intent],
    shortest: timedelta,
    longest: timedelta,
    now: int,
    chance: float,
) -> NextCheck:
    """Let the longest interval win, spread it a little, and keep it within bounds."""
    request = _longest([*requests, _Intent(shortest, CheckReason.MINIMUM)])
    jitter = min(request.wait / _JITTER_SHARE, _LONGEST_JITTER) * chance
    if request.code is CheckReason.RETRY_AFTER:
        jitter = _NOTHING  # the server said when, and its feeds come one by one anyway
    wait = min(request.wait + jitter, longest)
    is_named = request.code in (CheckReason.FRESH, CheckReason.RETRY_AFTER)
    return NextCheck(
        at=now + micros(wait),
        code=request.code,
        wait=wait,
        until=now + micros(request.wait) if is_named else None,
        every=request.every,
        capped=request.wait > longest,
    )


def _longest(requests: Sequence[_Intent]) -> _Intent:
    return max(requests, key=lambda request: request.wait)
