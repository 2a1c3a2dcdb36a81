"""Renews leases for as long as their holder lives.

Leases are short, so that the work of a process that died goes to another one within
seconds; a living one renews them well before they end.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

from tidings.core.errors import TidingsError
from tidings.observe.logs import get_log

log = get_log()


@asynccontextmanager
async def heartbeat(
    what: str, lease: timedelta, renew: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Call `renew` four times in each length of the lease, until left."""
    task = asyncio.create_task(_beat(what, lease, renew))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _beat(
    what: str, lease: timedelta, renew: Callable[[], Awaitable[None]]
) -> None:
    while True:
        await asyncio.sleep(lease.total_seconds() / 4)
        try:
            await renew()
        except TidingsError as error:
            # The next one may come through in time; if not, the lease ends by itself.
            log.warning("heartbeat failed", queue=what, code=error.code)
