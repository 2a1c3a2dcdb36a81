"""The circuit breaker, by its table and against a naive model."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.ai.breaker import (
    Breaker,
    BreakerPosition,
    after_failure,
    after_slow_down,
    after_success,
    as_of,
    open_until,
)
from tidings.core.clock import micros

NOW = 1_700_000_000_000_000
SECOND = micros(timedelta(seconds=1))
RECOVERY = 300 * SECOND
CLOSED, OPEN, HALF = BreakerPosition


def failing(times: int) -> Breaker:
    breaker = Breaker()
    for _ in range(times):
        breaker = after_failure(breaker, NOW)
    return breaker


def half_open() -> Breaker:
    return as_of(failing(5), NOW + RECOVERY)


def test_five_failures_in_a_row_open_it() -> None:
    assert failing(4).position is CLOSED
    assert failing(5).position is OPEN


def test_a_success_starts_the_count_again() -> None:
    breaker = after_success(failing(4), NOW)
    assert breaker.failures == 0
    assert after_failure(breaker, NOW).position is CLOSED


def test_it_lets_calls_through_again_after_300_seconds() -> None:
    assert as_of(failing(5), NOW + RECOVERY - 1).position is OPEN
    assert half_open().position is HALF
    assert open_until(failing(5)) == NOW + RECOVERY
    assert open_until(failing(4)) is None


def test_three_successes_close_it() -> None:
    breaker = half_open()
    for successes in (1, 2):
        breaker = after_success(breaker, NOW + RECOVERY)
        assert (breaker.position, breaker.half_successes) == (HALF, successes)
    breaker = after_success(breaker, NOW + RECOVERY)
    assert (breaker.position, breaker.failures) == (CLOSED, 0)
    assert breaker.last_failure_at == NOW
    assert breaker.last_success_at == NOW + RECOVERY


@pytest.mark.parametrize("successes", [0, 1, 2])
def test_any_failure_while_half_open_opens_it_again(successes: int) -> None:
    breaker = half_open()
    for _ in range(successes):
        breaker = after_success(breaker, NOW + RECOVERY)
    breaker = after_failure(breaker, NOW + RECOVERY + 1)
    assert breaker.position is OPEN
    assert as_of(breaker, NOW + RECOVERY + 2).position is OPEN
    assert as_of(breaker, NOW + 3 * RECOVERY).half_successes == 0


@pytest.mark.parametrize("breaker", [Breaker(), failing(4), failing(5), half_open()])
def test_slowing_down_never_counts(breaker: Breaker) -> None:
    assert after_slow_down(breaker) == breaker


def test_a_late_success_does_not_close_what_has_just_opened() -> None:
    assert after_success(failing(5), NOW + SECOND).position is OPEN


@pytest.mark.parametrize("years", [-10, 10])
def test_a_clock_that_jumps_does_not_keep_it_open(years: int) -> None:
    later = NOW + years * 365 * 86_400 * SECOND
    assert as_of(failing(5), later).position is HALF


def test_workers_whose_clocks_differ_a_little_agree() -> None:
    assert as_of(failing(5), NOW - 5 * SECOND).position is OPEN


class NaiveBreaker:
    """The transition table as loops over the whole history."""

    def __init__(self) -> None:
        self.position = CLOSED
        self.history: list[bool] = []
        self.last_failure = 0

    def tick(self, now: int) -> None:
        if self.position is OPEN and now - self.last_failure >= RECOVERY:
            self.position, self.history = HALF, []

    def report(self, success: bool, now: int) -> None:
        self.tick(now)
        if not success:
            self.last_failure = now
        if self.position is OPEN:
            return
        self.history.append(success)
        if self.position is HALF and not success:
            self.position, self.history = OPEN, []
        elif self.position is HALF and self.history == [True] * 3:
            self.position, self.history = CLOSED, []
        elif self.position is CLOSED and self.history[-5:] == [False] * 5:
            self.position, self.history = OPEN, []


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["success", "failure", "failure", "slow_down"]),
        st.sampled_from([0, 1, SECOND, 100 * SECOND, RECOVERY - 1, RECOVERY]),
    ),
    max_size=60,
)


@given(STEPS)
def test_it_behaves_as_the_naive_model(steps: list[tuple[str, int]]) -> None:
    breaker, naive, now = Breaker(), NaiveBreaker(), NOW
    for result, pause in steps:
        now += pause
        naive.tick(now)
        is_open = as_of(breaker, now).position is OPEN
        assert is_open == (naive.position is OPEN)
        if result == "slow_down":
            breaker = after_slow_down(breaker)
            continue
        report = after_success if result == "success" else after_failure
        breaker = report(breaker, now)
        naive.report(result == "success", now)
        assert breaker.position is naive.position
