"""Every SQL text once more, on the PostgreSQL of the distribution, which is an older one.

It has the tables and no rows, so that a statement does little; but what an older version
does not know, it refuses all the same.
"""

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.engines import own_postgres
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.postgres_connection import PostgresConnection

_FINDER = Path(__file__).parents[1] / "tools" / "need_postgres.sh"


@contextmanager
def older_postgres() -> Iterator[str]:
    """Yield the address of a server of the distribution's version."""
    found = subprocess.run(["sh", _FINDER], capture_output=True, text=True)
    if found.returncode != 0:
        raise RuntimeError(found.stderr)
    with own_postgres(programs=Path(found.stdout.strip())) as server:
        yield server.url


def refused_by_older_postgres(texts: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the texts that the server refuses, each run with its parameters."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(older_postgres())
        except RuntimeError as missing:
            return [str(missing)]
        upgrade(url)
        connection = PostgresConnection(url)
        try:
            refused = [
                f"An older PostgreSQL says: {refusal}\n{sql.strip()}"
                for sql, parameters in texts.items()
                if (refusal := _refusal(connection, sql, parameters))
            ]
        finally:
            connection.close()
    return refused


def _refusal(
    connection: PostgresConnection, sql: str, parameters: Mapping[str, Any]
) -> str | None:
    connection.begin(write=True, stop_asked=bool)
    try:
        connection.run(sql, **parameters)
    except psycopg.IntegrityError:
        return None  # it ran, and missed the rows that it speaks of
    except psycopg.Error as error:
        return str(error)
    finally:
        connection.roll_back()
    return None
