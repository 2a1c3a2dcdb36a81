"""Following a thousand feeds: cold, all unchanged, and one in twenty changed.

Each run is a process of its own that works off what is due, as `tidings worker --once`
does. Beside it stands the floor, measured in the same run: bare aiohttp downloads, bare
lxml parses, and a bare `executemany` of the same rows into the same tables and index.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table
from tests import engines

from bench.feed_origin import origin
from bench.rows import Row
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import open_database
from tidings.store.engine.packing import unpack

ENTRIES = 39
_CPU_CLOCK = 2  # of a whole process: Linux makes the number of its clock from both
_SIZE_SQLITE = "select page_count * page_size from pragma_page_count, pragma_page_size"
_SIZE_POSTGRES = (
    "select sum(pg_total_relation_size(c.oid)) from pg_class c"
    " where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace"
)


@dataclass(frozen=True, slots=True)
class Figures:
    wall: float
    cpu: float
    megabytes: float
    what: str = ""


def run(console: Console, feeds: int, engine_names: list[str]) -> None:
    table = Table(title=f"{feeds:,} feeds of {ENTRIES} entries each")
    for column in ("run", "wall s", "CPU s", "peak MB", "CPU × floor", "result"):
        table.add_column(column, justify="left" if column in "run result" else "right")
    with origin(feeds, ENTRIES) as (port, pipe), tempfile.TemporaryDirectory() as place:
        address = f"http://127.0.0.1:{port}"
        _show(
            table, "reader (PyPI), cold", _child("reader", place, address, feeds), None
        )
        for engine in engine_names:
            with _database(engine, Path(place)) as url:
                cold = _child("ours", url, address, feeds)
                floor = _child("floor", url, address, feeds)
                _show(table, f"{engine}: floor, cold", floor, None)
                _show(table, f"{engine}: cold", cold, floor)
                still = _child("ours", url, address, feeds)
                bare = _child("floor304", url, address, feeds)
                _show(table, f"{engine}: floor, all 304", bare, None)
                _show(table, f"{engine}: all 304", still, bare)
                pipe.send((20, 1))
                pipe.recv()
                _show(
                    table,
                    f"{engine}: 5 % changed",
                    _child("ours", url, address, feeds),
                    None,
                )
                pipe.send((20, 0))
                pipe.recv()
    console.print(table)


def rows(engine: str, feeds: int, place: Path, address: str) -> Iterator[Row]:
    """Measure cold and unchanged beside their floors, and what an entry takes on disk."""
    with _database(engine, place) as url:
        cold = _child("ours", url, address, feeds)
        floor = _child("floor", url, address, feeds)
        name = "bare downloads, parses and inserts"
        yield Row(f"{engine}: cold, CPU", cold.cpu, "s", floor.cpu, name)
        still = _child("ours", url, address, feeds)
        bare = _child("floor304", url, address, feeds)
        each, least = still.cpu * 1000 / feeds, bare.cpu * 1000 / feeds
        yield Row(f"{engine}: 304, CPU", each, "ms", least, "bare downloads")
        stored, said = _bytes_of_an_entry(url)
        yield Row(f"{engine}: an entry on disk", stored, "bytes", said, "its HTML")


def _bytes_of_an_entry(url: str) -> tuple[float, float]:
    """Return what an entry takes, all tables and indexes counted, and what it says."""
    database = open_database(url)
    try:
        return database.read_now(_sizes)
    finally:
        database.close_now()


def _sizes(db: Connection) -> tuple[float, float]:
    whole = _SIZE_SQLITE if db.engine == "sqlite" else _SIZE_POSTGRES
    entries = db.value("select count(*) from entries")
    bodies = db.rows("select codec, content from entry_bodies limit 500")
    said = sum(len(unpack(codec, bytes(body)).encode()) for codec, body in bodies)
    return db.value(whole) / entries, said / len(bodies)


def _show(table: Table, name: str, got: Figures, floor: Figures | None) -> None:
    ratio = f"{got.cpu / floor.cpu:.2f}" if floor else ""
    table.add_row(
        name,
        f"{got.wall:.2f}",
        f"{got.cpu:.2f}",
        f"{got.megabytes:.0f}",
        ratio,
        got.what,
    )


@contextmanager
def _database(engine: str, place: Path) -> Iterator[str]:
    if engine == "sqlite":
        yield f"sqlite:///{place / 'ingest.db'}"
        return
    with engines.postgres({"shared_buffers": "512MB", "max_wal_size": "4GB"}) as url:
        yield url


def _child(what: str, *arguments: object) -> Figures:
    words = [str(word) for word in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "bench.ingest", what, *words],
        check=True,
        capture_output=True,
        text=True,
    )
    return Figures(**json.loads(done.stdout.strip().splitlines()[-1]))


async def _measured(stages: AsyncIterator[str]) -> None:
    """Let a run get ready, then print as JSON what the rest of it took."""
    await anext(stages)
    begun, before = time.perf_counter(), _cpu(os.getpid())
    what = await anext(stages)
    wall = time.perf_counter() - begun
    # Our own helping processes still stand by; their peaks may not have met.
    processes = [os.getpid(), *(child.pid or 0 for child in active_children())]
    figures = {
        "wall": wall,
        "cpu": sum(map(_cpu, processes)) - before,
        "megabytes": sum(map(_peak_megabytes, processes)),
        "what": what,
    }
    sys.stdout.write(json.dumps(figures) + "\n")


def _cpu(process: int) -> float:
    """Seconds to the nanosecond: what /proc says of a few feeds is one tick or two."""
    return time.clock_gettime(~process << 3 | _CPU_CLOCK)


def _peak_megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


if __name__ == "__main__":
    from bench import ingest_runs

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_measured(ingest_runs.RUNS[sys.argv[1]](*sys.argv[2:])))
