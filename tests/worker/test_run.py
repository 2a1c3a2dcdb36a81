"""A worker does its duties, and stops when it is asked to."""

import asyncio

from tests.contexts import make_context
from tidings.store.database import Database
from tidings.worker.run import DUTIES, run_worker, work_off


async def test_working_off_runs_every_duty_once(database: Database) -> None:
    context = make_context(database)
    assert await work_off(context) == [duty.name for duty in DUTIES]
    assert await work_off(context) == []


async def test_a_worker_that_is_asked_to_stop_ends(database: Database) -> None:
    context = make_context(database)
    stop = asyncio.Event()
    stop.set()
    await asyncio.wait_for(run_worker(context, stop), 10)
