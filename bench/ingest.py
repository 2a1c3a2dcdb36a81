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

ENTRIES = 39


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
    begun, before = time.perf_counter(), _cpu("self")
    what = await anext(stages)
    wall = time.perf_counter() - begun
    # Our own helping processes still stand by; their peaks may not have met.
    processes = ["self", *(str(child.pid) for child in active_children())]
    figures = {
        "wall": wall,
        "cpu": sum(map(_cpu, processes)) - before,
        "megabytes": sum(map(_peak_megabytes, processes)),
        "what": what,
    }
    sys.stdout.write(json.dumps(figures) + "\n")


def _cpu(process: str) -> float:
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def _peak_megabytes(process: str) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


if __name__ == "__main__":
    from bench import ingest_runs

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_measured(ingest_runs.RUNS[sys.argv[1]](*sys.argv[2:])))
