"""The loop is quick, polite and fair, and nothing that one host does holds the others."""

import asyncio
import resource
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from tests.jobs.feed_lab import Reply, five
from tests.worker.loop_lab import (
    LoopLab,
    LoopSettings,
    another_worker,
    by_host,
    host_name,
    most_at_once,
    open_loop_lab,
    shortest_pause,
)
from tidings.core.clock import micros
from tidings.core.feeds.host_pace import FIRST_HOLD
from tidings.store.feeds.claims import LEASE, claim_feed
from tidings.store.feeds.feeds import make_all_due

PAUSE = timedelta(milliseconds=150)
POLITE = LoopSettings(host_concurrency=1, host_delay=PAUSE)
HOUR = timedelta(hours=1)
LONG = timedelta(minutes=1)  # nothing takes so long, however busy the machine is
SECOND = micros(timedelta(seconds=1))


@pytest.fixture
def sqlite_url(new_url) -> str:
    """For what has nothing to do with the engine."""
    return new_url("sqlite", migrated=True)


async def test_no_more_checks_run_at_once_than_allowed(sqlite_url: str) -> None:
    async with open_loop_lab(sqlite_url, LoopSettings(concurrency=5)) as lab:
        lab.origin.takes = 0.03
        for n in range(25):
            lab.add(host_name(n), f"feed{n}")
        assert await lab.loop().work_off() == 25
        assert most_at_once(lab.origin.visits) == 5
        assert lab.entries() == 125


@pytest.mark.parametrize("at_once", [1, 2])
async def test_hosts_get_their_pause_while_others_are_visited(
    sqlite_url: str, at_once: int
) -> None:
    wanted = LoopSettings(host_concurrency=at_once, host_delay=PAUSE)
    async with open_loop_lab(sqlite_url, wanted) as lab:
        lab.origin.takes = 0.05
        for n in range(12):
            lab.add(host_name(n % 3), f"feed{n}")
        for n in range(3, 13):
            lab.add(host_name(n), f"single{n}", due=1)
        assert await lab.loop().work_off() == 22
        hosts = by_host(lab.origin.visits)
        crowded = [hosts.pop(host_name(n)) for n in range(3)]
        assert [len(visits) for visits in crowded] == [4, 4, 4]
        assert max(map(most_at_once, crowded)) <= at_once
        if at_once == 1:
            assert min(map(shortest_pause, crowded)) >= PAUSE.total_seconds()
        last_single = max(visit.ended for visits in hosts.values() for visit in visits)
        assert last_single < min(visits[-1].began for visits in crowded)


WASTEFUL = ["/infinite?", "/bomb?kind=gzip&says=gzip&"]
EVIL = ["/hang?", "/trickle?", *WASTEFUL]


def add_twenty(lab: LoopLab, evil: list[str]) -> None:
    """Add twenty of each, and twenty good ones that come after them."""
    for n in range(20):
        for path in evil:
            lab.add_path(host_name(n), f"{path}{n}")
        lab.add(host_name(20 + n), f"good{n}", due=1)


async def test_evil_hosts_hold_neither_the_others_nor_the_memory(
    new_url: Callable[..., str],
) -> None:
    """Hung, trickling, endless and bombing ones, twenty of each at once."""
    # How busy this machine is: the same without those who only wait.
    url = new_url("sqlite", migrated=True)
    async with open_loop_lab(url, LoopSettings(deadline=LONG)) as lab:
        add_twenty(lab, WASTEFUL)
        begun = time.monotonic()
        assert await lab.loop().work_off() == 60
        work = timedelta(seconds=time.monotonic() - begun)
    deadline = max(timedelta(seconds=3), 3 * work)
    url = new_url("sqlite", migrated=True)
    async with open_loop_lab(url, LoopSettings(deadline=deadline)) as lab:
        add_twenty(lab, EVIL)
        before = peak_megabytes()
        begun = time.monotonic()
        assert await lab.loop().work_off() == 100
        took = time.monotonic() - begun
        assert len(lab.origin.visits) == 20
        last_good = max(visit.ended for visit in lab.origin.visits)
        assert last_good - begun < deadline.total_seconds()
        assert took < 3 * deadline.total_seconds() + 10
        failures = [count for (count,) in lab.states("failures")]
        assert failures == [1, 1, 1, 1, 0] * 20
        assert peak_megabytes() - before < 256


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def test_a_check_ends_within_its_time_whatever_happens(sqlite_url: str) -> None:
    short = LoopSettings(deadline=LONG, job_timeout=timedelta(milliseconds=300))
    async with open_loop_lab(sqlite_url, short) as lab:
        lab.add_path(host_name(0), "/hang-after-headers")
        begun = time.monotonic()
        assert await lab.loop().work_off() == 1
        assert time.monotonic() - begun < LONG.total_seconds()
        assert lab.states("failures, last_error_code, leased_until") == [
            (1, "too_slow", None)
        ]


