"""Calls of a provider: allowed one by one, stamped and reserved before they are made,
settled after.

Whoever is about to call locks the lane, so breaker, pace and caps hold for all workers
together.
"""

from dataclasses import dataclass
from datetime import timedelta

from tidings.core.ai.breaker import (
    DEFAULT_RULES,
    Breaker,
    BreakerPosition,
    BreakerRules,
    after_failure,
    after_success,
    as_of,
    open_until,
)
from tidings.core.ai.budget import Caps, Usage, day_of, month_of
from tidings.core.ai.pace import next_slot
from tidings.core.clock import micros
from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.rows import insert_new, update
from tidings.store.engine.sql_words import with_words

_CLOSED = Breaker()

_COLUMNS = """
position, failures, half_successes, last_failure_at, last_success_at, opened_at,
last_call_at, limited_until
"""
_LOOK = with_words(
    "select {columns} from ai_lanes where name = :name", columns=_COLUMNS
)
_LOCK = _LOOK + " for update"
_BEGIN = """
insert into ai_calls (id, lane, task_key, at, reserved)
values (:id, :lane, :task, :at, :reserved)
"""
_END = """
update ai_calls set tokens_in = :tokens_in, tokens_out = :tokens_out,
  outcome = :outcome, ended_at = :now
where id = :id and ended_at is null
"""
_RESERVE = """
insert into ai_budgets (lane, period, tokens) values (:lane, :period, :tokens)
on conflict (lane, period) do update set tokens = ai_budgets.tokens + excluded.tokens
"""
_IN_FLIGHT = """
select count(*) from ai_calls
where lane = :lane and ended_at is null and at > :since
"""


@dataclass(frozen=True, slots=True)
class AiLane:
    """How it stands with a provider."""

    breaker: Breaker = _CLOSED
    opened_at: int | None = None  # None: the breaker is not open
    last_call_at: int | None = None
    limited_until: int | None = None


@dataclass(frozen=True, slots=True)
class LaneRules:
    """What every call of a lane keeps to."""

    name: str
    max_rpm: int
    caps: Caps
    lease: timedelta  # a call that is open for longer is lost
    breaker: BreakerRules = DEFAULT_RULES


@dataclass(frozen=True, slots=True)
class Call:
    """A call that may be made, at its time; what it may use is reserved."""

    id: str
    lane: str
    at: int
    reserved: int


@dataclass(frozen=True, slots=True)
class NotNow:
    """No call may be made before a time."""

    until: int
    reason: str


@dataclass(frozen=True, slots=True)
class Moved:
    """The breaker went from one position to another."""

    before: BreakerPosition
    after: BreakerPosition


def lane_now(
    db: Connection, name: str, now: int, rules: BreakerRules = DEFAULT_RULES
) -> AiLane:
    """Return how it stands with a provider, as time has left it."""
    row = db.row(_LOOK, name=name)
    return AiLane() if row is None else _as_of(_lane(row), now, rules)


def reserve_call(
    db: Connection,
    rules: LaneRules,
    call_id: str,
    task_key: bytes,
    tokens: int,
    now: int,
) -> tuple[Call | NotNow, Moved | None]:
    """Allow a call, stamp it, and reserve what it may use at most; or say when to come
    again, and whether the breaker has moved."""
    stored, lane = _locked(db, rules.name, now, rules.breaker)
    moved = _moved(stored, lane)
    if moved is not None:
        _save(db, rules.name, lane)
    refused = _refusal(db, rules, lane, tokens, now)
    if refused is not None:
        return refused, moved
    slot = next_slot(lane.last_call_at, now, rules.max_rpm, lane.limited_until)
    update(db, "ai_lanes", "name", name=rules.name, last_call_at=slot)
    for period in (day_of(slot), month_of(slot)):
        db.run(_RESERVE, lane=rules.name, period=period, tokens=tokens)
    call = Call(call_id, rules.name, slot, tokens)
    db.run(_BEGIN, id=call_id, lane=rules.name, task=task_key, at=slot, reserved=tokens)
    return call, moved


def settle_call(
    db: Connection, call: Call, usage: Usage, outcome: str, now: int
) -> bool:
    """Replace what was reserved by what was used; False: that was done before."""
    ended = db.run(
        _END,
        id=call.id,
        tokens_in=usage.tokens_in,
        tokens_out=usage.tokens_out,
        outcome=outcome,
        now=now,
    )
    if not ended:
        return False
    # The budget is that of the time of the call, whenever it ends.
    for period in (day_of(call.at), month_of(call.at)):
        db.run(
            _RESERVE,
            lane=call.lane,
            period=period,
            tokens=usage.total - call.reserved,
        )
    return True


def abandon_call(db: Connection, call: Call, now: int) -> None:
    """Count a call as lost whose answer nobody waits for; nobody knows what it used, so
    that stays reserved."""
    lost = {"tokens_in": None, "tokens_out": None, "outcome": "lost"}
    db.run(_END, id=call.id, now=now, **lost)


def note_success(
    db: Connection, name: str, now: int, rules: BreakerRules = DEFAULT_RULES
) -> Moved | None:
    """Count an answer; return how the breaker moved."""
    stored, lane = _locked(db, name, now, rules)
    after = after_success(lane.breaker, now, rules)
    return _note(db, name, stored, AiLane(after, lane.opened_at), now)


