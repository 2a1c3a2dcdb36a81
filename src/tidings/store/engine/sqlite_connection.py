"""SQLite by the standard library: WAL, foreign keys verified, one writer at a time."""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tidings.core.errors import DatabaseDamaged, DatabaseFull, DatabaseUnavailable
from tidings.store.engine.connection import Clash, Engine, Row, Stopped
from tidings.store.engine.dialect import sqlite_parameters, sqlite_text
from tidings.store.engine.soundness import call_in_question
from tidings.store.engine.turnstile import Turnstile

# Opening may have to wait for a process that recovers the file or migrates it.
_PATIENCE = 30.0
# A writer looks often whether its caller still waits; the turnstile does the waiting.
_LOOK_FOR_LOCK = "200"
_CACHE_KIBIBYTES = 16_384
_LARGEST_IDLE_LOG = 64 * 1024 * 1024
# After so many changed rows the log is carried over into the file, which waits for the
# disk: never inside a transaction, and with writers locked out only when it has grown long
# because others wrote each time.
_ROWS_BEFORE_SWEEP = 4_000
_LONG_LOG_PAGES = 16_384


class SqliteConnection:
    """One SQLite connection, used by one thread."""

    engine: Engine = "sqlite"

    def __init__(
        self, path: Path, *, write: bool, wake: Callable[[], None] = lambda: None
    ) -> None:
        self._sqlite = open_sqlite(path)
        self._path = path
        self._writes = write
        self._wake = wake
        self._wakes = False
        self._turnstile = Turnstile(path) if write else None
        self._stop_asked: Callable[[], bool] = bool
        self._sqlite.execute(f"pragma cache_size = -{_CACHE_KIBIBYTES}")
        self._sqlite.execute("pragma temp_store = memory")
        self._swept_at = 0
        if write:
            self._sqlite.execute(f"pragma busy_timeout = {_LOOK_FOR_LOCK}")
            self._sqlite.execute("pragma wal_autocheckpoint = 0")
        else:
            self._sqlite.execute("pragma query_only = on")

    def rows(self, sql: str, /, **parameters: Any) -> list[Row]:
        with plain_sqlite_errors(self._path, writes=self._writes):
            return self._execute(sql, parameters).fetchall()

    def row(self, sql: str, /, **parameters: Any) -> Row | None:
        rows = self.rows(sql, **parameters)
        return rows[0] if rows else None

    def value(self, sql: str, /, **parameters: Any) -> Any:
        rows = self.rows(sql, **parameters)
        return rows[0][0] if rows else None

    def run(self, sql: str, /, **parameters: Any) -> int:
        with plain_sqlite_errors(self._path, writes=self._writes):
            return self._execute(sql, parameters).rowcount

    def run_many(self, sql: str, /, rows: Iterable[Mapping[str, Any]]) -> None:
        self._check_that_it_goes_on()
        with plain_sqlite_errors(self._path, writes=self._writes):
            self._sqlite.executemany(sqlite_text(sql), _bindable(rows))

    def wake_on_commit(self) -> None:
        self._wakes = True

    def begin(self, *, write: bool, stop_asked: Callable[[], bool]) -> None:
        self._stop_asked = stop_asked
        self._wakes = False
        if not write:
            self._sqlite.execute("begin")
            return
        if self._turnstile is not None:
            self._turnstile.enter()
        while not stop_asked():
            with suppress(Clash), plain_sqlite_errors(self._path):
                self._sqlite.execute("begin immediate")
                return
        raise Stopped

    def commit(self) -> None:
        with plain_sqlite_errors(self._path):
            self._sqlite.execute("commit")
        self._leave()
        if self._wakes:
            self._wake()

    def roll_back(self) -> bool:
        with suppress(sqlite3.Error):
            if self._sqlite.in_transaction:
                self._sqlite.execute("rollback")
        self._leave()
        return not self._sqlite.in_transaction

    def rest(self) -> None:
        changed = self._sqlite.total_changes
        if changed - self._swept_at < _ROWS_BEFORE_SWEEP:
            return
        self._swept_at = changed
        with suppress(sqlite3.Error):
            if self._sweep() > _LONG_LOG_PAGES and self._turnstile is not None:
                self._turnstile.enter()
                self._sweep()
        self._leave()

    def interrupt(self) -> None:
        self._sqlite.interrupt()

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._sqlite.close()
        if self._turnstile is not None:
            self._turnstile.close()

    def _execute(self, sql: str, parameters: Mapping[str, Any]) -> sqlite3.Cursor:
        self._check_that_it_goes_on()
        return self._sqlite.execute(sqlite_text(sql), sqlite_parameters(parameters))

    def _check_that_it_goes_on(self) -> None:
        """Raise rather than run a statement that nobody waits for, or one outside the
        transaction: SQLite ends it by itself after a full disk, for example."""
        if self._stop_asked():
            raise Stopped
        if not self._sqlite.in_transaction:
            raise DatabaseUnavailable("The transaction was rolled back already.")

    def _sweep(self) -> int:
        """Carry the log over into the file; return how many pages were in it."""
        busy_log_done = self._sqlite.execute(
            "pragma wal_checkpoint(passive)"
        ).fetchone()
        return int(busy_log_done[1])

    def _leave(self) -> None:
        if self._turnstile is not None:
            self._turnstile.leave()


