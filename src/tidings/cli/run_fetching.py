"""How a command that talks to strangers gets what it needs, and runs one service."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tidings.cli.run import run_in_context
from tidings.config import load_settings
from tidings.context import Context, Fetching
from tidings.wiring import open_fetching

T = TypeVar("T")


def run_with_fetching(action: Callable[[Context, Fetching], Awaitable[T]]) -> T:
    """Run one service with the guarded client and close everything after it."""

    async def run(context: Context) -> T:
        async with open_fetching(load_settings()) as fetching:
            return await action(context, fetching)

    return run_in_context(run)
