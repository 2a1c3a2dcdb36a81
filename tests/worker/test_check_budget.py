"""A check that finds nothing new costs next to nothing: no statement and no commit of
its own, and its host is free as soon as the answer is there."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.make import NOON
from tests.recorder import Recorder
from tests.worker.loop_lab import LoopSettings, host_name, open_loop_lab
from tidings.computing import Computing
from tidings.core.entries.slices import FIRST_SLICE
from tidings.core.feeds.host_pace import PaceRules, VisitEnd
from tidings.core.feeds.http_hints import HttpHints
from tidings.core.feeds.outcome import NotModified
from tidings.core.feeds.refresh import EntryChanges, RefreshPlan, plan_refresh
from tidings.core.feeds.schedule import PollingPolicy
from tidings.core.urls import place_of
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.job import Job
from tidings.store.engine.lane import Lane
from tidings.store.entries.apply_plan import apply_plans
from tidings.store.feeds.claims import ClaimedFeed, ClaimRules, claim_due_feeds
from tidings.store.feeds.feeds import add_feed
from tidings.worker.plan_writer import PlanWriter

MOST_STATEMENTS = 12
LONG = 60.0
RULES = ClaimRules(many=100, pace=PaceRules(timedelta(0), 1))


def add(db: Connection, feeds: int) -> None:
    for number in range(feeds):
        add_feed(db, f"https://site{number}.example/feed", NOON)


def not_modified(claimed: ClaimedFeed) -> RefreshPlan:
    outcome = NotModified(claimed.feed.url, HttpHints())
    return plan_refresh(
        claimed.feed, outcome, None, PollingPolicy(), now=NOON, chance=0.5
    )


def claimed(database: Database, feeds: int) -> list[ClaimedFeed]:
    database.write_now(add, feeds)
    got = database.write_now(claim_due_feeds, "one", NOON, RULES)
    assert len(got) == feeds
    return got


def recorded(
    database: Database, function: Callable[..., Any], *args: object
) -> tuple[int, set[int]]:
    """Run a store function; return how many statements that took, and for how many rows
    at once those ran that run for many."""

    def run(db: Connection) -> tuple[int, set[int]]:
        recorder = Recorder(db)
        function(recorder, *args)
        many = {rows for _, rows in recorder.many}
        return len(recorder.statements) + len(recorder.many), many

    return database.write_now(run)


def statements_of_a_round(database: Database, feeds: int) -> int:
    """Write a batch that found nothing new, then claim again and end its visits."""
    claims = claimed(database, feeds)
    writing, many = recorded(database, apply_plans, [*map(not_modified, claims)], NOON)
    assert many == {feeds}
    ended = [
        VisitEnd(place_of(each.feed.url), str(each.feed.id), NOON) for each in claims
    ]
    later = NOON + 10**13  # all are due again
    claiming, many = recorded(
        database, claim_due_feeds, "one", later, RULES, ended, frozenset()
    )
    assert many == {feeds}
    return writing + claiming


@pytest.mark.parametrize("feeds", [2, 60])
def test_a_batch_takes_as_many_statements_as_a_single_check(
    database: Database, feeds: int
) -> None:
    assert statements_of_a_round(database, feeds) <= MOST_STATEMENTS


def with_news(plan: RefreshPlan, entries: int) -> RefreshPlan:
    new = tuple(make.new_entry(f"{plan.feed_id}-{n}") for n in range(entries))
    return replace(plan, changes=EntryChanges(new=new))


def test_the_search_index_is_written_once_in_a_commit(database: Database) -> None:
    plans = [with_news(not_modified(each), 3) for each in claimed(database, 5)]

    def run(db: Connection) -> list[int]:
        recorder = Recorder(db)
        apply_plans(recorder, plans, NOON)
        return [rows for sql, rows in recorder.many if "entry_search" in sql]

    assert database.write_now(run) == [15]


@dataclass
class CountedLane:
    """Passes jobs on, and counts them."""

    lane: Lane
    jobs: list[Job[Any]] = field(default_factory=list)

    def submit(self, job: Job[Any]) -> None:
        self.jobs.append(job)
        self.lane.submit(job)


@pytest.mark.parametrize(("feeds", "entries"), [(100, 0), (10, FIRST_SLICE // 10)])
async def test_many_checks_are_written_in_one_commit(
    database_url: str, feeds: int, entries: int
) -> None:
    async with open_loop_lab(database_url) as lab:
        database = lab.context.database
        claims = claimed(database, feeds)
        plans = [with_news(not_modified(each), entries) for each in claims]
        lane = CountedLane(database.writers)
        counted: Any = replace(database, writers=lane)
        writer = PlanWriter(replace(lab.context, database=counted))
        writing = asyncio.create_task(writer.run())
        applied = await asyncio.gather(*map(writer.write, plans))
        writing.cancel()
        assert None not in applied
        assert len(lane.jobs) == 1


@dataclass
class Gate:
    """Lets nothing be computed until it is opened."""

    behind: Computing
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, function: Callable[..., Any], /, *args: Any) -> Any:
        await self.opened.wait()
        return await self.behind.run(function, *args)


def names(visits: Sequence[Any]) -> set[str]:
    return {visit.name for visit in visits}


async def test_a_host_is_free_while_a_document_is_being_read(new_url) -> None:
    url = new_url("sqlite", migrated=True)
    async with open_loop_lab(url, LoopSettings(host_concurrency=1)) as lab:
        gate = Gate(lab.fetching.computing)
        gated: Any = replace(lab.fetching, computing=gate)
        for name in ("one", "two", "three"):
            lab.add(host_name(0), name)
        working = asyncio.create_task(replace(lab, fetching=gated).loop().work_off())
        async with asyncio.timeout(LONG):
            await lab.origin.wait_for_requests(3)
            gate.opened.set()
            assert await working == 3
        assert names(lab.origin.visits) == {"one", "two", "three"}
        assert lab.entries() == 15
