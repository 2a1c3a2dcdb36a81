"""Can anything still be written? Asked by health checks, answered at most every ten seconds.

Reading goes on when the disk is full, so only a write can tell.
"""

import asyncio
from datetime import timedelta
from typing import Literal

from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.errors import DatabaseFull, DatabaseUnavailable, TidingsError
from tidings.observe.logs import get_log
from tidings.store.engine.health import free_bytes, write_and_take_back

WriteState = Literal["ok", "full", "error"]

_PATIENCE = timedelta(seconds=3)
_FRESH_FOR = micros(timedelta(seconds=10))
_ROOM_NEEDED = 1024 * 1024  # bytes

log = get_log()


class WriteProbe:
    """Remembers what the last probe found; those who ask meanwhile share it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._asking = asyncio.Lock()
        self._found: WriteState = "ok"
        self._found_at: int | None = None  # None: never asked

    async def state(self) -> WriteState:
        """Say whether writes succeed; a database that is only busy counts as well."""
        async with self._asking:
            now = self._context.clock()
            if self._found_at is None or abs(now - self._found_at) >= _FRESH_FOR:
                self._found = await self._ask()
                self._found_at = now
            return self._found

    async def _ask(self) -> WriteState:
        database = self._context.database
        free = await asyncio.to_thread(free_bytes, database.url)
        if free is not None and free < _ROOM_NEEDED:
            return "full"
        try:
            await database.with_timeout(_PATIENCE).write(write_and_take_back)
        except DatabaseFull:
            return "full"
        except DatabaseUnavailable as error:
            log.warning("database takes no writes", reason=str(error))
            return "error"
        except TidingsError:
            return "ok"  # busy: what waits is written later
        return "ok"
