"""Half an hour of one host with six feeds, seen from its side: one refuses, one is slow,
one is gone, three are good."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import pairwise

import pytest

from tests.fetch.origin import Endless, Received
from tests.jobs.feed_lab import Reply, five
from tests.make import NOON
from tests.worker.loop_lab import (
    LoopLab,
    LoopSettings,
    Visit,
    WatchedOrigin,
    another_worker,
    host_name,
    open_loop_lab,
)
from tests.worker.virtual_time import CountedThreads, VirtualTime, counted, run_in
from tidings.bus.local import LocalBus
from tidings.computing import Computing
from tidings.core.feeds.schedule import PollingPolicy
from tidings.worker.feed_checks import FEEDS, FeedChecks
from tidings.worker.loop import Loop

DELAY = timedelta(seconds=1)
INTERVAL = timedelta(seconds=60)
RETRY_AFTER = 100
SLOW = 20
HALF_AN_HOUR = 1800
GOOD = ("good0", "good1", "good2")
SETTINGS = LoopSettings(
    host_concurrency=1,
    host_delay=DELAY,
    deadline=timedelta(seconds=30),
    job_timeout=timedelta(seconds=45),
)


@dataclass
class SlowOrigin(WatchedOrigin):
    """Notes virtual times; one feed takes long."""

    time: VirtualTime = field(default_factory=VirtualTime)

    async def do_feed(self, request: Received) -> Endless:
        name = request.query["name"]
        began = self.time.seconds
        self.visits.append(Visit("", name, began, began))
        place = len(self.visits) - 1
        await asyncio.sleep(SLOW if name == "slow" else 0.2)
        async for piece in super(WatchedOrigin, self).do_feed(request):
            self.visits[place] = Visit("", name, began, self.time.seconds)
            yield piece


class RareBus(LocalBus):
    """Nobody asks for anything here, so nobody has to look for that."""

    look_every = timedelta(seconds=5)


@dataclass
class Log:
    """What the feeds said about their next check, second by second."""

    stated: list[tuple[float, str, float | None, str, bool]] = field(
        default_factory=list
    )


async def half_an_hour(
    url: str, workers: int, time: VirtualTime
) -> tuple[LoopLab, Log]:
    log = Log()
    async with AsyncExitStack() as stack:
        origin = SlowOrigin(time=time)
        lab = await stack.enter_async_context(open_loop_lab(url, SETTINGS, origin))
        threads = stack.enter_context(CountedThreads(time))
        context = replace(
            lab.context,
            clock=time.clock,
            database=counted(lab.context.database, time),
            bus=RareBus(),
            random=lambda: 0.5,
        )
        policy = PollingPolicy(INTERVAL, minimum=timedelta(seconds=10), adaptive=False)
        labs = [lab]
        for _ in range(workers - 1):
            other = another_worker(lab, SETTINGS)
            labs.append(await stack.enter_async_context(other))
        loops = [
            Loop(
                context,
                FEEDS,
                FeedChecks(
                    context,
                    replace(
                        each.fetching,
                        policy=policy,
                        threads=threads,
                        computing=Computing(threads, much=1000),
                    ),
                    f"worker {number}",
                ),
            )
            for number, each in enumerate(labs)
        ]
        add_feeds(lab)
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(HALF_AN_HOUR, stop.set)
        async with asyncio.TaskGroup() as tasks:
            for loop in loops:
                tasks.create_task(loop.run(stop, timedelta(seconds=60)))
            tasks.create_task(watch(lab, log, time, stop))
    return lab, log


def add_feeds(lab: LoopLab) -> None:
    after = (f"Retry-After: {RETRY_AFTER}",)
    lab.add(host_name(0), "refusing", lambda _: Reply(b"", 429, after), due=NOON)
    lab.add(host_name(0), "slow", due=NOON)
    lab.add(host_name(0), "gone", lambda _: Reply(b"", 410), due=NOON)
    for name in GOOD:
        lab.add(host_name(0), name, lambda _: five(), due=NOON)


async def watch(lab: LoopLab, log: Log, time: VirtualTime, stop: asyncio.Event) -> None:
    names = ["refusing", "slow", "gone", *GOOD]
    while not stop.is_set():
        rows = lab.states("next_check_at, check_code, leased_until is not null")
        for name, (at, code, leased) in zip(names, rows, strict=True):
            stated = None if at is None else (at - NOON) / 1_000_000
            log.stated.append((time.seconds, name, stated, str(code), bool(leased)))
        await asyncio.sleep(1)


@pytest.fixture(params=["sqlite one", "sqlite two", "postgres one", "postgres two"])
def case(request: pytest.FixtureRequest, new_url) -> tuple[str, int]:
    engine, workers = request.param.split()
    return new_url(engine, migrated=True), {"one": 1, "two": 2}[workers]


def test_a_host_with_a_bad_feed_is_asked_politely_and_its_good_feeds_in_time(
    case: tuple[str, int],
) -> None:
    time = VirtualTime()
    lab, log = run_in(time, half_an_hour(*case, time))
    visits = sorted(lab.origin.visits, key=lambda visit: visit.began)
    by_name = {
        name: [visit for visit in visits if visit.name == name]
        for name in ("refusing", "slow", "gone", *GOOD)
    }
    pauses = [after.began - before.ended for before, after in pairwise(visits)]
    assert min(pauses) >= DELAY.total_seconds() - 1e-5

    refusals = by_name["refusing"]
    waits = [after.began - before.ended for before, after in pairwise(refusals)]
    assert len(waits) >= HALF_AN_HOUR // (RETRY_AFTER + SLOW + 4) - 1
    assert min(waits) >= RETRY_AFTER - 1e-5
    # Later only by what was under way at that moment.
    assert max(waits) <= RETRY_AFTER + SLOW + 2

    longest = 2 * INTERVAL.total_seconds()
    for name in GOOD:
        times = [0.0, *(visit.began for visit in by_name[name]), time.seconds]
        assert max(b - a for a, b in pairwise(times)) <= longest, name
    assert len(by_name["gone"]) == 2

    for second, name, stated, _, leased in log.stated:
        # No feed that nobody checks claims that it is being checked since long.
        assert leased or stated is None or stated >= second - 2, (name, second, stated)
    assert any(code == "host_held" for *_, code, _ in log.stated)
    for name in ("refusing", "slow", *GOOD):
        for visit in by_name[name][1:]:
            *_, stated = (
                stated
                for second, whose, stated, *_ in log.stated
                if whose == name and second < visit.began - 1e-3
            )
            assert stated is not None
            assert abs(visit.began - stated) <= 2, (name, visit.began, stated)
