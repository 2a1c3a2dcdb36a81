"""Token buckets: bursts up to the capacity, then the rate, whatever the clock does."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import micros
from tidings.core.errors import Invalid
from tidings.core.system.token_bucket import Bucket, take

NOW = 1_700_000_000_000_000
SECOND = 1_000_000
FIVE_A_MINUTE = 5 / 60


def test_a_full_bucket_gives_its_capacity_at_once_and_no_more() -> None:
    bucket = Bucket()
    for _ in range(5):
        bucket, allowed, retry_after = take(bucket, NOW, 5, FIVE_A_MINUTE)
        assert allowed
        assert retry_after == timedelta(0)
    bucket, allowed, retry_after = take(bucket, NOW, 5, FIVE_A_MINUTE)
    assert not allowed
    assert retry_after == timedelta(seconds=12)


def test_after_the_wait_it_names_the_next_take_succeeds() -> None:
    bucket = take(Bucket(), NOW, 1, 0.3).bucket
    refused = take(bucket, NOW + SECOND, 1, 0.3)
    later = NOW + SECOND + micros(refused.retry_after)
    assert not take(refused.bucket, later - 1, 1, 0.3).allowed
    assert take(refused.bucket, later, 1, 0.3).allowed


def test_a_costly_take_empties_more() -> None:
    bucket = take(Bucket(), NOW, 10, 1, cost=8).bucket
    refused = take(bucket, NOW, 10, 1, cost=3)
    assert (refused.allowed, refused.retry_after) == (False, timedelta(seconds=1))
    assert take(bucket, NOW, 10, 1, cost=2).allowed


def test_hammering_a_closed_door_does_not_keep_it_closed() -> None:
    bucket = take(Bucket(), NOW, 1, 1).bucket
    for tick in range(0, SECOND, 50_000):
        bucket, allowed, _ = take(bucket, NOW + tick, 1, 1)
        assert not allowed
    assert take(bucket, NOW + SECOND, 1, 1).allowed


@pytest.mark.parametrize(
    ("capacity", "rate", "cost"),
    [
        (1, 1, 0),
        (1, 1, -1),
        (1, 1, 2),
        (0, 1, 1),
        (1, 0, 1),
        (1, -1, 1),
        (1, float("nan"), 1),
        (1, float("inf"), 1),
    ],
)
def test_a_bucket_that_makes_no_sense_is_refused(
    capacity: int, rate: float, cost: int
) -> None:
    with pytest.raises(Invalid):
        take(Bucket(), NOW, capacity, rate, cost)


RATES = st.floats(0.001, 10_000, allow_nan=False)
PAUSES = st.integers(0, 30 * SECOND) | st.just(0)


@given(st.integers(1, 50), RATES, st.lists(PAUSES, min_size=1, max_size=60))
def test_no_window_gives_more_than_capacity_and_refill(
    capacity: int, rate: float, pauses: list[int]
) -> None:
    bucket, now = Bucket(), NOW
    given_at: list[int] = []
    for pause in pauses:
        now += pause
        bucket, allowed, _ = take(bucket, now, capacity, rate)
        if allowed:
            given_at.append(now)
    for start, first in enumerate(given_at):
        for end, last in enumerate(given_at[start:], start=1):
            allowance = capacity + rate * (last - first) / SECOND
            assert end <= allowance + 1e-6


@given(st.integers(1, 50), RATES, st.lists(st.integers(0, 2 * NOW), max_size=30))
def test_jumping_clocks_never_lock_anyone_out(
    capacity: int, rate: float, times: list[int]
) -> None:
    bucket = Bucket()
    for now in times:
        bucket, allowed, retry_after = take(bucket, now, capacity, rate)
        longest = timedelta(seconds=1 / rate) + timedelta(microseconds=2)
        assert timedelta(0) <= retry_after <= longest
        assert allowed == (retry_after == timedelta(0))
