"""Keeps a subscription to wake-ups alive while somebody listens."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from tidings.observe.logs import get_log

# There is no hurry: meanwhile, whoever waits looks for events by itself.
_TRY_AGAIN = 5.0

log = get_log()


@asynccontextmanager
async def kept_alive(
    listen: Callable[[], Awaitable[None]], away: tuple[type[Exception], ...]
) -> AsyncIterator[None]:
    """Run `listen` beside the block, again and again when the server goes `away`."""
    task = asyncio.create_task(_listen_again(listen, away))
    try:
        yield
    finally:
        task.cancel()
        # Not `await task`: its cancellation would look like one of ours.
        await asyncio.wait({task})


async def _listen_again(
    listen: Callable[[], Awaitable[None]], away: tuple[type[Exception], ...]
) -> None:
    while True:
        try:
            await listen()
        except away as error:
            log.warning("wake-ups lost", reason=type(error).__name__)
        await asyncio.sleep(_TRY_AGAIN)
