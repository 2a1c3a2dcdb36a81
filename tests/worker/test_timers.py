"""Periodic duties run when due, in one worker of the whole service, restarts included."""

import asyncio
from datetime import timedelta

import pytest
import structlog

from tests.contexts import Clock, make_context
from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.errors import DatabaseUnavailable, LeaseLost
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.leases import take_lease
from tidings.worker.timers import (
    LEASE,
    LEASE_LENGTH,
    Duty,
    keep_duties,
    run_due_duties_once,
)

HOUR = timedelta(hours=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def context(database: Database, clock: Clock) -> Context:
    return make_context(database, clock=clock)


def lease_end(db: Connection) -> int:
    return db.value("select until from leases where name = :name", name=LEASE)


class Diary:
    """Duties that write down that they ran."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.written = asyncio.Event()

    def duty(self, name: str, interval: timedelta = HOUR) -> Duty:
        async def run(_context: Context) -> None:
            self.lines.append(name)
            self.written.set()

        return Duty(name, interval, run)


async def test_a_duty_runs_at_once_and_then_when_its_interval_is_over(
    context: Context, clock: Clock
) -> None:
    diary = Diary()
    duties = [diary.duty("often", HOUR), diary.duty("seldom", 3 * HOUR)]
    assert await run_due_duties_once(context, duties, "me") == ["often", "seldom"]
    assert await run_due_duties_once(context, duties, "me") == []
    clock.move(HOUR)
    assert await run_due_duties_once(context, duties, "me") == ["often"]
    clock.move(2 * HOUR)
    assert await run_due_duties_once(context, duties, "me") == ["often", "seldom"]
    assert diary.lines == ["often", "seldom", "often", "often", "seldom"]


async def test_another_worker_does_not_repeat_what_was_done(
    context: Context, database: Database, clock: Clock
) -> None:
    diary = Diary()
    await run_due_duties_once(context, [diary.duty("once")], "first")
    restarted = make_context(database, clock=clock)
    assert await run_due_duties_once(restarted, [diary.duty("once")], "second") == []


async def test_while_another_worker_holds_the_lease_nothing_runs(
    context: Context, clock: Clock
) -> None:
    diary = Diary()
    await context.database.write(take_lease, LEASE, "other", clock(), LEASE_LENGTH)
    assert await run_due_duties_once(context, [diary.duty("mine")], "me") is None
    clock.move(LEASE_LENGTH)
    assert await run_due_duties_once(context, [diary.duty("mine")], "me") == ["mine"]


async def test_a_failing_duty_is_told_and_counted_and_does_not_stop_the_others(
    context: Context,
) -> None:
    async def fail(_context: Context) -> None:
        raise ValueError("a bug")

    async def refuse(_context: Context) -> None:
        raise DatabaseUnavailable("The database cannot be reached.")

    diary = Diary()
    duties = [Duty("bug", HOUR, fail), Duty("away", HOUR, refuse), diary.duty("good")]
    with structlog.testing.capture_logs() as logs:
        ran = await run_due_duties_once(context, duties, "me")
    assert ran == ["bug", "away", "good"]
    assert diary.lines == ["good"]
    assert [(line["log_level"], line["duty"]) for line in logs] == [
        ("error", "bug"),
        ("warning", "away"),
    ]
    text = context.metrics.text().decode()
    assert 'tidings_job_processed_total{job="bug",outcome="failed"} 1.0' in text
    assert 'tidings_job_processed_total{job="good",outcome="done"} 1.0' in text


@pytest.mark.parametrize("jump", [timedelta(days=3650), -timedelta(hours=2)])
async def test_a_jump_of_the_clock_runs_each_duty_once_and_no_more(
    context: Context, clock: Clock, jump: timedelta
) -> None:
    diary = Diary()
    duties = [diary.duty("steady")]
    await run_due_duties_once(context, duties, "me")
    clock.move(jump)
    assert await run_due_duties_once(context, duties, "me") == ["steady"]
    assert await run_due_duties_once(context, duties, "me") == []


async def test_a_worker_that_lost_its_lease_does_not_record_its_work(
    context: Context, clock: Clock
) -> None:
    async def lose_the_lease(_context: Context) -> None:
        clock.move(LEASE_LENGTH)
        token = await context.database.write(
            take_lease, LEASE, "thief", clock(), LEASE_LENGTH
        )
        assert token == 2

    with pytest.raises(LeaseLost):
        await run_due_duties_once(context, [Duty("slow", HOUR, lose_the_lease)], "me")
    recorded = await context.database.read(
        lambda db: db.value("select count(*) from settings")
    )
    assert recorded == 0


async def test_a_long_duty_keeps_its_lease_by_a_heartbeat(
    context: Context, clock: Clock
) -> None:
    async def outlast_the_lease(_context: Context) -> None:
        clock.move(LEASE_LENGTH)
        async with asyncio.timeout(20):
            while await context.database.read(lease_end) <= clock():
                pass

    duties = [Duty("long", HOUR, outlast_the_lease)]
    ran = await run_due_duties_once(
        context, duties, "me", heartbeat=timedelta(milliseconds=1)
    )
    assert ran == ["long"]


async def test_a_lost_lease_cancels_the_work(context: Context, clock: Clock) -> None:
    async def hang(_context: Context) -> None:
        # Later than any heartbeat of ours can have reached meanwhile.
        later = clock() + 2 * micros(LEASE_LENGTH)
        await context.database.write(take_lease, LEASE, "thief", later, LEASE_LENGTH)
        await asyncio.Event().wait()

    with pytest.raises(LeaseLost):
        await run_due_duties_once(
            context,
            [Duty("hang", HOUR, hang)],
            "me",
            heartbeat=timedelta(milliseconds=1),
        )


async def test_of_many_workers_at_once_one_runs_a_duty(
    database: Database, clock: Clock
) -> None:
    diary = Diary()
    duties = [diary.duty("one")]
    contexts = [make_context(database, clock=clock) for _ in range(6)]
    answers = await asyncio.gather(
        *(
            run_due_duties_once(context, duties, str(number))
            for number, context in enumerate(contexts)
        )
    )
    assert answers.count(["one"]) == 1
    assert diary.lines == ["one"]


async def test_a_stopped_worker_gives_the_lease_back_at_once(
    context: Context, clock: Clock
) -> None:
    diary = Diary()
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(keep_duties(context, [diary.duty("one")], "me", stop))
        await diary.written.wait()
        stop.set()
    token = await context.database.write(
        take_lease, LEASE, "next", clock(), LEASE_LENGTH
    )
    assert token == 2


async def test_a_cancelled_worker_gives_the_lease_back_too(
    context: Context, clock: Clock
) -> None:
    started = asyncio.Event()

    async def hang(_context: Context) -> None:
        started.set()
        await asyncio.Event().wait()

    work = asyncio.create_task(
        keep_duties(context, [Duty("hang", HOUR, hang)], "me", asyncio.Event())
    )
    await started.wait()
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert work.cancelled()
    token = await context.database.write(
        take_lease, LEASE, "next", clock(), LEASE_LENGTH
    )
    assert token == 2


async def test_an_unreachable_database_is_waited_for_and_told(clock: Clock) -> None:
    away = open_database("postgresql://nobody@127.0.0.1:1/none", pool=1)
    stop = asyncio.Event()
    told = asyncio.Event()

    class Telltale:
        def __call__(self, _logger: object, _name: str, event: dict) -> dict:
            told.set()
            raise structlog.DropEvent

    structlog.configure(processors=[Telltale()])
    try:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(
                keep_duties(make_context(away, clock=clock), [], "me", stop)
            )
            await asyncio.wait_for(told.wait(), 20)
            stop.set()
    finally:
        structlog.reset_defaults()
        await away.close()