async def test_a_host_that_asks_for_fewer_requests_is_left_alone(
    sqlite_url: str,
) -> None:
    def angry(_: int) -> Reply:
        return Reply(status=429, headers=("Retry-After: 7200",))

    async with open_loop_lab(sqlite_url, POLITE) as lab:
        for n in range(4):
            lab.add(host_name(0), f"angry{n}", angry)
            lab.add(host_name(1), f"calm{n}")
        await lab.loop().work_off()
        hosts = by_host(lab.origin.visits)
        assert len(hosts[host_name(0)]) == 1
        assert len(hosts[host_name(1)]) == 4
        now = lab.context.clock()
        refused, *neighbours = lab.states("check_code, next_check_at, failures")[::2]
        assert refused[0] == "retry_after"
        assert refused[1] > now + micros(HOUR)
        assert [code for code, *_ in neighbours] == ["host_held"] * 3
        # The host as a whole is left alone for a short while only.
        assert all(
            now < at < now + micros(FIRST_HOLD) + SECOND for _, at, _ in neighbours
        )
        assert all(failures == 0 for *_, failures in [refused, *neighbours])


async def test_a_host_with_many_feeds_waits_its_turn_like_one_with_few(
    sqlite_url: str,
) -> None:
    wanted = LoopSettings(concurrency=4, host_concurrency=1, host_delay=PAUSE)
    async with open_loop_lab(sqlite_url, wanted) as lab:
        lab.origin.takes = 0.01
        for n in range(300):
            lab.add(host_name(0), f"loud{n}", due=n)
        for n in range(1, 21):
            lab.add(host_name(n), f"quiet{n}", due=1000)
        stop = asyncio.Event()
        running = asyncio.create_task(lab.loop().run(stop, timedelta(seconds=5)))
        while len(by_host(lab.origin.visits)) < 21:
            await lab.origin.wait_for_requests(len(lab.origin.received) + 1)
        stop.set()
        await running
        assert len(by_host(lab.origin.visits)[host_name(0)]) < 100


async def test_a_stop_lets_checks_end_and_gives_the_rest_back(
    database_url: str,
) -> None:
    wanted = LoopSettings(deadline=LONG, job_timeout=2 * LONG)
    async with open_loop_lab(database_url, wanted) as lab:
        for n in range(5):
            lab.add_path(host_name(n), "/hang")
            lab.add(host_name(10 + n), f"slow{n}")
        lab.origin.takes = 0.2
        stop = asyncio.Event()
        patience = timedelta(seconds=1)
        running = asyncio.create_task(lab.loop().run(stop, patience))
        await lab.origin.wait_for_requests(10)
        assert lab.leased() == 10
        stop.set()
        begun = time.monotonic()
        await running
        assert time.monotonic() - begun < LONG.total_seconds()
        assert lab.leased() == 0
        checked = lab.states("last_checked_at is not null")
        assert [bool(was) for (was,) in checked] == [False, True] * 5
        assert lab.entries() == 25


