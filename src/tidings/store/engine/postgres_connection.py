"""PostgreSQL by psycopg 3: prepared statements, one plan for every width of integer."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.types.numeric import Int8Dumper

from tidings.core.errors import DatabaseFull
from tidings.core.system.events import CHANNEL
from tidings.store.engine.connection import Clash, Engine, Lost, Row, Stopped
from tidings.store.engine.dialect import postgres_text
from tidings.store.engine.postgres_server import PLANNING

# JIT compiles for tens of milliseconds what runs in two. Bitmap scans lose the order of
# an index, and PostgreSQL then reads and sorts a feed's whole history for one entry.
OPTIONS = (
    "-c jit=off -c enable_bitmapscan=off -c random_page_cost=1.1"
    f" -c plan_cache_mode={PLANNING} -c idle_in_transaction_session_timeout=60s"
)
_CONNECT: dict[str, Any] = {
    "autocommit": True,
    "prepare_threshold": 1,
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "tcp_user_timeout": 30_000,
    "options": OPTIONS,
    "application_name": "tidings",
}
_BEGIN_READ = b"begin isolation level repeatable read, read only"
# Said in full: numbers are only visible in order when each statement sees the newest.
_BEGIN_WRITE = b"begin isolation level read committed, read write"
# One way to the server and back for both; it is delivered when the commit is.
_NOTIFY_AND_COMMIT = f"notify {CHANNEL}; commit".encode()
_CLASHES = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
)
_LOSSES = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.IdleInTransactionSessionTimeout,
)


class PostgresConnection:
    """One PostgreSQL connection, used by one thread."""

    engine: Engine = "postgres"

    def __init__(self, url: str, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self._wakes = False
        try:
            self._psycopg: psycopg.Connection[Row] = psycopg.connect(url, **_CONNECT)
        except psycopg.OperationalError as error:
            raise Lost(str(error)) from error
        self._stop_asked: Callable[[], bool] = bool
        self._psycopg.prepared_max = 500
        # Each width of integer would make its own plan of the same statement.
        self._psycopg.adapters.register_dumper(int, Int8Dumper)

    def rows(self, sql: str, /, **parameters: Any) -> list[Row]:
        with _plain_errors():
            return self._execute(sql, parameters).fetchall()

    def row(self, sql: str, /, **parameters: Any) -> Row | None:
        with _plain_errors():
            return self._execute(sql, parameters).fetchone()

    def value(self, sql: str, /, **parameters: Any) -> Any:
        row = self.row(sql, **parameters)
        return row[0] if row else None

    def run(self, sql: str, /, **parameters: Any) -> int:
        with _plain_errors():
            return self._execute(sql, parameters).rowcount

    def run_many(self, sql: str, /, rows: Iterable[Mapping[str, Any]]) -> None:
        if self._stop_asked():
            raise Stopped
        with _plain_errors(), self._psycopg.cursor() as cursor:
            cursor.executemany(postgres_text(sql), rows)

    def wake_on_commit(self) -> None:
        self._wakes = True

    def begin(self, *, write: bool, stop_asked: Callable[[], bool]) -> None:
        self._stop_asked = stop_asked
        self._wakes = False
        self._say(_BEGIN_WRITE if write else _BEGIN_READ)

    def commit(self) -> None:
        self._say(_NOTIFY_AND_COMMIT if self._wakes else b"commit")
        if self._wakes:
            self._wake()

    def roll_back(self) -> bool:
        with suppress(psycopg.Error):
            if self._psycopg.info.transaction_status is not TransactionStatus.IDLE:
                self._psycopg.execute("rollback")
        return self._psycopg.info.transaction_status is TransactionStatus.IDLE

    def rest(self) -> None:
        """The server sweeps by itself."""

    def interrupt(self) -> None:
        with suppress(psycopg.Error):
            self._psycopg.cancel_safe(timeout=5)

    def close(self) -> None:
        with suppress(psycopg.Error):
            self._psycopg.close()

    def _say(self, words: bytes) -> None:
        """Run what has no parameters and no rows: a cursor for it costs twice as much."""
        with _plain_errors():
            result = self._psycopg.pgconn.exec_(words)
            if self._psycopg.broken:  # such a result bears no code
                raise Lost(result.get_error_message())
            if result.status != ExecStatus.COMMAND_OK:
                raise error_from_result(result)

    def _execute(self, sql: str, parameters: Mapping[str, Any]) -> psycopg.Cursor[Row]:
        if self._stop_asked():
            raise Stopped
        return self._psycopg.execute(postgres_text(sql), parameters)


@contextmanager
def _plain_errors() -> Iterator[None]:
    try:
        yield
    except errors.QueryCanceled as error:
        raise Stopped from error
    except _CLASHES as error:
        raise Clash(str(error)) from error
    except (errors.DiskFull, errors.OutOfMemory) as error:
        raise DatabaseFull(
            "The database server has no room left: nothing was changed."
        ) from error
    except errors.ProgramLimitExceeded:
        raise  # a bug of ours, though psycopg files it under operational errors
    except _LOSSES as error:
        raise Lost(str(error)) from error
