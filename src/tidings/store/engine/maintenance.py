"""Looks after a database: is it whole, how large is it, and can it be smaller."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tidings.core.errors import DatabaseBusy, DatabaseDamaged
from tidings.store.engine.connection import Clash
from tidings.store.engine.database import sqlite_path
from tidings.store.engine.postgres_server import connect_postgres
from tidings.store.engine.sqlite_connection import open_sqlite, plain_sqlite_errors
from tidings.store.engine.turnstile import Turnstile

# Above this size the thorough check takes too long for a start.
QUICK_CHECK_ABOVE = 100 * 1024 * 1024
_MOST_PROBLEMS = 20
_PATIENCE = 60.0
_SHRINK_TRIES = 50
_INVALID_ON_POSTGRES = """
    select 'The index ' || indexrelid::regclass || ' is not valid: reindex it.'
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace
    union all
    select 'The constraint ' || conname || ' of ' || conrelid::regclass
           || ' was never validated.'
    from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace
"""


def integrity_problems(url: str) -> list[str]:
    """Return what is wrong with a database in words; nothing means it is sound."""
    if not url.startswith("sqlite:"):
        with connect_postgres(url) as postgres:
            return [row[0] for row in postgres.execute(_INVALID_ON_POSTGRES)]
    path = sqlite_path(url)
    if not path.exists():
        return []
    try:
        # Not as we open our own: what another program made is left as it is.
        with (
            plain_sqlite_errors(path),
            closing(sqlite3.connect(path, timeout=_PATIENCE)) as connection,
        ):
            connection.execute("pragma schema_version")
            return sqlite_problems(connection)
    except DatabaseDamaged as error:
        return [error.message]


def sqlite_problems(connection: sqlite3.Connection) -> list[str]:
    """Return what is wrong with an open SQLite database, at most twenty problems."""
    try:
        large = _sqlite_size(connection) > QUICK_CHECK_ABOVE
        check = "quick_check" if large else "integrity_check"
        found = connection.execute(f"pragma {check}({_MOST_PROBLEMS})").fetchall()
        orphans = connection.execute("pragma foreign_key_check").fetchmany(
            _MOST_PROBLEMS
        )
    except sqlite3.DatabaseError as error:
        return [f"The file cannot be read: {error}."]
    problems = [text for (text,) in found if text != "ok"]
    problems += [
        f"A row of {table} belongs to a row of {parent} that is not there."
        for table, _row, parent, _key in orphans
    ]
    return problems[:_MOST_PROBLEMS]


def database_size(url: str) -> int:
    """Return how many bytes a database takes, its write-ahead log included."""
    if not url.startswith("sqlite:"):
        with connect_postgres(url) as postgres:
            sql = "select pg_database_size(current_database())"
            return int(postgres.execute(sql).fetchall()[0][0])
    path = sqlite_path(url)
    parts = (path, path.with_name(f"{path.name}-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def vacuum(url: str) -> int:
    """Give unused space back and return how many bytes that freed.

    On SQLite nobody can write meanwhile. There it never gathers statistics: the query
    plans are made for a database that has none.
    """
    before = database_size(url)
    if url.startswith("sqlite:"):
        _vacuum_sqlite(sqlite_path(url))
    else:
        with connect_postgres(url) as postgres:
            postgres.execute("vacuum (analyze)")
    return max(0, before - database_size(url))


def _vacuum_sqlite(path: Path) -> None:
    turnstile = Turnstile(path)
    with closing(turnstile), closing(open_sqlite(path, patience=_PATIENCE)) as sqlite:
        try:
            with plain_sqlite_errors():
                turnstile.enter()
                sqlite.execute("vacuum")
        except Clash as error:
            raise DatabaseBusy(
                f"Somebody else kept the database locked for {_PATIENCE:g} s."
            ) from error
        finally:
            turnstile.leave()
        _empty_log(sqlite)


def _empty_log(sqlite: sqlite3.Connection) -> None:
    """Bring the log into the file, then cut it off in a moment without readers.

    To wait for that moment inside SQLite would keep all writers out.
    """
    sqlite.execute("pragma wal_checkpoint(passive)")
    sqlite.execute("pragma busy_timeout = 0")
    for _ in range(_SHRINK_TRIES):
        busy, _frames, _done = sqlite.execute(
            "pragma wal_checkpoint(truncate)"
        ).fetchone()
        if not busy:
            return
        time.sleep(0.02)


def _sqlite_size(connection: sqlite3.Connection) -> int:
    pages: int = connection.execute("pragma page_count").fetchone()[0]
    size: int = connection.execute("pragma page_size").fetchone()[0]
    return pages * size
