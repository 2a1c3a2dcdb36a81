"""What bounds the price: pauses, the breaker, the caps and the ledger."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from tests.ai.lab import AiLab, open_lab
from tidings.ai.provider import Ask, Failed, Reply
from tidings.jobs.ai_asking import asking_with
from tidings.jobs.run_ai_tasks import run_next_task
from tidings.store.ai_calls import lane_now, limit_lane
from tidings.store.ai_queue import queue_counts


@pytest.fixture
async def lab(database_url: str) -> AsyncIterator[AiLab]:
    async with open_lab(database_url) as opened:
        yield opened


@pytest.fixture
async def plain_lab(new_url: Callable[..., str]) -> AsyncIterator[AiLab]:
    async with open_lab(new_url("sqlite", migrated=True)) as opened:
        yield opened


def always(outcome: str):
    return lambda number, body: outcome


def queue(lab: AiLab) -> dict:
    return lab.context.database.read_now(queue_counts, lab.clock())


@pytest.mark.parametrize(("said", "pause"), [(None, 60), ("7", 60), ("120", 120)])
async def test_being_told_to_slow_down_is_a_pause_and_no_failure(
    new_url: Callable[..., str], said: str | None, pause: int
) -> None:
    async with open_lab(new_url("sqlite", migrated=True)) as lab:
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


async def test_a_call_that_waits_its_turn_is_not_made_after_slow_down(
    plain_lab: AiLab,
) -> None:
    lab = plain_lab
    lab.entry("One")
    lab.entry("Two")

    async def meanwhile(wait: timedelta) -> None:
        lab.clock.move(wait)
        lab.write(limit_lane, "openai", lab.clock() + 60_000_000, lab.clock())

    assert await run_next_task(lab.context, lab.asking, meanwhile) is None
    until = await run_next_task(lab.context, lab.asking, meanwhile)
    assert until is not None
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


async def test_who_is_stopped_leaves_its_places_to_the_next(plain_lab: AiLab) -> None:
    lab = plain_lab
    for n in range(6):
        lab.entry(f"Bridge {n}")
    silent = Silent()
    asking = replace(lab.asking, provider=silent)
    begun = [
        asyncio.create_task(run_next_task(lab.context, asking, lab.sleep))
        for _ in range(5)
    ]
    for _ in begun:
        await silent.asked.get()

    async def stopped(wait: timedelta) -> None:
        raise asyncio.CancelledError

    for task in begun:
        task.cancel()
    await asyncio.wait(begun)
    # What these five have used nobody knows; what waits its turn uses nothing.
    (reserved,) = lab.rows("select sum(tokens) from ai_budgets")
    with pytest.raises(asyncio.CancelledError):
        await run_next_task(lab.context, lab.asking, stopped)
    assert lab.rows("select sum(tokens) from ai_budgets") == [reserved]
    assert await lab.work() == 6


async def test_a_silent_model_that_does_not_count_is_paid_for_reading(
    plain_lab: AiLab,
) -> None:
    lab = plain_lab
    lab.entry()
    said_nothing = Silent(Failed("empty_answer", "the answer is empty"))
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
    new_url: Callable[..., str],
) -> None:
    settings = {"TIDINGS_AI_DAILY_TOKENS": "6000"}
    async with open_lab(new_url("sqlite", migrated=True), settings) as lab:
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
