"""Computing away from the event loop: in threads, and in processes when much waits.

Threads share one interpreter lock, so they cannot make a flood of documents quicker;
processes can, but each costs memory. So they start only when a flood is seen, and end
when it is over.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from multiprocessing.connection import wait
from typing import Self, TypeVar, TypeVarTuple

_Given = TypeVarTuple("_Given")
_Result = TypeVar("_Result")
_MUCH = 8
_THREADS_A_PROCESS_REPLACES = 2
_MOST_PROCESSES = 4
_IDLE = timedelta(seconds=30)


class Computing:
    """Runs functions of modules, whose arguments and results can be pickled."""

    def __init__(
        self, threads: Executor, *, much: int = _MUCH, idle: timedelta = _IDLE
    ) -> None:
        self._threads = threads
        self._much = much
        self._idle = idle
        self._waiting = 0
        self._processes: ProcessPoolExecutor | None = None
        self._ready: Future[None] | None = None
        self._end: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._end:
            self._end.cancel()
        self._end_processes()

    @property
    def has_processes(self) -> bool:
        """Whether processes are running, or starting."""
        return self._processes is not None

    async def run(
        self, function: Callable[[*_Given], _Result], *given: *_Given
    ) -> _Result:
        """Return what a function gives, without holding up the event loop."""
        self._waiting += 1
        try:
            where = self._where(function)
            return await asyncio.wrap_future(where.submit(function, *given))
        except BrokenProcessPool:
            # Killed from outside, or by what it was given: the next flood has new ones.
            self._processes = self._ready = None
            raise
        finally:
            self._waiting -= 1

    def _where(self, function: Callable[..., object]) -> Executor:
        if self._processes is None:
            if self._waiting >= self._much:
                self._start_processes(function)
            return self._threads
        self._end_later()
        if self._ready and self._ready.done() and not self._ready.exception():
            return self._processes
        return self._threads

    def _start_processes(self, function: Callable[..., object]) -> None:
        cores = os.cpu_count() or 1
        self._processes = ProcessPoolExecutor(
            max(1, min(cores // _THREADS_A_PROCESS_REPLACES, _MOST_PROCESSES)),
            # A fork would take over locks that threads hold.
            multiprocessing.get_context("spawn"),
            initializer=_live_with_parent,
        )
        self._ready = self._processes.submit(_import, function)
        self._end_later()

    def _end_later(self) -> None:
        if self._end:
            self._end.cancel()
        loop = asyncio.get_running_loop()
        self._end = loop.call_later(self._idle.total_seconds(), self._end_processes)

    def _end_processes(self) -> None:
        if self._processes and self._waiting:
            self._end_later()
        elif self._processes:
            self._processes.shutdown(wait=False)
            self._processes = self._ready = None


def _import(_: Callable[..., object]) -> None:
    """Let a process import what it needs before it is given work: unpickling does."""


def _live_with_parent() -> None:
    """End with the process that started this one, and only with it."""
    # Whoever stops a group of processes means the first, which lets this one finish.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
