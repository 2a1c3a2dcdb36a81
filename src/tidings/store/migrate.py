"""Brings a database to this program's schema, once, whoever starts first.

All pending migrations run in one transaction under a lock, so a killed start leaves
the database as it was, and a second process waits and then finds nothing to do.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from tidings.core.errors import DatabaseBusy, DatabaseTooNew, DatabaseUnavailable
from tidings.store.connection import Clash
from tidings.store.database import sqlite_path
from tidings.store.sqlite_connection import open_sqlite, plain_sqlite_errors

if TYPE_CHECKING:
    from sqlalchemy import Connection as AlchemyConnection
    from sqlalchemy import Engine as AlchemyEngine
    from sqlalchemy.engine import ExceptionContext

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 7_210_405_119  # any number that only Tidings uses
# Another process may be migrating a large database; then there is nothing left to do.
_WAIT_FOR_LOCK = 300


def known_revisions() -> list[str]:
    """Return the revisions this program knows, oldest first."""
    return sorted(path.name[:4] for path in _MIGRATIONS.glob("[0-9]*_*.py"))


def current_revision(url: str) -> str | None:
    """Return the revision a database is at, or None if it is empty."""
    if url.startswith("sqlite:"):
        return _sqlite_revision(sqlite_path(url))
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            found = connection.execute(
                "select to_regclass('alembic_version')"
            ).fetchone()
            if found is None or found[0] is None:
                return None
            row = connection.execute(
                "select version_num from alembic_version"
            ).fetchone()
    except psycopg.OperationalError as error:
        raise DatabaseUnavailable(f"PostgreSQL cannot be reached: {error}") from error
    return row[0] if row else None


def pending_revisions(url: str) -> list[str]:
    """Return the revisions still to run; refuse a database that is newer than we are."""
    return _revisions_after(current_revision(url))


def upgrade(url: str) -> list[str]:
    """Run what is pending and return the revisions that ran. Starting twice is safe."""
    if not pending_revisions(url):
        return []
    engine = _alchemy_engine(url)
    try:
        with _words_for_locks(), engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                _lock_postgres(connection)
            return _run_pending(connection)
    finally:
        engine.dispose()


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


def _sqlite_revision(path: Path) -> str | None:
    if not path.exists():
        return None
    with (
        _words_for_locks(),
        closing(sqlite3.connect(path, timeout=_WAIT_FOR_LOCK)) as connection,
    ):
        known = connection.execute(
            "select 1 from sqlite_master where name = 'alembic_version'"
        ).fetchone()
        if not known:
            return None
        row = connection.execute("select version_num from alembic_version").fetchone()
        return row[0] if row else None


@contextmanager
def _words_for_locks() -> Iterator[None]:
    try:
        with plain_sqlite_errors():
            yield
    except (Clash, psycopg.errors.LockNotAvailable) as error:
        raise DatabaseBusy(
            f"Another process has locked the database for {_WAIT_FOR_LOCK} s; nothing "
            "was changed. Stop it, or wait until it is done, and start again."
        ) from error


def _lock_postgres(connection: "AlchemyConnection") -> None:
    connection.exec_driver_sql(f"set local lock_timeout = '{_WAIT_FOR_LOCK}s'")
    connection.exec_driver_sql(f"select pg_advisory_xact_lock({_LOCK})")


def _alchemy_engine(url: str) -> "AlchemyEngine":
    from sqlalchemy import event  # slow to import, rarely needed

    sqlite = url.startswith("sqlite:")
    engine = _sqlite_engine(sqlite_path(url)) if sqlite else _postgres_engine(url)

    @event.listens_for(engine, "handle_error")
    def give_bare_error(context: "ExceptionContext") -> BaseException:
        return context.original_exception

    return engine


def _postgres_engine(url: str) -> "AlchemyEngine":
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    address = "postgresql+psycopg://" + url.split("://", 1)[1]
    return create_engine(address, poolclass=NullPool)


def _sqlite_engine(path: Path) -> "AlchemyEngine":
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import NullPool

    with suppress(OSError):  # opening the file will say why
        path.parent.mkdir(parents=True, exist_ok=True)

    def connect() -> sqlite3.Connection:
        connection = open_sqlite(path, patience=_WAIT_FOR_LOCK)
        # Alembic rebuilds tables to change them; rows must not vanish by cascade.
        connection.execute("pragma foreign_keys = off")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def take_write_lock(connection: "AlchemyConnection") -> None:
        connection.exec_driver_sql("begin immediate")

    return engine


def _run_pending(connection: "AlchemyConnection") -> list[str]:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("version_locations", str(_MIGRATIONS))
    config.set_main_option("path_separator", "newline")
    script = ScriptDirectory.from_config(config)
    ran: list[str] = []

    def steps(current: tuple[str, ...], _context: object) -> list[object]:
        _revisions_after(current[0] if current else None)
        found = script._upgrade_revs("head", current)  # type: ignore[arg-type]
        ran.extend(step.revision.revision for step in found)
        return list(found)

    with EnvironmentContext(config, script, fn=steps) as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        environment.run_migrations()
    return ran
