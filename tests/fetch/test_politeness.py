"""Hosts get their pause, and whoever waits gives the turn away."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from tidings.core.clock import micros
from tidings.fetch.politeness import (
    LONGEST_HOLD,
    ComeBackAt,
    Entered,
    HostState,
    MemoryPace,
    Pace,
    PaceRules,
    Visit,
    enter,
    hold,
    leave,
)
from tidings.fetch.redis_pace import RedisPace

NOON = 1_800_000_000_000_000
SECOND = 1_000_000
RULES = PaceRules()


def entered(answer: Entered | ComeBackAt) -> str:
    assert isinstance(answer, Entered), answer
    return answer.token


def told(answer: Entered | ComeBackAt) -> int:
    assert isinstance(answer, ComeBackAt), answer
    return answer.at


def test_a_host_that_nobody_visited_is_free() -> None:
    state, answer = enter(HostState(), "a", NOON, RULES)
    assert answer == Entered("a")
    assert state.visits == (Visit("a", NOON),)


def test_the_pause_counts_from_the_end_of_a_visit() -> None:
    state, _ = enter(HostState(), "a", NOON, RULES)
    state = leave(state, "a", NOON + 3 * SECOND, RULES)
    _, early = enter(state, "b", NOON + 4 * SECOND - 1, RULES)
    _, late = enter(state, "b", NOON + 4 * SECOND, RULES)
    assert told(early) == NOON + 4 * SECOND
    assert entered(late) == "b"


def test_only_so_many_visits_at_once() -> None:
    rules = replace(RULES, delay=timedelta(0), concurrency=2)
    state = HostState()
    for token in ("a", "b"):
        state, answer = enter(state, token, NOON, rules)
        assert entered(answer) == token
    state, answer = enter(state, "c", NOON, rules)
    assert told(answer) > NOON
    state, answer = enter(leave(state, "a", NOON + 1, rules), "c", NOON + 1, rules)
    assert entered(answer) == "c"


def test_each_who_waits_gets_a_time_of_their_own() -> None:
    state, _ = enter(HostState(), "a", NOON, RULES)
    times = []
    for number in range(5):
        state, answer = enter(state, f"w{number}", NOON, RULES)
        times.append(told(answer))
    assert times == sorted(set(times))
    assert all(b - a >= SECOND for a, b in pairwise(times))


def test_the_queue_counts_with_how_long_a_visit_lasts() -> None:
    state, _ = enter(HostState(), "a", NOON, RULES)
    state = leave(state, "a", NOON + 2 * SECOND, RULES)
    state, first = enter(state, "b", NOON + 2 * SECOND, RULES)
    _, second = enter(state, "c", NOON + 2 * SECOND, RULES)
    assert told(first) == NOON + 3 * SECOND
    assert told(second) == NOON + 6 * SECOND


def test_a_queue_is_never_promised_for_longer_than_an_hour() -> None:
    state, _ = enter(HostState(), "a", NOON, RULES)
    for _ in range(5000):
        state, answer = enter(state, "b", NOON, RULES)
    assert told(answer) <= NOON + 3601 * SECOND


def test_a_host_that_asks_for_quiet_gets_it_from_everybody() -> None:
    state = hold(HostState(), NOON + 90 * SECOND, NOON)
    state = hold(state, NOON + 10 * SECOND, NOON)
    _, early = enter(state, "a", NOON + 89 * SECOND, RULES)
    _, late = enter(state, "a", NOON + 90 * SECOND, RULES)
    assert told(early) == NOON + 90 * SECOND
    assert entered(late) == "a"


def test_quiet_is_granted_for_a_day_at_most() -> None:
    state = hold(HostState(), NOON * 2, NOON)
    assert state.held_until == NOON + micros(LONGEST_HOLD)


def test_a_visit_whose_worker_died_ends_by_itself() -> None:
    state, _ = enter(HostState(), "a", NOON, RULES)
    _, waiting = enter(state, "b", NOON + 119 * SECOND, RULES)
    _, answer = enter(state, "b", NOON + 120 * SECOND, RULES)
    assert told(waiting)
    assert entered(answer) == "b"


def test_a_clock_that_was_set_back_locks_nobody_out() -> None:
    state, _ = enter(HostState(), "a", NOON, RULES)
    state = hold(leave(state, "a", NOON, RULES), NOON + 60 * SECOND, NOON)
    two_days_before = NOON - 2 * 86400 * SECOND
    _, answer = enter(state, "b", two_days_before, RULES)
    assert entered(answer) == "b"


def test_leaving_twice_or_as_a_stranger_changes_nothing() -> None:
    state, _ = enter(HostState(), "a", NOON, RULES)
    assert leave(state, "b", NOON + 1, RULES) == state
    left = leave(state, "a", NOON + 1, RULES)
    assert leave(left, "a", NOON + 9 * SECOND, RULES) == left


@given(
    st.lists(
        st.tuples(st.sampled_from(["enter", "leave"]), st.integers(0, 3 * SECOND)),
        max_size=60,
    ),
    st.integers(1, 3),
)
def test_no_order_of_events_breaks_the_rules(
    events: list[tuple[str, int]], concurrency: int
) -> None:
    rules = replace(RULES, concurrency=concurrency)
    state, now, begun = HostState(), NOON, [NOON - 10 * SECOND]
    for number, (event, passed) in enumerate(events):
        now += passed
        if event == "leave" and state.visits:
            state = leave(state, state.visits[0].token, now, rules)
            continue
        state, answer = enter(state, str(number), now, rules)
        if isinstance(answer, Entered):
            assert now - begun[-1] >= SECOND
            begun.append(now)
        else:
            assert answer.at > now
        assert len(state.visits) <= concurrency


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    client = Redis.from_url(redis_url)
    await client.flushdb()
    yield client
    await client.aclose()


@pytest.fixture(params=["memory", "redis"])
def pace(request: pytest.FixtureRequest, redis: Redis) -> Pace:
    if request.param == "memory":
        return MemoryPace(RULES)
    return RedisPace(redis, RULES, "worker-1")


async def test_a_visit_a_wait_and_the_next_visit(pace: Pace) -> None:
    token = entered(await pace.try_enter("a.example", NOON))
    assert entered(await pace.try_enter("b.example", NOON))
    assert told(await pace.try_enter("a.example", NOON)) > NOON
    await pace.leave("a.example", token, NOON + SECOND)
    assert told(await pace.try_enter("a.example", NOON + SECOND)) > NOON + SECOND
    assert entered(await pace.try_enter("a.example", NOON + 2 * SECOND)) != token


async def test_a_hold_is_for_one_host(pace: Pace) -> None:
    await pace.hold("a.example", NOON + 60 * SECOND, NOON)
    assert told(await pace.try_enter("a.example", NOON)) == NOON + 60 * SECOND
    assert entered(await pace.try_enter("b.example", NOON))


async def test_memory_forgets_hosts_that_are_idle() -> None:
    pace = MemoryPace(RULES)
    for number in range(25_000):
        host, now = f"{number}.example", NOON + number * SECOND
        await pace.leave(host, entered(await pace.try_enter(host, now)), now)
        await pace.hold(host, now + SECOND, now)
    assert len(pace) <= 10_001


async def test_workers_share_one_pace_through_redis(redis: Redis) -> None:
    one, two = (RedisPace(redis, RULES, name) for name in ("one", "two"))
    token = entered(await one.try_enter("a.example", NOON))
    assert told(await two.try_enter("a.example", NOON + 5 * SECOND))
    await one.leave("a.example", token, NOON + 6 * SECOND)
    assert told(await two.try_enter("a.example", NOON + 6 * SECOND))
    assert entered(await two.try_enter("a.example", NOON + 7 * SECOND))


async def test_of_many_workers_at_once_one_gets_in(redis: Redis) -> None:
    paces = [RedisPace(redis, RULES, f"worker-{n}") for n in range(20)]
    answers = await asyncio.gather(*(p.try_enter("a.example", NOON) for p in paces))
    assert sum(isinstance(answer, Entered) for answer in answers) == 1


async def test_redis_forgets_hosts_that_are_idle(redis: Redis) -> None:
    pace = RedisPace(redis, RULES, "one")
    token = entered(await pace.try_enter("a.example", NOON))
    await pace.leave("a.example", token, NOON)
    assert 0 < await redis.pttl("tidings:pace:a.example") <= 1001


async def test_what_another_version_wrote_is_no_obstacle(redis: Redis) -> None:
    for junk in ("{}", "not json", '{"visits":[{"x":1}]}'):
        await redis.set("tidings:pace:a.example", junk)
        assert entered(
            await RedisPace(redis, RULES, "one").try_enter("a.example", NOON)
        )


async def test_without_redis_each_worker_keeps_its_own_pace(unused_port: int) -> None:
    async with Redis(port=unused_port) as nobody:
        pace = RedisPace(nobody, RULES, "one")
        token = entered(await pace.try_enter("a.example", NOON))
        assert told(await pace.try_enter("a.example", NOON + 1))
        await pace.leave("a.example", token, NOON + 1)
        assert told(await pace.try_enter("a.example", NOON + SECOND))
        assert entered(await pace.try_enter("a.example", NOON + SECOND + 1))
        await pace.hold("b.example", NOON + 60 * SECOND, NOON)
        assert told(await pace.try_enter("b.example", NOON)) == NOON + 60 * SECOND


async def test_redis_is_used_again_when_it_is_back(
    redis: Redis, unused_port: int
) -> None:
    port = redis.connection_pool.connection_kwargs["port"]
    async with Redis(port=unused_port) as moving:
        pace = RedisPace(moving, RULES, "one")
        await pace.try_enter("a.example", NOON)
        moving.connection_pool.connection_kwargs["port"] = port
        await moving.connection_pool.disconnect()
        moving.connection_pool.reset()
        await pace.try_enter("a.example", NOON + 4 * SECOND)
        assert await redis.get("tidings:pace:a.example") is None
        await pace.try_enter("a.example", NOON + 5 * SECOND)
        assert await redis.get("tidings:pace:a.example") is not None