async def test_who_lost_the_lease_writes_nothing(database_url: str) -> None:
    async with open_loop_lab(database_url) as lab:
        feed = lab.add(host_name(0), "slow")
        lab.origin.takes = 0.3
        with capture_logs() as logs:
            working = asyncio.create_task(lab.loop().work_off())
            await lab.origin.wait_for_requests(1)
            later = lab.context.clock() + micros(LEASE)
            database = lab.context.database
            other = await database.write(claim_feed, feed, "other", later, LEASE)
            await working
        assert other is not None
        assert lab.entries() == 0
        assert lab.states("lease_token, leased_by, last_checked_at") == [
            (other.feed.lease_token, "other", None)
        ]
        assert [line["lost_lease"] for line in logs] == [True]


async def test_two_loops_share_the_work_and_never_fetch_a_feed_at_once(
    new_url,
) -> None:
    wanted = LoopSettings(concurrency=5)
    async with (
        open_loop_lab(new_url("postgres", migrated=True), wanted) as one,
        another_worker(one, wanted) as two,
    ):
        one.origin.takes = 0.02
        for n in range(60):
            one.add(host_name(n % 30), f"feed{n}")
        done = [0, 0]
        for _ in range(3):
            one.context.database.write_now(make_all_due, one.context.clock())
            checked = await asyncio.gather(
                one.loop("one").work_off(), two.loop("two").work_off()
            )
            done = [before + more for before, more in zip(done, checked, strict=True)]
        assert sum(done) == len(one.origin.visits) == 180
        assert min(done) >= 45
        for n in range(60):
            visits = [v for v in one.origin.visits if v.name == f"feed{n}"]
            assert len(visits) == 3
            assert most_at_once(visits) == 1
        assert one.entries() == 300


async def test_who_asks_during_a_check_gets_another_one_after_it(
    database_url: str,
) -> None:
    async with open_loop_lab(database_url) as lab:
        lab.add(host_name(0), "slow")
        lab.origin.takes = 0.2
        working = asyncio.create_task(lab.loop().work_off())
        await lab.origin.wait_for_requests(1)
        await lab.context.database.write(make_all_due, lab.context.clock())
        assert await working == 2
        assert len(lab.origin.visits) == 2
        assert most_at_once(lab.origin.visits) == 1


async def test_the_loop_survives_a_database_that_goes_away(sqlite_url: str) -> None:
    async with open_loop_lab(sqlite_url) as lab:
        stop = asyncio.Event()
        with capture_logs() as logs:
            lab.context.database.close_now()
            running = asyncio.create_task(lab.loop().run(stop, timedelta(seconds=1)))
            await asyncio.sleep(0.1)
            assert not running.done()
            stop.set()
            await asyncio.wait_for(running, LONG.total_seconds())
        assert [line["event"] for line in logs] == ["feeds wait"]


async def test_repeated_requests_are_conditional_where_there_are_validators(
    sqlite_url: str,
) -> None:
    def validated(poll: int) -> Reply:
        # Now and then there is something new.
        if "if-none-match" in lab.origin.asked and poll % 4:
            return Reply(status=304)
        return Reply(
            five(text=lambda n: f"{n} at {poll}"), headers=(f'ETag: "{poll}"',)
        )

    async with open_loop_lab(sqlite_url) as lab:
        for n in range(20):
            lab.add(host_name(n), f"feed{n}", validated)
        for _ in range(6):
            lab.context.database.write_now(make_all_due, lab.context.clock())
            await lab.loop().work_off()
        repeated = lab.origin.received[20:]
        conditional = sum("if-none-match" in r.headers for r in repeated)
        assert len(repeated) == 100
        assert conditional >= 99


async def test_a_stop_is_heard_while_every_place_is_taken(sqlite_url: str) -> None:
    async with open_loop_lab(sqlite_url, LoopSettings(concurrency=3)) as lab:
        for n in range(6):
            lab.add_path(host_name(n), "/hang")
        stop = asyncio.Event()
        running = asyncio.create_task(lab.loop().run(stop, timedelta(0)))
        await lab.origin.wait_for_requests(3)
        stop.set()
        await asyncio.wait_for(running, 3)
        assert lab.leased() == 0
