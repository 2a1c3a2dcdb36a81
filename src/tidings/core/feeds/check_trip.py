"""What a check of a feed cost, told apart from what it learnt."""

from dataclasses import dataclass

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

# Outcomes of a check that went well.
GOOD_OUTCOMES = frozenset({"fetched", "not_modified"})


@dataclass(frozen=True, slots=True)
class Trip:
    """One way to a server and back."""

    took: int = 0  # microseconds
    size: int = 0  # bytes of the body
    status: int | None = None  # of HTTP; None: no answer came


NO_TRIP = Trip()


def trip_of(outcome: FetchOutcome, took: int) -> Trip:
    """Return what a fetch cost; a clock that was set back makes it 0, not less."""
    size = len(outcome.body) if isinstance(outcome, Fetched) else 0
    return Trip(max(0, took), size, status_of(outcome))


def status_of(outcome: FetchOutcome) -> int | None:
    """Return the HTTP status of an outcome; None if no answer came."""
    match outcome:
        case Fetched() | NotModified() | NoFeedFound() | SlowDown() | HttpFailed():
            return outcome.status
        case Gone():
            return 410
        case Failed():
            return None
