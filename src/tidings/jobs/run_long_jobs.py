"""One long job from claim to end, with a heartbeat beside it.

A worker that is killed loses its job by time, and another one goes on; a job that
fails says so to its reader; a job over which workers keep dying is given up.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
    LeaseLost,
    TidingsError,
)
from tidings.jobs.long_job_kinds import Work
from tidings.jobs.long_job_progress import Progress
from tidings.observe.logs import get_log
from tidings.store.long_jobs import (
    MOST_CLAIMS,
    LongJob,
    claim_job,
    end_job,
    is_work_waiting,
    release_job,
    renew_job,
)

LEASE = timedelta(seconds=60)
# Says nothing about the job: it is gone on with when the database is back.
_DATABASE_TROUBLE = (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
)
_GIVEN_UP = "This was begun several times and never ended, so it was given up."
_OUR_MISTAKE = "Something went wrong inside Tidings; its log says what."

log = get_log()


async def run_next_job(
    context: Context,
    fetching: Fetching,
    kinds: Mapping[str, Work],
    *,
    lease: timedelta = LEASE,
) -> bool:
    """Do the oldest job that nobody works on; return whether there was one."""
    if not await context.database.read(is_work_waiting, context.clock(), lease):
        return False
    job = await context.database.write(claim_job, context.clock(), lease)
    if job is None:
        return False
    try:
        await _run(context, fetching, kinds, job, lease)
    except LeaseLost:
        log.warning("another worker took over", job_id=job.id, kind=job.kind)
    except asyncio.CancelledError:
        with suppress(TidingsError):
            await asyncio.shield(context.database.write(release_job, job))
        raise
    return True


async def _run(
    context: Context,
    fetching: Fetching,
    kinds: Mapping[str, Work],
    job: LongJob,
    lease: timedelta,
) -> None:
    work = kinds.get(job.kind)
    error = None if work else f"This Tidings does not know how to do “{job.kind}”."
    if job.token > MOST_CLAIMS:
        error = _GIVEN_UP
    result = None
    if work is not None and error is None:
        try:
            with context.metrics.job(job.kind):
                result = await _while_held(context, fetching, work, job, lease)
        except (LeaseLost, *_DATABASE_TROUBLE):
            raise
        except TidingsError as refusal:
            error = refusal.message
        except Exception:
            # A mistake of ours in one job must not stop the others.
            log.exception("long job failed", job_id=job.id, kind=job.kind)
            error = _OUR_MISTAKE
    now = context.clock()
    await context.database.write(end_job, job, now, result=result, error=error)
    log.info("long job ended", job_id=job.id, kind=job.kind, error=error)


async def _while_held(
    context: Context, fetching: Fetching, work: Work, job: LongJob, lease: timedelta
) -> dict[str, object]:
    """Do the work with a heartbeat beside it; a lost lease cancels the work."""
    try:
        async with asyncio.TaskGroup() as tasks:
            alive = tasks.create_task(_keep(context, job, lease))
            result = await work(context, fetching, job, Progress(context, job))
            alive.cancel()
    except ExceptionGroup as group:
        raise group.exceptions[0] from group
    return result


async def _keep(context: Context, job: LongJob, lease: timedelta) -> None:
    while True:
        await asyncio.sleep(lease.total_seconds() / 3)
        try:
            await context.database.write(renew_job, job, context.clock(), lease)
        except _DATABASE_TROUBLE as error:
            # The next beat may come through in time; if not, the lease ends by itself.
            log.warning("job's heartbeat failed", job_id=job.id, code=error.code)
