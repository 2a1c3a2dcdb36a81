"""A backup taken while others write is one moment of the history, and comes back so."""

import threading
from collections.abc import Callable
from pathlib import Path

from tests.store.everything import sums_of
from tests.store.growing import feeds, grow, half_there
from tidings.store.engine.backup import back_up, restore
from tidings.store.engine.database import Database, open_database

WRITERS = 4


def test_a_backup_under_load_is_one_moment_and_is_restored_exactly(
    database_url: str, engine: str, tmp_path: Path, new_url: Callable[..., str]
) -> None:
    # Two databases, as the web and the worker process have them.
    databases = [open_database(database_url, pool=2) for _ in range(2)]
    committed: set[int] = set()
    stop = threading.Event()
    writers = [
        threading.Thread(target=_grow_until, args=(databases[n % 2], stop, committed))
        for n in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    files = [tmp_path / f"backup-{number}.db" for number in range(3)]
    try:
        for file in files:
            _back_up_between(database_url, file, committed)
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    for database in databases:
        database.close_now()
    restored = new_url(engine)
    for file in files:
        restore(restored, file)
        assert sums_of(restored) == sums_of(f"sqlite:///{file}")


def _grow_until(database: Database, stop: threading.Event, committed: set[int]) -> None:
    while not stop.is_set():
        committed.add(database.write_now(grow))


def _back_up_between(url: str, file: Path, committed: set[int]) -> None:
    """The file holds all that was committed before, and is whole."""
    _wait_for_one_more(committed)
    before = set(committed)
    back_up(url, file)
    _wait_for_one_more(committed)
    copy = open_database(f"sqlite:///{file}")
    held = copy.read_now(feeds)
    assert copy.read_now(half_there) == {}
    copy.close_now()
    assert before <= held
    assert held < committed | held


def _wait_for_one_more(committed: set[int]) -> None:
    enough = len(committed) + WRITERS
    while len(committed) < enough:
        threading.Event().wait(0.001)
