"""Long jobs in the database: one worker at a time, in order, and nobody else's."""

from datetime import timedelta

import pytest

from tests.make import NOON, a_user
from tidings.core.clock import micros
from tidings.core.errors import LeaseLost, NotFound
from tidings.store.engine.database import Database
from tidings.store.system import long_jobs
from tidings.store.system.long_jobs import LongJob, Step, TooManyJobs

LEASE = timedelta(minutes=1)
LATER = NOON + 2 * micros(LEASE)


@pytest.fixture
def user(database: Database) -> int:
    return database.write_now(a_user)


def add(database: Database, user: int, name: str, now: int = NOON) -> LongJob:
    return database.write_now(
        long_jobs.insert_job, name, user, "import_opml", b"data", now
    )


def claim(database: Database, now: int = NOON) -> LongJob | None:
    return database.write_now(long_jobs.claim_job, now, LEASE)


def step(job: LongJob, done: int, *, published: bool = False) -> Step:
    return Step(job.id, job.token, NOON, done, 10, published)


def events(database: Database) -> int:
    return database.read_now(lambda db: db.value("select count(*) from events"))


def test_a_job_is_claimed_once_until_its_lease_ends(
    database: Database, user: int
) -> None:
    add(database, user, "a")
    assert database.read_now(long_jobs.is_work_waiting, NOON, LEASE)
    first = claim(database)
    assert first is not None
    assert (first.state, first.input, first.token) == ("running", b"data", 1)
    assert claim(database) is None
    assert not database.read_now(long_jobs.is_work_waiting, NOON, LEASE)
    second = claim(database, LATER)
    assert second is not None
    assert (second.id, second.token, second.started_at) == ("a", 2, NOON)


def test_a_lease_from_a_clock_that_jumped_ahead_counts_as_ended(
    database: Database, user: int
) -> None:
    add(database, user, "a")
    assert claim(database, NOON + micros(timedelta(days=400))) is not None
    assert claim(database, NOON) is not None


def test_a_reader_has_one_job_done_at_a_time_and_others_need_not_wait(
    database: Database, user: int
) -> None:
    other = database.write_now(a_user)
    add(database, user, "a")
    add(database, user, "b", NOON + 1)
    add(database, other, "c", NOON + 2)
    claimed = [claim(database, NOON + 3) for _ in range(3)]
    assert [job and job.id for job in claimed] == ["a", "c", None]
    database.write_now(long_jobs.end_job, claimed[0], NOON + 4, result={})
    last = claim(database, NOON + 5)
    assert last is not None
    assert last.id == "b"


def test_whoever_lost_a_job_can_write_nothing(database: Database, user: int) -> None:
    add(database, user, "a")
    late = claim(database)
    now = claim(database, LATER)
    for write in (
        lambda db: long_jobs.save_step(db, step(late, 9), {"x": 1}),
        lambda db: long_jobs.end_job(db, late, LATER, result={"x": 1}),
    ):
        with pytest.raises(LeaseLost):
            database.write_now(write)
    assert database.write_now(long_jobs.renew_jobs, [late], LATER, LEASE) == [late]
    database.write_now(long_jobs.release_jobs, [late])
    assert claim(database, LATER) is None
    database.write_now(long_jobs.save_step, step(now, 4), {"y": 2})
    found = database.read_now(long_jobs.find_job, user, "a")
    assert (found.done, found.total, found.result) == (4, 10, {"y": 2})


def test_a_step_without_a_result_keeps_the_one_before(
    database: Database, user: int
) -> None:
    add(database, user, "a")
    job = claim(database)
    database.write_now(long_jobs.save_step, step(job, 1), {"y": 2})
    before = events(database)
    database.write_now(long_jobs.save_step, step(job, 2))
    assert events(database) == before
    database.write_now(long_jobs.save_step, step(job, 3, published=True))
    assert events(database) == before + 1
    found = database.read_now(long_jobs.find_job, user, "a")
    assert (found.done, found.result) == (3, {"y": 2})


def test_an_ended_job_forgets_what_it_was_given(database: Database, user: int) -> None:
    add(database, user, "a")
    database.write_now(long_jobs.end_job, claim(database), NOON, error=("NO", "No."))
    row = database.read_now(lambda db: db.row("select state, input from long_jobs"))
    assert (row[0], bytes(row[1])) == ("failed", b"")
    assert claim(database, LATER) is None


def test_nobody_has_more_waiting_than_they_may(database: Database, user: int) -> None:
    for number in range(long_jobs.MOST_WAITING):
        add(database, user, f"{number}")
    with pytest.raises(TooManyJobs):
        add(database, user, "more")
    add(database, database.write_now(a_user), "another's")
    database.write_now(long_jobs.end_job, claim(database), NOON, result={})
    add(database, user, "more")


def test_jobs_of_others_are_not_found(database: Database, user: int) -> None:
    add(database, user, "a")
    other = database.write_now(a_user)
    with pytest.raises(NotFound):
        database.read_now(long_jobs.find_job, other, "a")
    assert database.read_now(long_jobs.list_jobs, other, None, 10) == []


def test_jobs_that_ended_long_ago_are_forgotten(database: Database, user: int) -> None:
    for name in ("a", "b", "c"):
        add(database, user, name)
    database.write_now(long_jobs.end_job, claim(database), NOON, result={})
    database.write_now(long_jobs.end_job, claim(database), NOON + 5, result={})
    gone = database.write_now(long_jobs.forget_ended_jobs, NOON + 1, 10)
    left = database.read_now(long_jobs.list_jobs, user, None, 10)
    assert (gone, [job.id for job in left]) == (1, ["c", "b"])
