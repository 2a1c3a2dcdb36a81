"""What becomes of a message to a webhook after each try to deliver it."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.core.clock import micros

# One try more than there are pauses.
PAUSES = (
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(hours=12),
    timedelta(hours=24),
)
MOST_TRIES = len(PAUSES) + 1
# So many failures in a row, of all messages together, switch a webhook off.
MOST_FAILURES = 20
_JITTER = 0.1
_GONE = 410


@dataclass(frozen=True, slots=True)
class Tried:
    """How one try ended."""

    status: int | None  # None: no answer came
    problem: str = ""  # plain text, safe to show; empty when it was taken


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from a try."""

    delivered: bool
    next_try_at: int | None  # None: there is no other
    problem: str  # empty when it was delivered
    switch_off: str = ""  # why the webhook is not to be used any more


def after_try(
    tried: Tried, *, tries: int, failures: int, now: int, random: float
) -> Verdict:
    """Judge the `tries`-th try of a message; `failures` came before it in a row."""
    if tried.status is not None and 200 <= tried.status <= 299:
        return Verdict(True, None, "")
    problem = tried.problem or f"it answered with HTTP {tried.status}"
    if tried.status == _GONE:
        return Verdict(False, None, problem, "it says that it is gone for good")
    if failures + 1 >= MOST_FAILURES:
        reason = f"{MOST_FAILURES} tries in a row failed; the last time {problem}"
        return Verdict(False, None, problem, reason)
    if tries >= MOST_TRIES:
        return Verdict(False, None, problem)
    pause = PAUSES[tries - 1] * (1 + _JITTER * random)
    return Verdict(False, now + micros(pause), problem)
