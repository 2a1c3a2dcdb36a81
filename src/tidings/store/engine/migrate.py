"""Brings a database to this program's schema, once, whoever starts first.

All pending migrations run in one transaction under a lock, so a killed start leaves
the database as it was, and a second process waits and then finds nothing to do. Whether
anything is pending is one small read.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tidings.core.errors import DatabaseBusy, DatabaseTooNew, DatabaseUnavailable
from tidings.store.engine.connection import Clash, Engine
from tidings.store.engine.database import sqlite_path
from tidings.store.engine.postgres_server import connect_postgres
from tidings.store.engine.sqlite_connection import open_sqlite, plain_sqlite_errors

if TYPE_CHECKING:
    import psycopg

    Driver = sqlite3.Connection | psycopg.Connection[Any]

T = TypeVar("T")
_MIGRATIONS = Path(__file__).parents[1] / "migrations"
_LOCK = 7_210_405_119  # any number that only Tidings uses
# Another process may be migrating a large database; then there is nothing left to do.
_WAIT_FOR_LOCK = 300
_HAS_REVISION = {
    "sqlite": "select 1 from sqlite_master where name = 'schema_revision'",
    "postgres": "select 1 where to_regclass('schema_revision') is not null",
}
# Asked in one statement: another process may make the tables at this moment. A SQLite
# file is ours alone, but tools that copy it all the time may have been there before us.
_NOT_OURS = {
    "sqlite": """
select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\'
  and not exists (select 1 from sqlite_master where name = 'schema_revision')
order by name limit 1
""",
    "postgres": """
select relname from pg_class
where relnamespace = current_schema()::regnamespace and relname = any(%(names)s)
  and not exists (select 1 from pg_class where relname = 'schema_revision'
    and relnamespace = current_schema()::regnamespace)
order by relname limit 1
""",
}
_TABLE = re.compile(r"^create table (\w+)", re.MULTILINE)
_ONLY_ON = re.compile(r"^-- only (sqlite|postgres)$", re.MULTILINE)
_WORDS = {
    "sqlite": {"int8": "integer", "bytea": "blob"},
    "postgres": {" without rowid": ""},
}


def known_revisions() -> list[str]:
    """Return the revisions this program knows, oldest first."""
    return sorted(_files())


def current_revision(url: str) -> str | None:
    """Return the revision a database is at, or None if it is empty."""
    return _look(url, _revision)


def pending_revisions(url: str) -> list[str]:
    """Return the revisions still to run; refuse a database that is newer than we are, or
    another program's."""
    pending = _look(url, _pending)
    return known_revisions() if pending is None else pending


def upgrade(url: str) -> list[str]:
    """Run what is pending and return the revisions that ran. Starting twice is safe."""
    if not pending_revisions(url):
        return []
    if url.startswith("sqlite:"):
        with _sqlite_transaction(sqlite_path(url)) as sqlite:
            return _run_pending(sqlite, "sqlite")
    with _postgres_transaction(url) as postgres:
        return _run_pending(postgres, "postgres")


