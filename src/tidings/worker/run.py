"""A worker's life: what it does while it runs, and how it stops without losing anything."""

import asyncio
import os
import platform
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from tidings.context import Context, Fetching
from tidings.jobs.build_feeds import build_feeds
from tidings.jobs.check_health import check_health
from tidings.jobs.clean_up import clean_up_when_due
from tidings.jobs.cluster_stories import cluster_stories, forget_old_tellings
from tidings.jobs.deliver_pushes import deliver_pushes
from tidings.jobs.deliver_webhooks import deliver_webhooks
from tidings.jobs.embed_texts import embed_texts
from tidings.jobs.fetch_full_text import fetch_full_texts
from tidings.jobs.fetch_icons import fetch_icons
from tidings.jobs.forget_old import forget_old
from tidings.jobs.index_missing import index_missing
from tidings.jobs.reconcile_reading import reconcile_reading
from tidings.jobs.settle_doubts import settle_doubts
from tidings.observe.logs import get_log
from tidings.services.digests import deliver_digests
from tidings.worker.again import keep_doing
from tidings.worker.ai_loop import announce, keep_ai, work_off_ai
from tidings.worker.feed_loop import FeedLoop, keep_clock_sane
from tidings.worker.long_job_loop import keep_long_jobs, work_off_long_jobs
from tidings.worker.timers import Duty, keep_duties, run_due_duties_once

_Job = Callable[[Context, Fetching], Awaitable[object]]

# Running work may end by itself this long; then it is rolled back.
_PATIENCE = timedelta(seconds=10)
# What is done by every worker, and how often each looks whether there is something.
_LOOK_FOR: dict[str, tuple[timedelta, _Job]] = {
    "icons": (timedelta(seconds=30), fetch_icons),
    "full texts": (timedelta(seconds=10), fetch_full_texts),
    "webhooks": (timedelta(seconds=2), deliver_webhooks),
    "pushes": (timedelta(seconds=2), deliver_pushes),
    "embeddings": (timedelta(seconds=10), embed_texts),
}

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
        Duty("forget-tellings", timedelta(hours=6), forget_old_tellings),
        Duty("index-missing", timedelta(hours=1), index_missing),
        Duty("reconcile-reading", timedelta(hours=6), reconcile_reading),
    )


async def run_worker(context: Context, fetching: Fetching, stop: asyncio.Event) -> None:
    """Work until asked to stop, then end within the patience of whoever asked."""
    log.info("worker started")
    holder = _holder(context)
    feeds = FeedLoop(context, fetching, holder)
    async with asyncio.TaskGroup() as tasks:
        # This one ends in good time by itself, and gives back what it has not done.
        tasks.create_task(feeds.run(stop, _PATIENCE))
        duties = keep_duties(context, duties_with(fetching), holder, stop)
        long_jobs = keep_long_jobs(context, fetching, stop)
        looking = [
            keep_doing(what, partial(job, context, fetching), every, stop)
            for what, (every, job) in _LOOK_FOR.items()
        ]
        ai = keep_ai(context, fetching, stop)
        for work in (duties, long_jobs, ai, *looking):
            tasks.create_task(_end_in_time(tasks.create_task(work), stop))
    log.info("worker stopped")


async def work_off(context: Context, fetching: Fetching) -> WorkedOff:
    """Do everything that is due, then stop, and return what that was."""
    holder = _holder(context)
    duties = await run_due_duties_once(context, duties_with(fetching), holder)
    await announce(context)
    # First, because an import has new feeds to check.
    long_jobs = await work_off_long_jobs(context, fetching)
    checks = await FeedLoop(context, fetching, holder).work_off()
    await fetch_full_texts(context, fetching)
    icons = await fetch_icons(context, fetching)
    await work_off_ai(context, fetching)
    await embed_texts(context, fetching)
    await build_feeds(context, fetching)
    await deliver_webhooks(context, fetching)
    await deliver_pushes(context, fetching)
    done = None if duties is None else tuple(duties)
    return WorkedOff(done, checks, icons, long_jobs)


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


def _holder(context: Context) -> str:
    return f"{platform.node()}:{os.getpid()}:{context.random_bytes(4).hex()}"
