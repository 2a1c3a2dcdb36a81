"""How a host is visited: so many at once, a pause in between, and rest when it refuses.

Plain functions on values; `store/feeds/host_pace` keeps the values, so that all processes
share them. See docs/decisions/0013.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from tidings.core.clock import micros
from tidings.core.feeds.outcome import (
    Fetched,
    FetchOutcome,
    NotModified,
    PageFetched,
    PageOutcome,
    SlowDown,
)

# How long a host is left alone after its first refusal; each further one without a good
# answer in between doubles it.
FIRST_HOLD = timedelta(seconds=30)
LONGEST_HOLD = timedelta(minutes=15)

# Nobody knows when a visit ends. Whoever waits for it looks again this often.
_PERSONS_LOOK = timedelta(milliseconds=250)
_FEEDS_LOOK = timedelta(seconds=1)
_SHORTEST_SPACING = timedelta(milliseconds=50)
# Whoever does not come back in time for their turn has given up.
_GRACE = timedelta(seconds=2)
_FURTHEST_TURN = timedelta(hours=1)
_MOST_REMEMBERED = 20
_REMEMBER_REFUSAL = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PaceRules:
    """How hosts are treated."""

    delay: timedelta = timedelta(seconds=1)  # from the end of a visit to the next
    concurrency: int = 1


@dataclass(frozen=True, slots=True)
class Visit:
    """A request, or several redirected ones, that is under way."""

    token: str
    until: int  # then its visitor is taken for dead


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who was given a time to come back; persons go before tasks."""

    token: str
    until: int  # then they have given up
    is_person: bool


@dataclass(frozen=True, slots=True)
class LastRefusal:
    """When a feed was last refused; feed 0 stands for addresses that are no feeds."""

    feed_id: int
    at: int


@dataclass(frozen=True, slots=True)
class HostState:
    """What is remembered about one host; the default is a host that nobody visited."""

    visits: tuple[Visit, ...] = ()
    waiting: tuple[Waiter, ...] = ()
    free_at: int = 0  # when the next visit may begin
    held_until: int = 0  # the host refused: nobody visits it until then
    refusals: int = 0  # in a row, without a good answer in between
    answered_at: int = 0  # the last good answer, noted while `refused` is not empty
    refused: tuple[LastRefusal, ...] = ()  # of feeds that had no good answer since


@dataclass(frozen=True, slots=True)
class Entered:
    """The visit has begun."""


@dataclass(frozen=True, slots=True)
class ComeBackAt:
    """Too early; the host is likely to be free at this time."""

    at: int
    is_held: bool  # because the host refused us


class HostAnswer(StrEnum):
    """What a visit says about the host as a whole."""

    WELL = "well"
    REFUSED = "refused"  # 429, or 503 with Retry-After
    OTHER = "other"  # an error of one address, or no answer


@dataclass(frozen=True, slots=True)
class VisitEnd:
    """How a visit ended; times of a refusal are None where there was none."""

    host: str
    token: str
    at: int
    answer: HostAnswer = HostAnswer.OTHER
    feed_id: int = 0  # 0: the visit was not for a feed
    retry_after: timedelta | None = None  # None: not said
    next_check_at: int | None = None  # of the refused feed; None: it has none


@dataclass(frozen=True, slots=True)
class DueFeed:
    """A feed that is due."""

    feed_id: int
    host: str
    is_asked: bool  # somebody asked for it, or it is new
    last_checked_at: int  # 0: never

    @property
    def place(self) -> tuple[bool, int, int]:
        """Where it stands among the feeds of its host."""
        return (not self.is_asked, self.last_checked_at, self.feed_id)


@dataclass(frozen=True, slots=True)
class Postponed:
    """A due feed that has to wait for its host."""

    feed_id: int
    at: int
    held_until: int | None  # None: it is only not its turn


@dataclass(frozen=True, slots=True)
class Shares:
    """Which feeds are visited now, which later, and what becomes of their hosts."""

    begun: list[DueFeed]
    postponed: list[Postponed]
    states: dict[str, HostState]  # those that changed


