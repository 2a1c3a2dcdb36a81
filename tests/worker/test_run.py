"""A worker does its duties, checks feeds and finds icons, and stops when asked to."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.jobs.feed_lab import Lab, five, open_lab
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.store.engine.leases import take_lease
from tidings.worker.loop import Loop, Queue
from tidings.worker.run import duties_with, run_worker, work_off
from tidings.worker.timers import LEASE, LEASE_LENGTH


@pytest.fixture
async def lab(database_url: str) -> AsyncIterator[Lab]:
    async with open_lab(database_url) as opened:
        yield opened


def add_feed(lab: Lab) -> int:
    """A feed of a site that the guard refuses: nobody looks for icons elsewhere."""
    body = five().replace(b"https://site.example/", b"http://127.0.0.1:9/")
    return lab.add("plain", lambda poll: body)


async def test_working_off_does_every_duty_and_every_due_feed_once(lab: Lab) -> None:
    number = add_feed(lab)
    done = await work_off(lab.context, lab.fetching)
    assert done.duties == tuple(duty.name for duty in duties_with(lab.fetching))
    assert done.checks == 1
    again = await work_off(lab.context, lab.fetching)
    assert (again.duties, again.checks) == ((), 0)
    assert len(lab.entry_ids(number)) == 5


async def test_feeds_are_checked_while_another_worker_does_the_duties(lab: Lab) -> None:
    add_feed(lab)
    lab.write(take_lease, LEASE, "another", lab.clock.now, LEASE_LENGTH)
    done = await work_off(lab.context, lab.fetching)
    assert (done.duties, done.checks) == (None, 1)


async def test_a_running_worker_checks_what_becomes_due(lab: Lab) -> None:
    number = add_feed(lab)
    stop = asyncio.Event()
    async with asyncio.timeout(20), asyncio.TaskGroup() as tasks:
        tasks.create_task(run_worker(lab.context, lab.fetching, stop))
        await lab.origin.wait_for_requests(1)
        stop.set()
    assert len(lab.entry_ids(number)) == 5


class Mistakes(ClaimedWork[int]):
    """Work that fails whenever it is claimed, and whenever it is done."""

    def __init__(self) -> None:
        super().__init__()
        self.claims = self.tries = 0
        self.stop = asyncio.Event()

    async def claim(self, many: int) -> list[int]:
        self.claims += 1
        if self.claims % 2:
            raise ValueError("a mistake")
        return [self.claims]

    async def work(self, item: int) -> int:
        self.tries += 1
        if self.tries == 2:
            self.stop.set()
        raise ValueError("another mistake")


async def test_a_mistake_of_ours_does_not_end_the_work(lab: Lab) -> None:
    work = Mistakes()
    soon = Queue("mistakes", lambda *_: work, every=timedelta(milliseconds=1))
    async with asyncio.timeout(5):
        await Loop(lab.context, soon, work).run(work.stop, timedelta(0))
    assert (work.claims, work.tries) == (4, 2)


async def test_a_worker_that_is_asked_to_stop_ends(lab: Lab) -> None:
    stop = asyncio.Event()
    stop.set()
    before = asyncio.all_tasks()
    await asyncio.wait_for(run_worker(lab.context, lab.fetching, stop), 10)
    assert asyncio.all_tasks() == before
