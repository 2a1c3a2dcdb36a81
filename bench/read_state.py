"""Read state at length: lists, counts and marks for readers of every habit.

Each call goes through the database layer, as the program does it. Beside it stands the
floor: the same statements on the bare driver, in the same run. Writes are rolled back.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg.types.numeric import Int8Dumper
from rich.console import Console
from rich.table import Table
from tests import engines
from tests.recorder import Recorder, Statement

from bench.history import READERS, Size, fill, recount_everything
from bench.measure import milliseconds
from tidings.core.reading.reading import ListQuery, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database, sqlite_path
from tidings.store.engine.dialect import postgres_text, sqlite_parameters, sqlite_text
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.postgres_connection import OPTIONS, PostgresConnection
from tidings.store.engine.sqlite_connection import SqliteConnection, open_sqlite
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.entry_rows import listed_entries
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import mark_entries

PAGE = 51  # fifty and one more, to know whether there is a next page


class RolledBack(Exception):
    """Ends a measured write without a trace."""


@dataclass(frozen=True, slots=True)
class Result:
    engine: str
    reader: str
    what: str
    ours: float
    floor: float


def run(console: Console, sizes: list[Size], engine_names: list[str]) -> None:
    for size in sizes:
        for engine in engine_names:
            with filled(engine, size, console) as url:
                results = list(_measured(engine, url, size))
            _print(console, f"{engine}, {size.entries:,} entries", results)


@contextmanager
def filled(engine: str, size: Size, console: Console) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as place:
        if engine == "sqlite":
            url = f"sqlite:///{Path(place) / 'bench.db'}"
            _fill(url, size, console)
            yield url
            return
        settings = {"shared_buffers": "1GB", "max_wal_size": "8GB"}
        with engines.postgres(settings) as url:
            _fill(url, size, console)
            yield url


def _fill(url: str, size: Size, console: Console) -> None:
    with console.status(f"writing {size.entries:,} entries …"):
        upgrade(url)
        if url.startswith("sqlite:"):
            connection: Any = SqliteConnection(sqlite_path(url), write=True)
        else:
            connection = PostgresConnection(url)
        connection.begin(write=True, stop_asked=lambda: False)
        fill(connection, size)
        recount_everything(connection, size)
        connection.commit()
        connection.close()
        if not url.startswith("sqlite:"):
            with psycopg.connect(url, autocommit=True) as server:
                server.execute("vacuum analyze")


def _measured(engine: str, url: str, size: Size) -> Iterator[Result]:
    from datetime import timedelta

    database = open_database(url, timeout=timedelta(minutes=5))
    bare = _bare(url)
    try:
        for reader, user in READERS.items():
            for what, function, write in _operations(user, size):
                rounds = 5 if reader == "dense" and what == "mark all" else 20
                ours = milliseconds(_through(database, function, write), rounds=rounds)
                statements = _recorded(database, function, write)
                floor = milliseconds(
                    lambda s=statements, w=write: bare(s, w), rounds=rounds
                )
                yield Result(engine, reader, what, ours, floor)
    finally:
        database.close_now()


def _operations(
    user: int, size: Size
) -> list[tuple[str, Callable[[Connection], Any], bool]]:
    def page(db: Connection, after: Place | None = None) -> list[Place]:
        places = entry_places(db, ListQuery(user, PAGE, after=after))
        listed_entries(db, user, [place.id for place in places])
        return places

    def deep(db: Connection) -> list[Place]:
        return page(db, _deep_place(size))

    def counts(db: Connection) -> Any:
        return unread_counts(db, user)

    def mark_fifty(db: Connection) -> Any:
        places = entry_places(db, ListQuery(user, 50))
        return mark_entries(db, user, [place.id for place in places], read=True)

    def mark_everything(db: Connection) -> Any:
        return mark_all_read(db, user, size.entries)

    return [
        ("first page", page, False),
        ("page 101", deep, False),
        ("counts", counts, False),
        ("mark 50", mark_fifty, True),
        ("mark all", mark_everything, True),
    ]


def _deep_place(size: Size) -> Place:
    """Five thousand entries down: where page 101 of an unread account begins."""
    from bench.history import DAY, START

    back = 5000 // size.feeds
    return Place(START + (size.per_feed - back) * DAY + 1, 1 << 59)


def _through(
    database: Database, function: Callable[[Connection], Any], write: bool
) -> Callable[[], Any]:
    if not write:
        return lambda: database.read_now(function)

    def rolled_back(db: Connection) -> None:
        function(db)
        raise RolledBack

    def call() -> None:
        with suppress(RolledBack):
            database.write_now(rolled_back)

    return call


def _recorded(
    database: Database, function: Callable[[Connection], Any], write: bool
) -> list[Statement]:
    found: list[Statement] = []

    def recording(db: Connection) -> None:
        recorder = Recorder(db)
        function(recorder)
        found.extend(recorder.statements)
        raise RolledBack

    with suppress(RolledBack):
        (database.write_now if write else database.read_now)(recording)
    return found


def _bare(url: str) -> Callable[[list[Statement], bool], None]:
    """Run recorded statements on the driver itself, in a transaction rolled back."""
    if url.startswith("sqlite:"):
        lite = open_sqlite(sqlite_path(url))

        def on_sqlite(statements: list[Statement], _w: bool) -> None:
            lite.execute("begin")
            for sql, parameters in statements:
                lite.execute(sqlite_text(sql), sqlite_parameters(parameters)).fetchall()
            lite.execute("rollback")

        return on_sqlite
    server = psycopg.connect(url, autocommit=True, prepare_threshold=1, options=OPTIONS)
    server.adapters.register_dumper(int, Int8Dumper)

    def on_postgres(statements: list[Statement], _w: bool) -> None:
        server.execute("begin")
        for sql, parameters in statements:
            cursor = server.execute(postgres_text(sql), parameters)
            if cursor.description:
                cursor.fetchall()
        server.execute("rollback")

    return on_postgres


def _print(console: Console, title: str, results: list[Result]) -> None:
    table = Table(title=f"{title}: ms (× the same SQL on the bare driver)")
    table.add_column("reader")
    whats = list(dict.fromkeys(result.what for result in results))
    for what in whats:
        table.add_column(what, justify="right")
    for reader in dict.fromkeys(result.reader for result in results):
        cells = [
            f"{r.ours:.2f} (×{r.ours / r.floor:.1f})"
            for r in results
            if r.reader == reader
        ]
        table.add_row(reader, *cells)
    console.print(table)
