"""A worker without a supervisor: it prepares the database itself."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from tidings.cli.lifetime import stop_event
from tidings.cli.output import say
from tidings.config import load_settings
from tidings.context import Context
from tidings.observe.logs import configure_logs
from tidings.wiring import open_context, prepare_database
from tidings.worker.run import run_worker, work_off


def run_alone() -> None:
    """Work until a signal says stop."""
    with _prepared() as context:
        asyncio.run(_until_stopped(context))


def run_once() -> None:
    """Work off everything that is due and say what that was."""
    with _prepared() as context:
        done = asyncio.run(work_off(context))
    if done is None:
        say("Another worker does the periodic duties; nothing else is due.")
    else:
        say(f"Done: {', '.join(done)}." if done else "Nothing is due.")


async def _until_stopped(context: Context) -> None:
    await run_worker(context, stop_event())


@contextmanager
def _prepared() -> Iterator[Context]:
    settings = load_settings()
    observe = settings.observe
    configure_logs(observe.log_level, observe.log_format, process="worker")
    prepare_database(settings, check=True)
    with open_context(settings) as context:
        yield context
