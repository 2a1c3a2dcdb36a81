"""A backup is one sound file; restoring and moving keep every row on both engines."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import psycopg
import pytest

import tidings
from tests.store import processes
from tests.store.engine.test_maintenance import add_ballast
from tests.store.everything import ROWS, fill_every_table, rows_of, sums_of
from tests.store.notes import note, notes
from tidings.core.errors import (
    Conflict,
    DatabaseDamaged,
    DatabaseTooNew,
    Invalid,
    NotFound,
)
from tidings.store.engine.backup import back_up, copy_to, restore
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database, sqlite_path
from tidings.store.engine.maintenance import integrity_problems
from tidings.store.engine.migrate import current_revision

BOTH = ("sqlite", "postgres")
NewUrl = Callable[..., str]


@pytest.fixture
def full_url(database: Database, database_url: str) -> str:
    """A database with rows in every table."""
    database.write_now(fill_every_table)
    return database_url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backups" / "tidings-backup.db"


def change(url: str, sql: str) -> None:
    if url.startswith("sqlite:"):
        with closing(sqlite3.connect(sqlite_path(url))) as connection, connection:
            connection.execute(sql)
    else:
        with psycopg.connect(url) as connection:
            connection.execute(sql)


def test_the_rows_to_copy_are_in_every_table(full_url: str) -> None:
    assert {len(rows) for rows in rows_of(full_url).values()} == {ROWS}


def test_a_backup_is_one_private_sqlite_file(full_url: str, file: Path) -> None:
    back_up(full_url, file)
    assert list(file.parent.iterdir()) == [file]
    assert file.stat().st_mode & 0o777 == 0o600
    url = f"sqlite:///{file}"
    assert rows_of(url) == rows_of(full_url)
    assert integrity_problems(url) == []
    assert current_revision(url) == current_revision(full_url)


@pytest.mark.parametrize("target", BOTH)
def test_a_backup_can_be_restored_on_either_engine(
    full_url: str, file: Path, new_url: NewUrl, target: str
) -> None:
    back_up(full_url, file)
    target_url = new_url(target)
    restore(target_url, file)
    assert rows_of(target_url) == rows_of(full_url)
    assert integrity_problems(target_url) == []


def test_restoring_replaces_what_was_there_also_for_those_connected(
    database: Database, full_url: str, file: Path
) -> None:
    back_up(full_url, file)
    before = rows_of(full_url)
    database.write_now(note, "later")
    database.write_now(lambda db: db.run("delete from users"))
    restore(full_url, file)
    assert rows_of(full_url) == before
    assert "later" not in database.read_now(notes)
    database.write_now(note, "works")


def test_a_backup_replaces_an_older_one(
    database: Database, full_url: str, file: Path
) -> None:
    back_up(full_url, file)
    database.write_now(note, "later")
    back_up(full_url, file)
    assert rows_of(f"sqlite:///{file}") == rows_of(full_url)


def test_progress_rises_to_its_total(
    full_url: str, file: Path, new_url: NewUrl
) -> None:
    for work in (
        lambda publish_event: back_up(full_url, file, publish_event),
        lambda publish_event: restore(full_url, file, publish_event),
        lambda publish_event: copy_to(full_url, new_url("sqlite"), publish_event),
    ):
        told: list[tuple[int, int]] = []
        work(lambda done, total, told=told: told.append((done, total)))
        assert told == sorted(told)
        assert len({total for _, total in told}) == 1
        assert told[-1][0] == told[-1][1] > 0


def test_moving_there_and_back_keeps_every_row(
    full_url: str, engine: str, new_url: NewUrl
) -> None:
    other = "postgres" if engine == "sqlite" else "sqlite"
    there, back = new_url(other), new_url(engine)
    copy_to(full_url, there)
    copy_to(there, back)
    assert rows_of(there) == rows_of(full_url)
    assert rows_of(back) == rows_of(full_url)


@pytest.mark.parametrize("target", BOTH)
def test_a_target_that_holds_something_is_refused_and_kept(
    full_url: str, new_url: NewUrl, target: str
) -> None:
    target_url = new_url(target, migrated=True)
    change(target_url, "insert into settings values ('mine', '1', 0)")
    with pytest.raises(Conflict, match="already holds settings"):
        copy_to(full_url, target_url)
    assert rows_of(target_url)["settings"] == [("mine", "1", 0)]
    assert rows_of(target_url)["users"] == []


def test_a_source_that_is_not_there_is_named(
    empty_url: str, file: Path, new_url: NewUrl
) -> None:
    with pytest.raises(NotFound):
        back_up(empty_url, file)
    with pytest.raises(NotFound):
        copy_to(empty_url, new_url("sqlite"))
    assert not file.exists()


def test_text_that_postgres_cannot_hold_is_named_and_nothing_is_copied(
    new_url: NewUrl,
) -> None:
    source, target = new_url("sqlite", migrated=True), new_url("postgres")
    change(source, "insert into numbers values ('fine', 1)")
    change(source, "insert into settings values ('a' || char(0) || 'b', '1', 0)")
    with pytest.raises(Invalid, match=r"table settings .* NUL"):
        copy_to(source, target)
    assert not any(rows_of(target).values())


@pytest.mark.parametrize("kind", ["missing", "no database", "empty", "damaged"])
def test_a_backup_that_cannot_be_used_changes_nothing(
    full_url: str, file: Path, kind: str
) -> None:
    before = sums_of(full_url)
    back_up(full_url, file)
    match kind:
        case "missing":
            file.unlink()
        case "no database":
            file.write_bytes(b"This is no database. " * 1000)
        case "empty":
            file.write_bytes(b"")
        case "damaged":
            content = bytearray(file.read_bytes())
            content[8192:40960] = os.urandom(32768)
            file.write_bytes(content)
    with pytest.raises((DatabaseDamaged, NotFound), match=r"backup"):
        restore(full_url, file)
    assert sums_of(full_url) == before


def test_a_backup_of_a_newer_tidings_is_refused(full_url: str, file: Path) -> None:
    back_up(full_url, file)
    change(f"sqlite:///{file}", "update schema_revision set revision = '9999'")
    before = sums_of(full_url)
    with pytest.raises(DatabaseTooNew, match="9999"):
        restore(full_url, file)
    assert sums_of(full_url) == before


LATER_REVISION = "insert into settings values ('upgraded', '1', 0);\n"
CALL = """
import sys; from pathlib import Path; from tidings.store.engine import backup
getattr(backup, sys.argv[1])(sys.argv[2], Path(sys.argv[3]))
"""


@pytest.fixture
def later_tidings(tmp_path: Path) -> Callable[..., str]:
    """Calls a function of a Tidings that knows one more revision; returns its error."""
    later = tmp_path / "later" / "tidings"
    shutil.copytree(Path(tidings.__file__).parent, later)
    revision = later / "store" / "migrations" / "0999_later.sql"
    revision.write_text(LATER_REVISION)

    def call(function: str, url: str, file: Path) -> str:
        done = subprocess.run(
            [sys.executable, "-c", CALL, function, url, file],
            env={**os.environ, "PYTHONPATH": str(later.parent)},
            stderr=subprocess.PIPE,
            text=True,
        )
        return done.stderr

    return call


def test_a_backup_of_an_older_tidings_is_upgraded_on_a_copy(
    full_url: str, file: Path, later_tidings: Callable[..., str]
) -> None:
    back_up(full_url, file)
    content = file.read_bytes()
    assert later_tidings("restore", full_url, file) == ""
    assert current_revision(full_url) == "0999"
    assert ("upgraded", "1", 0) in rows_of(full_url)["settings"]
    assert file.read_bytes() == content


def test_a_database_can_be_backed_up_before_its_upgrade_where_pages_are_copied(
    full_url: str, engine: str, file: Path, later_tidings: Callable[..., str]
) -> None:
    error = later_tidings("back_up", full_url, file)
    if engine == "sqlite":
        assert rows_of(f"sqlite:///{file}") == rows_of(full_url)
    else:
        assert "run `db upgrade` first" in error
        assert not file.exists()


def test_a_newer_postgres_database_is_not_overwritten(
    file: Path, new_url: NewUrl
) -> None:
    url = new_url("postgres", migrated=True)
    back_up(url, file)
    change(url, "update schema_revision set revision = '9999'")
    with pytest.raises(DatabaseTooNew, match="new, empty database"):
        restore(url, file)


def test_a_sqlite_file_that_is_none_any_more_is_set_aside(
    file: Path, new_url: NewUrl
) -> None:
    url = new_url("sqlite", migrated=True)
    change(url, "insert into settings values ('kept', '1', 0)")
    back_up(url, file)
    live = sqlite_path(url)
    live.write_bytes(b"Rubbish. " * 1000)
    restore(url, file)
    assert rows_of(url)["settings"] == [("kept", "1", 0)]
    aside = live.with_name("tidings.db-damaged")
    assert aside.read_bytes().startswith(b"Rubbish. ")


def test_a_backup_with_another_page_size_is_restored(
    file: Path, new_url: NewUrl
) -> None:
    url = new_url("sqlite", migrated=True)
    change(url, "insert into settings values ('kept', '1', 0)")
    back_up(url, file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("pragma page_size = 8192")
        connection.execute("vacuum")
    change(url, "delete from settings")
    restore(url, file)
    assert rows_of(url)["settings"] == [("kept", "1", 0)]


def _work_until_killed(
    pipe: Pipe, work: Callable[..., None], url: str, file: Path, last_step: int
) -> None:
    steps = 0

    def count_and_die(done: int, total: int) -> None:
        nonlocal steps
        steps += 1
        if steps == last_step:
            os.kill(os.getpid(), signal.SIGKILL)

    work(url, file, count_and_die)


def _large(db: Connection) -> None:
    """Enough for several steps, whether rows or pages are counted."""
    add_ballast(db, 36 if db.engine == "sqlite" else 1)
    db.run_many(
        "insert into events (id, at, kind) values (:id, 0, 'test')",
        [{"id": number} for number in range(5000)],
    )


@pytest.mark.parametrize("work", [back_up, restore])
def test_killed_in_the_middle_leaves_what_was_there(
    database: Database, database_url: str, file: Path, work: Callable[..., None]
) -> None:
    database.write_now(_large)
    back_up(database_url, file)
    database.write_now(note, "after the backup")
    before, file_before = sums_of(database_url), file.read_bytes()
    for last_step in (1, 2, random.randint(3, 4)):  # after the fifth all is written
        process, _ = processes.start(
            _work_until_killed, work, database_url, file, last_step
        )
        process.join()
        assert process.exitcode == -signal.SIGKILL
        assert sums_of(database_url) == before
        assert file.read_bytes() == file_before
    assert integrity_problems(database_url) == []
    database.write_now(note, "works")
    restore(database_url, file)
    assert "works" not in database.read_now(notes)


def test_a_sqlite_backup_neither_restarts_nor_blocks_writers(
    new_url: NewUrl, file: Path
) -> None:
    """Between every two steps somebody writes: the snapshot stays what it was."""
    url = new_url("sqlite", migrated=True)
    database = open_database(url)
    database.write_now(_large)
    before = sums_of(url)
    done_so_far: list[int] = []

    def write_meanwhile(done: int, total: int) -> None:
        done_so_far.append(done)
        database.write_now(note, f"meanwhile {len(done_so_far)}")

    back_up(url, file, write_meanwhile)
    database.close_now()
    assert len(done_so_far) > 3
    assert done_so_far == sorted(set(done_so_far))
    assert sums_of(f"sqlite:///{file}") == before
