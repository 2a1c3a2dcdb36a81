"""What a feed's server said at the last check, kept to be shown as it was received."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.feeds.check_trip import status_of
from tidings.core.feeds.failures import kind_of_failure
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


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """The facts of the last check; only `failed_at` may be older."""

    status: int | None = None  # of HTTP; None: no answer came, or never checked
    cache_control: str | None = None  # of the last success; None: not said
    expires: str | None = None  # likewise
    retry_after_until: int | None = None  # None: not said
    failed_at: int | None = None  # the last failure, also before a success; None: never


def answer_after(known: LastAnswer, outcome: FetchOutcome, now: int) -> LastAnswer:
    """Return what is known after a check; what a 304 leaves out stays as it was."""
    cache_control, expires = known.cache_control, known.expires
    match outcome:
        case Fetched(hints=hints):
            cache_control, expires = hints.cache_control, hints.expires
        case NotModified(hints=hints):
            cache_control = hints.cache_control or cache_control
            expires = hints.expires or expires
    wait = _retry_after(outcome)
    return LastAnswer(
        status=status_of(outcome),
        cache_control=cache_control,
        expires=expires,
        retry_after_until=None if wait is None else now + micros(wait),
        failed_at=known.failed_at if kind_of_failure(outcome) is None else now,
    )


def _retry_after(outcome: FetchOutcome) -> timedelta | None:
    match outcome:
        case Fetched(hints=hints) | NotModified(hints=hints):
            return hints.retry_after
        case SlowDown() | Gone() | HttpFailed():
            return outcome.retry_after
        case NoFeedFound() | Failed():
            return None
