"""Attempts of an AI task: when to try again, cool down, pause, or give up.

Five attempts make a cycle. Trouble that may pass ends it in a day of rest, trouble with
the task itself in giving up; "slow down" is neither an attempt nor a failure.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.core.clock import micros
from tidings.core.spoken import spoken_duration

ATTEMPTS_PER_CYCLE = 5
EMPTY_ANSWERS_ALLOWED = 2
COOLDOWN = timedelta(hours=24)
SHORTEST_PAUSE = timedelta(seconds=60)
LONGEST_PAUSE = timedelta(hours=24)

TaskTrouble = Literal[
    "not_judged",
    "timeout",
    "connection",
    "server_error",
    "empty_answer",
    "unreadable_answer",
    "invalid_request",
    "no_text",
]
# Why a task is not done, for whoever reads another language than the log's.
TaskFailure = Literal[
    "not_judged",
    "timeout",
    "connection",
    "server_error",
    "empty_answer",
    "unreadable_answer",
    "invalid_request",
    "no_text",
    "internal",
]
_TEMPORARY: frozenset[TaskTrouble] = frozenset(
    {"timeout", "connection", "server_error"}
)

_WORDS: dict[TaskTrouble, str] = {
    "not_judged": "it cannot be judged without a model",
    "timeout": "the model did not answer in time",
    "connection": "the model could not be reached",
    "server_error": "the model's server has a problem",
    "empty_answer": "the model's answer is empty",
    "unreadable_answer": "the model's answer cannot be read",
    "invalid_request": "the model does not accept the request",
    "no_text": "there is too little text",
}


@dataclass(frozen=True, slots=True)
class Attempts:
    """What a task remembers of its tries; `Attempts()` sends dead work again."""

    count: int = 0  # in this cycle
    empty_in_a_row: int = 0


@dataclass(frozen=True, slots=True)
class TryAgain:
    attempts: Attempts
    reason: str
    code: TaskFailure
    permanent: bool = False  # the task itself seems to be at fault


@dataclass(frozen=True, slots=True)
class CoolDown:
    attempts: Attempts
    until: int
    reason: str
    code: TaskFailure


@dataclass(frozen=True, slots=True)
class GiveUp:
    attempts: Attempts
    reason: str
    code: TaskFailure


@dataclass(frozen=True, slots=True)
class Pause:
    """The provider wants to be left alone; the task has not been tried."""

    attempts: Attempts
    until: int
    reason: str


RetryDecision = TryAgain | CoolDown | GiveUp


def after_trouble(attempts: Attempts, trouble: TaskTrouble, now: int) -> RetryDecision:
    """Count a failed attempt; its own kind decides how the cycle ends."""
    empty = attempts.empty_in_a_row + 1 if trouble == "empty_answer" else 0
    counted = Attempts(attempts.count + 1, empty)
    if counted.count < ATTEMPTS_PER_CYCLE:
        return TryAgain(
            counted,
            f"Attempt {counted.count} of {ATTEMPTS_PER_CYCLE} failed: {_WORDS[trouble]}.",
            trouble,
            is_permanent(trouble, empty),
        )
    if is_permanent(trouble, empty):
        return GiveUp(
            counted,
            f"Given up after {counted.count} attempts: {_WORDS[trouble]}.",
            trouble,
        )
    until = now + micros(COOLDOWN)
    return CoolDown(
        Attempts(),
        until,
        f"Tried again in a day, after {counted.count} attempts: {_WORDS[trouble]}.",
        trouble,
    )


def is_permanent(trouble: TaskTrouble, empty_in_a_row: int) -> bool:
    """Say whether the task itself is at fault; a model may be silent now and then."""
    if trouble == "empty_answer":
        return empty_in_a_row > EMPTY_ANSWERS_ALLOWED
    return trouble not in _TEMPORARY


def after_slow_down(
    attempts: Attempts, retry_after: timedelta | None, now: int
) -> Pause:
    """Leave the provider alone as long as it asks, within reason."""
    asked = max(retry_after or SHORTEST_PAUSE, SHORTEST_PAUSE)
    pause = min(asked, LONGEST_PAUSE)
    return Pause(
        attempts,
        now + micros(pause),
        f"The model asks for fewer requests: no calls for {spoken_duration(pause)}.",
    )
