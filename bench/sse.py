"""Two thousand idle live streams: what each costs, and how late an event comes.

The web process is the real one. Events are committed by this process, as a worker does
it: on SQLite they are found by looking, on PostgreSQL they are announced.
"""

import asyncio
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table
from tests import engines
from tests.make import a_feed, a_user, some_entries

from bench.servers import web_process
from tidings.config import load_settings
from tidings.context import Context
from tidings.services.accounts.sessions import open_session
from tidings.store.engine.connection import Connection
from tidings.store.feeds.follow import follow_feed
from tidings.store.system.events import publish_event
from tidings.wiring import build_context, prepare_database

STREAMS_OF_USER = 20
ROUNDS = 20
IDLE = 5.0  # seconds


@dataclass(frozen=True, slots=True)
class Figures:
    kilobytes: float  # of each client
    idle_cpu: float  # percent of a core
    feed_event: list[float]  # milliseconds to the last client
    user_event: list[float]


def run(console: Console, clients: int, engine_names: list[str]) -> None:
    _allow_many_files()
    table = Table(title=f"{clients:,} idle streams")
    columns = ("engine", "KB each", "idle CPU %", "to all: median ms", "worst ms")
    for column in (*columns, "to one user: median ms", "worst ms"):
        table.add_column(column, justify="left" if column == "engine" else "right")
    for engine in engine_names:
        with (
            new_database(engine) as url,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            got = runner.run(_measure(url, clients))
        table.add_row(
            engine,
            f"{got.kilobytes:.1f}",
            f"{got.idle_cpu:.2f}",
            f"{statistics.median(got.feed_event):.0f}",
            f"{max(got.feed_event):.0f}",
            f"{statistics.median(got.user_event):.0f}",
            f"{max(got.user_event):.0f}",
        )
    console.print(table)


async def _measure(url: str, clients: int) -> Figures:
    settings = load_settings({"TIDINGS_DATABASE_URL": url}, Path("/nonexistent"))
    prepare_database(settings, check=False)
    context = build_context(settings)
    users, feed = await context.database.write(_prepare, clients // STREAMS_OF_USER)
    tokens = [(await open_session(context, user))[0] for user in users]
    try:
        with web_process(url) as (port, pid):
            await _warm_up(port, tokens[0])
            before = _private_kilobytes(pid)
            crowd = await _connect(port, tokens * STREAMS_OF_USER)
            figures = Figures(
                kilobytes=(_private_kilobytes(pid) - before) / len(crowd.readers),
                idle_cpu=await _idle_cpu(pid),
                feed_event=[await _to_all(context, crowd, feed) for _ in range(ROUNDS)],
                user_event=[
                    await _to_one(context, crowd, users[0], len(users))
                    for _ in range(ROUNDS)
                ],
            )
            crowd.close()
            return figures
    finally:
        await context.database.close()


def _prepare(db: Connection, how_many: int) -> tuple[list[int], int]:
    feed = a_feed(db)
    users = [a_user(db) for _ in range(how_many)]
    for user in users:
        follow_feed(db, user, feed, 0)
    return users, feed


@dataclass(frozen=True, slots=True)
class Crowd:
    readers: list[asyncio.StreamReader]
    writers: list[asyncio.StreamWriter]

    def close(self) -> None:
        for writer in self.writers:
            writer.close()


async def _connect(port: int, tokens: list[str]) -> Crowd:
    crowd = Crowd([], [])
    for token in tokens:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(_request(token))
        await reader.readuntil(b"retry: ")
        await reader.readuntil(b"\n\n")
        crowd.readers.append(reader)
        crowd.writers.append(writer)
    return crowd


async def _warm_up(port: int, token: str) -> None:
    """Let the server import and allocate what it does once."""
    for _ in range(20):
        (await _connect(port, [token])).close()
    await asyncio.sleep(0.5)


async def _to_all(context: Context, crowd: Crowd, feed: int) -> float:
    def publish(db: Connection) -> None:
        ids = some_entries(db, feed, [context.clock()] * 10, context.clock())
        payload = {"first_id": ids[0], "last_id": ids[-1], "count": 10}
        publish_event(db, "entry_added", context.clock(), feed_id=feed, payload=payload)

    await context.database.write(publish)
    return await _all_have(crowd.readers, b"entry_added")


async def _to_one(context: Context, crowd: Crowd, user: int, users: int) -> float:
    def mark(db: Connection) -> None:
        payload = {"ids": [1], "read": True}
        publish_event(
            db, "state_changed", context.clock(), user_id=user, payload=payload
        )

    await context.database.write(mark)
    return await _all_have(crowd.readers[::users], b"state_changed")


async def _all_have(readers: list[asyncio.StreamReader], kind: bytes) -> float:
    """Return the milliseconds until the last of them has read the event."""
    began = time.perf_counter()

    async def has(reader: asyncio.StreamReader) -> None:
        await reader.readuntil(kind)
        await reader.readuntil(b"\n\n")

    await asyncio.gather(*(has(reader) for reader in readers))
    return (time.perf_counter() - began) * 1000


def _request(token: str) -> bytes:
    return (
        "GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n"
        "accept: text/event-stream\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64)\r\n"
        f"authorization: Bearer {token}\r\n\r\n"
    ).encode()


async def _idle_cpu(pid: int) -> float:
    await asyncio.sleep(1)
    before = _cpu_seconds(pid)
    await asyncio.sleep(IDLE)
    return (_cpu_seconds(pid) - before) / IDLE * 100


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _private_kilobytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


@contextmanager
def new_database(engine: str) -> Iterator[str]:
    if engine == "sqlite":
        with tempfile.TemporaryDirectory(prefix="tidings-bench-") as place:
            yield f"sqlite:///{place}/tidings.db"
        return
    with engines.postgres() as url:
        yield url


def _allow_many_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
