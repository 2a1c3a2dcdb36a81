"""The PostgreSQL server itself: reached or not, and of which version; 14 and newer do."""

from typing import TYPE_CHECKING, Any

from tidings.core.errors import DatabaseTooOld, DatabaseUnavailable

if TYPE_CHECKING:
    import psycopg

OLDEST_POSTGRES = 14
# To plan a statement takes longer than to run it, and there is one good plan for each:
# along an index. Left to itself, PostgreSQL plans again whenever it thinks a list short.
PLANNING = "force_generic_plan"


def connect_postgres(url: str) -> "psycopg.Connection[Any]":
    """Return a connection for upkeep, to a server that can be reached and is new enough."""
    import psycopg  # not needed on SQLite

    try:
        connection: psycopg.Connection[Any] = psycopg.connect(
            url, autocommit=True, connect_timeout=5
        )
    except psycopg.OperationalError as error:
        raise DatabaseUnavailable(f"PostgreSQL cannot be reached: {error}") from error
    try:
        refuse_old_postgres(connection.info.server_version)
    except DatabaseTooOld:
        connection.close()
        raise
    return connection


def postgres_version(url: str) -> str:
    """Return the version of the server, such as 15.18."""
    with connect_postgres(url) as connection:
        return shown_version(connection.info.server_version)


def refuse_old_postgres(version: int) -> None:
    """Raise if a server, by its own number, is too old to run our statements."""
    if version < OLDEST_POSTGRES * 10_000:
        raise DatabaseTooOld(
            f"The database server is PostgreSQL {shown_version(version)}, and Tidings"
            f" needs {OLDEST_POSTGRES} or newer. Upgrade the server; nothing was changed."
        )


def shown_version(version: int) -> str:
    """Return a server's number as people write it: 150018 is 15.18."""
    return f"{version // 10_000}.{version % 10_000}"
