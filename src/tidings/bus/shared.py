"""One subscription to a server's wake-ups for all who listen in this process."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

from tidings.bus.local import LocalBus
from tidings.observe.logs import get_log

# There is no hurry: meanwhile, whoever waits looks for events by itself.
_TRY_AGAIN = 5.0
_WHILE_AWAY = timedelta(milliseconds=500)
_WHILE_CONNECTED = timedelta(seconds=15)

log = get_log()


class SharedSubscription:
    """Runs `listen` while anybody listens, again and again when the server goes `away`.

    `listen` calls what it is given when it has subscribed, and for every wake-up.
    """

    def __init__(
        self,
        listen: Callable[[Callable[[], None]], Awaitable[None]],
        away: tuple[type[Exception], ...],
    ) -> None:
        self._listen = listen
        self._away = away
        self._here = LocalBus()
        self._listeners = 0
        self._is_up = False
        self._task: asyncio.Task[None] | None = None

    @property
    def look_every(self) -> timedelta:
        """Rely on the server while it is there."""
        return _WHILE_CONNECTED if self._is_up else _WHILE_AWAY

    @asynccontextmanager
    async def listening(self, wake: Callable[[], None]) -> AsyncIterator[None]:
        """Call `wake` at first and for every commit, until left."""
        async with self._here.listening(wake):
            self._listeners += 1
            if self._task is None:
                self._task = asyncio.create_task(self._listen_again())
            elif self._is_up:
                wake()  # for what was committed while this one did not listen
            try:
                yield
            finally:
                self._listeners -= 1
                if not self._listeners:
                    await self._end()

    async def _end(self) -> None:
        task, self._task, self._is_up = self._task, None, False
        if task is not None:
            task.cancel()
            # Not `await task`: its cancellation would look like one of ours.
            await asyncio.wait({task})

    async def _listen_again(self) -> None:
        while True:
            try:
                await self._listen(self._received)
            except self._away as error:
                log.warning("wake-ups lost", reason=type(error).__name__)
            self._is_up = False
            await asyncio.sleep(_TRY_AGAIN)

    def _received(self) -> None:
        self._is_up = True
        self._here.notify()
