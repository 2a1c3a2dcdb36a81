"""A long job from claim to end: failures are told, lost leases stop the work."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.contexts import Clock, make_context
from tests.make import a_user
from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.errors import Invalid
from tidings.jobs.system.long_job_kinds import Work
from tidings.jobs.system.run_long_jobs import LEASE, LongJobs
from tidings.operations.system.long_job_progress import Progress
from tidings.store.engine.database import Database
from tidings.store.system.long_jobs import (
    MOST_CLAIMS,
    LongJob,
    claim_job,
    find_job,
    insert_job,
    save_step,
)
from tidings.worker.loop import Loop
from tidings.worker.queues import LONG_JOBS

pytestmark = pytest.mark.both_engines


class Desk:
    """A reader with one job, and whoever does it."""

    def __init__(self, database: Database) -> None:
        self.clock = Clock()
        self.context: Context = make_context(database, clock=self.clock)
        self.database = database
        self.user = database.write_now(a_user)
        self.add("job")

    def add(self, name: str) -> None:
        self.database.write_now(
            insert_job, name, self.user, "work", b"in", self.clock.now
        )

    async def run(self, work: Work, lease: timedelta = LEASE) -> bool:
        # What this work does needs nothing that talks to strangers.
        jobs = LongJobs(self.context, None, {"work": work}, lease=lease)
        return await Loop(self.context, LONG_JOBS, jobs).work_off() > 0

    def job(self, name: str = "job") -> LongJob:
        return self.database.read_now(find_job, self.user, name)


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


async def test_what_work_returns_is_the_result(desk: Desk) -> None:
    async def work(
        context: Context, fetching: object, job: LongJob, progress: Progress
    ) -> dict[str, Any]:
        await progress.report(1, 4)
        return {"given": job.input.decode()}

    assert await desk.run(work)
    job = desk.job()
    assert (job.state, job.done, job.total, job.result) == (
        "done",
        4,
        4,
        {"given": "in"},
    )
    assert not await desk.run(work)


async def test_a_refusal_is_told_and_a_bug_is_not(desk: Desk) -> None:
    async def refuse(*_: object) -> dict[str, Any]:
        raise Invalid("This file is empty.")

    async def fail(*_: object) -> dict[str, Any]:
        raise RuntimeError("secret inner life")

    await desk.run(refuse)
    desk.add("other")
    await desk.run(fail)
    assert (desk.job().state, desk.job().error) == ("failed", "This file is empty.")
    assert desk.job().error_code == "INVALID"
    other = desk.job("other")
    assert (other.state, other.error_code) == ("failed", "INTERNAL")
    assert "secret" not in (other.error or "")


async def test_work_that_is_cut_short_goes_on_from_its_last_commit(desk: Desk) -> None:
    seen: list[tuple[int, object]] = []
    saved = asyncio.Event()

    async def work(
        context: Context, fetching: object, job: LongJob, progress: Progress
    ) -> dict[str, Any]:
        seen.append((job.done, job.result.get("parts")))
        step = progress.step(3, 9)
        await context.database.write(save_step, step, {"parts": [1, 2, 3]})
        saved.set()
        if len(seen) == 1:
            await asyncio.Event().wait()
        return {"parts": "all"}

    task = asyncio.create_task(desk.run(work))
    await saved.wait()
    task.cancel()
    await asyncio.wait({task})
    assert desk.job().state == "running"
    # It was given back: nobody waits for a lease to end.
    assert await desk.run(work)
    assert seen == [(0, None), (3, [1, 2, 3])]
    assert (desk.job().state, desk.job().result) == ("done", {"parts": "all"})


async def test_work_stops_when_another_worker_has_the_job(desk: Desk) -> None:
    stopped = asyncio.Event()

    async def work(
        context: Context, fetching: object, job: LongJob, progress: Progress
    ) -> dict[str, Any]:
        # Later than any sign of life of this one can have reached meanwhile.
        later = desk.clock.now + micros(lease)
        assert await context.database.write(claim_job, later, lease)
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        return {}

    lease = timedelta(milliseconds=90)
    async with asyncio.timeout(20):
        await desk.run(work, lease)
    assert stopped.is_set()
    assert (desk.job().state, desk.job().result) == ("running", {})


async def test_a_job_over_which_workers_keep_dying_is_given_up(desk: Desk) -> None:
    for _ in range(MOST_CLAIMS):
        assert await desk.context.database.write(claim_job, desk.clock.now, LEASE)
        desk.clock.move(2 * LEASE)

    async def work(*_: object) -> dict[str, Any]:
        raise AssertionError("it is given up")

    await desk.run(work)
    assert (desk.job().state, desk.job().error_code) == ("failed", "GIVEN_UP")
    assert "given up" in (desk.job().error or "")


async def test_reports_are_few_however_often_work_reports(desk: Desk) -> None:
    async def work(
        context: Context, fetching: object, job: LongJob, progress: Progress
    ) -> dict[str, Any]:
        for number in range(100):
            desk.clock.move(timedelta(milliseconds=100))
            await progress.report(number, 100)
        return {}

    await desk.run(work)
    told = desk.database.read_now(
        lambda db: db.rows("select at from events where kind = 'job_progress'")
    )
    # In ten seconds, two each, and one each for the beginning and the end.
    assert 20 <= len(told) <= 22
