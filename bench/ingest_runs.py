"""The runs that `bench.ingest` measures, each in a process of its own."""

import asyncio
import gzip
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import aiohttp
import psycopg
from lxml import etree

from tidings.config import load_settings
from tidings.core.settings.settings import Settings
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import open_database, sqlite_path
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.packing import unpack_behind
from tidings.store.engine.sqlite_connection import open_sqlite
from tidings.store.feeds.feeds import add_feed, make_all_due
from tidings.wiring import build_context, open_fetching
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue

_SIDE_BY_SIDE = 50
_TABLES = ("entries", "entry_bodies", "entry_search")
_INDEX = """
insert into entry_search (rowid, title, author, body) values (?, ?, ?, ?)
"""


async def ours(url: str, address: str, feeds: str) -> AsyncIterator[str]:
    """Work off what is due, as a worker does."""
    settings = _settings(url, address)
    upgrade(url)
    context = build_context(settings)
    await context.database.write(_prepare, address, int(feeds), context.clock())
    async with open_fetching(settings) as fetching:
        yield "ready"
        checked = await work_off_queue(context, fetching, FEEDS)
        entries = await context.database.read(_count)
        yield f"{checked} checks, {entries} entries"
    context.database.close_now()


def _prepare(db: Connection, address: str, feeds: int, now: int) -> None:
    for number in range(feeds):
        add_feed(db, f"{address}/{number}.xml", now)
    make_all_due(db, now)


def _count(db: Connection) -> int:
    return int(db.value("select count(*) from entries"))


def _settings(url: str, address: str) -> Settings:
    return load_settings(
        {
            "TIDINGS_DATABASE_URL": url,
            "TIDINGS_ALLOW_ORIGINS": address.removeprefix("http://"),
            "TIDINGS_FETCH_HOST_DELAY": "0s",
            "TIDINGS_FETCH_HOST_CONCURRENCY": "50",
            "TIDINGS_SECRET_KEY": "k" * 40,
            "TIDINGS_LOG_LEVEL": "warning",
        },
        Path("/nonexistent"),
    )


async def floor(url: str, address: str, feeds: str) -> AsyncIterator[str]:
    """Download and parse bare, then insert the rows that our run wrote."""
    yield "ready"
    bodies = await _download(address, int(feeds), {})
    for body, _ in bodies:
        etree.fromstring(gzip.decompress(body))
    del bodies
    copy = _copy_sqlite if url.startswith("sqlite:") else _copy_postgres
    yield f"{copy(url)} rows"


async def floor304(url: str, address: str, feeds: str) -> AsyncIterator[str]:
    """Ask for everything again with validators, bare."""
    etags = await asyncio.to_thread(_etags, url)
    yield "ready"
    answers = await _download(address, int(feeds), etags)
    yield f"{sum(status == 304 for _, status in answers)} × 304"


def _etags(url: str) -> dict[str, str]:
    database = open_database(url)
    rows = database.read_now(
        lambda db: db.rows(
            "select f.url, t.etag from feeds f, feed_fetch_state t"
            " where t.feed_id = f.id"
        )
    )
    database.close_now()
    return dict(rows)


async def _download(
    address: str, feeds: int, etags: dict[str, str]
) -> list[tuple[bytes, int]]:
    room = asyncio.Semaphore(_SIDE_BY_SIDE)

    async def one(session: aiohttp.ClientSession, number: int) -> tuple[bytes, int]:
        target = f"{address}/{number}.xml"
        headers = {"If-None-Match": etags[target]} if target in etags else {}
        async with room, session.get(target, headers=headers) as answer:
            return await answer.read(), answer.status

    async with aiohttp.ClientSession(auto_decompress=False) as session:
        return await asyncio.gather(*(one(session, n) for n in range(feeds)))


def _copy_sqlite(url: str) -> int:
    """The same rows into the same tables of a fresh file, in commits of a thousand."""
    source = open_sqlite(sqlite_path(url))
    target_path = sqlite_path(url).with_name("floor.db")
    target_path.unlink(missing_ok=True)
    upgrade(f"sqlite:///{target_path}")
    target = open_sqlite(target_path)
    target.execute("pragma foreign_keys = off")
    rows = 0
    for table in _TABLES[:2]:
        names = [row[1] for row in source.execute(f"pragma table_info({table})")]
        marks = ", ".join("?" * len(names))
        sql = f"insert into {table} ({', '.join(names)}) values ({marks})"
        rows += _in_commits(
            source.execute(f"select {', '.join(names)} from {table}"), target, sql
        )
    bodies = source.execute("select entry_id, codec, content from entry_bodies")
    return rows + _in_commits(_texts(bodies), target, _INDEX)


def _texts(bodies: sqlite3.Cursor) -> Iterator[tuple[int | str, ...]]:
    """What the index was given; it does not keep it."""
    for number, codec, content in bodies:
        yield (number, *(unpack_behind(codec, content) or ("", "", "")))


def _in_commits(
    found: Iterable[tuple[object, ...]],
    target: sqlite3.Connection,
    sql: str,
    size: int = 1000,
) -> int:
    rows, left = 0, iter(found)
    while batch := list(islice(left, size)):
        target.execute("begin immediate")
        target.executemany(sql, batch)
        target.execute("commit")
        rows += len(batch)
    return rows


def _copy_postgres(url: str) -> int:
    rows = 0
    with psycopg.connect(url) as source, psycopg.connect(url) as target:
        for table in _TABLES:
            target.execute(f"create table floor_{table} (like {table} including all)")
            count = len(source.execute(f"select * from {table} limit 0").description)
            marks = ", ".join(["%s"] * count)
            with source.cursor("rows") as cursor, target.cursor() as writer:
                cursor.execute(f"select * from {table}")
                while batch := cursor.fetchmany(1000):
                    writer.executemany(
                        f"insert into floor_{table} values ({marks})", batch
                    )
                    target.commit()
                    rows += len(batch)
        for table in _TABLES:
            target.execute(f"drop table floor_{table}")
    return rows


async def reader(place: str, address: str, feeds: str) -> AsyncIterator[str]:
    """The PyPI package `reader`, told to update everything with its own workers."""
    from reader import make_reader

    library = make_reader(str(Path(place) / "reader.db"), search_enabled=True)
    for number in range(int(feeds)):
        library.add_feed(f"{address}/{number}.xml", exist_ok=True)
    yield "ready"
    library.update_feeds(workers=10)
    library.update_search()
    yield f"{library.get_entry_counts().total} entries"


RUNS: dict[str, Callable[..., AsyncIterator[str]]] = {
    "ours": ours,
    "floor": floor,
    "floor304": floor304,
    "reader": reader,
}
