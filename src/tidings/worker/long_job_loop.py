"""Does long jobs as they come, a few side by side, until told to stop."""

import asyncio
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.errors import TidingsError
from tidings.jobs.run_long_jobs import run_next_job
from tidings.observe.logs import get_log
from tidings.services.long_jobs import ALL_KINDS
from tidings.worker.again import rest

# Jobs are heavy and seldom: two, so that a long one does not keep a short one waiting.
SIDE_BY_SIDE = 2
_LOOK_EVERY = timedelta(seconds=1)

log = get_log()


async def keep_long_jobs(
    context: Context, fetching: Fetching, stop: asyncio.Event
) -> None:
    """Do jobs until stopped; one that is cut short is gone on with by whoever comes."""
    async with asyncio.TaskGroup() as tasks:
        for _ in range(SIDE_BY_SIDE):
            tasks.create_task(_keep(context, fetching, stop))


async def work_off_long_jobs(context: Context, fetching: Fetching) -> int:
    """Do every job that waits, then return how many there were."""
    done = 0
    while await run_next_job(context, fetching, ALL_KINDS):
        done += 1
    return done


async def _keep(context: Context, fetching: Fetching, stop: asyncio.Event) -> None:
    while not stop.is_set():
        try:
            if await run_next_job(context, fetching, ALL_KINDS):
                continue
        except TidingsError as error:
            log.warning("long jobs wait", code=error.code, reason=error.message)
        await rest(_LOOK_EVERY, stop)