def enter(
    state: HostState,
    waiter: Waiter,
    now: int,
    rules: PaceRules,
    *,
    last: int,
    is_feed_asked: bool = False,
) -> tuple[HostState, Entered | ComeBackAt]:
    """Begin a visit if the host is free and nobody else is before; otherwise queue,
    unless the host is held or the turn would come after `last`. A visit's `until` is
    that of its waiter. Where somebody asked for a feed of the host, that one goes
    before tasks."""
    state = believable(state, now)
    others = tuple(each for each in state.waiting if each.token != waiter.token)
    ahead = _ahead(state.waiting, waiter) + (is_feed_asked and not waiter.is_person)
    earliest = _earliest(state, now, rules, _PERSONS_LOOK)
    if earliest <= now and not ahead:
        entered = begin(state, waiter.token, waiter.until, now, rules)
        return replace(entered, waiting=others), Entered()
    at = max(earliest, now + micros(_SHORTEST_SPACING)) + ahead * _spacing(rules)
    answer = ComeBackAt(at, is_held=state.held_until > now)
    if at > last or answer.is_held:
        return replace(state, waiting=others), answer
    queued = replace(waiter, until=at + micros(_GRACE))
    known = any(each.token == waiter.token for each in state.waiting)
    waiting = (
        tuple(queued if each.token == waiter.token else each for each in state.waiting)
        if known
        else (*state.waiting, queued)
    )
    return replace(state, waiting=waiting), answer


def begin(
    state: HostState, token: str, until: int, now: int, rules: PaceRules
) -> HostState:
    """Note a visit that begins."""
    others = tuple(visit for visit in state.visits if visit.token != token)
    return replace(
        state,
        visits=(*others, Visit(token, until)),
        free_at=now + micros(rules.delay),
    )


def leave(state: HostState, end: VisitEnd, rules: PaceRules) -> HostState:
    """End a visit, or a wait for one. The pause counts from here: so it is never shorter
    at the host."""
    visits = tuple(visit for visit in state.visits if visit.token != end.token)
    left = replace(
        state,
        visits=visits,
        waiting=tuple(each for each in state.waiting if each.token != end.token),
        free_at=max(state.free_at, end.at + micros(rules.delay)),
    )
    match end.answer:
        case HostAnswer.WELL:
            return _answered(left, end)
        case HostAnswer.REFUSED:
            return _refused(left, end)
        case HostAnswer.OTHER:
            return left


def after_visits(
    states: Mapping[str, HostState], ends: Iterable[VisitEnd], rules: PaceRules
) -> dict[str, HostState]:
    """Return the states of hosts after visits to them have ended."""
    after: dict[str, HostState] = {}
    for end in ends:
        state = after.get(end.host) or states.get(end.host, HostState())
        after[end.host] = leave(state, end, rules)
    return after


def with_outcome(
    end: VisitEnd, outcome: FetchOutcome | PageOutcome, next_check_at: int | None
) -> VisitEnd:
    """Add what an answer says about its host; the time is the refused feed's own next
    check, None if it has none."""
    match outcome:
        case SlowDown(retry_after=retry_after):
            return replace(
                end,
                answer=HostAnswer.REFUSED,
                retry_after=retry_after,
                next_check_at=next_check_at,
            )
        case Fetched() | NotModified() | PageFetched():
            return replace(end, answer=HostAnswer.WELL)
        case _:
            return end


def drop_dead(
    state: HostState, alive: frozenset[str], now: int, rules: PaceRules
) -> HostState:
    """Forget visits whose visitors died: nobody knows when those ended."""
    living = tuple(visit for visit in state.visits if visit.token in alive)
    if living == state.visits:
        return state
    free_at = max(state.free_at, now + micros(rules.delay))
    return replace(state, visits=living, free_at=free_at)


def share_out(
    due: list[DueFeed],
    states: Mapping[str, HostState],
    now: int,
    rules: PaceRules,
    *,
    many: int,
    until: int,
) -> Shares:
    """Let feeds of hosts that are free be visited, no more than `many` in all, and give a
    time to those that must wait for their host. Hosts keep the order of `due`; of one
    host, those go first that were asked for, then those checked longest ago."""
    changed: dict[str, HostState] = {}
    begun: list[DueFeed] = []
    waiting: dict[str, list[DueFeed]] = {}

    def state_of(host: str) -> HostState:
        known = changed.get(host)
        return known or believable(states.get(host, HostState()), now)

    for feed in _fair_within_hosts(due):
        host = feed.host
        if host in waiting or not _may_begin(state_of(host), now, rules):
            waiting.setdefault(host, []).append(feed)
        elif len(begun) < many:
            begun.append(feed)
            token = str(feed.feed_id)
            changed[host] = begin(state_of(host), token, until, now, rules)
    postponed = []
    for host, feeds in waiting.items():
        postponed += in_line(state_of(host), feeds, now, rules)
    return Shares(begun, postponed, changed)


