"""Whether time tells who has an account: known and unknown names, in random order.

Over HTTP, against a web process in which a minute passes at every look at the clock, so
that no limit ends the tries. What the process does after an answer may slow down the
next one: with an order by chance, that is as often the one as the other.
"""

import asyncio
import http.client
import json
import multiprocessing
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import erfc, sqrt
from multiprocessing.connection import Connection as Pipe
from statistics import median

from rich.console import Console
from rich.table import Table
from tests.web.smtp_server import mail_server

from bench.servers import connection, server
from bench.sse import new_database

TRIES = 300
KNOWN, UNKNOWN = "ann", "bob"
_TO_WARM_UP = 10
_PAUSE = 0.03  # seconds
_WRONG = {"password": "not the right one"}
# What is asked of the path, and what must be answered.
DOORS = {
    "login": ("/api/v1/auth/login", _WRONG, 401),
    "forgot password": ("/api/v1/auth/forgot-password", {}, 204),
}


def run(console: Console, engine_names: list[str]) -> None:
    table = Table(title=f"{TRIES} tries of each, in random order")
    columns = ("engine", "door", "known: ms", "unknown: ms", "difference", "p")
    for column in columns:
        table.add_column(column, justify="right")
    for engine in engine_names:
        with (
            new_database(engine) as url,
            _mail() as port,
            server("doors", url, str(port), KNOWN) as sign_in_state,
            connection(sign_in_state) as opened,
        ):
            for name in DOORS:
                table.add_row(engine, name, *_cells(_tried(opened, name)))
    console.print(table)


def _tried(
    opened: http.client.HTTPConnection, sign_in_row: str
) -> tuple[list[float], list[float]]:
    dice = random.Random(1)
    times: dict[str, list[float]] = {KNOWN: [], UNKNOWN: []}
    names = [KNOWN, UNKNOWN] * (TRIES + _TO_WARM_UP)
    dice.shuffle(names)
    for name in names:
        times[name].append(_milliseconds(opened, sign_in_row, name))
    return times[KNOWN][_TO_WARM_UP:], times[UNKNOWN][_TO_WARM_UP:]


def _milliseconds(
    opened: http.client.HTTPConnection, sign_in_row: str, name: str
) -> float:
    path, more, expected = DOORS[sign_in_row]
    body = json.dumps({"username": name, **more})
    time.sleep(_PAUSE)
    begun = time.perf_counter()
    opened.request("POST", path, body, {"Content-Type": "application/json"})
    answer = opened.getresponse()
    said = answer.read()
    took = time.perf_counter() - begun
    if answer.status != expected:
        raise RuntimeError(said.decode())
    return took * 1000


def _cells(times: tuple[list[float], list[float]]) -> list[str]:
    known, unknown = (median(some) for some in times)
    difference = f"{(known / unknown - 1) * 100:+.1f} %"
    return [
        f"{known:.2f}",
        f"{unknown:.2f}",
        difference,
        f"{chance_of_difference(*times):.3f}",
    ]


def chance_of_difference(one: list[float], other: list[float]) -> float:
    """Return the two-sided p of Mann and Whitney's U, by the normal approximation.

    It holds for twenty and more on each side, and times that are hardly ever equal.
    """
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks = sum(rank for rank, (_, side) in enumerate(ranked, 1) if side == 0)
    many, more = len(one), len(other)
    u = ranks - many * (many + 1) / 2
    spread = sqrt(many * more * (many + more + 1) / 12)
    return erfc(abs(u - many * more / 2) / spread / sqrt(2))


@contextmanager
def _mail() -> Iterator[int]:
    """Run a mail server in a process of its own; give its port."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(
        target=_serve_mail, args=(theirs,), daemon=True
    )
    process.start()
    try:
        yield ours.recv()
    finally:
        process.kill()
        process.join()


def _serve_mail(pipe: Pipe) -> None:
    async def main() -> None:
        async with mail_server() as mailbox:
            pipe.send(mailbox.port)
            await asyncio.Event().wait()

    asyncio.run(main())
