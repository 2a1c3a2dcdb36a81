"""The reading API over HTTP: lists, counts and marks of a long history.

Each is driven by wrk over one connection and over eight, and beside it, in the same
run, a bare ASGI app on the same server that says the same bytes. CPU is of the serving
process alone.
"""

import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.history import Size
from bench.read_state import filled

STATES = ("all unread", "sparse", "daily reader", "none unread")
LIST = "/api/v1/entries?unread=true"
_SECONDS = 3
_STEPS = 20
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """A process that answers."""

    pid: int
    port: int
    tokens: dict[str, str]

    def cpu(self) -> float:
        """Return how many seconds of a core it used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


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
            with filled(engine, size, console) as url, _server("ours", url) as server:
                title = f"{engine}, {size.entries:,} entries over HTTP"
                _print(console, title, _measured(server, size))


def _measured(server: Server, size: Size) -> Iterator[tuple[str, ...]]:
    for state in STATES:
        for name, path in (("list", LIST), ("counts", "/api/v1/counts")):
            yield from _beside_bare(server, state, name, path)
    for state in STATES[:3]:
        yield _row("mark one", state, 1, _marked_one(server, state, size), None)
    for state in STATES:
        yield _row("mark all", state, 1, _marked_all(server, state, size), None)


def _beside_bare(
    server: Server, state: str, name: str, path: str
) -> Iterator[tuple[str, ...]]:
    with _server("bare", _recorded(server, state, path)) as bare:
        for connections in (1, 8):
            ours = _driven(server, connections, path, state)
            floor = _driven(bare, connections, path, None)
            yield _row(name, state, connections, ours, floor)


def _row(
    name: str, state: str, connections: int, ours: Figures, floor: Figures | None
) -> tuple[str, ...]:
    ratio = f"{ours.cpu / floor.cpu:.1f}" if floor and floor.cpu else ""
    times = [f"{ours.p50:.2f}", f"{ours.p99:.2f}", f"{ours.cpu:.2f}"]
    bare = f"{floor.p50:.2f}" if floor else ""
    return name, state, str(connections), *times, f"{ours.rate:.0f}", bare, ratio


def _driven(server: Server, connections: int, path: str, state: str | None) -> Figures:
    command = ["wrk", "-t1", f"-c{connections}", "--latency"]
    if state is not None:
        command += ["-H", f"Authorization: Bearer {server.tokens[state]}"]
    command.append(f"http://127.0.0.1:{server.port}{path}")
    subprocess.run([*command, "-d1s"], check=True, capture_output=True)
    before = server.cpu()
    done = subprocess.run(
        [*command, f"-d{_SECONDS}s"], check=True, capture_output=True, text=True
    )
    return _figures(done.stdout, server.cpu() - before)


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


def _marked_one(server: Server, state: str, size: Size) -> Figures:
    """Read one unread entry after another, and put them back."""
    with _connection(server) as connection:
        page = _asked(connection, server, state, "GET", f"{LIST}&limit=200")
        ids = [entry["id"] for entry in page["items"]]
        bodies = [{"ids": [id_], "read": read} for read in (True, False) for id_ in ids]
        return _timed(server, state, "mark-read", bodies)


def _marked_all(server: Server, state: str, size: Size) -> Figures:
    """Read the history in steps, oldest first."""
    points = [size.entries * step // _STEPS for step in range(1, _STEPS + 1)]
    bodies = [{"all": True, "before": point} for point in points]
    return _timed(server, state, "mark-all-read", bodies)


def _timed(server: Server, state: str, path: str, bodies: list[object]) -> Figures:
    times = []
    with _connection(server) as connection:
        before, begun = server.cpu(), time.perf_counter()
        for body in bodies:
            start = time.perf_counter()
            _asked(connection, server, state, "POST", f"/api/v1/entries/{path}", body)
            times.append((time.perf_counter() - start) * 1000)
        cpu, seconds = server.cpu() - before, time.perf_counter() - begun
    ranked = sorted(times)
    last = ranked[min(len(ranked) - 1, len(ranked) * 99 // 100)]
    return Figures(
        statistics.median(times), last, len(times) / seconds, cpu / len(times) * 1000
    )


def _asked(
    connection: http.client.HTTPConnection,
    server: Server,
    state: str,
    method: str,
    path: str,
    body: object = None,
) -> dict[str, list[dict[str, int]]]:
    headers = {
        "Authorization": f"Bearer {server.tokens[state]}",
        "Content-Type": "application/json",
    }
    said = None if body is None else json.dumps(body)
    connection.request(method, path, said, headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise RuntimeError(content.decode())
    return json.loads(content)


def _recorded(server: Server, state: str, path: str) -> str:
    """Keep an answer in a file, with the headers that the server itself does not make."""
    with _connection(server) as connection:
        token = server.tokens[state]
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        body = answer.read()
    headers = [
        f"{name.lower()}: {value}"
        for name, value in answer.getheaders()
        if name.lower() != "date"
    ]
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(b"%d\n\n%s\n\n" % (answer.status, "\n".join(headers).encode()))
        file.write(body)
    return file.name


@contextmanager
def _connection(server: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _server(what: str, given: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "bench.api_server", what, given]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        yield Server(process.pid, said["port"], said["tokens"])
    finally:
        process.terminate()
        process.wait()
        if what == "bare":
            Path(given).unlink()


def _print(console: Console, title: str, rows: Iterator[tuple[str, ...]]) -> None:
    table = Table(title=title)
    columns = "request, reader, connections, p50 ms, p99 ms, CPU ms, a second,"
    for column in (*columns.rstrip(",").split(", "), "bare p50 ms", "CPU × bare"):
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*row)
    console.print(table)
