"""A worker of long jobs in a process of its own, which ends when it is killed."""

import asyncio
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tidings.config import load_settings
from tidings.jobs.system.run_long_jobs import LongJobs
from tidings.wiring import build_context, open_fetching
from tidings.worker.loop import Loop
from tidings.worker.queues import LONG_JOBS

LEASE = timedelta(seconds=2)
OFTEN = timedelta(milliseconds=20)


async def work(database_url: str) -> None:
    settings = load_settings(
        {"TIDINGS_DATABASE_URL": database_url, "TIDINGS_SECRET_KEY": "k" * 40},
        Path("/nonexistent"),
    )
    context = build_context(settings)
    async with open_fetching(settings) as fetching:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        jobs = LongJobs(context, fetching, lease=LEASE)
        loop = Loop(context, replace(LONG_JOBS, look=OFTEN), jobs)
        await loop.run(asyncio.Event(), timedelta(0))


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1]))
