"""A lane: a few threads, each with its own connection, behind one bounded queue.

Every transaction runs whole in one of these threads, so it can never span an await.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from tidings.core.errors import DatabaseBusy, DatabaseTimeout, DatabaseUnavailable
from tidings.store.engine.connection import Clash, DriverConnection, Lost, Stopped
from tidings.store.engine.job import Job

R = TypeVar("R")
_PAUSES = (0.02, 0.1, 0.5)
# How long threads may take to notice that their job was stopped.
_GRACE = 5.0


class Lane:
    """Threads that run jobs in the order they came, at most `limit` waiting.

    With a `patience`, a job begins only when those before it have ended or have run for
    that many seconds: short jobs that compute more than they wait for would quarrel over
    the interpreter, and yet none of them stands behind a long one.
    """

    def __init__(
        self,
        name: str,
        open_connection: Callable[[], DriverConnection],
        *,
        threads: int,
        limit: int,
        patience: float = 0.0,
    ) -> None:
        self._name = name
        self._open = open_connection
        self._most_threads = threads
        self._limit = limit
        self._patience = patience
        self._jobs: deque[Job[Any]] = deque()
        self._running: dict[Job[Any], float] = {}  # and when each began
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._news = threading.Condition(self._lock)
        self._idle = 0
        self._watched = False  # a thread looks whether a job runs for long
        self._closed = False
        self._gave_up = False

    def submit(self, job: Job[Any]) -> None:
        """Queue a job, or say at once why not."""
        with self._lock:
            if self._closed:
                raise _shutting_down()
            if len(self._jobs) >= self._limit:
                raise DatabaseBusy(
                    "The database has too much waiting work. Try again shortly.",
                    details={"retry_after": 1},
                )
            self._jobs.append(job)
            if not (self._watched and self._running):
                self._wake_one()

    def close(self, timeout: float) -> None:
        """Refuse new jobs, let the queued ones end, stop what outlives `timeout`."""
        with self._lock:
            threads = list(self._threads)
            self._closed = True
            self._news.notify_all()
        _join(threads, timeout)
        with self._lock:
            self._gave_up = True
            late = list(self._running)
        for job in late:
            job.stop()
        _join(threads, _GRACE)

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    def _wake_one(self) -> None:
        """Have a thread look at the queue; those that were woken still count as idle."""
        if self._idle < len(self._jobs) and len(self._threads) < self._most_threads:
            self._start_thread()
        else:
            self._news.notify()

    def _start_thread(self) -> None:
        thread = threading.Thread(
            target=self._work,
            name=f"tidings-{self._name}-{len(self._threads) + 1}",
            daemon=True,
        )
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        keeper = _Keeper(self._open)
        while (job := self._next_job()) is not None:
            if job.future.set_running_or_notify_cancel():
                self._settle(job, keeper)
            with self._lock:
                del self._running[job]
            del job
            keeper.rest()
        keeper.drop()

    def _next_job(self) -> Job[Any] | None:
        with self._lock:
            while True:
                pause = self._pause()
                if self._jobs and pause <= 0:
                    job = self._jobs.popleft()
                    self._running[job] = time.monotonic()
                    if self._jobs and not self._watched:
                        self._wake_one()  # should this job take long
                    return job
                if self._jobs and not self._watched:
                    self._watch(pause)
                elif self._closed and not self._jobs:
                    self._news.notify_all()
                    return None
                else:
                    self._idle += 1
                    self._news.wait()
                    self._idle -= 1

    def _pause(self) -> float:
        """Return for how long the next job must still wait for those that run."""
        if not self._patience or not self._running:
            return 0.0
        return self._patience - (time.monotonic() - max(self._running.values()))

    def _watch(self, pause: float) -> None:
        """Let a pause go by outside the lock; one thread of the lane does it for all."""
        self._watched = True
        self._lock.release()
        try:
            time.sleep(pause)
        finally:
            self._lock.acquire()
            self._watched = False

    def _settle(self, job: Job[Any], keeper: "_Keeper") -> None:
        """Give a job's caller its result, or an error that repeating cannot cure."""
        try:
            if self._gave_up:
                raise _shutting_down()
            result = _run_with_repeats(job, keeper)
        except (Clash, Lost, Stopped) as error:
            plain = self._for_the_caller(error, job)
            plain.__cause__ = error
            job.future.set_exception(plain)
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits
            keeper.roll_back()
            job.future.set_exception(error)
        else:
            job.future.set_result(result)

    def _for_the_caller(self, error: Exception, job: Job[Any]) -> Exception:
        if job.in_doubt:
            return fate_unknown()
        if self._gave_up:
            return _shutting_down()
        match error:
            case Clash():
                return DatabaseBusy(
                    "The database is too busy; nothing was changed. Try again shortly.",
                    details={"retry_after": 1},
                )
            case Lost():
                return DatabaseUnavailable(
                    "The database cannot be reached; nothing was changed.",
                    details={"retry_after": 5},
                )
        return DatabaseTimeout(
            "The database stopped the statement; nothing was changed.",
            details={"retry_after": 5},
        )


class _Keeper:
    """Keeps a thread's connection, and opens a new one after it was lost."""

    def __init__(self, open_connection: Callable[[], DriverConnection]) -> None:
        self._open = open_connection
        self._connection: DriverConnection | None = None

    def get(self) -> DriverConnection:
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def rest(self) -> None:
        if self._connection is not None:
            self._connection.rest()

    def roll_back(self) -> None:
        if self._connection is not None and not self._connection.roll_back():
            self.drop()

    def drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def fate_unknown() -> DatabaseUnavailable:
    """The one answer that leaves open whether a write happened."""
    return DatabaseUnavailable(
        "The database does not answer; it is not known whether the change was made.",
        details={"retry_after": 10},
    )


def _run_with_repeats(job: Job[R], keeper: _Keeper) -> R:
    pauses = iter(_PAUSES)
    while True:
        try:
            return job.run_on(keeper.get())
        except (Clash, Lost, Stopped) as error:
            keeper.roll_back()
            pause = next(pauses, None)
            if pause is None or not job.may_repeat():
                raise
            if job.stop_asked.wait(pause):
                raise Stopped from error


def _join(threads: list[threading.Thread], timeout: float) -> None:
    deadline = time.monotonic() + timeout
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))


def _shutting_down() -> DatabaseUnavailable:
    return DatabaseUnavailable("Tidings is shutting down; nothing was changed.")
