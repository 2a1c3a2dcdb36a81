"""Does AI tasks while a worker runs; without AI it does nothing and costs nothing."""

import asyncio
from contextlib import suppress
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.ai_tasks import AiInstance, instance_of
from tidings.core.errors import TidingsError
from tidings.jobs.ai_asking import Asking, asking_with
from tidings.jobs.run_ai_tasks import Sleep, run_next_task
from tidings.observe.logs import get_log
from tidings.store.ai_bulk import follow_model
from tidings.store.ai_choices import save_instance
from tidings.store.connection import Connection

# As many calls as the breaker lets be open at once, whoever makes them.
SIDE_BY_SIDE = 5
_LOOK_EVERY = timedelta(seconds=2)
_MICROSECONDS = 1_000_000

log = get_log()


async def keep_ai(context: Context, fetching: Fetching, stop: asyncio.Event) -> None:
    """Do tasks until stopped."""
    asking = await _begin(context, fetching, stop)
    if asking is None:
        return
    async with asyncio.TaskGroup() as tasks:
        for _ in range(SIDE_BY_SIDE):
            tasks.create_task(_keep(context, asking, stop))


async def work_off_ai(
    context: Context, fetching: Fetching, sleep: Sleep | None = None
) -> int:
    """Do every task that can be done now; return how many were tried."""
    await announce(context)
    asking = asking_with(context, fetching)
    done = 0
    while asking is not None and await run_next_task(context, asking, sleep) is None:
        done += 1
    return done


async def announce(context: Context) -> None:
    """Let whoever stores entries know what is done with them."""
    instance = instance_of(context.ai)
    moved = await context.database.write(_announce, instance, context.clock())
    if moved:
        log.info("AI tasks moved to another model", entries=moved)


def _announce(db: Connection, instance: AiInstance | None, now: int) -> int:
    save_instance(db, instance, now)
    return 0 if instance is None else follow_model(db, instance, now)


async def _begin(
    context: Context, fetching: Fetching, stop: asyncio.Event
) -> Asking | None:
    while not stop.is_set():
        try:
            await announce(context)
        except TidingsError as error:
            log.warning("AI waits", code=error.code, reason=error.message)
            await _rest(stop, _LOOK_EVERY)
        else:
            return asking_with(context, fetching)
    return None


async def _keep(context: Context, asking: Asking, stop: asyncio.Event) -> None:
    while not stop.is_set():
        wait = _LOOK_EVERY
        try:
            until = await run_next_task(context, asking)
            if until is None:
                continue
            left = timedelta(seconds=(until - context.clock()) / _MICROSECONDS)
            wait = min(_LOOK_EVERY, max(timedelta(milliseconds=10), left))
        except TidingsError as error:
            log.warning("AI waits", code=error.code, reason=error.message)
        except Exception:
            # A mistake of ours met by one text must not stop the others.
            log.exception("AI task failed")
        await _rest(stop, wait)


async def _rest(stop: asyncio.Event, wait: timedelta) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), wait.total_seconds())
