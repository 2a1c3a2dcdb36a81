"""Search at length: common and rare words, for readers of all feeds and of a few.

Beside each stands the floor: the same statements on the bare driver, in the same run.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from rich.console import Console
from tests import engines, make

from bench.history import READERS, Size, fill, recount_everything
from bench.measure import milliseconds
from bench.read_state import Result, _bare, _print, _recorded, _through
from bench.search_texts import say_something
from tidings.core.reading.reading import Place
from tidings.core.reading.search_terms import search_terms
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import open_database, sqlite_path
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.postgres_connection import PostgresConnection
from tidings.store.engine.sqlite_connection import SqliteConnection
from tidings.store.reading.entry_rows import listed_entries
from tidings.store.reading.search import best_matches, newest_matches
from tidings.store.reading.search_scope import search_for

QUERIES = {
    "common word": "common",
    "frequent": "frequent",
    "uncommon": "uncommon",
    "scarce": "scarce",
    "rare": "rarest",
    "no such word": "nowhere",
    "two common": "common babe",
    "common, not rare": "common -rarest",
    "phrase": '"babe bebe"',
    "common, unread": "common is:unread",
    "only filters": "is:read before:2021",
    "only -word": "-common",
}
PAGE = 50


def run(console: Console, sizes: list[Size], engine_names: list[str]) -> None:
    for size in sizes:
        for engine in engine_names:
            with filled(engine, size, console) as url:
                measure(console, engine, url, size)


def measure(console: Console, engine: str, url: str, size: Size) -> None:
    results = list(_measured(engine, url))
    _print(console, f"{engine}, {size.entries:,} entries", results)


@contextmanager
def filled(engine: str, size: Size, console: Console) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as place:
        if engine == "sqlite":
            url = f"sqlite:///{Path(place) / 'bench.db'}"
            write_history(url, size, console)
            yield url
            return
        settings = {"shared_buffers": "2GB", "max_wal_size": "8GB"}
        with engines.postgres(settings) as url:
            write_history(url, size, console)
            yield url


def write_history(url: str, size: Size, console: Console) -> None:
    """Fill an empty database with a history that can be searched."""
    with console.status(f"writing and indexing {size.entries:,} entries …"):
        upgrade(url)
        lite = url.startswith("sqlite:")
        connection: Any = (
            SqliteConnection(sqlite_path(url), write=True)
            if lite
            else PostgresConnection(url)
        )
        connection.begin(write=True, stop_asked=lambda: False)
        fill(connection, size)
        recount_everything(connection, size)
        say_something(connection, size)
        connection.commit()
        connection.close()
        if not lite:
            with psycopg.connect(url, autocommit=True) as server:
                server.execute("vacuum analyze")


def _measured(engine: str, url: str) -> Iterator[Result]:
    database = open_database(url)
    bare = _bare(url)
    try:
        for reader in ("all unread", "daily reader", "ten quiet feeds"):
            for what, function in _searches(READERS[reader]):
                ours = milliseconds(_through(database, function, False), rounds=20)
                statements = _recorded(database, function, False)
                floor = milliseconds(
                    lambda s=statements: bare(s, False),  # type: ignore[misc]
                    rounds=20,
                )
                yield Result(engine, reader, what, ours, floor)
    finally:
        database.close_now()


def _searches(user: int) -> list[tuple[str, Callable[[Connection], Any]]]:
    def newest(query: str) -> Callable[[Connection], Any]:
        def page(db: Connection) -> list[Place]:
            search = search_for(db, user, search_terms(query).terms, make.NOON)
            assert search is not None
            found = newest_matches(db, search, None, PAGE)
            listed_entries(db, user, [place.id for place in found.places])
            return found.places

        return page

    def best(db: Connection) -> Any:
        search = search_for(db, user, search_terms("common").terms, make.NOON)
        assert search is not None
        return best_matches(db, search, None)

    searches = [(what, newest(query)) for what, query in QUERIES.items()]
    return [*searches, ("common, by rank", best)]
