"""Which failures count, and when to ask a feed less often or not at all.

`patient` slows down and never gives up on its own, except on a feed that says it is gone;
`strict` rests on what only a person can mend; `one-strike` rests on anything.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from tidings.core.feeds.outcome import (
    Failed,
    FailureCode,
    Fetched,
    FetchOutcome,
    Gone,
    HttpFailed,
    NoFeedFound,
    NotModified,
    SlowDown,
)
from tidings.core.spoken import spoken_times

DORMANT_AFTER = 10
GONE_LIMIT = 2

# What went wrong on our side says nothing about the feed.
_OUR_OWN: frozenset[FailureCode] = frozenset(
    {"host_busy", "host_held", "interrupted", "secret_unreadable"}
)
# Of these, only what a person has to mend is remembered.
_FOR_A_PERSON = frozenset({"secret_unreadable"})


class RetryPolicy(StrEnum):
    PATIENT = "patient"
    STRICT = "strict"
    ONE_STRIKE = "one-strike"


class FailureKind(StrEnum):
    TEMPORARY = "temporary"
    PERMANENT = "permanent"  # someone has to mend it, here or there
    UNAUTHORISED = "unauthorised"
    RATE_LIMITED = "rate_limited"
    NOT_COUNTED = "not_counted"


UNCOUNTED = frozenset({FailureKind.RATE_LIMITED, FailureKind.NOT_COUNTED})


class Standing(StrEnum):
    HEALTHY = "healthy"
    RETRYING = "retrying"
    DORMANT = "dormant"  # probed now and then, wakes by itself
    RESTING = "resting"  # not asked again until a person says so


@dataclass(frozen=True, slots=True)
class FailureState:
    """What is remembered since the last success, or since a person woke the feed."""

    consecutive: int = 0
    gone_in_a_row: int = 0
    failing_since: int | None = None  # None: the last answer was a success
    dormant_since: int | None = None  # None: not dormant
    resting_since: int | None = None  # None: not resting
    last_code: str | None = None  # None: the last answer was a success
    last_message: str | None = None  # None: likewise
    last_kind: FailureKind | None = None  # None: likewise
    limited_since: int | None = None  # None: the last answer was no "slow down"

    @property
    def standing(self) -> Standing:
        if self.resting_since is not None:
            return Standing.RESTING
        if self.dormant_since is not None:
            return Standing.DORMANT
        return Standing.RETRYING if self.consecutive else Standing.HEALTHY


@dataclass(frozen=True, slots=True)
class Judgement:
    state: FailureState
    kind: FailureKind | None  # None: a success
    reason: str

    @property
    def verdict(self) -> Standing:
        return self.state.standing


def judge(
    state: FailureState, outcome: FetchOutcome, policy: RetryPolicy, now: int
) -> Judgement:
    """Weigh one outcome: the new state, and in words what follows from it."""
    kind = kind_of_failure(outcome)
    if kind is None:
        return Judgement(FailureState(), None, f"All is well: {outcome.message}.")
    if kind in UNCOUNTED:
        if kind is FailureKind.RATE_LIMITED:
            state = _limited(state, outcome, now)
        elif outcome.code in _FOR_A_PERSON:
            state = _noted(state, outcome)
        return Judgement(state, kind, f"Not counted as a failure: {outcome.message}.")
    counted = _counted(state, outcome, kind, now)
    if _has_to_rest(counted, kind, policy):
        counted = replace(counted, resting_since=_since(state.resting_since, now))
    elif counted.consecutive >= DORMANT_AFTER:
        counted = replace(counted, dormant_since=_since(state.dormant_since, now))
    return Judgement(counted, kind, _in_words(counted, outcome.message))


def kind_of_failure(outcome: FetchOutcome) -> FailureKind | None:
    """Return what kind of failure an outcome is; `None` for a success."""
    match outcome:
        case Fetched() | NotModified():
            return None
        case SlowDown():
            return FailureKind.RATE_LIMITED
        case HttpFailed(status=status):
            return _kind_of_status(status)
        case Gone() | NoFeedFound():
            return FailureKind.PERMANENT
        case Failed(code=code):
            return _kind_of_code(code)
        case _:
            assert_never(outcome)


def _kind_of_status(status: int) -> FailureKind:
    if status in (401, 403):
        return FailureKind.UNAUTHORISED
    return FailureKind.PERMANENT if 400 <= status <= 499 else FailureKind.TEMPORARY


def _kind_of_code(code: FailureCode) -> FailureKind:
    if code in _OUR_OWN:
        return FailureKind.NOT_COUNTED
    # An address that is no address will not become one by waiting; all the rest may.
    return FailureKind.PERMANENT if code == "bad_url" else FailureKind.TEMPORARY


def _limited(state: FailureState, outcome: FetchOutcome, now: int) -> FailureState:
    return replace(
        state,
        limited_since=_since(state.limited_since, now),
        last_code=outcome.code,
        last_message=outcome.message,
        last_kind=FailureKind.RATE_LIMITED,
    )


def _noted(state: FailureState, outcome: FetchOutcome) -> FailureState:
    return replace(
        state,
        limited_since=None,
        last_code=outcome.code,
        last_message=outcome.message,
        last_kind=FailureKind.NOT_COUNTED,
    )


def _counted(
    state: FailureState, outcome: FetchOutcome, kind: FailureKind, now: int
) -> FailureState:
    return replace(
        state,
        consecutive=state.consecutive + 1,
        gone_in_a_row=state.gone_in_a_row + 1 if isinstance(outcome, Gone) else 0,
        failing_since=_since(state.failing_since, now),
        last_code=outcome.code,
        last_message=outcome.message,
        last_kind=kind,
        limited_since=None,
    )


def _has_to_rest(state: FailureState, kind: FailureKind, policy: RetryPolicy) -> bool:
    match policy:
        case RetryPolicy.PATIENT:
            return state.gone_in_a_row >= GONE_LIMIT
        case RetryPolicy.STRICT:
            return kind in (FailureKind.PERMANENT, FailureKind.UNAUTHORISED)
        case RetryPolicy.ONE_STRIKE:
            return True
        case _:
            assert_never(policy)


def _since(earlier: int | None, now: int) -> int:
    return now if earlier is None else earlier


def _in_words(state: FailureState, message: str) -> str:
    failed = f"Failed {spoken_times(state.consecutive)} in a row"
    match state.standing:
        case Standing.RESTING:
            return f"Resting until someone acts: {message}."
        case Standing.DORMANT:
            return f"{failed}, so it is only probed now and then: {message}."
        case Standing.RETRYING | Standing.HEALTHY:
            return f"{failed}, will be tried again: {message}."
        case _:
            assert_never(state.standing)
