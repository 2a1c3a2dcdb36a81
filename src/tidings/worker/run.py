"""A worker's life: what it does while it runs, and how it stops without losing anything."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.jobs.ai.announce_ai import announce
from tidings.jobs.entries.clean_up import clean_up_when_due
from tidings.jobs.entries.index_missing import index_missing
from tidings.jobs.publishing.build_feeds import build_feeds
from tidings.jobs.publishing.deliver_digests import deliver_digests
from tidings.jobs.reading.reconcile_reading import reconcile_reading
from tidings.jobs.stories.cluster_stories import (
    cluster_stories,
    forget_old_fingerprints,
)
from tidings.jobs.stories.settle_doubts import settle_doubts
from tidings.jobs.system.check_health import check_health
from tidings.jobs.system.forget_old import forget_old
from tidings.observe.logs import get_log
from tidings.worker.feed_checks import keep_clock_sane, worker_name
from tidings.worker.loop import Loop, work_off_queue
from tidings.worker.queues import QUEUES
from tidings.worker.timers import Duty, keep_duties, run_due_duties_once

# Running work may end by itself this long; then it is rolled back.
_PATIENCE = timedelta(seconds=10)

log = get_log()


@dataclass(frozen=True, slots=True)
class WorkedOff:
    """What was due and is done."""

    duties: tuple[str, ...] | None  # None: another worker sees to them
    checks: int
    icons: int
    long_jobs: int = 0


def duties_with(fetching: Fetching) -> tuple[Duty, ...]:
    """Return everything that is done again and again, by one worker of all."""
    return (
        Duty("keep-clock-sane", timedelta(minutes=5), _with(keep_clock_sane, fetching)),
        Duty("build-feeds", timedelta(seconds=15), _with(_build_feeds, fetching)),
        Duty("check-health", timedelta(minutes=5), check_health),
        Duty("deliver-digests", timedelta(minutes=2), deliver_digests),
        Duty("forget-old", timedelta(hours=1), forget_old),
        Duty("clean-up", timedelta(minutes=15), clean_up_when_due),
        Duty("cluster-stories", timedelta(minutes=1), cluster_stories),
        Duty("settle-doubts", timedelta(minutes=1), settle_doubts),
        Duty("forget-tellings", timedelta(hours=6), forget_old_fingerprints),
        Duty("index-missing", timedelta(hours=1), index_missing),
        Duty("reconcile-reading", timedelta(hours=6), reconcile_reading),
    )


async def run_worker(context: Context, fetching: Fetching, stop: asyncio.Event) -> None:
    """Work until asked to stop, then end within the patience of whoever asked."""
    log.info("worker started")
    duties = keep_duties(context, duties_with(fetching), worker_name(context), stop)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_end_in_time(tasks.create_task(duties), stop))
        for queue in QUEUES:
            loop = Loop(context, queue, queue.opened(context, fetching))
            tasks.create_task(loop.run(stop, _PATIENCE))
    log.info("worker stopped")


async def work_off(context: Context, fetching: Fetching) -> WorkedOff:
    """Do everything that is due, then stop, and return what that was."""
    worker = worker_name(context)
    duties = await run_due_duties_once(context, duties_with(fetching), worker)
    await announce(context)
    done = {
        queue.name: await work_off_queue(context, fetching, queue) for queue in QUEUES
    }
    # Once more: models may have been asked about what is published.
    await build_feeds(context, fetching)
    return WorkedOff(
        None if duties is None else tuple(duties),
        checks=done["feeds"],
        icons=done["icons"],
        long_jobs=done["long jobs"],
    )


async def _build_feeds(context: Context, fetching: Fetching) -> None:
    await build_feeds(context, fetching)


async def _end_in_time(work: asyncio.Task[None], stop: asyncio.Event) -> None:
    await stop.wait()
    await asyncio.wait({work}, timeout=_PATIENCE.total_seconds())
    work.cancel()


def _with(
    job: Callable[[Context, Fetching], Awaitable[None]], fetching: Fetching
) -> Callable[[Context], Awaitable[None]]:
    return lambda context: job(context, fetching)
