"""An event loop whose time jumps to the next timer whenever nothing real is under way.

Sockets, threads and databases are real; only waiting takes no time. Half an hour of a
worker's life passes in seconds, and every time that is noted is exact.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.make import NOON
from tidings.store.engine.database import Database

R = TypeVar("R")

_A_MOMENT = 0.001
_REAL_WORK = 0.02


@dataclass
class VirtualTime:
    """Seconds since the beginning, and how much real work is under way."""

    seconds: float = 0.0
    working: int = 0

    def clock(self) -> int:
        """Return the time as the program sees it."""
        return NOON + round(self.seconds * 1_000_000)


class _Selector(selectors.DefaultSelector):
    """Waits for real work as long as it takes, and for timers not at all."""

    def __init__(self, time: VirtualTime) -> None:
        super().__init__()
        self._time = time

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        while not (ready := super().select(_REAL_WORK if self._is_busy else _A_MOMENT)):
            if not self._is_busy and timeout is not None:
                self._time.seconds += timeout
                break
        return ready

    @property
    def _is_busy(self) -> bool:
        return self._time.working > 0


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, time: VirtualTime) -> None:
        self._virtual = time
        super().__init__(_Selector(time))

    def time(self) -> float:
        return self._virtual.seconds


class CountedThreads(ThreadPoolExecutor):
    """Threads whose work the virtual time waits for."""

    def __init__(self, time: VirtualTime) -> None:
        super().__init__(2)
        self._time = time

    def submit(
        self, function: Callable[..., R], /, *args: Any, **named: Any
    ) -> Future[R]:
        loop = asyncio.get_running_loop()
        self._time.working += 1
        future = super().submit(function, *args, **named)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._done))
        return future

    def _done(self) -> None:
        self._time.working -= 1


def counted(database: Database, time: VirtualTime) -> Database:
    """Return the same database, whose work the virtual time waits for."""
    fields = {name: getattr(database, name) for name in Database.__slots__}
    return _CountedDatabase(time, **fields)


class _CountedDatabase(Database):
    __slots__ = ("_time",)

    def __init__(self, time: VirtualTime, **fields: Any) -> None:
        super().__init__(**fields)
        object.__setattr__(self, "_time", time)

    async def _result(self, job: Any) -> Any:
        self._time.working += 1
        try:
            return await super()._result(job)
        finally:
            self._time.working -= 1


def run_in(time: VirtualTime, work: Coroutine[Any, Any, R]) -> R:
    """Run a coroutine from beginning to end in virtual time."""
    with asyncio.Runner(loop_factory=lambda: _Loop(time)) as runner:
        return runner.run(work)
