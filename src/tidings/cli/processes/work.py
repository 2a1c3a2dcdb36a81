"""A worker without a supervisor: it prepares the database itself."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from tidings.cli.output import say
from tidings.cli.processes.lifetime import collect_rarely, give_way, stop_event
from tidings.config import load_settings
from tidings.context import Context
from tidings.core.settings.settings import Settings
from tidings.observe.logs import configure_service_logs
from tidings.wiring import open_context, open_fetching, prepare_database
from tidings.worker.run import WorkedOff, run_worker, work_off


def run_alone() -> None:
    """Work until a signal says stop."""
    with _prepared() as (settings, context):
        asyncio.run(_until_stopped(settings, context))


def run_once() -> None:
    """Work off everything that is due and say what that was."""
    with _prepared() as (settings, context):
        done = asyncio.run(_once(settings, context))
    say(_summary(done))


async def _until_stopped(settings: Settings, context: Context) -> None:
    give_way()
    collect_rarely()
    stop = stop_event()
    async with open_fetching(settings) as fetching:
        await run_worker(context, fetching, stop)


async def _once(settings: Settings, context: Context) -> WorkedOff:
    async with open_fetching(settings) as fetching:
        return await work_off(context, fetching)


def _summary(done: WorkedOff) -> str:
    parts = list(done.duties or ())
    if done.checks:
        parts.append("1 feed checked" if done.checks == 1 else _many(done.checks))
    if done.icons:
        parts.append("1 icon found" if done.icons == 1 else f"{done.icons} icons found")
    if parts:
        return f"Done: {', '.join(parts)}."
    if done.duties is None:
        return "Another worker does the periodic duties; nothing else is due."
    return "Nothing is due."


def _many(checks: int) -> str:
    return f"{checks} feeds checked"


@contextmanager
def _prepared() -> Iterator[tuple[Settings, Context]]:
    settings = load_settings()
    configure_service_logs(settings.observe, "worker")
    prepare_database(settings, check=True)
    with open_context(settings) as context:
        yield settings, context
