"""What the installation knows about its own health, and what a reader may know of it."""

import json
from dataclasses import dataclass
from typing import Any

from tidings.core.system.health_checks import Problem, Readings, warning_of
from tidings.store.engine.connection import Connection
from tidings.store.system.app_settings import forget_value, get_value, set_value
from tidings.store.system.database_sizes import note_size
from tidings.store.system.events import publish_event

WARNING = "health_warning"
_READINGS = "health_readings"
_TIMERS = "timers"

# Leases that ran out long ago and that nobody has taken since.
_OLDEST_LOCK = """
select min(since) from (
  select min(t.leased_until) as since
  from feed_fetch_state t cross join feeds f
  where t.leased_until < :now and f.id = t.feed_id and f.enabled = 1
    and f.deleted_at is null
  union all
  select min(leased_until) from long_jobs
  where state = 'running' and leased_until < :now
  union all
  select min(leased_until) from ai_tasks
  where state = 'waiting' and leased_until < :now
  union all
  select min(d.leased_until) from webhook_deliveries d cross join webhooks w
  where d.leased_until < :now and d.next_try_at is not null and w.id = d.webhook_id
    and w.enabled = 1) locks
"""
_FIGURES = """
select count(*), coalesce(sum(h.last_seq - s.first_seq), 0),
  coalesce(sum(h.last_seq - s.read_seq - s.read_above + s.unread_below), 0)
from subscriptions s cross join feed_heads h
where s.user_id = :user and s.active = 1 and h.feed_id = s.feed_id
"""
_GRANTED = """
select count(*) from entry_states st cross join subscriptions s
where st.user_id = :user and st.granted = 1 and s.user_id = :user
  and s.feed_id = st.feed_id and s.active = 1
"""
_NEXT_CHECK = """
select min(t.next_check_at)
from subscriptions s cross join feed_fetch_state t cross join feeds f
where s.user_id = :user and s.active = 1 and t.feed_id = s.feed_id
  and f.id = s.feed_id and f.enabled = 1 and f.deleted_at is null
"""


# Among a reader's last events, so that the look stays short.
_LOOK_BACK = 5000
_REMOVED = """
select at, payload from (
  select at, kind, payload from events where user_id = :user
  order by id desc limit :most) e
where e.kind = 'entries_removed' and e.at >= :since
"""


@dataclass(frozen=True, slots=True)
class Removed:
    """Unread entries that a clean-up forgot."""

    count: int
    at: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a reader has, and how the machine is doing."""

    feeds: int
    entries: int
    unread: int
    next_check_at: int | None  # None: nothing is to be checked
    worker_alive: bool
    worker_seen_until: int | None  # None: there was never a worker
    database_bytes: int | None  # None: not measured yet
    measured_at: int | None  # None: never
    health_warning: str | None  # None: all is well
    health_problems: list[str]  # their codes
    warned_since: int | None  # None: all is well


def oldest_lock(db: Connection, now: int) -> int | None:
    """Return since when the oldest piece of work is held by nobody alive."""
    since: int | None = db.value(_OLDEST_LOCK, now=now)
    return since


def save_health(db: Connection, readings: Readings, problems: list[Problem]) -> bool:
    """Store what was found, and publish an event if it changed."""
    now = readings.now
    size = readings.database_size
    set_value(db, _READINGS, {"at": now, "database": size}, now)
    if size is not None:
        note_size(db, size, now)
    known = get_value(db, WARNING)
    codes = [problem.code for problem in problems]
    if codes == (known["codes"] if known else []):
        return False
    warning = warning_of(problems)
    if warning is None:
        forget_value(db, WARNING)
    else:
        note = {"message": warning, "codes": codes, "since": now}
        set_value(db, WARNING, note, now)
    payload = {"health_warning": warning, "health_problems": codes}
    publish_event(db, "status_changed", now, payload=payload)
    return True


def figures_of(db: Connection, user_id: int, now: int) -> Figures:
    """Return what a reader is shown."""
    feeds, entries, unread = db.row(_FIGURES, user=user_id) or (0, 0, 0)
    granted = db.value(_GRANTED, user=user_id)
    until = db.value("select until from leases where name = :name", name=_TIMERS)
    readings = get_value(db, _READINGS) or {}
    warning: dict[str, Any] = get_value(db, WARNING) or {}
    return Figures(
        feeds=feeds,
        entries=int(entries) + granted,
        unread=int(unread),
        next_check_at=db.value(_NEXT_CHECK, user=user_id),
        worker_alive=until is not None and until > now,
        worker_seen_until=until,
        database_bytes=readings.get("database"),
        measured_at=readings.get("at"),
        health_warning=warning.get("message"),
        health_problems=warning.get("codes", []),
        warned_since=warning.get("since"),
    )


def unread_removed(db: Connection, user_id: int, since: int) -> Removed | None:
    """Return how many unread entries of a reader a clean-up forgot since a time."""
    rows = db.rows(_REMOVED, user=user_id, since=since, most=_LOOK_BACK)
    if not rows:
        return None
    return Removed(
        count=sum(json.loads(payload)["unread"] for _, payload in rows),
        at=max(at for at, _ in rows),
    )
