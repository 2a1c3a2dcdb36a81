"""A worker's life: what it does while it runs, and how it stops without losing anything."""

import asyncio
import os
import platform
from datetime import timedelta

from tidings.context import Context
from tidings.jobs.forget_old import forget_old
from tidings.jobs.reconcile_reading import reconcile_reading
from tidings.observe.logs import get_log
from tidings.worker.timers import Duty, keep_duties, run_due_duties_once

DUTIES = (
    Duty("forget-old", timedelta(hours=1), forget_old),
    Duty("reconcile-reading", timedelta(hours=6), reconcile_reading),
)
# Running work may end by itself this long; then it is rolled back.
_PATIENCE = timedelta(seconds=10)

log = get_log()


async def run_worker(context: Context, stop: asyncio.Event) -> None:
    """Work until asked to stop, then end within the patience of whoever asked."""
    log.info("worker started")
    async with asyncio.TaskGroup() as tasks:
        timers = tasks.create_task(keep_duties(context, DUTIES, _holder(context), stop))
        tasks.create_task(_end_in_time(timers, stop))
    log.info("worker stopped")


async def work_off(context: Context) -> list[str] | None:
    """Do everything that is due and return its names; None if another worker does."""
    return await run_due_duties_once(context, DUTIES, _holder(context))


async def _end_in_time(work: asyncio.Task[None], stop: asyncio.Event) -> None:
    await stop.wait()
    await asyncio.wait({work}, timeout=_PATIENCE.total_seconds())
    work.cancel()


def _holder(context: Context) -> str:
    return f"{platform.node()}:{os.getpid()}:{context.random_bytes(4).hex()}"
