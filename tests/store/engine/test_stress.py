"""Many processes on one SQLite file: nobody is told that it is locked, nobody starves."""

import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest

from tests.effort import effort
from tests.store import processes
from tests.store.growing import grow, half_there
from tidings.store.engine.backup import back_up
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.maintenance import integrity_problems, vacuum
from tidings.store.engine.migrate import upgrade

log = logging.getLogger(__name__)
SECONDS = effort("STRESS_SECONDS", 3)
PROCESSES = 4
READERS_EACH = 2


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """In memory where possible: a slow disk would only mean fewer chances to clash."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as place:
        yield Path(place)


@pytest.fixture
def url(folder: Path) -> str:
    address = f"sqlite:///{folder / 'tidings.db'}"
    upgrade(address)
    return address


def test_four_writers_and_eight_readers_are_never_locked_out(
    url: str, folder: Path
) -> None:
    started = [processes.start(_use, url, SECONDS) for _ in range(PROCESSES)]
    for number in range(2):
        time.sleep(SECONDS / 4)
        vacuum(url)
        back_up(url, folder / f"backup-{number}.db")
    waits: list[float] = []
    for process, pipe in started:
        errors, reads, own_waits = pipe.recv()
        process.join()
        assert errors == []
        assert reads > 0
        assert own_waits
        waits += own_waits
    log.info("four writers waited %s", _percentiles(waits))
    assert integrity_problems(url) == []
    assert _half_there(url) == {}
    for number in range(2):
        assert _half_there(f"sqlite:///{folder / f'backup-{number}.db'}") == {}


def _half_there(url: str) -> dict[str, list[object]]:
    database = open_database(url)
    found = database.read_now(half_there)
    database.close_now()
    return found


def _use(pipe: Pipe, url: str, seconds: float) -> None:
    """One process: a writer and readers, until the time is up."""
    database = open_database(url)
    use = Use(database, time.monotonic() + seconds)
    work = [use.write, *[use.read] * READERS_EACH]
    threads = [threading.Thread(target=use.repeat, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    database.close_now()
    pipe.send((use.errors, use.reads, use.waits))


class Use:
    """What the threads of a process do, and what they noticed."""

    def __init__(self, database: Database, deadline: float) -> None:
        self._database = database
        self._deadline = deadline
        self.errors: list[str] = []
        self.waits: list[float] = []
        self.reads = 0

    def repeat(self, work: Callable[[], None]) -> None:
        while time.monotonic() < self._deadline:
            try:
                work()
            except Exception as error:  # noqa: BLE001 - every kind is a failure here
                self.errors.append(repr(error))

    def write(self) -> None:
        began_at = time.perf_counter()
        self._database.write_now(grow)
        self.waits.append(time.perf_counter() - began_at)

    def read(self) -> None:
        newest, counted = self._database.read_now(_newest_event)
        self.reads += 1
        if newest != counted:
            self.errors.append(f"event {newest}, but the counter says {counted}")


def _newest_event(db: Connection) -> tuple[int, int]:
    newest = db.value("select max(id) from events") or 0
    counted = db.value("select last from numbers where name = 'event'") or 0
    return newest, counted


def _write_continuously(pipe: Pipe, url: str, entries: int) -> None:
    database = open_database(url)
    database.write_now(grow, entries)
    pipe.send("busy")
    while True:
        database.write_now(grow, entries)


def test_a_small_write_is_not_starved_by_a_busy_process(url: str) -> None:
    """SQLite's own waiting took 0.8 s here: the busy one always came first."""
    busy = [processes.start(_write_continuously, url, 50) for _ in range(2)]
    for _, pipe in busy:
        pipe.recv()
    database = open_database(url)
    waits = _waits_for_small_writes(database, seconds=2)
    for process, _ in busy:
        process.kill()
        process.join()
    database.close_now()
    found = _percentiles(waits)
    log.info("small writes waited %s", found)
    assert len(waits) > 20
    assert found["p90"] < 0.25


def _waits_for_small_writes(database: Database, *, seconds: float) -> list[float]:
    deadline = time.monotonic() + seconds
    waits = []
    while time.monotonic() < deadline:
        began_at = time.perf_counter()
        database.write_now(grow, 1)
        waits.append(time.perf_counter() - began_at)
        time.sleep(0.005)
    return waits


def _percentiles(waits: list[float]) -> dict[str, float]:
    waits = sorted(waits)
    return {
        "count": len(waits),
        **{f"p{p}": round(waits[len(waits) * p // 100], 4) for p in (50, 90, 99)},
        "max": round(waits[-1], 4),
    }
