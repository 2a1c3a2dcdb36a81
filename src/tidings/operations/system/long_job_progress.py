"""The progress of a running job, and what the next worker needs to resume it."""

from datetime import timedelta

from tidings.context import Context
from tidings.core.clock import micros
from tidings.store.system.long_jobs import LongJob, Step, save_step

# Twice a second is enough for eyes, and little enough for the database.
PUBLISHED_EVERY = timedelta(milliseconds=500)


class Progress:
    """One run of one job.

    Work whose parts are transactions saves each part with its step:

        step = progress.step(done, total)
        await context.database.write(do_part, part, step)  # calls save_step(db, step, …)

    After a kill the next run finds `job.done` and `job.result` as that commit left them.
    """

    def __init__(self, context: Context, job: LongJob) -> None:
        self._context = context
        self.job = job
        self._published_at = 0
        self._saved_at = 0

    def step(self, done: int, total: int) -> Step:
        """Return how far the work has come, to be saved in the commit of the work."""
        now = self._context.clock()
        is_published = self._is_time(self._published_at, now)
        if is_published:
            self._published_at = now
        self._saved_at = now
        return Step(self.job.id, self.job.token, now, done, total, is_published)

    async def report(self, done: int, total: int) -> None:
        """Publish how far the work has come, for work that has no commits of its own;
        most calls write nothing. Raises `LeaseLost` if someone else has the job now."""
        if self._is_time(self._saved_at, self._context.clock()):
            await self._context.database.write(save_step, self.step(done, total))

    def _is_time(self, last: int, now: int) -> bool:
        return abs(now - last) >= micros(PUBLISHED_EVERY)