def _bindable(rows: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """Rows of one statement are alike: the first tells whether any holds lists."""
    rows = list(rows)
    if rows and sqlite_parameters(rows[0]) is not rows[0]:
        return map(sqlite_parameters, rows)
    return rows


def open_sqlite(path: Path, *, patience: float = _PATIENCE) -> sqlite3.Connection:
    """Return a bare connection with what every one of ours has: WAL and foreign keys."""
    with plain_sqlite_errors(path):
        connection = sqlite3.connect(
            path,
            timeout=patience,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=512,
        )
        try:
            _set_up(connection, patience)
        except BaseException:
            connection.close()
            raise
    return connection


def _set_up(connection: sqlite3.Connection, patience: float) -> None:
    _use_write_ahead_log(connection, patience)
    connection.execute("pragma synchronous = normal")
    connection.execute(f"pragma journal_size_limit = {_LARGEST_IDLE_LOG}")
    connection.execute("pragma foreign_keys = on")
    if connection.execute("pragma foreign_keys").fetchone() != (1,):
        raise DatabaseUnavailable("This SQLite was built without foreign keys.")


@contextmanager
def plain_sqlite_errors(
    path: Path | None = None, *, writes: bool = True
) -> Iterator[None]:
    """Turn the errors that callers tell apart into ours; bugs fly as they are, also a
    function that `writes` although it was given a connection for reading. A file at
    `path` that is damaged is no longer known to be sound."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        plain = _plain(code)
        if plain is None or (code == sqlite3.SQLITE_READONLY and not writes):
            raise
        if path is not None and isinstance(plain, DatabaseDamaged):
            call_in_question(path)
        raise plain from error


def _plain(code: int) -> Exception | None:
    match code:
        case sqlite3.SQLITE_INTERRUPT:
            return Stopped()
        case sqlite3.SQLITE_BUSY:
            return Clash("The database is locked.")
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return DatabaseFull(
                "The disk is full or broken: nothing was changed. Free some space."
            )
        case sqlite3.SQLITE_CANTOPEN:
            return DatabaseUnavailable(
                "The database file cannot be opened: check its folder and its owner."
            )
        case sqlite3.SQLITE_READONLY:
            return DatabaseUnavailable(
                "The database file may not be written: check its owner and permissions."
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseDamaged(
                "The database file is damaged. Stop Tidings, keep a copy of the file, "
                "and restore a backup with `tidings db restore`."
            )
    return None


def _use_write_ahead_log(connection: sqlite3.Connection, patience: float) -> None:
    """Switch the file to WAL; SQLite does not wait by itself when others do the same."""
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
