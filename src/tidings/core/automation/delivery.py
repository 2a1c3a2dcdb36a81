"""What becomes of a message to a webhook after each try to deliver it."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

from tidings.core.clock import micros
from tidings.core.feeds.outcome import FailureCode

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
# How long a receiver may take; the lease leaves room to note what came of it.
DEADLINE = timedelta(seconds=15)
LEASE = timedelta(seconds=60)
_JITTER = 0.1
_GONE = 410

DeliveryFailure = (
    FailureCode | Literal["gone", "http_status", "redirect", "switched_off"]
)


@dataclass(frozen=True, slots=True)
class DeliveryAttempt:
    """How one try ended."""

    status: int | None  # None: no answer came
    problem: str = ""  # plain text, safe to show; empty: the status says it all
    code: FailureCode | None = None  # None: the status says it all


@dataclass(frozen=True, slots=True)
class DeliveryVerdict:
    """What follows from a try."""

    delivered: bool
    next_try_at: int | None  # None: there is no other
    problem: str  # empty when it was delivered
    switch_off: str = ""  # why the webhook is not to be used any more
    code: DeliveryFailure | None = None  # None: it was delivered
    status: int | None = None  # of the answer that was no success


def after_try(
    tried: DeliveryAttempt, *, tries: int, failures: int, now: int, random: float
) -> DeliveryVerdict:
    """Judge the `tries`-th try of a message; `failures` came before it in a row."""
    if tried.status is not None and 200 <= tried.status <= 299:
        return DeliveryVerdict(True, None, "")
    code = tried.code or _code_of(tried.status)
    problem = tried.problem or _problem(code, tried.status)
    verdict = DeliveryVerdict(False, None, problem, code=code, status=tried.status)
    if code == "gone":
        return replace(verdict, switch_off="it says that it is gone for good")
    if failures + 1 >= MOST_FAILURES:
        reason = f"{MOST_FAILURES} tries in a row failed; the last time {problem}"
        return replace(verdict, switch_off=reason)
    if tries >= MOST_TRIES:
        return verdict
    pause = PAUSES[tries - 1] * (1 + _JITTER * random)
    return replace(verdict, next_try_at=now + micros(pause))


def _code_of(status: int | None) -> DeliveryFailure:
    if status is None:
        return "unreachable"
    if status == _GONE:
        return "gone"
    return "redirect" if 300 <= status <= 399 else "http_status"


def _problem(code: DeliveryFailure, status: int | None) -> str:
    if code == "redirect":
        return "it answered with a redirect; enter the new URL"
    return f"it answered with HTTP {status}"
