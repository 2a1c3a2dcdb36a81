"""What sign-in needs in this process: rate limits, the session cache, slow hashing."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from tidings.auth.hashing import USUAL_COST, HashCost, Hashing
from tidings.auth.limits import Limits
from tidings.auth.session_cache import SessionCache
from tidings.auth.shared_memory import SharedMemory, shared_memory
from tidings.observe.logs import get_log

_MOST_ERRANDS = 100
_CLOSE_WITHIN = 3.0  # seconds

log = get_log()


class Errands:
    """Owns work that goes on after an answer, so that response times reveal nothing."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Begin; too many at once are dropped, and failures are logged."""
        if len(self._tasks) >= _MOST_ERRANDS:
            work.close()
            log.warning("errand dropped", errand=name)
            return
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    async def finish(self) -> None:
        """Wait for all that is under way."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("errand failed", errand=task.get_name(), exc_info=error)


class SignInState:
    """One set for each process; `settled` once single-user mode has been looked at."""

    def __init__(
        self, shared: SharedMemory | None = None, cost: HashCost = USUAL_COST
    ) -> None:
        self._shared = shared
        self.limits = Limits(shared)
        self.sessions = SessionCache(shared)
        self.hashing = Hashing(cost)
        self.errands = Errands()
        self.settling = asyncio.Lock()
        self.settled = False

    async def close(self) -> None:
        """Finish errands, if that takes but a moment, and let Redis go."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_WITHIN):
                await self.errands.finish()
        if self._shared is not None:
            await self._shared.close()


def make_sign_in_state(redis_url: str | None = None) -> SignInState:
    """Return the state, shared through Redis if there is one."""
    return SignInState(shared_memory(redis_url) if redis_url else None)
