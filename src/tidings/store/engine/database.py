"""The database: `read` and `write` run one plain function as one transaction.

SQLite has one writer thread and a few readers; PostgreSQL one set of threads for both.
Callers wait without blocking the event loop; a full queue, a slow statement and a lost
server each end in an error with its own code, never in an endless wait.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from tidings.core.errors import DatabaseTimeout
from tidings.store.engine.connection import (
    Connection,
    DriverConnection,
    Engine,
    is_idempotent,
)
from tidings.store.engine.job import Job
from tidings.store.engine.lane import Lane, fate_unknown
from tidings.store.engine.sqlite_connection import SqliteConnection

P = ParamSpec("P")
R = TypeVar("R")

# How long to wait for a commit that has begun; longer, and its fate is unknown.
_GRACE = 5.0
_SQLITE_READERS = 4
# A read that takes longer lets others begin beside it.
_SQLITE_PATIENCE = 0.005
_QUEUE = 1000


@dataclass(frozen=True, slots=True)
class Database:
    """Two lanes and how long a caller waits for them."""

    engine: Engine
    url: str
    readers: Lane
    writers: Lane
    timeout: timedelta

    async def read(
        self,
        function: Callable[Concatenate[Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Run a function that only reads, on one snapshot."""
        return await self._result(self._submit(function, args, kwargs, write=False))

    async def write(
        self,
        function: Callable[Concatenate[Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Run a function in one transaction and commit it, all or nothing."""
        return await self._result(self._submit(function, args, kwargs, write=True))

    def read_now(
        self,
        function: Callable[Concatenate[Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Like `read`, for callers without an event loop: it blocks."""
        return self._result_now(self._submit(function, args, kwargs, write=False))

    def write_now(
        self,
        function: Callable[Concatenate[Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Like `write`, for callers without an event loop: it blocks."""
        return self._result_now(self._submit(function, args, kwargs, write=True))

    def with_timeout(self, timeout: timedelta) -> "Database":
        """Return the same database for callers that wait longer, or less long."""
        return replace(self, timeout=timeout)

    async def close(self, patience: timedelta = timedelta(seconds=10)) -> None:
        """Let queued work end, then close every connection."""
        await asyncio.to_thread(self.close_now, patience)

    def close_now(self, patience: timedelta = timedelta(seconds=10)) -> None:
        """Like `close`, blocking."""
        self.writers.close(patience.total_seconds())
        if self.readers is not self.writers:
            self.readers.close(patience.total_seconds())

    def _submit(
        self,
        function: Callable[..., R],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        write: bool,
    ) -> Job[R]:
        def work(connection: DriverConnection) -> R:
            return function(connection, *args, **kwargs)

        safe = not write or is_idempotent(function)
        job = Job(work, write=write, idempotent=safe)
        (self.writers if write else self.readers).submit(job)
        return job

    async def _result(self, job: Job[R]) -> R:
        changes_nothing = False
        try:
            done = await _ended(job, self.timeout.total_seconds())
            if not done:
                changes_nothing = job.stop()
            if not done and not changes_nothing:
                done = await _ended(job, _GRACE)
        except asyncio.CancelledError:
            job.stop()
            raise
        if done:
            return job.future.result()
        raise self._too_slow() if changes_nothing else fate_unknown()

    def _result_now(self, job: Job[R]) -> R:
        changes_nothing = False
        try:
            done, _ = wait([job.future], self.timeout.total_seconds())
            if not done:
                changes_nothing = job.stop()
            if not done and not changes_nothing:
                done, _ = wait([job.future], _GRACE)
        except BaseException:  # Ctrl-C while waiting
            job.stop()
            raise
        if done:
            return job.future.result()
        raise self._too_slow() if changes_nothing else fate_unknown()

    def _too_slow(self) -> DatabaseTimeout:
        seconds = self.timeout.total_seconds()
        return DatabaseTimeout(
            f"The database did not finish within {seconds:g} s; nothing was changed.",
            details={"retry_after": 5},
        )


async def _ended(job: Job[Any], seconds: float) -> bool:
    """Wait for the end of a job; return whether it came in time.

    `asyncio.wait` on a wrapped future does the same at twice the price, for every read.
    """
    loop = asyncio.get_running_loop()
    woken: asyncio.Future[bool] = loop.create_future()

    def publish_event(_: object) -> None:
        # The loop may be gone by the time an abandoned job ends.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, woken, True)

    timer = loop.call_later(seconds, _settle, woken, False)
    job.future.add_done_callback(publish_event)
    try:
        return await woken
    finally:
        timer.cancel()


def _settle(future: asyncio.Future[bool], result: bool) -> None:
    if not future.done():
        future.set_result(result)


def open_database(
    url: str,
    *,
    pool: int = 10,
    timeout: timedelta = timedelta(seconds=30),
    queue: int = _QUEUE,
    wake: Callable[[], None] = lambda: None,
) -> Database:
    """Return the database at a `sqlite:///path` or `postgresql://…` address.

    Nothing is opened until the first transaction. `wake` is called, in some thread,
    after every commit that wrote an event.
    """
    if url.startswith("sqlite:"):
        lanes = _sqlite_lanes(sqlite_path(url), queue, wake)
        return Database("sqlite", url, *lanes, timeout)

    # Not needed on SQLite, and slow to import.
    from tidings.store.engine.postgres_connection import PostgresConnection

    def connect() -> DriverConnection:
        return PostgresConnection(url, wake)

    lane = Lane("database", connect, threads=pool, limit=queue)
    return Database("postgres", url, lane, lane, timeout)


def sqlite_path(url: str) -> Path:
    """Return the file of a `sqlite:///relative` or `sqlite:////absolute` address."""
    return Path(url.removeprefix("sqlite:///"))


def _sqlite_lanes(
    path: Path, queue: int, wake: Callable[[], None]
) -> tuple[Lane, Lane]:
    def reader() -> SqliteConnection:
        return SqliteConnection(path, write=False)

    def writer() -> SqliteConnection:
        return SqliteConnection(path, write=True, wake=wake)

    readers = Lane(
        "reader",
        reader,
        threads=_SQLITE_READERS,
        limit=queue,
        patience=_SQLITE_PATIENCE,
    )
    writers = Lane("writer", writer, threads=1, limit=queue)
    return readers, writers
