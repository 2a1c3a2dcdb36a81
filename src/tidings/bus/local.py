"""Wake-ups inside one process, for SQLite: other processes' commits are looked for."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta


class LocalBus:
    """Knows its listeners, each with the event loop it lives in."""

    look_every = timedelta(milliseconds=100)

    def __init__(self) -> None:
        self._listeners: frozenset[
            tuple[asyncio.AbstractEventLoop, Callable[[], None]]
        ] = frozenset()

    def notify(self) -> None:
        for loop, wake in self._listeners:
            with suppress(RuntimeError):  # that loop has just ended
                loop.call_soon_threadsafe(wake)

    @asynccontextmanager
    async def listening(self, wake: Callable[[], None]) -> AsyncIterator[None]:
        listener = (asyncio.get_running_loop(), wake)
        # Replaced, never changed: another thread may be walking through it.
        self._listeners |= {listener}
        try:
            yield
        finally:
            self._listeners -= {listener}

    def close(self) -> None:
        """There is nothing to let go of."""
