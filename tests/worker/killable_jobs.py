"""A worker of long jobs in a process of its own, which ends when it is killed."""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

from tidings.config import load_settings
from tidings.jobs.run_long_jobs import run_next_job
from tidings.services.long_jobs import ALL_KINDS
from tidings.wiring import build_context, open_fetching

LEASE = timedelta(seconds=2)


async def work(database_url: str) -> None:
    settings = load_settings(
        {"TIDINGS_DATABASE_URL": database_url, "TIDINGS_SECRET_KEY": "k" * 40},
        Path("/nonexistent"),
    )
    context = build_context(settings)
    async with open_fetching(settings) as fetching:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            await run_next_job(context, fetching, ALL_KINDS, lease=LEASE)
            await asyncio.sleep(0.02)


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1]))
