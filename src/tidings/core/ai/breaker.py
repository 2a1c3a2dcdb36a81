"""A circuit breaker as a value: kept in the database, shared by all workers.

CLOSED opens after 5 failures in a row; OPEN lets calls through as HALF after 300 s; HALF
closes after 3 successes and opens again on any failure.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from tidings.core.clock import micros


class BreakerPosition(StrEnum):
    CLOSED = "CLOSED"
    OPEN = "OPEN"
    HALF = "HALF"


@dataclass(frozen=True, slots=True)
class BreakerRules:
    failures_to_open: int = 5
    recovery: timedelta = timedelta(seconds=300)
    successes_to_close: int = 3


@dataclass(frozen=True, slots=True)
class Breaker:
    position: BreakerPosition = BreakerPosition.CLOSED
    failures: int = 0  # in a row
    half_successes: int = 0  # since it went HALF
    last_failure_at: int | None = None  # None: never failed
    last_success_at: int | None = None  # None: never succeeded


DEFAULT_RULES = BreakerRules()


def as_of(breaker: Breaker, now: int, rules: BreakerRules = DEFAULT_RULES) -> Breaker:
    """Return the breaker as time has left it: OPEN becomes HALF once it has recovered."""
    if breaker.position is not BreakerPosition.OPEN or not _has_recovered(
        breaker, now, rules
    ):
        return breaker
    return replace(breaker, position=BreakerPosition.HALF, half_successes=0)


def after_success(
    breaker: Breaker, now: int, rules: BreakerRules = DEFAULT_RULES
) -> Breaker:
    """Count an answer; one that was under way when the breaker opened proves nothing."""
    current = replace(as_of(breaker, now, rules), last_success_at=now)
    match current.position:
        case BreakerPosition.OPEN:
            return current
        case BreakerPosition.CLOSED:
            return replace(current, failures=0)
        case BreakerPosition.HALF:
            successes = current.half_successes + 1
            if successes < rules.successes_to_close:
                return replace(current, half_successes=successes)
            return Breaker(last_failure_at=current.last_failure_at, last_success_at=now)


def after_failure(
    breaker: Breaker, now: int, rules: BreakerRules = DEFAULT_RULES
) -> Breaker:
    """Count a failure of the provider; a request to slow down is not one."""
    current = as_of(breaker, now, rules)
    failures = current.failures + 1
    is_closed = current.position is BreakerPosition.CLOSED
    stays_closed = is_closed and failures < rules.failures_to_open
    return replace(
        current,
        position=BreakerPosition.CLOSED if stays_closed else BreakerPosition.OPEN,
        failures=failures,
        half_successes=0,
        last_failure_at=now,
    )


def after_slow_down(breaker: Breaker) -> Breaker:
    """Return the breaker unchanged: 429 means "slower", not "broken"."""
    return breaker


def open_until(breaker: Breaker, rules: BreakerRules = DEFAULT_RULES) -> int | None:
    """Return when an open breaker lets calls through again; `None` if it is not open."""
    if breaker.position is not BreakerPosition.OPEN or breaker.last_failure_at is None:
        return None
    return breaker.last_failure_at + micros(rules.recovery)


def _has_recovered(breaker: Breaker, now: int, rules: BreakerRules) -> bool:
    if breaker.last_failure_at is None:
        return True
    elapsed = now - breaker.last_failure_at
    # A failure far in the future means that the clock was set back: do not wait for it.
    return abs(elapsed) >= micros(rules.recovery)
