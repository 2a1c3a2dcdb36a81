"""How a command gets its settings and its context, and runs one service in it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tidings.config import load_settings
from tidings.context import Context
from tidings.observe.logs import configure_logs
from tidings.wiring import open_context, prepare_database

T = TypeVar("T")


def run_in_context(action: Callable[[Context], Awaitable[T]]) -> T:
    """Run one service on an up-to-date database and close everything after it."""
    settings = load_settings()
    configure_logs("warning", settings.observe.log_format, process="command")
    prepare_database(settings, check=False)
    with open_context(settings) as context:
        return asyncio.run(_await(action(context)))


async def _await(awaitable: Awaitable[T]) -> T:
    return await awaitable
