"""What a check cost is told for every way it can end."""

import pytest

from tidings.core.feeds.check_trip import Trip, trip_of
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

URL = "https://example.org/feed"


@pytest.mark.parametrize(
    ("outcome", "trip"),
    [
        (Fetched(b"12345", URL, 203), Trip(7, 5, 203)),
        (NotModified(URL), Trip(7, 0, 304)),
        (NotModified(URL, status=204), Trip(7, 0, 204)),
        (SlowDown(503), Trip(7, 0, 503)),
        (Gone(), Trip(7, 0, 410)),
        (HttpFailed(404), Trip(7, 0, 404)),
        (NoFeedFound("html"), Trip(7, 0, 200)),
        (NoFeedFound("empty", status=204), Trip(7, 0, 204)),
        (Failed("dns"), Trip(7, 0, None)),
    ],
)
def test_every_outcome_says_what_it_cost(outcome: FetchOutcome, trip: Trip) -> None:
    assert trip_of(outcome, 7) == trip


def test_a_clock_that_was_set_back_costs_nothing() -> None:
    assert trip_of(Gone(), -5).took == 0
