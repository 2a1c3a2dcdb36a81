"""Periodic duties: each runs when it is due, in one worker of the whole service.

Whoever holds the lease runs them, and shows by a heartbeat that it is alive. When each
last ran is kept in the database, so a restart repeats nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.errors import (
    DatabaseBusy,
    DatabaseTimeout,
    DatabaseUnavailable,
    LeaseLost,
    TidingsError,
)
from tidings.observe.logs import get_log
from tidings.store.engine.connection import Connection
from tidings.store.engine.leases import (
    check_token,
    release_lease,
    renew_lease,
    take_lease,
)
from tidings.store.system.app_settings import get_value, set_value
from tidings.worker.loop import rest

LEASE = "timers"
LEASE_LENGTH = timedelta(seconds=60)
HEARTBEAT = timedelta(seconds=20)
_LOOK_EVERY = timedelta(seconds=15)

T = TypeVar("T")
log = get_log()


@dataclass(frozen=True, slots=True)
class Duty:
    """Something to be done again and again."""

    name: str
    interval: timedelta
    run: Callable[[Context], Awaitable[None]]


async def keep_duties(
    context: Context, duties: Sequence[Duty], holder: str, stop: asyncio.Event
) -> None:
    """Run duties whenever they are due and this worker holds the lease, until stopped."""
    while not stop.is_set():
        try:
            token = await _take(context, holder)
            if token is not None:
                work = _run_until(context, duties, token, stop)
                await _while_held(context, token, work, HEARTBEAT)
        except LeaseLost:
            log.warning("another worker took over the periodic duties")
        except (DatabaseBusy, DatabaseTimeout, DatabaseUnavailable) as error:
            log.warning("periodic duties wait", reason=str(error))
        await rest(_LOOK_EVERY, stop)


async def run_due_duties_once(
    context: Context,
    duties: Sequence[Duty],
    holder: str,
    *,
    heartbeat: timedelta = HEARTBEAT,
) -> list[str] | None:
    """Run what is due and return its names; None if another worker sees to it."""
    token = await _take(context, holder)
    if token is None:
        return None
    never = asyncio.Event()
    work = _run_due(context, duties, token, never)
    return await _while_held(context, token, work, heartbeat)


async def _run_due(
    context: Context, duties: Sequence[Duty], token: int, stop: asyncio.Event
) -> list[str]:
    """Run what is due, one after the other, and return its names."""
    last_runs = await context.database.read(_last_runs, [duty.name for duty in duties])
    ran: list[str] = []
    for duty in duties:
        if stop.is_set():
            break
        if _is_due(duty, last_runs[duty.name], context.clock()):
            await _run(context, duty)
            await context.database.write(_record, duty.name, token, context.clock())
            ran.append(duty.name)
    return ran


async def _run_until(
    context: Context, duties: Sequence[Duty], token: int, stop: asyncio.Event
) -> None:
    while not stop.is_set():
        await _run_due(context, duties, token, stop)
        await rest(_LOOK_EVERY, stop)


async def _while_held(
    context: Context,
    token: int,
    work: Coroutine[None, None, T],
    heartbeat: timedelta,
) -> T:
    """Do the work with a heartbeat beside it; a lost lease cancels the work."""
    try:
        async with asyncio.TaskGroup() as tasks:
            alive = tasks.create_task(_keep_lease(context, token, heartbeat))
            result = await work
            alive.cancel()
        return result
    except ExceptionGroup as group:
        raise group.exceptions[0] from group
    finally:
        await _release(context, token)


async def _run(context: Context, duty: Duty) -> None:
    try:
        with context.metrics.job(duty.name):
            await duty.run(context)
    except TidingsError as error:
        log.warning("duty failed", duty=duty.name, code=error.code, reason=str(error))
    except Exception:
        # A bug in one duty must not keep the others from running.
        log.exception("duty failed", duty=duty.name)


async def _keep_lease(context: Context, token: int, heartbeat: timedelta) -> None:
    while True:
        await asyncio.sleep(heartbeat.total_seconds())
        await context.database.write(
            renew_lease, LEASE, token, context.clock(), LEASE_LENGTH
        )


async def _take(context: Context, holder: str) -> int | None:
    return await context.database.write(
        take_lease, LEASE, holder, context.clock(), LEASE_LENGTH
    )


async def _release(context: Context, token: int) -> None:
    with suppress(TidingsError):  # it ends by itself when the database is away
        await context.database.write(release_lease, LEASE, token, context.clock())


def _is_due(duty: Duty, last_run: int | None, now: int) -> bool:
    # A last run in the future was noted by a clock that has since been set back.
    return last_run is None or not 0 <= now - last_run < micros(duty.interval)


def _last_runs(db: Connection, names: list[str]) -> dict[str, int | None]:
    return {name: get_value(db, _key(name)) for name in names}


def _record(db: Connection, name: str, token: int, now: int) -> None:
    check_token(db, LEASE, token)
    set_value(db, _key(name), now, now)


def _key(name: str) -> str:
    return f"duty.{name}.last_run"
