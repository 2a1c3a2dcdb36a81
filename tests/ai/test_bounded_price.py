"""What bounds the price: pauses, the breaker, the caps and the ledger."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from tests.ai.lab import AiLab, open_lab
from tests.ai.one_task import run_next_task
from tidings.ai.provider import Ask, CallFailed, Reply
from tidings.jobs.ai.run_ai_tasks import AiTasks
from tidings.operations.ai.asking import Asking, asking_with
from tidings.operations.ai.calling import Reserved, Sleep, reserved
from tidings.store.ai.calls import lane_now, limit_lane, reserve_call
from tidings.store.ai.queue import queue_counts
from tidings.store.engine.connection import Connection
from tidings.worker.loop import Loop
from tidings.worker.queues import AI_TASKS


@pytest.fixture
async def lab(database_url: str) -> AsyncIterator[AiLab]:
    async with open_lab(database_url) as opened:
        yield opened


@pytest.fixture
async def plain_lab(database_url: str) -> AsyncIterator[AiLab]:
    async with open_lab(database_url) as opened:
        yield opened


def always(outcome: str):
    return lambda number, body: outcome


def queue(lab: AiLab) -> dict:
    return lab.context.database.read_now(queue_counts, lab.clock())


@pytest.mark.parametrize(("said", "pause"), [(None, 60), ("7", 60), ("120", 120)])
async def test_being_told_to_slow_down_is_a_pause_and_no_failure(
    database_url: str, said: str | None, pause: int
) -> None:
    async with open_lab(database_url) as lab:
        lab.server.behave, lab.server.retry_after = always("throttled"), said
        lab.entry()
        lab.entry("Another")
        assert await lab.work() == 1
        assert lab.rows("select sum(attempts), sum(priority) from ai_tasks") == [(0, 0)]
        lab.server.behave = always("ok")
        lab.clock.move(timedelta(seconds=pause - 2))
        assert await lab.work() == 0
        lab.clock.move(timedelta(seconds=3))
        assert await lab.work() == 2
        assert lab.rows("select sum(failures) from ai_ledger") == [(0,)]


@pytest.mark.both_engines
async def test_a_call_that_waits_its_turn_is_not_made_after_slow_down(
    plain_lab: AiLab,
) -> None:
    lab = plain_lab
    lab.entry("One")
    lab.entry("Two")

    async def meanwhile(wait: timedelta) -> None:
        lab.clock.move(wait)
        lab.write(limit_lane, "openai", lab.clock() + 60_000_000, lab.clock())

    assert await run_next_task(lab.context, lab.asking, meanwhile)
    assert not await run_next_task(lab.context, lab.asking, meanwhile)
    assert len(lab.server.asked) == 1
    assert queue(lab)["waiting"] == 1
    reserved = lab.rows("select sum(tokens_in + tokens_out) from ai_calls")
    assert reserved == [(sum(lab.server.tokens),)]
    lab.clock.move(timedelta(seconds=61))
    assert await lab.work() == 1


class Silent:
    """A provider that never answers, or has nothing to say."""

    costs = True

    def __init__(self, reply: Reply | None = None) -> None:
        self.reply = reply
        self.asked: asyncio.Queue[Ask] = asyncio.Queue()

    async def ask(self, question: Ask) -> Reply:
        self.asked.put_nowait(question)
        if self.reply is None:
            await asyncio.Event().wait()
        assert self.reply is not None
        return self.reply


def begin(lab: AiLab, asking: Asking, sleep: Sleep) -> asyncio.Task[int]:
    """Let a worker do tasks."""
    tasks = AiTasks(lab.context, asking, sleep, is_announced=True)
    return asyncio.create_task(Loop(lab.context, AI_TASKS, tasks).work_off())


@pytest.mark.both_engines
async def test_who_is_stopped_leaves_its_places_to_the_next(plain_lab: AiLab) -> None:
    lab = plain_lab
    for n in range(6):
        lab.entry(f"Bridge {n}")
    silent = Silent()
    asking = replace(lab.asking, provider=silent)
    begun = begin(lab, asking, lab.sleep)
    for _ in range(AI_TASKS.side_by_side):
        await silent.asked.get()
    waits = asyncio.Event()

    async def wait_for_ever(_: timedelta) -> None:
        waits.set()
        await asyncio.Event().wait()

    begun.cancel()
    await asyncio.wait({begun})
    # What these five have used nobody knows; what waits its turn uses nothing.
    (reserved,) = lab.rows("select sum(tokens) from ai_budgets")
    begun = begin(lab, lab.asking, wait_for_ever)
    await waits.wait()
    begun.cancel()
    await asyncio.wait({begun})
    assert lab.rows("select sum(tokens) from ai_budgets") == [reserved]
    assert await lab.work() == 6


@pytest.mark.both_engines
async def test_who_is_stopped_while_reserving_takes_the_reservation_back(
    plain_lab: AiLab,
) -> None:
    lab = plain_lab
    begun, may_end = threading.Event(), threading.Event()

    def reserve_late(db: Connection) -> Reserved:
        begun.set()
        assert may_end.wait(30)
        rules = lab.asking.lane_of(None)
        return reserve_call(db, rules, "call", b"task", 100, lab.clock())

    writing = lab.context.database.write(reserve_late)
    reserving = asyncio.create_task(reserved(lab.context, writing))
    await asyncio.to_thread(begun.wait)
    reserving.cancel()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await reserving
    assert lab.rows("select outcome from ai_calls") == [("withdrawn",)]
    assert lab.rows("select sum(tokens) from ai_budgets") == [(0,)]


async def test_a_silent_model_that_does_not_count_is_paid_for_reading(
    plain_lab: AiLab,
) -> None:
    lab = plain_lab
    lab.entry()
    said_nothing = Silent(CallFailed("empty_answer", "the answer is empty"))
    lab.asking = replace(lab.asking, provider=said_nothing)
    assert await lab.work() == 1
    ((used,),) = lab.rows("select tokens_in from ai_ledger")
    assert used > 100


async def test_a_dead_provider_costs_five_calls_and_its_probes_and_recovers(
    database_url: str,
) -> None:
    numbers = count()
    async with open_lab(database_url) as lab:
        lab.server.behave = always("broken")
        for _ in range(30):
            lab.entry(f"Bridge {next(numbers)}")
        for _ in range(180):  # an hour
            await lab.work()
            lab.clock.move(timedelta(seconds=20))
        calls = len(lab.server.asked)
        assert calls <= 5 + 12
        lane = lab.context.database.read_now(lane_now, "openai", lab.clock())
        assert lane.opened_at is not None
        lab.server.behave = always("ok")
        for _ in range(30):
            await lab.work()
            lab.clock.move(timedelta(seconds=20))
        lane = lab.context.database.read_now(lane_now, "openai", lab.clock())
        assert (lane.breaker.position, lane.opened_at) == ("CLOSED", None)
        states = queue(lab)
        (made,) = lab.rows("select count(*) from ai_results")[0]
        assert made + states["cooling"] == 30


async def test_the_breaker_survives_a_restart(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        lab.server.behave = always("broken")
        for n in range(10):
            lab.entry(f"Bridge {n}")
        await lab.work()
        assert len(lab.server.asked) == 5
        lane = lab.context.database.read_now(lane_now, "openai", lab.clock())
        assert lane.breaker.position == "OPEN"
        again = asking_with(lab.context, lab.fetching)
        assert again is not None
        lab.asking = again
        assert await lab.work() == 0


async def test_the_cap_stops_before_the_call_that_could_pass_it(
    database_url: str,
) -> None:
    settings = {"TIDINGS_AI_DAILY_TOKENS": "6000"}
    async with open_lab(database_url, settings) as lab:
        for n in range(60):
            lab.entry(f"Bridge {n}")
        await lab.work()
        used = sum(lab.server.tokens)
        assert 0 < used <= 6000
        assert queue(lab)["waiting"] > 0
        told = lab.rows("select period, tokens from ai_budgets order by period")
        assert {tokens for _, tokens in told} == {used}
        lab.clock.move(timedelta(days=1))
        assert await lab.work() > 0


async def test_the_ledger_is_what_the_server_counted(lab: AiLab) -> None:
    numbers = count()
    lab.server.behave = lambda n, body: "garbage" if n % 3 == 0 else "ok"
    for _ in range(12):
        lab.entry(f"Bridge {next(numbers)}")
    await lab.work()
    rows = lab.rows("select sum(tokens_in), sum(tokens_out) from ai_ledger")
    assert tuple(map(int, rows[0])) == lab.server.tokens
