"""What is repeated when the server says no or vanishes, and what must not be."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

import psycopg
import pytest

from tests.store.notes import note, notes, wait_forever
from tests.store.proxy import Cut, FailingNetwork, failing_network
from tidings.core.errors import DatabaseBusy, DatabaseTimeout, DatabaseUnavailable
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.database import Database, open_database

SHORT = timedelta(milliseconds=300)
COMMIT = b"commit\0"  # as it stands on the wire


@pytest.fixture
def engine() -> str:
    """Only a server can refuse a commit, deadlock or be cut off."""
    return "postgres"


@pytest.fixture
def network(database_url: str) -> Iterator[FailingNetwork]:
    with failing_network(database_url) as network:
        yield network


@pytest.fixture
def far(network: FailingNetwork) -> Iterator[Database]:
    """The database behind a network that can fail, by one connection."""
    opened = open_database(network.url, pool=1)
    yield opened
    opened.close_now(timedelta(0))


class Counted:
    """A store function that knows how often it ran."""

    def __init__(self, work: Callable[[Connection, int], object]) -> None:
        self.runs = 0
        self._work = work

    def __call__(self, db: Connection) -> object:
        self.runs += 1
        return self._work(db, self.runs)


def elsewhere(url: str, sql: str, *parameters: object) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql, parameters)


def clash(url: str, db: Connection) -> None:
    """Read a row, let somebody else change it, and change it: a real failure."""
    db.run("set transaction isolation level repeatable read")
    db.value("select value from settings where name = 'counter'")
    elsewhere(url, "update settings set changed_at = changed_at + 100")
    db.run("update settings set changed_at = changed_at + 1")


def test_a_serialisation_failure_is_repeated(
    database: Database, database_url: str
) -> None:
    database.write_now(note, "counter")

    def work(db: Connection, run: int) -> None:
        if run == 1:
            clash(database_url, db)
        db.run("update settings set changed_at = changed_at + 1")

    counted = Counted(work)
    database.write_now(counted)
    assert counted.runs == 2
    total = database.read_now(lambda db: db.value("select changed_at from settings"))
    assert total == 101


def test_endless_serialisation_failures_end_in_busy(
    database: Database, database_url: str
) -> None:
    database.write_now(note, "counter")
    counted = Counted(lambda db, run: clash(database_url, db))
    with pytest.raises(DatabaseBusy, match="nothing was changed"):
        database.write_now(counted)
    assert counted.runs == 4


def test_both_sides_of_a_deadlock_end_well(database: Database) -> None:
    database.write_now(note, "a")
    database.write_now(note, "b")
    together = threading.Barrier(2)

    def touch(first: str, second: str) -> Counted:
        def work(db: Connection, run: int) -> None:
            db.run("set local deadlock_timeout = '20ms'")
            add_one(db, first)
            if run == 1:
                together.wait(20)
            add_one(db, second)

        return Counted(work)

    def add_one(db: Connection, name: str) -> None:
        db.run(
            "update settings set changed_at = changed_at + 1 where name = :name",
            name=name,
        )

    jobs = [touch("a", "b"), touch("b", "a")]
    threads = [threading.Thread(target=database.write_now, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(job.runs for job in jobs) == 3
    assert database.read_now(
        lambda db: db.rows("select name, changed_at from settings order by name")
    ) == [("a", 2), ("b", 2)]


def test_a_connection_lost_before_the_commit_is_repeated(
    database: Database, database_url: str
) -> None:
    def work(db: Connection, run: int) -> None:
        note(db, "once")
        if run == 1:
            mine = db.value("select pg_backend_pid()")
            elsewhere(database_url, "select pg_terminate_backend(%s)", mine)
        note(db, "and whole")

    counted = Counted(work)
    database.write_now(counted)
    assert counted.runs == 2
    assert database.read_now(notes) == ["and whole", "once"]


def test_a_connection_lost_while_idle_is_not_noticed(
    database: Database, database_url: str
) -> None:
    database.write_now(note, "before")
    elsewhere(
        database_url,
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and pid <> pg_backend_pid()",
    )
    database.write_now(note, "after")
    assert database.read_now(notes) == ["after", "before"]


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_cut_off_is_not_repeated_by_itself(
    database: Database, far: Database, network: FailingNetwork, cut: Cut
) -> None:
    counted = Counted(lambda db, run: note(db, f"run {run}"))
    network.cut_at(COMMIT, cut)
    with pytest.raises(DatabaseUnavailable, match="not known whether"):
        far.write_now(counted)
    assert counted.runs == 1
    # This is why: the caller cannot tell the two apart.
    assert database.read_now(notes) == ([] if cut == "before" else ["run 1"])
    far.write_now(note, "after")


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_cut_off_is_repeated_when_that_is_safe(
    database: Database, far: Database, network: FailingNetwork, cut: Cut
) -> None:
    runs = []

    @idempotent
    def note_once(db: Connection) -> None:
        runs.append(True)
        db.run(
            "insert into settings (name, value, changed_at) values ('once', '1', 0)"
            " on conflict do nothing"
        )

    network.cut_at(COMMIT, cut)
    far.write_now(note_once)
    assert len(runs) == 2
    assert database.read_now(notes) == ["once"]


def test_a_read_cut_off_is_repeated(far: Database, network: FailingNetwork) -> None:
    far.write_now(note, "there")
    network.cut_at(b"select name from settings", "before")
    assert far.read_now(notes) == ["there"]


async def test_a_commit_that_began_ends_and_gives_its_result(
    database: Database, database_url: str
) -> None:
    """The commit itself sleeps, in a deferred trigger, longer than the caller waits."""
    elsewhere(
        database_url,
        """
        create function doze() returns trigger language plpgsql as
          $$ begin perform pg_sleep(0.8); return null; end $$;
        create constraint trigger doze after insert on settings
          deferrable initially deferred for each row execute function doze()
        """,
    )
    impatient = database.with_timeout(SHORT)
    assert await impatient.write(note, "one") == "one"
    assert impatient.write_now(note, "two") == "two"
    assert await database.read(notes) == ["one", "two"]


async def test_stopping_a_query_never_blocks_the_event_loop(
    far: Database, network: FailingNetwork
) -> None:
    """Telling the server to stop takes a connection, and here nobody answers it."""
    await far.write(note, "before")
    network.swallow()
    with pytest.raises(DatabaseTimeout):
        await _without_lag(far.with_timeout(SHORT).read(wait_forever))
    task = asyncio.create_task(far.read(wait_forever))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await _without_lag(task)
    network.cut_all()


async def _without_lag(work) -> None:
    task = asyncio.ensure_future(work)
    while not task.done():
        slept_at = time.perf_counter()
        await asyncio.sleep(0.005)
        assert time.perf_counter() - slept_at < 0.5
    await task
