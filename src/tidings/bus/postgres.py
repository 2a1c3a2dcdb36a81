"""Wake-ups by PostgreSQL: every commit with an event carries a NOTIFY."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Any

import psycopg

from tidings.bus.shared import SharedSubscription
from tidings.core.system.events import CHANNEL

_CONNECT: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "tidings-events",
}


class PostgresBus:
    """Listens on a connection of its own while somebody wants to be woken."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._shared = SharedSubscription(self._listen, (psycopg.Error, OSError))

    @property
    def look_every(self) -> timedelta:
        return self._shared.look_every

    def notify(self) -> None:
        """The commit itself has done it."""

    def listening(self, wake: Callable[[], None]) -> AbstractAsyncContextManager[None]:
        return self._shared.listening(wake)

    def close(self) -> None:
        """There is nothing to let go of."""

    async def _listen(self, wake: Callable[[], None]) -> None:
        connection = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, **_CONNECT
        )
        async with connection:
            await connection.execute(f"listen {CHANNEL}")
            wake()  # for what was committed while nobody listened
            while True:
                # psycopg's own waiting looks at the clock ten times a second.
                await _readable(connection.fileno())
                async for _ in connection.notifies(timeout=0):
                    wake()


async def _readable(file: int) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(file, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)