def _fair_within_hosts(due: list[DueFeed]) -> list[DueFeed]:
    queues: dict[str, list[DueFeed]] = {}
    for feed in due:
        queues.setdefault(feed.host, []).append(feed)
    for queue in queues.values():
        queue.sort(key=lambda feed: feed.place, reverse=True)
    return [queues[feed.host].pop() for feed in due]


def in_line(
    state: HostState, feeds: list[DueFeed], now: int, rules: PaceRules
) -> list[Postponed]:
    """Give each feed that waits a time of its own: given the same one, all but the first
    would come in vain. Where hosts have no pause, nobody waits longer than a visit."""
    held_until = state.held_until if state.held_until > now else None
    if held_until is None and rules.delay <= timedelta(0):
        return []
    spacing = _spacing(rules)
    persons = sum(each.is_person for each in state.waiting)
    first = _earliest(state, now, rules, _FEEDS_LOOK) + persons * spacing
    furthest = first + micros(_FURTHEST_TURN)
    return [
        Postponed(feed.feed_id, min(first + place * spacing, furthest), held_until)
        for place, feed in enumerate(feeds)
    ]


def believable(state: HostState, now: int) -> HostState:
    """Drop visitors that must have died, waiters that have given up, and times that only
    a clock set back explains."""
    furthest = now + micros(_FURTHEST_TURN)
    return replace(
        state,
        visits=tuple(each for each in state.visits if now <= each.until < furthest),
        waiting=tuple(each for each in state.waiting if now <= each.until < furthest),
        free_at=state.free_at if state.free_at < furthest else now,
        held_until=state.held_until if state.held_until < furthest else now,
    )


def idle_at(state: HostState) -> int:
    """Return when nothing about this host will be worth remembering."""
    ends = [visit.until for visit in state.visits]
    ends += [waiter.until for waiter in state.waiting]
    ends += [each.at + micros(_REMEMBER_REFUSAL) for each in state.refused]
    return max(state.free_at, state.held_until, *ends)


def _answered(state: HostState, end: VisitEnd) -> HostState:
    """The host answers; what was refused was perhaps refused to one feed only."""
    refused = tuple(each for each in state.refused if each.feed_id != end.feed_id)
    answered_at = end.at if refused else 0
    return replace(state, refusals=0, refused=refused, answered_at=answered_at)


def _refused(state: HostState, end: VisitEnd) -> HostState:
    """Hold the host, but not again for a feed that it refuses while it answers others."""
    before = [each.at for each in state.refused if each.feed_id == end.feed_id]
    others = [each for each in state.refused if each.feed_id != end.feed_id]
    refused = (*others, LastRefusal(end.feed_id, end.at))[-_MOST_REMEMBERED:]
    if before and state.answered_at > before[0]:
        return replace(state, refused=refused)
    longest = min(FIRST_HOLD * 2 ** min(state.refusals, 20), LONGEST_HOLD)
    length = min(end.retry_after or longest, longest)
    until = end.at + micros(length)
    if end.next_check_at is not None:
        until = min(until, end.next_check_at)
    return replace(
        state,
        refused=refused,
        refusals=state.refusals + 1,
        held_until=max(state.held_until, until),
    )


def _may_begin(state: HostState, now: int, rules: PaceRules) -> bool:
    is_awaited = any(each.is_person for each in state.waiting)
    return not is_awaited and _earliest(state, now, rules, _FEEDS_LOOK) <= now


def _earliest(state: HostState, now: int, rules: PaceRules, look: timedelta) -> int:
    """Return when a visit may begin, or be asked for again."""
    earliest = max(now, state.free_at, state.held_until)
    if len(state.visits) < rules.concurrency:
        return earliest
    look_again = min(max(rules.delay, _SHORTEST_SPACING), look)
    return max(earliest, now + micros(look_again))


def _ahead(waiting: tuple[Waiter, ...], waiter: Waiter) -> int:
    """Return how many others come first: persons do, then whoever came earlier."""
    tokens = [each.token for each in waiting]
    place = tokens.index(waiter.token) if waiter.token in tokens else len(tokens)
    return sum(
        each.is_person > waiter.is_person
        or (each.is_person == waiter.is_person and number < place)
        for number, each in enumerate(waiting)
        if each.token != waiter.token
    )


def _spacing(rules: PaceRules) -> int:
    return micros(max(rules.delay, _SHORTEST_SPACING))
