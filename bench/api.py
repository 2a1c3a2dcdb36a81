"""The reading API over HTTP: lists, counts, searches and marks of a long history.

Each is driven by wrk over one connection and over eight, and beside it, in the same
run, a bare ASGI app on the same server that says the same bytes. CPU is of the serving
process alone.
"""

import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from rich.console import Console
from rich.table import Table

from bench.history import Size, answer_by_ai
from bench.measure import percentile
from bench.search import filled
from bench.servers import Server, asked, connection, server
from tidings.store.engine.database import open_database

STATES = ("all unread", "5 % unread", "daily reader", "none unread")
LIST = "/api/v1/entries?unread=true"
BY_SCORE = f"{LIST}&order=score"
SEARCHES = {
    "search, common word": "/api/v1/entries/search?q=common",
    "search, rare word": "/api/v1/entries/search?q=rarest",
}
_SECONDS = 3
_STEPS = 20


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds, but for the rate: requests a second."""

    p50: float
    p99: float
    rate: float
    cpu: float


def run(console: Console, sizes: list[Size], engine_names: list[str]) -> None:
    if shutil.which("wrk") is None:
        console.print("The API is not measured: wrk is not installed.")
        return
    for size in sizes:
        for engine in engine_names:
            with filled(engine, size, console) as url:
                title = f"{engine}, {size.entries:,} entries over HTTP"
                _print(console, title, chain(_beside_ai(url, size), _rows(url, size)))


def _beside_ai(url: str, size: Size) -> Iterator[tuple[str, ...]]:
    """Measure lists that show what AI said; extracts are on for everybody."""
    database = open_database(url)
    try:
        database.write_now(answer_by_ai, size)
    finally:
        database.close_now()
    with server("ours", url, "extractive") as ours:
        for state in STATES[:3]:
            yield from _beside_bare(ours, state, "list with AI", LIST)
        for state in STATES[:3]:
            yield from _beside_bare(ours, state, "list by score", BY_SCORE)


def _rows(url: str, size: Size) -> Iterator[tuple[str, ...]]:
    with server("ours", url) as ours:
        yield from _measured(ours, size)


def _measured(ours: Server, size: Size) -> Iterator[tuple[str, ...]]:
    for state in STATES:
        for name, path in (("list", LIST), ("counts", "/api/v1/counts")):
            yield from _beside_bare(ours, state, name, path)
    for name, path in SEARCHES.items():
        yield from _beside_bare(ours, "all unread", name, path)
    for state in STATES[:3]:
        yield _row("mark one", state, 1, _marked_one(ours, state), None)
    for state in STATES:
        yield _row("mark all", state, 1, marked_all(ours, state, size), None)


def _beside_bare(
    ours: Server, state: str, name: str, path: str
) -> Iterator[tuple[str, ...]]:
    with recorded(ours, state, path) as file, server("bare", file) as bare:
        for connections in (1, 8):
            found = driven(ours, connections, path, state)
            floor = driven(bare, connections, path, None)
            yield _row(name, state, connections, found, floor)


def _row(
    name: str, state: str, connections: int, ours: Figures, floor: Figures | None
) -> tuple[str, ...]:
    ratio = f"{ours.cpu / floor.cpu:.1f}" if floor and floor.cpu else ""
    times = [f"{ours.p50:.2f}", f"{ours.p99:.2f}", f"{ours.cpu:.2f}"]
    bare = f"{floor.p50:.2f}" if floor else ""
    return name, state, str(connections), *times, f"{ours.rate:.0f}", bare, ratio


def driven(
    target: Server,
    connections: int,
    path: str,
    state: str | None,
    script: str | None = None,
) -> Figures:
    """Ask for one address as quickly as the answers come, as a reader or as nobody;
    a script of wrk says what is sent."""
    command = ["wrk", "-t1", f"-c{connections}", "--latency"]
    if state is not None:
        command += ["-H", f"Authorization: Bearer {target.tokens[state]}"]
    if script is not None:
        command += ["-H", "Content-Type: application/json", "-s", script]
    command.append(f"http://127.0.0.1:{target.port}{path}")
    subprocess.run([*command, "-d1s"], check=True, capture_output=True)
    before = target.cpu()
    done = subprocess.run(
        [*command, f"-d{_SECONDS}s"], check=True, capture_output=True, text=True
    )
    return _figures(done.stdout, target.cpu() - before)


def _figures(said: str, cpu: float) -> Figures:
    if "Non-2xx" in said:
        raise RuntimeError(said)
    found = re.search(r"(\d+) requests in ([\d.]+)s", said)
    assert found is not None
    requests, seconds = int(found[1]), float(found[2])
    p50, p99 = (_milliseconds(said, share) for share in ("50", "99"))
    return Figures(p50, p99, requests / seconds, cpu / requests * 1000)


def _milliseconds(said: str, share: str) -> float:
    found = re.search(rf"{share}%\s+([\d.]+)(us|ms|s)", said)
    assert found is not None
    return float(found[1]) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[found[2]]


def _marked_one(ours: Server, state: str) -> Figures:
    """Read one unread entry after another, and put them back."""
    return marked(ours, state, single_marks(unread_ids(ours, state)))


def unread_ids(ours: Server, state: str) -> list[int]:
    """Return the newest entries that a reader has not read."""
    with connection(ours) as opened:
        page = asked(opened, ours.tokens[state], "GET", f"{LIST}&limit=200")
    return [entry["id"] for entry in page["items"]]


def single_marks(ids: list[int]) -> list[object]:
    """Return requests that read one entry after another, and put them back."""
    return [{"ids": [id_], "read": read} for read in (True, False) for id_ in ids]


def marked(target: Server, state: str, bodies: list[object]) -> Figures:
    """Mark one after another over one connection."""
    return _timed(target, state, "mark-read", bodies)


def marked_all(ours: Server, state: str, size: Size) -> Figures:
    """Read the history in steps, oldest first."""
    points = [size.entries * step // _STEPS for step in range(1, _STEPS + 1)]
    bodies = [{"all": True, "before": point} for point in points]
    return _timed(ours, state, "mark-all-read", bodies)


def _timed(ours: Server, state: str, path: str, bodies: list[object]) -> Figures:
    times, token = [], ours.tokens.get(state, "")
    with connection(ours) as opened:
        before, begun = ours.cpu(), time.perf_counter()
        for body in bodies:
            start = time.perf_counter()
            asked(opened, token, "POST", f"/api/v1/entries/{path}", body)
            times.append((time.perf_counter() - start) * 1000)
        cpu, seconds = ours.cpu() - before, time.perf_counter() - begun
    return Figures(
        statistics.median(times),
        percentile(times, 99),
        len(times) / seconds,
        cpu / len(times) * 1000,
    )


@contextmanager
def recorded(ours: Server, state: str, path: str) -> Iterator[str]:
    """Keep an answer in a file, with the headers that the server itself does not make."""
    with connection(ours) as opened:
        token = ours.tokens[state]
        opened.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = opened.getresponse()
        body = answer.read()
    headers = [
        f"{name.lower()}: {value}"
        for name, value in answer.getheaders()
        if name.lower() != "date"
    ]
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"%d\n\n%s\n\n" % (answer.status, "\n".join(headers).encode()))
        file.write(body)
        file.flush()
        yield file.name


def _print(console: Console, title: str, rows: Iterator[tuple[str, ...]]) -> None:
    table = Table(title=title)
    columns = "request, reader, connections, p50 ms, p99 ms, CPU ms, a second,"
    for column in (*columns.rstrip(",").split(", "), "bare p50 ms", "CPU × bare"):
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*row)
    console.print(table)
