"""The database layer's promises, on both engines: whole transactions, nothing endless."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import psycopg
import pytest

from tests.store.notes import FOREVER, note, note_and_wait_forever, notes, wait_forever
from tidings.core.errors import DatabaseBusy, DatabaseTimeout, DatabaseUnavailable
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database

READ_ONLY = (sqlite3.OperationalError, psycopg.errors.ReadOnlySqlTransaction)
ALREADY_THERE = (sqlite3.IntegrityError, psycopg.errors.UniqueViolation)
ORPHAN = (sqlite3.IntegrityError, psycopg.errors.ForeignKeyViolation)
SHORT = timedelta(milliseconds=200)


class Boom(Exception):
    """What a store function raises by mistake."""


@pytest.fixture
def narrow(database_url: str) -> Iterator[Database]:
    """A database with one thread for writes, and room for three waiting jobs."""
    opened = open_database(database_url, pool=1, queue=3)
    yield opened
    opened.close_now(timedelta(0))


@contextmanager
def occupied(database: Database) -> Iterator[None]:
    """Keep the only writing thread busy, inside a transaction."""
    begun, release = threading.Event(), threading.Event()

    def occupy(db: Connection) -> None:
        begun.set()
        release.wait(20)

    thread = threading.Thread(target=database.write_now, args=(occupy,))
    thread.start()
    assert begun.wait(20)
    try:
        yield
    finally:
        release.set()
        thread.join()


def test_a_read_cannot_write(database: Database) -> None:
    with pytest.raises(READ_ONLY):
        database.read_now(note, "smuggled")
    assert database.read_now(notes) == []


def test_a_read_sees_one_snapshot(database: Database) -> None:
    def read_twice(db: Connection) -> tuple[list[str], list[str]]:
        before = notes(db)
        writer = threading.Thread(target=database.write_now, args=(note, "late"))
        writer.start()
        writer.join()
        return before, notes(db)

    assert database.read_now(read_twice) == ([], [])
    assert database.read_now(notes) == ["late"]


async def test_a_write_commits_whole(database: Database) -> None:
    def both(db: Connection) -> int:
        note(db, "one")
        note(db, "two")
        return 2

    assert await database.write(both) == 2
    assert await database.read(notes) == ["one", "two"]


async def test_a_failed_statement_leaves_nothing_of_its_transaction(
    database: Database,
) -> None:
    await database.write(note, "two")

    def both(db: Connection) -> None:
        note(db, "one")
        note(db, "two")

    with pytest.raises(ALREADY_THERE):
        await database.write(both)
    assert await database.read(notes) == ["two"]


async def test_an_exception_rolls_back_and_flies(database: Database) -> None:
    def stumble(db: Connection) -> None:
        note(db, "half")
        raise Boom

    with pytest.raises(Boom):
        await database.write(stumble)
    with pytest.raises(Boom):
        database.write_now(stumble)
    assert await database.read(notes) == []


async def test_a_timeout_error_of_the_function_is_its_own(database: Database) -> None:
    def stumble(db: Connection) -> None:
        raise TimeoutError("of the function")

    with pytest.raises(TimeoutError, match="of the function"):
        await database.write(stumble)
    with pytest.raises(TimeoutError, match="of the function"):
        database.read_now(stumble)


async def test_a_cancelled_job_that_waits_never_runs(narrow: Database) -> None:
    ran = []

    def remember(db: Connection) -> None:
        ran.append(True)

    with occupied(narrow):
        task = asyncio.create_task(narrow.write(remember))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    await narrow.write(note, "after")
    assert ran == []


async def test_a_cancelled_job_that_runs_is_rolled_back(narrow: Database) -> None:
    begun = threading.Event()

    def work(db: Connection) -> None:
        note(db, "half")
        begun.set()
        db.value(FOREVER)

    task = asyncio.create_task(narrow.write(work))
    assert await asyncio.to_thread(begun.wait, 20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # The only thread and its connection are free again.
    await narrow.write(note, "after")
    assert await narrow.read(notes) == ["after"]


async def test_a_cancelled_job_stops_between_its_statements(narrow: Database) -> None:
    begun = threading.Event()

    def work(db: Connection) -> None:
        while True:
            db.value("select 1")
            begun.set()

    task = asyncio.create_task(narrow.write(work))
    assert await asyncio.to_thread(begun.wait, 20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await narrow.write(note, "after")


async def test_too_slow_is_an_error_and_changes_nothing(narrow: Database) -> None:
    with pytest.raises(DatabaseTimeout, match=r"0\.2 s; nothing was changed"):
        await narrow.with_timeout(SHORT).write(note_and_wait_forever, "half")
    with pytest.raises(DatabaseTimeout):
        narrow.with_timeout(SHORT).write_now(note_and_wait_forever, "half")
    with pytest.raises(DatabaseTimeout):
        await narrow.with_timeout(SHORT).read(wait_forever)
    await narrow.write(note, "after")
    assert await narrow.read(notes) == ["after"]


async def test_waiting_too_long_for_a_turn_is_an_error_and_changes_nothing(
    narrow: Database,
) -> None:
    with occupied(narrow):
        with pytest.raises(DatabaseTimeout):
            await narrow.with_timeout(SHORT).write(note, "late")
        with pytest.raises(DatabaseTimeout):
            narrow.with_timeout(SHORT).write_now(note, "late")
    await narrow.write(note, "after")
    assert await narrow.read(notes) == ["after"]


async def test_a_full_queue_refuses_at_once(narrow: Database) -> None:
    with occupied(narrow):
        waiting = [
            asyncio.create_task(narrow.write(note, name)) for name in ("a", "b", "c")
        ]
        await asyncio.sleep(0)
        asked_at = time.monotonic()
        with pytest.raises(DatabaseBusy) as refusal:
            await narrow.write(note, "d")
        assert time.monotonic() - asked_at < 2
        assert refusal.value.details["retry_after"] == 1
    await asyncio.gather(*waiting)
    assert await narrow.read(notes) == ["a", "b", "c"]


async def test_closing_lets_queued_work_end_and_refuses_more(
    database_url: str,
) -> None:
    database = open_database(database_url, pool=2)
    names = [f"note-{number:02}" for number in range(30)]
    tasks = [asyncio.create_task(database.write(note, name)) for name in names]
    await asyncio.sleep(0)
    await database.close()
    assert await asyncio.gather(*tasks) == names
    with pytest.raises(DatabaseUnavailable, match="shutting down"):
        await database.write(note, "late")
    with pytest.raises(DatabaseUnavailable, match="shutting down"):
        database.read_now(notes)
    again = open_database(database_url)
    assert again.read_now(notes) == names
    again.close_now()


def test_closing_an_idle_database_is_quick_and_may_be_repeated(
    database_url: str,
) -> None:
    database = open_database(database_url)
    database.write_now(note, "one")
    database.read_now(notes)
    began_at = time.monotonic()
    database.close_now()
    database.close_now()
    assert time.monotonic() - began_at < 1


def test_closing_stops_what_outlives_its_patience(database_url: str) -> None:
    database = open_database(database_url, pool=1)
    begun = threading.Event()
    ends: list[type[BaseException]] = []

    def write(function: Callable[[Connection], object]) -> None:
        try:
            database.write_now(function)
        except DatabaseUnavailable as error:
            ends.append(type(error))

    def work(db: Connection) -> None:
        note(db, "half")
        begun.set()
        db.value(FOREVER)

    callers = [threading.Thread(target=write, args=(work,))]
    callers[0].start()
    assert begun.wait(20)
    callers.append(threading.Thread(target=write, args=(wait_forever,)))
    callers[1].start()
    while not database.writers.waiting:
        time.sleep(0.001)
    began_at = time.monotonic()
    database.close_now(timedelta(milliseconds=100))
    assert time.monotonic() - began_at < 3
    for caller in callers:
        caller.join()
    assert ends == [DatabaseUnavailable, DatabaseUnavailable]


async def test_the_event_loop_stays_quick_while_queries_are_slow(
    database: Database,
) -> None:
    slow = [
        asyncio.create_task(database.with_timeout(SHORT * 3).read(wait_forever))
        for _ in range(3)
    ]
    lags = []
    while not all(task.done() for task in slow):
        slept_at = time.perf_counter()
        await asyncio.sleep(0.002)
        lags.append(time.perf_counter() - slept_at)
    for task in slow:
        with suppress(DatabaseTimeout):
            await task
    lags.sort()
    assert len(lags) > 20
    # A query on the event loop would hold it for as long as the query may take.
    assert lags[int(len(lags) * 0.98)] < SHORT.total_seconds()


def test_foreign_keys_hold_on_every_thread(database: Database) -> None:
    together = threading.Barrier(4)

    def has_foreign_keys(db: Connection) -> object:
        together.wait(20)
        # PostgreSQL knows this setting as the one that could turn them off.
        if db.engine == "postgres":
            return db.value("show session_replication_role") == "origin"
        return db.value("pragma foreign_keys") == 1

    found: list[object] = []
    threads = [
        threading.Thread(
            target=lambda: found.append(database.read_now(has_foreign_keys))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_an_orphan_is_refused(database: Database) -> None:
    def orphan(db: Connection) -> None:
        db.run("insert into feed_heads (feed_id) values (404)")

    with pytest.raises(ORPHAN):
        database.write_now(orphan)


def test_many_rows_in_one_call_may_hold_lists(database: Database) -> None:
    def write(db: Connection) -> None:
        db.run_many(
            "insert into settings (name, value, changed_at)"
            " select :name, '1', min(id) from ids(:numbers) as n",
            [{"name": "a", "numbers": [3, 2]}, {"name": "b", "numbers": [5]}],
        )

    database.write_now(write)
    assert database.read_now(
        lambda db: db.rows("select name, changed_at from settings order by name")
    ) == [("a", 2), ("b", 5)]
