"""Long jobs, each from claim to end.

A worker that is killed loses its job by time, and another one goes on; a job that
fails says so to its reader; a job over which workers keep dying is given up.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.core.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
    LeaseLost,
    TidingsError,
)
from tidings.jobs.system.long_job_kinds import KINDS, Work
from tidings.observe.logs import get_log
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.operations.system.long_job_progress import Progress
from tidings.store.system.long_jobs import (
    MOST_CLAIMS,
    LongJob,
    claim_job,
    end_job,
    is_work_waiting,
    release_jobs,
    renew_jobs,
)

LEASE = timedelta(seconds=60)
# Says nothing about the job: it is gone on with when the database is back.
_DATABASE_TROUBLE = (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
)
# Codes with a sentence each.
_GIVEN_UP = (
    Code.GIVEN_UP,
    "This was started several times but never finished, so it was given up.",
)
_OUR_MISTAKE = (
    Code.INTERNAL,
    "Something went wrong in Tidings; its log has details.",
)

log = get_log()


class LongJobs(ClaimedWork[LongJob]):
    """Jobs that people asked for, one at a time for each of them."""

    def __init__(
        self,
        context: Context,
        fetching: Fetching,
        kinds: Mapping[str, Work] = KINDS,
        *,
        lease: timedelta = LEASE,
    ) -> None:
        super().__init__()
        self._context = context
        self._fetching = fetching
        self._kinds = kinds
        self.lease: timedelta = lease

    async def claim(self, many: int) -> list[LongJob]:
        now = self._context.clock()
        job = await self._context.database.write(claim_job, now, self.lease)
        return [] if job is None else [job]

    async def work(self, item: LongJob) -> int:
        try:
            await _run(self._context, self._fetching, self._kinds, item)
        except LeaseLost:
            log.warning("another worker took over", job_id=item.id, kind=item.kind)
        return 1

    async def release(self, items: Sequence[LongJob]) -> None:
        await self._context.database.write(release_jobs, items)

    async def renew(self, items: Sequence[LongJob]) -> list[LongJob]:
        now = self._context.clock()
        return await self._context.database.write(renew_jobs, items, now, self.lease)

    async def next_due(self) -> int | None:
        now = self._context.clock()
        waits = await self._context.database.read(is_work_waiting, now, self.lease)
        return now if waits else None


async def _run(
    context: Context,
    fetching: Fetching,
    kinds: Mapping[str, Work],
    job: LongJob,
) -> None:
    work = kinds.get(job.kind)
    error = None
    if work is None:
        error = (
            Code.UNKNOWN_JOB,
            f"This Tidings does not know how to do “{job.kind}”.",
        )
    if job.token > MOST_CLAIMS:
        error = _GIVEN_UP
    result = None
    if work is not None and error is None:
        try:
            with context.metrics.job(job.kind):
                result = await work(context, fetching, job, Progress(context, job))
        except (LeaseLost, *_DATABASE_TROUBLE):
            raise
        except TidingsError as refusal:
            error = (refusal.code, refusal.message)
        except Exception:
            # A mistake of ours in one job must not stop the others.
            log.exception("long job failed", job_id=job.id, kind=job.kind)
            error = _OUR_MISTAKE
    now = context.clock()
    await context.database.write(end_job, job, now, result=result, error=error)
    log.info("long job ended", job_id=job.id, kind=job.kind, error=error and error[1])
