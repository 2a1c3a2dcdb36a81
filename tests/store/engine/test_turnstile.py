"""Writers of several processes wait in a fair order, and waiting never breaks a promise."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest

from tests.store import processes
from tests.store.notes import note, notes
from tidings.core.errors import DatabaseTimeout
from tidings.store.engine.database import open_database, sqlite_path
from tidings.store.engine.turnstile import Turnstile


@pytest.fixture
def url(new_url: Callable[..., str]) -> str:
    return new_url("sqlite", migrated=True)


def test_whoever_leaves_lets_the_one_who_waits_go_first(tmp_path: Path) -> None:
    entered: list[str] = []
    waiting = threading.Event()

    def wait_and_enter() -> None:
        with closing(Turnstile(tmp_path / "x.db")) as second:
            waiting.set()
            second.enter()
            entered.append("second")

    with closing(Turnstile(tmp_path / "x.db")) as first:
        first.enter()
        thread = threading.Thread(target=wait_and_enter)
        thread.start()
        waiting.wait(20)
        time.sleep(0.05)  # only now can it be inside the lock call
        first.leave()
        first.enter()
        entered.append("first again")
    thread.join()
    assert entered == ["second", "first again"]


def test_a_caller_is_not_kept_by_whoever_blocks_the_door(url: str) -> None:
    database = open_database(url)
    impatient = database.with_timeout(timedelta(milliseconds=200))
    with closing(Turnstile(sqlite_path(url))) as blocker:
        blocker.enter()
        asked_at = time.monotonic()
        with pytest.raises(DatabaseTimeout, match="nothing was changed"):
            impatient.write_now(note, "late")
        assert time.monotonic() - asked_at < 2
        assert database.read_now(notes) == []
    database.write_now(note, "after")
    assert database.read_now(notes) == ["after"]
    database.close_now()


def _enter_and_die_later(pipe: Pipe, path: Path) -> None:
    Turnstile(path).enter()
    pipe.send("inside")
    threading.Event().wait()


def test_a_dead_process_lets_go(url: str) -> None:
    process, pipe = processes.start(_enter_and_die_later, sqlite_path(url))
    assert pipe.recv() == "inside"
    process.kill()
    process.join()
    database = open_database(url, timeout=timedelta(seconds=5))
    database.write_now(note, "after")
    database.close_now()


def test_without_lock_files_everybody_walks_through(url: str) -> None:
    path = sqlite_path(url)
    path.with_name(f"{path.name}-turn").mkdir()
    path.with_name(f"{path.name}-door").symlink_to(path.parent / "none" / "such")
    database = open_database(url)
    database.write_now(note, "works")
    assert database.read_now(notes) == ["works"]
    database.close_now()
