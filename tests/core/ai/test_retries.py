"""Attempts of an AI task: cycles, cooldown, giving up, and pauses."""

from datetime import timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.ai.retries import (
    Attempts,
    CoolDown,
    GiveUp,
    RetryDecision,
    TaskTrouble,
    TryAgain,
    after_slow_down,
    after_trouble,
)
from tidings.core.clock import micros

NOW = 1_700_000_000_000_000
DAY = micros(timedelta(days=1))
TROUBLES: tuple[TaskTrouble, ...] = get_args(TaskTrouble)
FIVE_TIMEOUTS: list[TaskTrouble] = ["timeout"] * 5


def after(*troubles: TaskTrouble) -> RetryDecision:
    decision: RetryDecision = TryAgain(Attempts(), "", "timeout")
    for trouble in troubles:
        decision = after_trouble(decision.attempts, trouble, NOW)
    return decision


@pytest.mark.parametrize("trouble", TROUBLES)
def test_four_failed_attempts_are_followed_by_another(trouble: TaskTrouble) -> None:
    decision = after(*[trouble] * 4)
    assert isinstance(decision, TryAgain)
    assert decision.attempts.count == 4
    assert "Attempt 4 of 5" in decision.reason


@pytest.mark.parametrize("trouble", ["timeout", "connection", "server_error"])
def test_five_passing_troubles_are_followed_by_a_day_of_rest(
    trouble: TaskTrouble,
) -> None:
    decision = after(*[trouble] * 5)
    assert isinstance(decision, CoolDown)
    assert decision.until == NOW + DAY
    assert decision.attempts == Attempts()


@pytest.mark.parametrize(
    "trouble", ["unreadable_answer", "invalid_request", "empty_answer", "no_text"]
)
def test_five_lasting_troubles_are_the_end(trouble: TaskTrouble) -> None:
    decision = after(*[trouble] * 5)
    assert isinstance(decision, GiveUp)
    assert "Given up after 5 attempts" in decision.reason


@pytest.mark.parametrize(
    ("troubles", "ending"),
    [
        (
            ["timeout", "timeout", "empty_answer", "empty_answer", "empty_answer"],
            GiveUp,
        ),
        (["timeout", "timeout", "timeout", "empty_answer", "empty_answer"], CoolDown),
        (
            ["empty_answer", "empty_answer", "timeout", "empty_answer", "empty_answer"],
            CoolDown,
        ),
        (["invalid_request"] * 4 + ["timeout"], CoolDown),
        (["timeout"] * 4 + ["invalid_request"], GiveUp),
    ],
)
def test_the_last_trouble_of_a_cycle_decides_how_it_ends(
    troubles: list[TaskTrouble], ending: type[RetryDecision]
) -> None:
    assert isinstance(after(*troubles), ending)


def test_after_the_cooldown_a_whole_new_cycle_begins() -> None:
    cooling = after(*FIVE_TIMEOUTS).attempts
    again = after_trouble(cooling, "timeout", NOW + DAY)
    assert again.attempts == Attempts(count=1)


@pytest.mark.parametrize(
    ("retry_after", "seconds"),
    [
        (None, 60),
        (timedelta(0), 60),
        (timedelta(seconds=5), 60),
        (timedelta(minutes=10), 600),
        (timedelta(days=365), 86_400),
    ],
)
def test_slowing_down_pauses_the_provider_and_is_no_attempt(
    retry_after: timedelta | None, seconds: int
) -> None:
    attempts = Attempts(count=4, empty_in_a_row=2)
    pause = after_slow_down(attempts, retry_after, NOW)
    assert pause.attempts == attempts
    assert pause.until == NOW + micros(timedelta(seconds=seconds))


@given(st.lists(st.sampled_from(TROUBLES), max_size=40))
def test_every_cycle_ends_at_its_fifth_attempt(troubles: list[TaskTrouble]) -> None:
    attempts = Attempts()
    for position, trouble in enumerate(troubles, start=1):
        decision = after_trouble(attempts, trouble, NOW)
        assert isinstance(decision, TryAgain) == (position % 5 != 0)
        was_sent_again = isinstance(decision, GiveUp)
        attempts = Attempts() if was_sent_again else decision.attempts
