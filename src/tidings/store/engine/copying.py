"""Copies all rows of all declared tables from one database to another, either engine.

The source is read in one snapshot. The target is written in one transaction: whoever
looks sees what was there before, or everything. The search index is not copied: each
engine has its own, and what it lacks is indexed again.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any, Protocol

import psycopg
from psycopg import errors

from tidings.core.codes import Code
from tidings.core.errors import (
    Conflict,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseUnavailable,
    Invalid,
)
from tidings.store.engine.connection import Clash, Row
from tidings.store.engine.database import sqlite_path
from tidings.store.engine.migrate import empty_copy
from tidings.store.engine.sqlite_connection import open_sqlite, plain_sqlite_errors
from tidings.store.engine.turnstile import Turnstile

Progress = Callable[[int, int], None]
"""Told how much is done, and how much there is: rows or pages."""

_BATCH = 1000
# The search index, and the revision, which the target has already.
_NOT_COPIED = ("entry_search", "schema_revision")
_PATIENCE = 60


@dataclass(frozen=True, slots=True)
class TableShape:
    """A declared table: what is needed to name its rows in SQL."""

    name: str
    columns: tuple[str, ...]

    @property
    def column_list(self) -> str:
        return ", ".join(f'"{column}"' for column in self.columns)


class Snapshot(Protocol):
    """A database to read, as it is at one moment."""

    def count(self, table: TableShape) -> int:
        """Return how many rows a table has."""

    def batches(self, table: TableShape) -> Iterator[list[Row]]:
        """Yield all rows of a table."""


class CopyTarget(Protocol):
    """A database to fill, inside one transaction."""

    def is_empty(self, table: TableShape) -> bool:
        """Return whether a table has no row."""

    def insert(self, table: TableShape, batches: Iterator[list[Row]]) -> None:
        """Add rows."""


def declared_tables() -> list[TableShape]:
    """Return every declared table, those that others refer to first."""
    with closing(empty_copy()) as copy:
        found = copy.execute("select name from sqlite_master where type = 'table'")
        names = [name for (name,) in found if not name.startswith(_NOT_COPIED)]
        parents = {
            name: {row[2] for row in copy.execute(f'pragma foreign_key_list("{name}")')}
            for name in names
        }
        order = TopologicalSorter({n: parents[n] - {n} for n in names}).static_order()
        return [TableShape(name, _columns(copy, name)) for name in order]


def _columns(copy: sqlite3.Connection, table: str) -> tuple[str, ...]:
    return tuple(row[1] for row in copy.execute(f'pragma table_info("{table}")'))


def copy_rows(source: Snapshot, target: CopyTarget, progress: Progress) -> None:
    """Add all rows of the source to the target."""
    tables = declared_tables()
    counts = {table.name: source.count(table) for table in tables}
    total, done = sum(counts.values()), 0
    progress(0, total)
    for table in tables:
        start = done

        def counted(table: TableShape = table) -> Iterator[list[Row]]:
            nonlocal done
            for batch in source.batches(table):
                yield batch
                done += len(batch)
                progress(done, total)

        target.insert(table, counted())
        if done - start != counts[table.name]:
            raise DatabaseDamaged(f"The table {table.name} changed its size meanwhile.")


def replace_rows(source: Snapshot, url: str, progress: Progress) -> None:
    """Replace all rows of a PostgreSQL database by those of the source."""
    names = ", ".join(f'"{table.name}"' for table in declared_tables())
    with _filling_postgres(url) as postgres:
        # What is made from these rows, as the search index is, goes with them.
        postgres.execute(f"truncate {names} cascade")
        copy_rows(source, PostgresTarget(postgres), progress)


def check_empty(target: CopyTarget) -> None:
    """Refuse a target that already holds something."""
    for table in declared_tables():
        if not target.is_empty(table):
            raise Conflict(
                f"The target already holds {table.name}: choose an empty database.",
                code=Code.DATABASE_NOT_EMPTY,
            )


@contextmanager
def snapshot(url: str) -> Iterator[Snapshot]:
    """Yield a database as it is now, whatever others write meanwhile."""
    if url.startswith("sqlite:"):
        with closing(open_sqlite(sqlite_path(url))) as connection:
            connection.execute("begin")
            yield SqliteSnapshot(connection)
    else:
        with _postgres(url) as postgres:
            postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            postgres.read_only = True
            yield PostgresSnapshot(postgres)


@contextmanager
def filling(url: str) -> Iterator[CopyTarget]:
    """Yield a migrated database to fill; what was written stays if nothing is raised."""
    if url.startswith("sqlite:"):
        with _filling_sqlite(url) as target:
            yield target
        return
    with _filling_postgres(url) as postgres:
        yield PostgresTarget(postgres)


@contextmanager
def _filling_postgres(url: str) -> Iterator[psycopg.Connection[Any]]:
    with _postgres(url) as postgres:
        postgres.execute(f"set local lock_timeout = '{_PATIENCE}s'")
        yield postgres
    with _postgres(url) as postgres:
        postgres.execute("analyze")  # or the first queries get plans for empty tables


@contextmanager
def _postgres(url: str) -> Iterator[psycopg.Connection[Any]]:
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            yield connection
    except (errors.LockNotAvailable, errors.DeadlockDetected) as error:
        raise DatabaseBusy(
            "Others are using the database. Stop Tidings and try again."
        ) from error
    except psycopg.OperationalError as error:
        raise DatabaseUnavailable(f"PostgreSQL cannot be reached: {error}") from error


@contextmanager
def _filling_sqlite(url: str) -> Iterator[CopyTarget]:
    path = sqlite_path(url)
    with (
        closing(Turnstile(path)) as turnstile,
        closing(open_sqlite(path, patience=_PATIENCE)) as connection,
    ):
        connection.execute("pragma foreign_keys = off")  # checked as a whole at the end
        turnstile.enter()
        try:
            with plain_sqlite_errors():
                connection.execute("begin immediate")
                yield SqliteTarget(connection)
                _check_foreign_keys(connection)
                connection.execute("commit")
        except Clash as error:
            raise DatabaseBusy("Others are writing to the database.") from error


def _check_foreign_keys(connection: sqlite3.Connection) -> None:
    orphan = connection.execute("pragma foreign_key_check").fetchone()
    if orphan is not None:
        raise DatabaseDamaged(
            f"A row of {orphan[0]} belongs to a row of {orphan[2]} that is not there."
        )


class SqliteSnapshot:
    """A SQLite connection inside a read transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def count(self, table: TableShape) -> int:
        counted = self._connection.execute(_count(table)).fetchone()
        return int(counted[0])

    def batches(self, table: TableShape) -> Iterator[list[Row]]:
        cursor = self._connection.execute(_select(table))
        while batch := cursor.fetchmany(_BATCH):
            yield batch


