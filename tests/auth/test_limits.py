"""Limits hold in one process, over all processes, and when Redis goes away."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from tests import engines
from tests.make import NOON
from tidings.auth.limits import Limits, Rule
from tidings.auth.shared_memory import SharedMemory, shared_memory
from tidings.core.clock import micros
from tidings.core.system.token_bucket import Bucket, take

RULE = Rule("try", 5, 5 / 60)
TICK = micros(timedelta(seconds=12)) + 1


@pytest.fixture
async def shared(redis_url: str) -> AsyncIterator[SharedMemory]:
    memory = shared_memory(redis_url)
    await memory.redis.flushdb()
    yield memory
    await memory.close()


async def takes(limits: Limits, how_many: int, who: str = "ann") -> list[bool]:
    return [not await limits.take(RULE, who, NOON) for _ in range(how_many)]


async def test_five_pass_and_the_next_waits_for_its_turn() -> None:
    limits = Limits()
    assert await takes(limits, 6) == [True] * 5 + [False]
    wait = await limits.take(RULE, "ann", NOON)
    assert timedelta(seconds=11) < wait <= timedelta(seconds=13)
    assert not await limits.take(RULE, "ann", NOON + TICK)
    assert await limits.take(RULE, "ann", NOON + TICK)


async def test_everybody_and_every_rule_has_a_count_of_its_own() -> None:
    limits = Limits()
    await takes(limits, 5)
    assert await takes(limits, 1, "bob") == [True]
    assert not await limits.take(Rule("other", 1, 1), "ann", NOON)


async def test_looking_takes_nothing() -> None:
    limits = Limits()
    for _ in range(20):
        assert not limits.peek(RULE, "ann", NOON)
    await takes(limits, 5)
    assert limits.peek(RULE, "ann", NOON)


async def test_memory_is_bounded_and_the_least_recent_is_forgotten_first() -> None:
    limits = Limits(most=10)
    await takes(limits, 5, "ann")
    for number in range(9):
        await takes(limits, 1, f"stranger {number}")
    assert await takes(limits, 1, "ann") == [False]
    for number in range(1000):
        await takes(limits, 1, f"stranger {number}")
    assert len(limits._buckets) == 10


async def test_all_processes_count_together(shared: SharedMemory) -> None:
    one, two = Limits(shared), Limits(shared)
    assert await takes(one, 3) == [True] * 3
    assert await takes(two, 4) == [True, True, False, False]


async def test_redis_calculates_as_the_core_does(shared: SharedMemory) -> None:
    bucket, now = Bucket(), NOON
    steps = [0, 0, 7, 0, 0, 0, 0, 12, 0, 30, 1, 0, 0, 0, 90, 0, -500, 0, 0, 3, 61]
    for step in steps:
        now += micros(timedelta(seconds=step))
        expected = take(bucket, now, RULE.burst, RULE.per_second)
        bucket = expected.bucket
        # A process that has just begun: only what Redis remembers counts.
        assert await Limits(shared).take(RULE, "ann", now) == expected.retry_after


async def test_names_and_addresses_are_not_in_redis_and_keys_run_out(
    shared: SharedMemory,
) -> None:
    await takes(Limits(shared), 2, "canary-name")
    keys = await shared.redis.keys()
    assert len(keys) == 1
    assert b"canary" not in keys[0]
    assert 0 < await shared.redis.pttl(keys[0]) <= 61_000


async def test_losing_redis_opens_no_door() -> None:
    with engines.redis() as url:
        limits = Limits(shared_memory(url))
        assert await takes(limits, 5) == [True] * 5
    assert await takes(limits, 2) == [False] * 2
    assert await takes(limits, 6, "bob") == [True] * 5 + [False]


async def test_a_redis_that_never_was_there_costs_no_time_and_opens_no_door() -> None:
    limits = Limits(SharedMemory(Redis.from_url("redis://127.0.0.1:1/0")))
    assert await takes(limits, 6) == [True] * 5 + [False]
