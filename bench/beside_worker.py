"""How the reading API answers while a worker takes in new feeds beside it.

A hundred requests are due each second, whatever became of those before them, and each
is timed from when it was due: a wait counts for everybody who waits. The web process
and the worker are the real ones, on one database with a long history.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median

import aiohttp
import uvloop
from rich.console import Console
from rich.table import Table

from bench.api import LIST
from bench.feed_origin import origin
from bench.history import READERS, Size
from bench.measure import percentile
from bench.search import filled
from bench.servers import environment, web_process
from tidings.config import load_settings
from tidings.context import Context
from tidings.services.accounts.sessions import open_session
from tidings.store.engine.connection import Connection
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.follow import follow_feed
from tidings.wiring import build_context

RATE = 100  # requests a second
SECONDS = 30
READER = "daily reader"
# Enough that the worker never runs out; copies keep the origin small.
FEEDS = 1000
COPIES = 5
ENTRIES_OF_FEED = 39
_AT_ONCE = 100  # feeds followed in one transaction
# Of twenty requests, how many are of each kind.
MIXTURE = {"list": 14, "counts": 3, "open": 2, "mark": 1}


@dataclass(frozen=True, slots=True)
class Answered:
    kind: str
    milliseconds: float  # from when it was due


@dataclass(frozen=True, slots=True)
class Run:
    answers: list[Answered]
    entries: int  # taken in meanwhile


def run(console: Console, sizes: list[Size], engine_names: list[str]) -> None:
    for size in sizes:
        for engine in engine_names:
            with (
                filled(engine, size, console) as url,
                origin(FEEDS, ENTRIES_OF_FEED) as (port, _),
                asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
            ):
                alone, beside = runner.run(_measure(url, f"127.0.0.1:{port}"))
            title = f"{engine}, {size.entries:,} entries, {RATE} requests a second"
            _print(console, title, alone, beside)


async def _measure(url: str, place: str) -> tuple[Run, Run]:
    settings = load_settings({"TIDINGS_DATABASE_URL": url}, Path("/nonexistent"))
    context = build_context(settings)
    try:
        for copy in range(COPIES):
            for first in range(0, FEEDS, _AT_ONCE):
                numbers = range(first, first + _AT_ONCE)
                addresses = [f"http://{place}/{n}.xml?copy={copy}" for n in numbers]
                await context.database.write(_follow, addresses, context.clock())
        token, _ = await open_session(context, READERS[READER])
        with web_process(url, TIDINGS_API_RATE="0") as (port, _):
            headers = {"Authorization": f"Bearer {token}"}
            address = f"http://127.0.0.1:{port}"
            async with aiohttp.ClientSession(address, headers=headers) as http:
                alone = await _driven(context, http)
                with _worker(url, place):
                    await _until_busy(context)
                    beside = await _driven(context, http)
        return alone, beside
    finally:
        await context.database.close()


def _follow(db: Connection, addresses: list[str], now: int) -> None:
    for url in addresses:
        id_, _ = add_feed(db, url, now)
        follow_feed(db, READERS[READER], id_, now)


@contextmanager
def _worker(url: str, place: str) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tidings", "worker"],
        env=environment(
            url,
            TIDINGS_ALLOW_ORIGINS=place,
            TIDINGS_FETCH_HOST_DELAY="0s",
            TIDINGS_FETCH_HOST_CONCURRENCY="50",
            # The history is old: to forget it would be all that the worker does.
            TIDINGS_RETENTION_DAYS_READ="0",
            TIDINGS_RETENTION_DAYS_UNREAD="0",
            TIDINGS_RETENTION_PER_FEED="0",
            TIDINGS_RETENTION_DATABASE_MEGABYTES="0",
        ),
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)


async def _until_busy(context: Context) -> None:
    before = await context.database.read(_newest)
    for _ in range(600):
        await asyncio.sleep(0.1)
        if await context.database.read(_newest) > before:
            return
    raise RuntimeError("The worker took nothing in for a minute.")


def _newest(db: Connection) -> int:
    return int(db.value("select max(id) from entries"))


async def _driven(context: Context, http: aiohttp.ClientSession) -> Run:
    """Send what is due when it is due, for a while, after a moment to warm up."""
    async with http.get(f"{LIST}&limit=200") as answer:
        ids = [entry["id"] for entry in (await answer.json())["items"]]
    asks = [_ask(kind, ids[at % len(ids)], at) for at, kind in enumerate(_kinds())]
    await _sent(http, asks[:RATE])
    before = await context.database.read(_newest)
    answers = await _sent(http, asks)
    return Run(answers, await context.database.read(_newest) - before)


def _kinds() -> Iterator[str]:
    """Give every kind its share, each spread as evenly as it can be."""
    slots = sorted(
        ((place + 0.5) / share, kind)
        for kind, share in MIXTURE.items()
        for place in range(share)
    )
    for _, (_, kind) in zip(range(RATE * SECONDS), cycle(slots), strict=False):
        yield kind


@dataclass(frozen=True, slots=True)
class Ask:
    kind: str
    method: str
    path: str
    body: object = None


def _ask(kind: str, id_: int, at: int) -> Ask:
    if kind == "mark":
        body = {"ids": [id_], "read": at // RATE % 2 == 0}
        return Ask(kind, "POST", "/api/v1/entries/mark-read", body)
    paths = {
        "list": LIST,
        "counts": "/api/v1/counts",
        "open": f"/api/v1/entries/{id_}",
    }
    return Ask(kind, "GET", paths[kind])


async def _sent(http: aiohttp.ClientSession, asks: list[Ask]) -> list[Answered]:
    begin = time.perf_counter() + 0.1

    async def sent(ask: Ask, due: float) -> Answered:
        await asyncio.sleep(due - time.perf_counter())
        async with http.request(ask.method, ask.path, json=ask.body) as answer:
            answer.raise_for_status()
            await answer.read()
        return Answered(ask.kind, (time.perf_counter() - due) * 1000)

    async with asyncio.TaskGroup() as tasks:
        sending = [
            tasks.create_task(sent(ask, begin + at / RATE))
            for at, ask in enumerate(asks)
        ]
    return [task.result() for task in sending]


def _print(console: Console, title: str, alone: Run, beside: Run) -> None:
    taken_in = f"{beside.entries / SECONDS:,.0f} entries a second taken in"
    table = Table(title=title, caption=f"beside a worker: {taken_in}")
    table.add_column("request")
    for who in ("alone", "beside a worker"):
        for figure in ("p50 ms", "p99 ms", "worst ms"):
            table.add_column(f"{who}: {figure}", justify="right")
    for kind in ("all", *MIXTURE):
        table.add_row(kind, *_cells(alone, kind), *_cells(beside, kind))
    console.print(table)


def _cells(run: Run, kind: str) -> list[str]:
    times = [one.milliseconds for one in run.answers if kind in ("all", one.kind)]
    figures = (median(times), percentile(times, 99), max(times))
    return [f"{figure:.1f}" for figure in figures]
