"""A worker does its duties, checks feeds and finds icons, and stops when asked to."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.jobs.feed_lab import Lab, five, open_lab
from tidings.store.leases import take_lease
from tidings.worker.again import keep_doing
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


async def test_a_mistake_of_ours_does_not_end_the_work() -> None:
    stop, tries = asyncio.Event(), []

    async def work() -> None:
        tries.append(1)
        if len(tries) == 2:
            stop.set()
        raise ValueError("a mistake")

    await keep_doing("mistakes", work, timedelta(0), stop)
    assert len(tries) == 2


async def test_a_worker_that_is_asked_to_stop_ends(lab: Lab) -> None:
    stop = asyncio.Event()
    stop.set()
    before = asyncio.all_tasks()
    await asyncio.wait_for(run_worker(lab.context, lab.fetching, stop), 10)
    assert asyncio.all_tasks() == before