def empty_copy() -> sqlite3.Connection:
    """Return a SQLite database in memory that has all tables and no rows."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _run_pending(connection, "sqlite")
    return connection


def statements(script: str, engine: Engine) -> Iterator[str]:
    """Yield the statements of a migration as an engine reads them.

    One that follows a line `-- only sqlite` or `-- only postgres` is for that engine.
    """
    for statement in script.split(";\n"):
        only = _ONLY_ON.search(statement)
        if not statement.strip() or (only and only[1] != engine):
            continue
        for ours, theirs in _WORDS[engine].items():
            statement = re.sub(rf"(?<!\w){ours}\b", theirs, statement)
        yield statement


def _files() -> dict[str, Path]:
    return {path.name[:4]: path for path in _MIGRATIONS.glob("[0-9]*_*.sql")}


def _text(migration: Path) -> str:
    return migration.read_text("utf-8")


def _look(url: str, ask: "Callable[[Driver, Engine], T]") -> T | None:
    """Ask a database something, outside any transaction; None: there is no such file."""
    if not url.startswith("sqlite:"):
        return _look_at_postgres(url, ask)
    path = sqlite_path(url)
    if not path.exists():
        return None
    with (
        _sqlite_errors(),
        closing(sqlite3.connect(path, timeout=_WAIT_FOR_LOCK)) as connection,
    ):
        return ask(connection, "sqlite")


def _look_at_postgres(url: str, ask: "Callable[[Driver, Engine], T]") -> T:
    import psycopg  # not needed on SQLite

    try:
        with connect_postgres(url) as connection:
            return ask(connection, "postgres")
    except psycopg.OperationalError as error:
        raise DatabaseUnavailable(f"PostgreSQL cannot be reached: {error}") from error


def _revisions_after(current: str | None) -> list[str]:
    known = known_revisions()
    if current is None:
        return known
    if current not in known:
        raise DatabaseTooNew(
            f"The database is at revision {current}, and this Tidings knows only up to "
            f"{known[-1]}. Use the newer Tidings again, or restore a backup made before "
            "the upgrade."
        )
    return known[known.index(current) + 1 :]


def _run_pending(connection: "Driver", engine: Engine) -> list[str]:
    pending = _pending(connection, engine)
    files = _files()
    for revision in pending:
        for statement in statements(_text(files[revision]), engine):
            connection.execute(statement)
    if pending:
        connection.execute("delete from schema_revision")
        connection.execute(f"insert into schema_revision values ('{pending[-1]}')")  # noqa: S608
    return pending


def _revision(connection: "Driver", engine: Engine) -> str | None:
    if connection.execute(_HAS_REVISION[engine]).fetchone() is None:
        return None
    row = connection.execute("select revision from schema_revision").fetchone()
    return row[0] if row else None


def _pending(connection: "Driver", engine: Engine) -> list[str]:
    current = _revision(connection, engine)
    if current is None:
        _refuse_database_of_another_program(connection, engine)
    return _revisions_after(current)


def _refuse_database_of_another_program(connection: "Driver", engine: Engine) -> None:
    ours = [name for file in _files().values() for name in _TABLE.findall(_text(file))]
    row = connection.execute(_NOT_OURS[engine], {"names": ours}).fetchone()
    if row is not None:
        raise DatabaseUnavailable(
            f"The database holds what this Tidings did not make (table {row[0]}): choose"
            " an empty one. Nothing was changed."
        )


def _locked_by_another() -> DatabaseBusy:
    return DatabaseBusy(
        f"Another process has locked the database for {_WAIT_FOR_LOCK} s; nothing "
        "was changed. Stop it, or wait until it is done, and start again."
    )


@contextmanager
def _sqlite_errors() -> Iterator[None]:
    try:
        with plain_sqlite_errors():
            yield
    except Clash as error:
        raise _locked_by_another() from error


@contextmanager
def _sqlite_transaction(path: Path) -> Iterator[sqlite3.Connection]:
    with suppress(OSError):  # opening the file will say why
        path.parent.mkdir(parents=True, exist_ok=True)
    with (
        _sqlite_errors(),
        closing(open_sqlite(path, patience=_WAIT_FOR_LOCK)) as connection,
    ):
        # To change a table may mean to rebuild it; rows must not vanish by cascade.
        connection.execute("pragma foreign_keys = off")
        connection.execute("begin immediate")
        yield connection
        connection.execute("commit")


@contextmanager
def _postgres_transaction(url: str) -> Iterator["psycopg.Connection[Any]"]:
    from psycopg.errors import LockNotAvailable

    try:
        with connect_postgres(url) as connection, connection.transaction():
            connection.execute(f"set local lock_timeout = '{_WAIT_FOR_LOCK}s'")
            connection.execute(f"select pg_advisory_xact_lock({_LOCK})")
            yield connection
    except LockNotAvailable as error:
        raise _locked_by_another() from error
