"""The server restarts, the disk fills up, the file is locked or damaged: we go on."""

import os
import pwd
import signal
import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from datetime import timedelta
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest

from tests import engines
from tests.small_disk import SmallDisk
from tests.store import processes
from tests.store.notes import note, notes
from tidings.core.errors import (
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
)
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.migrate import upgrade


class Load:
    """Threads that write notes and remember what they were promised."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stop = threading.Event()
        self.promised: list[str] = []
        self.in_doubt: list[str] = []
        self.refusals: list[DatabaseUnavailable] = []
        self.last_success = 0.0
        self._threads = [
            threading.Thread(target=self._write, args=(number,)) for number in range(4)
        ]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _write(self, number: int) -> None:
        count = 0
        while not self._stop.is_set():
            name = f"{number}-{count}"
            count += 1
            try:
                self._database.write_now(note, name)
            except DatabaseUnavailable as error:
                self.refusals.append(error)
                if "not known" in error.message:
                    self.in_doubt.append(name)
                self._stop.wait(0.02)
            else:
                self.promised.append(name)
                self.last_success = time.monotonic()


def test_a_restarted_server_is_found_again_and_nothing_is_lost_or_doubled() -> None:
    # A promise must hold when the server crashes, so commits wait for the log here.
    with engines.own_postgres({"synchronous_commit": "on"}) as server:
        upgrade(server.url)
        database = open_database(server.url, pool=4)
        with Load(database) as load:
            for how in (signal.SIGINT, signal.SIGQUIT):
                _wait_for_success_after(load, time.monotonic())
                server.stop(how)
                server.start()
                back_at = time.monotonic()
                _wait_for_success_after(load, back_at)
                assert time.monotonic() - back_at < 60
        found = set(database.read_now(notes))
        database.close_now()
    assert all(refusal.details["retry_after"] for refusal in load.refusals)
    assert set(load.promised) <= found
    assert found <= {*load.promised, *load.in_doubt}


def _wait_for_success_after(load: Load, moment: float) -> None:
    deadline = time.monotonic() + 120
    while load.last_success <= moment:
        assert time.monotonic() < deadline, "no write got through for 2 min"
        time.sleep(0.005)


def test_a_server_that_is_not_there_is_an_error_with_words() -> None:
    database = open_database("postgresql://tidings@127.0.0.1:1/nothing")
    with pytest.raises(DatabaseUnavailable, match="cannot be reached; nothing was"):
        database.write_now(note, "x")
    database.close_now()


def test_a_full_disk_refuses_writes_serves_reads_and_needs_no_restart(
    small_disk: SmallDisk,
) -> None:
    url = f"sqlite:///{small_disk.folder / 'tidings.db'}"
    upgrade(url)
    database = open_database(url)
    database.write_now(note, "before")
    small_disk.fill(database)
    with pytest.raises(DatabaseUnavailable, match=r"disk is full .* nothing was chan"):
        _write_much(database, 0)
    there = database.read_now(notes)
    assert "before" in there
    with pytest.raises(DatabaseUnavailable):
        _write_much(database, 1000)
    small_disk.free(database)
    database.write_now(note, "y" * 50_000)
    assert {*there, "y" * 50_000} <= set(database.read_now(notes))
    database.close_now()
    with closing(sqlite3.connect(small_disk.folder / "tidings.db")) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]


def _write_much(database: Database, first: int) -> None:
    for number in range(first, first + 1000):
        database.write_now(note, f"{number}-" + "x" * 50_000)


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    path = tmp_path / "tidings.db"
    upgrade(f"sqlite:///{path}")
    return path


def test_a_file_that_somebody_locks_is_a_timeout_and_then_works(
    sqlite_file: Path,
) -> None:
    database = open_database(f"sqlite:///{sqlite_file}")
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as stranger:
        stranger.execute("begin immediate")
        with pytest.raises(DatabaseTimeout, match="nothing was changed"):
            database.with_timeout(timedelta(milliseconds=300)).write_now(note, "late")
        assert database.read_now(notes) == []
        stranger.execute("rollback")
    database.write_now(note, "after")
    assert database.read_now(notes) == ["after"]
    database.close_now()


def test_a_file_that_is_no_database_is_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    path.write_bytes(b"This is no database. " * 500)
    database = open_database(f"sqlite:///{path}")
    with pytest.raises(DatabaseDamaged, match="restore a backup"):
        database.read_now(notes)
    with pytest.raises(DatabaseDamaged, match="restore a backup"):
        upgrade(f"sqlite:///{path}")
    database.close_now()


def test_a_damaged_page_is_called_damaged(sqlite_file: Path) -> None:
    database = open_database(f"sqlite:///{sqlite_file}")
    for number in range(50):
        database.write_now(note, f"{number}-" + "x" * 2000)
    database.close_now()
    size = sqlite_file.stat().st_size
    with sqlite_file.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xff" * (size // 2))
    again = open_database(f"sqlite:///{sqlite_file}")
    with pytest.raises(DatabaseDamaged):
        again.read_now(notes)
    again.close_now()


def _write_unprivileged(pipe: Pipe, url: str) -> None:
    if os.geteuid() == 0:
        os.setuid(pwd.getpwnam("nobody").pw_uid)
    try:
        open_database(url).write_now(note, "x")
    except DatabaseUnavailable as error:
        pipe.send(error.message)


def test_a_file_that_may_not_be_written_is_an_error_with_words() -> None:
    # Not in pytest's own folder, which other users may not enter.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        path = Path(folder) / "tidings.db"
        upgrade(f"sqlite:///{path}")
        path.chmod(0o444)
        process, pipe = processes.start(_write_unprivileged, f"sqlite:///{path}")
        assert "may not be written: check its owner" in pipe.recv()
        process.join()


def test_a_folder_that_is_none_is_an_error_with_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    database = open_database(f"sqlite:///{tmp_path / 'file' / 'tidings.db'}")
    with pytest.raises(DatabaseUnavailable, match="cannot be opened"):
        database.read_now(notes)
    with pytest.raises(DatabaseUnavailable, match="cannot be opened"):
        database.write_now(note, "x")
    database.close_now()