def note_failure(
    db: Connection, name: str, now: int, rules: BreakerRules = DEFAULT_RULES
) -> Moved | None:
    """Count a failure of the service; return how the breaker moved."""
    stored, lane = _locked(db, name, now, rules)
    after = after_failure(lane.breaker, now, rules)
    return _note(db, name, stored, AiLane(after, lane.opened_at), now)


def limit_lane(db: Connection, name: str, until: int, now: int) -> None:
    """Leave a provider alone until a time; this is no failure."""
    _locked(db, name, now)
    db.run(
        "update ai_lanes set limited_until ="
        " greatest(coalesce(limited_until, 0), :until) where name = :name",
        until=until,
        name=name,
    )


def used_tokens(db: Connection, name: str, now: int) -> tuple[int, int]:
    """Return what was used and is reserved today and this month."""
    rows: dict[str, int] = dict(
        db.rows("select period, tokens from ai_budgets where lane = :lane", lane=name)
    )
    return rows.get(day_of(now), 0), rows.get(month_of(now), 0)


def forget_calls(db: Connection, before: int, most: int) -> int:
    """Delete up to `most` calls from before a time; return how many."""
    return db.run(
        """
        delete from ai_calls where id in (
          select id from ai_calls where at < :before order by at, id limit :most)
        """,
        before=before,
        most=most,
    )


def _refusal(
    db: Connection, rules: LaneRules, lane: AiLane, tokens: int, now: int
) -> NotNow | None:
    minute = micros(timedelta(minutes=1))
    if lane.breaker.position is BreakerPosition.OPEN:
        until = open_until(lane.breaker, rules.breaker) or now + minute
        return NotNow(until, "the breaker is open")
    slot = next_slot(lane.last_call_at, now, rules.max_rpm, lane.limited_until)
    if slot - now > micros(timedelta(seconds=1)):
        return NotNow(slot, "the pace")
    since = now - micros(rules.lease)
    in_flight = db.value(_IN_FLIGHT, lane=rules.name, since=since)
    if in_flight >= _room(lane.breaker, rules.breaker):
        return NotNow(now + micros(timedelta(milliseconds=200)), "calls are under way")
    return _over_cap(db, rules, tokens, slot)


def _room(breaker: Breaker, rules: BreakerRules) -> int:
    """Return how many calls may be open at once, so that a provider that dies now is not
    asked more often than it takes to notice."""
    if breaker.position is BreakerPosition.HALF:
        return 1
    return max(1, rules.failures_to_open - breaker.failures)


def _over_cap(
    db: Connection, rules: LaneRules, tokens: int, slot: int
) -> NotNow | None:
    day, month = used_tokens(db, rules.name, slot)
    caps = rules.caps
    soon = slot + micros(timedelta(minutes=10))
    if caps.day is not None and day + tokens > caps.day:
        return NotNow(soon, "the cap of the day")
    if caps.month is not None and month + tokens > caps.month:
        return NotNow(soon, "the cap of the month")
    return None


def _locked(
    db: Connection, name: str, now: int, rules: BreakerRules = DEFAULT_RULES
) -> tuple[AiLane, AiLane]:
    """Return a lane as it is stored, and as time has left it; nobody else has it."""
    row = db.row(_LOCK, name=name)
    if row is None:
        insert_new(db, "ai_lanes", "name", name=name)
        row = db.row(_LOCK, name=name)
    assert row is not None
    stored = _lane(row)
    return stored, _as_of(stored, now, rules)


def _note(
    db: Connection, name: str, stored: AiLane, lane: AiLane, now: int
) -> Moved | None:
    is_open = lane.breaker.position is BreakerPosition.OPEN
    closed = lane.breaker.position is BreakerPosition.CLOSED
    opened_at = lane.opened_at
    if is_open and opened_at is None:
        opened_at = now
    _save(db, name, AiLane(lane.breaker, None if closed else opened_at))
    return _moved(stored, lane)


def _save(db: Connection, name: str, lane: AiLane) -> None:
    breaker = lane.breaker
    update(
        db,
        "ai_lanes",
        "name",
        name=name,
        position=str(breaker.position),
        failures=breaker.failures,
        half_successes=breaker.half_successes,
        last_failure_at=breaker.last_failure_at,
        last_success_at=breaker.last_success_at,
        opened_at=lane.opened_at,
    )


def _as_of(lane: AiLane, now: int, rules: BreakerRules) -> AiLane:
    return AiLane(
        as_of(lane.breaker, now, rules),
        lane.opened_at,
        lane.last_call_at,
        lane.limited_until,
    )


def _moved(before: AiLane, after: AiLane) -> Moved | None:
    if before.breaker.position is after.breaker.position:
        return None
    return Moved(before.breaker.position, after.breaker.position)


def _lane(row: Row) -> AiLane:
    position, *breaker, opened_at, last_call_at, limited_until = row
    return AiLane(
        Breaker(BreakerPosition(position), *breaker),
        opened_at,
        last_call_at,
        limited_until,
    )
