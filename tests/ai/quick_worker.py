"""An AI worker in a process of its own, whose clock runs faster than the real one."""

import asyncio
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.ai.one_task import run_next_task
from tests.ai.quick_time import QuickTime
from tidings.config import load_settings
from tidings.observe.logs import configure_logs
from tidings.operations.ai.asking import asking_with
from tidings.wiring import build_context, open_fetching

SIDE_BY_SIDE = 2


async def work(database_url: str, base_url: str, origin: str, more: list[str]) -> None:
    time = QuickTime(float(origin))
    settings = load_settings(
        {
            "TIDINGS_DATABASE_URL": database_url,
            "TIDINGS_DATABASE_POOL": "3",
            "TIDINGS_SECRET_KEY": "k" * 40,
            "TIDINGS_AI_PROVIDER": "openai",
            "TIDINGS_AI_BASE_URL": base_url,
            "TIDINGS_AI_MODEL": "small",
            **dict(each.split("=", 1) for each in more),
        },
        Path("/nonexistent"),
    )
    configure_logs("error", "json", process="worker")
    context = replace(build_context(settings), clock=time.now)
    async with open_fetching(settings) as fetching:
        asking = asking_with(context, fetching)
        assert asking is not None
        sys.stdout.write("ready\n")
        sys.stdout.flush()

        async def keep() -> None:
            while True:
                if not await run_next_task(context, asking, time.sleep):
                    await time.sleep(timedelta(seconds=2))

        async with asyncio.TaskGroup() as tasks:
            for _ in range(SIDE_BY_SIDE):
                tasks.create_task(keep())


if __name__ == "__main__":
    asyncio.run(work(*sys.argv[1:4], sys.argv[4:]))