class PostgresSnapshot:
    """A PostgreSQL connection inside a repeatable-read transaction."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def count(self, table: TableShape) -> int:
        return int(self._connection.execute(_count(table)).fetchall()[0][0])

    def batches(self, table: TableShape) -> Iterator[list[Row]]:
        # A named cursor stays on the server: the table need not fit into memory.
        with self._connection.cursor(name="copying") as cursor:
            cursor.execute(_select(table))
            while batch := cursor.fetchmany(_BATCH):
                yield batch


class SqliteTarget:
    """A SQLite connection inside a write transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def is_empty(self, table: TableShape) -> bool:
        return self._connection.execute(_any_row(table)).fetchone() is None

    def insert(self, table: TableShape, batches: Iterator[list[Row]]) -> None:
        marks = ", ".join("?" * len(table.columns))
        sql = f'insert into "{table.name}" ({table.column_list}) values ({marks})'  # noqa: S608
        for batch in batches:
            self._connection.executemany(sql, batch)


class PostgresTarget:
    """A PostgreSQL connection inside a transaction."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def is_empty(self, table: TableShape) -> bool:
        return self._connection.execute(_any_row(table)).fetchone() is None

    def insert(self, table: TableShape, batches: Iterator[list[Row]]) -> None:
        # One statement a table: rows may refer to later rows of the same table.
        sql = f'copy "{table.name}" ({table.column_list}) from stdin'
        try:
            with self._connection.cursor().copy(sql) as copy:
                for batch in batches:
                    for row in batch:
                        copy.write_row(row)
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            why = error.diag.message_primary or str(error)
            raise Invalid(f"The table {table.name} cannot be copied: {why}.") from error


def _count(table: TableShape) -> str:
    return f'select count(*) from "{table.name}"'  # noqa: S608 - a declared name


def _any_row(table: TableShape) -> str:
    return f'select 1 from "{table.name}" limit 1'  # noqa: S608


def _select(table: TableShape) -> str:
    return f'select {table.column_list} from "{table.name}"'  # noqa: S608
