"""Short reads of SQLite run one after another, and none stands behind a long one."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path

import pytest

from tidings.store.engine.connection import Connection
from tidings.store.engine.job import Job
from tidings.store.engine.lane import Lane
from tidings.store.engine.sqlite_connection import SqliteConnection

MANY = 200


def readers(folder: Path, *, patience: float):
    path = folder / "tidings.db"
    SqliteConnection(path, write=True).close()
    lane = Lane(
        "reader",
        lambda: SqliteConnection(path, write=False),
        threads=4,
        limit=1000,
        patience=patience,
    )
    yield lane
    lane.close(5)


@pytest.fixture
def lane(tmp_path: Path):
    yield from readers(tmp_path, patience=0.05)


@pytest.fixture
def patient_lane(tmp_path: Path):
    """To it, a short job is a short one even on a machine that stood still."""
    yield from readers(tmp_path, patience=2)


def asked(lane: Lane, work: Callable[[Connection], object]) -> Job[object]:
    job = Job(work, write=False, idempotent=True)
    lane.submit(job)
    return job


def one(db: Connection) -> object:
    return db.value("SELECT 1")


def test_short_jobs_never_overlap(patient_lane: Lane) -> None:
    together = most = 0

    def work(db: Connection) -> object:
        nonlocal together, most
        together += 1
        most = max(most, together)
        time.sleep(0.0005)  # lets another thread in, if there is one
        together -= 1
        return one(db)

    jobs = [asked(patient_lane, work) for _ in range(MANY)]
    wait([job.future for job in jobs], 30)
    assert [job.future.result() for job in jobs] == [1] * MANY
    assert most == 1


@pytest.mark.parametrize("long_ones", [1, 3])
def test_short_jobs_pass_long_ones(lane: Lane, long_ones: int) -> None:
    enough = threading.Event()

    def long(db: Connection) -> object:
        enough.wait(30)
        return one(db)

    slow = [asked(lane, long) for _ in range(long_ones)]
    quick = [asked(lane, one) for _ in range(MANY)]
    done, late = wait([job.future for job in quick], 10)
    enough.set()
    assert not late
    assert {future.result() for future in done} == {1}
    assert [job.future.result(10) for job in slow] == [1] * long_ones


def test_queued_jobs_end_before_it_closes(lane: Lane) -> None:
    jobs = [
        asked(lane, lambda db: (time.sleep(0.001), one(db))[1]) for _ in range(MANY)
    ]
    lane.close(10)
    assert [job.future.result(0) for job in jobs] == [1] * MANY
