"""Marks where it is hard: many at once, by the thousand, and beside the clean-up."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from bench.api import driven, marked, marked_all, recorded, single_marks
from bench.history import Size
from bench.measure import percentile
from bench.rows import Row
from bench.servers import Server, asked, connection, environment, server

_PATH = "/api/v1/entries/mark-read"
_ANSWERED = "/api/v1/tags"  # about as little to say
_BARE = "a bare ASGI app, same bytes"
_LONGEST = 60.0  # seconds of a clean-up that are watched
# Each entry is read, then each is put back, and so on.
_SCRIPT = """
local ids, asked = {%s}, 0
request = function()
  local id = ids[asked %% #ids + 1]
  local read = math.floor(asked / #ids) %% 2 == 0 and "true" or "false"
  asked = asked + 1
  return wrk.format("POST", nil, nil, '{"ids":[' .. id .. '],"read":' .. read .. '}')
end
"""


def rows(
    engine: str, url: str, ours: Server, reader: str, ids: list[int], size: Size
) -> Iterator[Row]:
    """Measure on a filled database; much is read and forgotten afterwards."""
    with (
        recorded(ours, reader, _ANSWERED) as file,
        server("bare", file) as bare,
        tempfile.NamedTemporaryFile("w", suffix=".lua") as script,
    ):
        script.write(_SCRIPT % ",".join(map(str, ids)))
        script.flush()
        many = driven(ours, 8, _PATH, reader, script.name)
        most = driven(bare, 8, _PATH, None, script.name)
        name = f"{engine}: mark one, 8 connections"
        yield Row(name, many.rate, "a second", most.rate, _BARE, more_is_better=True)
        everything = marked_all(ours, "all unread", size)
        floor = marked(bare, reader, single_marks(ids[:20]))
        name = f"{engine}: mark all, a twentieth"
        yield Row(name, everything.p50, "ms", floor.p50, _BARE)
    alone = marked(ours, reader, single_marks(ids))
    beside = percentile(_marked_beside_clean_up(url, ours, reader, ids), 99)
    name = f"{engine}: marks beside the clean-up, p99"
    yield Row(name, beside, "ms", alone.p99, "the same marks alone")


def _marked_beside_clean_up(
    url: str, ours: Server, reader: str, ids: list[int]
) -> list[float]:
    """Mark one after another for as long as a clean-up runs that has much to forget."""
    forgetful = {
        "TIDINGS_RETENTION_DAYS_UNREAD": "30",
        "TIDINGS_RETENTION_DAYS_READ": "30",
    }
    clean_up = subprocess.Popen(
        # As low as the worker, which does it at night.
        ["nice", sys.executable, "-m", "tidings", "cleanup"],
        env=environment(url, **forgetful),
        stdout=subprocess.DEVNULL,
    )
    times: list[float] = []
    bodies = single_marks(ids)
    begun = time.perf_counter()
    try:
        with connection(ours) as opened:
            while clean_up.poll() is None and time.perf_counter() - begun < _LONGEST:
                start = time.perf_counter()
                body = bodies[len(times) % len(bodies)]
                asked(opened, ours.tokens[reader], "POST", _PATH, body)
                times.append((time.perf_counter() - start) * 1000)
    finally:
        clean_up.terminate()
        clean_up.wait(30)
    return times
