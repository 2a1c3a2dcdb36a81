"""A whole installation with nothing to do: how soon it answers, what it holds, how often
it wakes up. The floor is a bare Python process with an event loop and a database."""

import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.rows import Row
from bench.servers import environment
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import open_database
from tidings.store.engine.migrate import upgrade
from tidings.store.feeds.feeds import add_feed

_FEEDS = 1000
_LATER = 3600  # seconds: no feed is due before
_TRIES = 3
_BARE = "import asyncio, sqlite3; asyncio.run(asyncio.sleep({seconds}))"
_FLOOR = "Python with an event loop"


def rows(place: Path, *, settle: float, watch: float) -> Iterator[Row]:
    """Measure on SQLite; `settle` seconds after the start it counts as idle."""
    url = f"sqlite:///{place / 'resting.db'}"
    _fill(url)
    bare = min(_took(_bare(0)) for _ in range(_TRIES))
    once = [sys.executable, "-m", "tidings", "worker", "--once"]
    took = min(_took(once, url) for _ in range(_TRIES))
    yield Row("worker --once, nothing due", took, "s", bare, _FLOOR)
    answers = []
    for _ in range(_TRIES - 1):
        with _serving(url) as (_, waited):
            answers.append(waited)
    with _serving(url) as (processes, waited), _running(_bare(60)) as floor:
        answers.append(waited)
        yield Row("start to the first answer", min(answers), "s", bare, _FLOOR)
        time.sleep(settle)
        held = sum(map(_megabytes, _tree(processes)))
        yield Row("idle memory", held, "MB", _megabytes(floor), _FLOOR)
        before = sum(map(_wake_ups, _tree(processes)))
        time.sleep(watch)
        woken = sum(map(_wake_ups, _tree(processes))) - before
        yield Row("wake-ups, idle", woken / watch, "a second")


def _fill(url: str) -> None:
    def follow(db: Connection) -> None:
        for number in range(_FEEDS):
            add_feed(db, f"https://feeds.example/{number}.xml", 1)
        later = (time.time_ns() // 1000) + _LATER * 1_000_000
        db.run("update feed_fetch_state set next_check_at = :at", at=later)

    upgrade(url)
    database = open_database(url)
    try:
        database.write_now(follow)
    finally:
        database.close_now()


def _bare(seconds: int) -> list[str]:
    return [sys.executable, "-c", _BARE.format(seconds=seconds)]


def _took(command: list[str], url: str = "") -> float:
    begun = time.perf_counter()
    subprocess.run(command, env=environment(url), check=True, capture_output=True)
    return time.perf_counter() - begun


@contextmanager
def _running(command: list[str]) -> Iterator[int]:
    process = subprocess.Popen(command)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def _serving(url: str) -> Iterator[tuple[int, float]]:
    """Start `tidings serve`; give its process id and how long the first answer took."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "tidings", "serve", "--port", str(port)],
        env=environment(url),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(port):
            assert process.poll() is None, "tidings serve has ended"
            time.sleep(0.005)
        yield process.pid, time.perf_counter() - begun
    finally:
        process.terminate()
        process.wait(30)


def _answers(port: int) -> bool:
    opened = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        opened.request("GET", "/readyz")
        return opened.getresponse().status == 200
    except OSError:
        return False
    finally:
        opened.close()


def _tree(process: int) -> list[int]:
    """Return a process and all below it."""
    found = [process]
    for parent in found:
        for thread in _threads(parent):
            with suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
    return found


def _threads(process: int) -> list[Path]:
    return list(Path(f"/proc/{process}/task").iterdir())


def _megabytes(process: int) -> float:
    """Return what a process holds; what several share is shared out among them."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(rollup.split("\nPss:")[1].split()[0]) / 1024


def _wake_ups(process: int) -> int:
    total = 0
    for thread in _threads(process):
        with suppress(OSError):
            status = (thread / "status").read_text()
            total += int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])
    return total
