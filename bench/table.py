"""All rows of the table: what runs all day, each beside its floor of the same run."""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bench import first_row, ingest, marks, parsing, resting
from bench.api import LIST, SEARCHES, driven, marked, recorded, single_marks, unread_ids
from bench.feed_origin import origin
from bench.history import Size
from bench.rows import Row, show
from bench.search import filled
from bench.servers import Server, server

_READER = "daily reader"
_EMPTY = "/api/v1/tags"
_BARE = "a bare ASGI app, same bytes"


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is done for a row."""

    feeds: int
    entries: int
    engines: tuple[str, ...]
    settle: float  # seconds
    watch: float


WHOLE = Amount(1000, 300_000, ("sqlite", "postgres"), 30, 30)
QUICK = Amount(200, 50_000, ("sqlite",), 5, 10)


def run(console: Console, amount: Amount, *, keep: bool) -> bool:
    """Print the table; return whether no ratio got worse than what was kept."""
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as place:
        rows = list(_all(console, amount, Path(place)))
    worse = show(console, rows, keep=keep)
    for name in worse:
        console.print(f"More than a tenth worse than kept: {name}")
    return not worse


def _all(console: Console, amount: Amount, place: Path) -> Iterator[Row]:
    yield from resting.rows(place, settle=amount.settle, watch=amount.watch)
    yield from parsing.rows()
    with origin(amount.feeds, ingest.ENTRIES) as (port, _):
        for engine in amount.engines:
            address = f"http://127.0.0.1:{port}"
            yield from ingest.rows(engine, amount.feeds, place, address)
    if shutil.which("wrk") is None:
        console.print("Requests are not measured: wrk is not installed.")
        return
    for engine in amount.engines:
        with (
            filled(engine, Size(amount.entries), console) as url,
            server("ours", url) as ours,
        ):
            yield from _requests(engine, ours)
            if engine == "sqlite":
                yield from first_row.rows(ours, _READER)
            ids, size = unread_ids(ours, _READER), Size(amount.entries)
            yield from marks.rows(engine, url, ours, _READER, ids, size)


def _requests(engine: str, ours: Server) -> Iterator[Row]:
    ids = unread_ids(ours, _READER)
    addresses = {
        "a request, nothing to say": _EMPTY,
        "list of 50 unread": LIST,
        "counts": "/api/v1/counts",
        "open one": f"/api/v1/entries/{ids[0]}",
        **SEARCHES,
    }
    for name, path in addresses.items():
        with recorded(ours, _READER, path) as file, server("bare", file) as bare:
            one, floor = driven(ours, 1, path, _READER), driven(bare, 1, path, None)
            yield Row(f"{engine}: {name}", one.p50, "ms", floor.p50, _BARE)
            if path == LIST or name == "open one":
                many, most = driven(ours, 8, path, _READER), driven(bare, 8, path, None)
                yield Row(
                    f"{engine}: {name}, 8 connections",
                    many.rate,
                    "a second",
                    most.rate,
                    _BARE,
                    more_is_better=True,
                )
    with recorded(ours, _READER, _EMPTY) as file, server("bare", file) as bare:
        marks = single_marks(ids)
        found, floor = marked(ours, _READER, marks), marked(bare, _READER, marks)
        yield Row(f"{engine}: mark one", found.p50, "ms", floor.p50, _BARE)
