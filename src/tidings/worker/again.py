"""Does something again and again while a worker runs."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta

from tidings.core.errors import TidingsError
from tidings.observe.logs import get_log

log = get_log()


async def keep_doing(
    what: str,
    work: Callable[[], Awaitable[object]],
    every: timedelta,
    stop: asyncio.Event,
) -> None:
    """Do the work and rest, until stopped; what it cannot do now waits."""
    while not stop.is_set():
        try:
            await work()
        except TidingsError as error:
            log.warning(f"{what} wait", code=error.code, reason=error.message)
        except Exception:
            # A mistake of ours in one kind of work must not end all others.
            log.exception(f"{what} failed")
        await rest(every, stop)


async def rest(length: timedelta, stop: asyncio.Event) -> None:
    """Wait for as long, or until stopped."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), length.total_seconds())
