"""One transaction on its way: waiting, running, committing, done."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from itertools import chain, repeat
from typing import Generic, TypeVar

from tidings.store.engine.connection import DriverConnection, Lost, Stopped

R = TypeVar("R")


class Job(Generic[R]):
    """A function to run as one transaction, and the future its caller waits for.

    `safe_to_repeat` says that running it once more does no harm although an earlier
    run perhaps committed. After a certain roll-back any job may run again, because
    store functions have no effect but their SQL.
    """

    def __init__(
        self,
        work: Callable[[DriverConnection], R],
        *,
        write: bool,
        idempotent: bool,
    ) -> None:
        self.work = work
        self.write = write
        self.idempotent = idempotent
        self.future: Future[R] = Future()
        self.stop_asked = threading.Event()
        self.in_doubt = False  # a commit began, and no roll-back is certain
        self._lock = threading.Lock()
        self._interrupting = threading.Lock()
        self._running_on: DriverConnection | None = None

    def may_repeat(self) -> bool:
        """Whether another run is harmless after this failure, and still wanted."""
        if self.stop_asked.is_set():
            return False
        return self.idempotent or not self.in_doubt

    def stop(self) -> bool:
        """Give up, without waiting: a waiting job never runs, a running one is rolled
        back, a committing one ends. Return whether it is certain to change nothing."""
        with self._lock:
            asked_before = self.stop_asked.is_set()
            self.stop_asked.set()
            changes_nothing = not self.in_doubt
        if not self.future.cancel() and changes_nothing and not asked_before:
            # To interrupt PostgreSQL is to open a connection: not in the event loop.
            threading.Thread(
                target=self._interrupt, name="tidings-interrupt", daemon=True
            ).start()
        return changes_nothing

    def run_on(self, connection: DriverConnection) -> R:
        """Run the whole transaction once."""
        connection.begin(write=self.write, stop_asked=self.stop_asked.is_set)
        with self._interrupting:
            self._running_on = connection
        try:
            result = self.work(connection)
        finally:
            # An interruption on its way must not hit the next job's statement.
            with self._interrupting:
                self._running_on = None
        if self.write:
            self._commit(connection)
        else:
            connection.commit()
        return result

    def _commit(self, connection: DriverConnection) -> None:
        doubt_before = self.in_doubt
        with self._lock:
            if self.stop_asked.is_set():
                raise Stopped
            self.in_doubt = True
        try:
            connection.commit()
        except Lost:
            raise
        except BaseException:
            self.in_doubt = doubt_before
            raise

    def _interrupt(self) -> None:
        """Interrupt until the function is left: one that comes just before a statement
        begins is lost on both engines."""
        for pause in chain((0.01, 0.03, 0.1, 0.3), repeat(1.0)):
            with self._interrupting:
                if self._running_on is None:
                    return
                self._running_on.interrupt()
            wait([self.future], pause)
