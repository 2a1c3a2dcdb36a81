"""One host, one visit at a time, and a pause in between, whoever asks.

Nobody sleeps for a turn: whoever comes too early is told when to come back, so a slow or
angry host never holds up the work for others. The rules are plain functions on values.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from typing import Protocol

from tidings.core.clock import micros

LONGEST_HOLD = timedelta(days=1)

_LONGEST_QUEUE = timedelta(hours=1)
_SHORTEST_WAIT = timedelta(milliseconds=50)
_MANY_HOSTS = 10_000


@dataclass(frozen=True, slots=True)
class PaceRules:
    """How hosts are treated."""

    delay: timedelta = timedelta(seconds=1)  # from the end of a visit to the next
    concurrency: int = 1
    longest_visit: timedelta = timedelta(minutes=2)  # then its worker is taken for dead


@dataclass(frozen=True, slots=True)
class Visit:
    """A request, or several redirected ones, that is under way."""

    token: str
    began_at: int


@dataclass(frozen=True, slots=True)
class HostState:
    """What is remembered about one host; the default is a host that nobody visited."""

    visits: tuple[Visit, ...] = ()
    free_at: int = 0  # when the next visit may begin
    held_until: int = 0  # the host asked everybody to stay away until then
    promised_until: int = 0  # the latest time that anyone was told to come back at
    took: int = 0  # how long the last visit lasted, in microseconds


@dataclass(frozen=True, slots=True)
class Entered:
    """The visit may begin; `token` has to be given back with `leave`."""

    token: str


@dataclass(frozen=True, slots=True)
class ComeBackAt:
    """Too early; the host is likely to be free at this time."""

    at: int


class Pace(Protocol):
    """Who may visit which host, and when."""

    async def try_enter(self, host: str, now: int) -> Entered | ComeBackAt: ...

    async def leave(self, host: str, token: str, now: int) -> None: ...

    async def hold(self, host: str, until: int, now: int) -> None:
        """Let nobody in until then: the host asked for it (429, 503)."""


def enter(
    state: HostState, token: str, now: int, rules: PaceRules
) -> tuple[HostState, Entered | ComeBackAt]:
    """Let a visit begin if the host is free; otherwise promise a time."""
    state = _believable(state, now, rules)
    if state.held_until > now:
        return _promise(state, state.held_until, now, rules)
    if len(state.visits) >= rules.concurrency:
        return _promise(state, now + _spacing(state, rules), now, rules)
    if state.free_at > now:
        return _promise(state, state.free_at, now, rules)
    begun = replace(
        state,
        visits=(*state.visits, Visit(token, now)),
        free_at=now + micros(rules.delay),
    )
    return begun, Entered(token)


def leave(state: HostState, token: str, now: int, rules: PaceRules) -> HostState:
    """End a visit. The pause counts from here: so it is never shorter at the host."""
    ended = [visit for visit in state.visits if visit.token == token]
    if not ended:
        return state
    return replace(
        state,
        visits=tuple(visit for visit in state.visits if visit.token != token),
        free_at=max(state.free_at, now + micros(rules.delay)),
        took=max(now - ended[0].began_at, 0),
    )


def hold(state: HostState, until: int, now: int) -> HostState:
    """Keep everybody away until then, but not for longer than a day."""
    latest = now + micros(LONGEST_HOLD)
    return replace(state, held_until=max(state.held_until, min(until, latest)))


def idle_at(state: HostState, rules: PaceRules) -> int:
    """Return when nothing about this host will be worth remembering."""
    longest = micros(rules.longest_visit)
    ends = (visit.began_at + longest for visit in state.visits)
    return max(state.free_at, state.held_until, state.promised_until, *ends)


class MemoryPace:
    """The pace of one process."""

    def __init__(self, rules: PaceRules) -> None:
        self._rules = rules
        self._hosts: dict[str, HostState] = {}
        self._numbers = count(1)
        self._sweep_above = _MANY_HOSTS

    async def try_enter(self, host: str, now: int) -> Entered | ComeBackAt:
        token = f"here-{next(self._numbers)}"
        state, answer = enter(self._recall(host), token, now, self._rules)
        self._remember(host, state, now)
        return answer

    async def leave(self, host: str, token: str, now: int) -> None:
        if host in self._hosts:
            state = leave(self._recall(host), token, now, self._rules)
            self._remember(host, state, now)

    async def hold(self, host: str, until: int, now: int) -> None:
        self._remember(host, hold(self._recall(host), until, now), now)

    def __len__(self) -> int:
        return len(self._hosts)

    def _recall(self, host: str) -> HostState:
        return self._hosts.get(host, HostState())

    def _remember(self, host: str, state: HostState, now: int) -> None:
        self._hosts[host] = state
        if len(self._hosts) > self._sweep_above:
            self._forget_idle(now)

    def _forget_idle(self, now: int) -> None:
        self._hosts = {
            host: state
            for host, state in self._hosts.items()
            if idle_at(state, self._rules) > now
        }
        self._sweep_above = max(_MANY_HOSTS, 2 * len(self._hosts))


def _promise(
    state: HostState, earliest: int, now: int, rules: PaceRules
) -> tuple[HostState, ComeBackAt]:
    # Each who waits gets a time of their own. Told the same time, they would all come
    # at once and all but one be sent away again.
    after_others = state.promised_until + _spacing(state, rules)
    at = max(earliest, after_others if state.promised_until > now else earliest)
    at = min(at, earliest + micros(_LONGEST_QUEUE))
    return replace(state, promised_until=at), ComeBackAt(at)


def _spacing(state: HostState, rules: PaceRules) -> int:
    return max(micros(rules.delay) + state.took, micros(_SHORTEST_WAIT))


def _believable(state: HostState, now: int, rules: PaceRules) -> HostState:
    """Drop visits that must have died, and times that only a clock set back explains."""
    longest = micros(rules.longest_visit)
    visits = tuple(
        visit for visit in state.visits if abs(now - visit.began_at) < longest
    )
    furthest = now + longest + micros(rules.delay)
    furthest_hold = now + micros(LONGEST_HOLD)
    furthest_promise = furthest_hold + micros(_LONGEST_QUEUE)
    return replace(
        state,
        visits=visits,
        free_at=state.free_at if state.free_at <= furthest else now,
        held_until=state.held_until if state.held_until <= furthest_hold else now,
        promised_until=(
            state.promised_until if state.promised_until <= furthest_promise else now
        ),
    )
