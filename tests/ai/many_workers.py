"""Many tasks, mixed failures, four worker processes, one of them killed: what came of it."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tests.ai.lab import arrive
from tests.ai.model_server import Asked, ModelServer
from tests.ai.quick_time import QuickTime
from tests.make import a_feed, a_user
from tidings.core.ai.tasks import AiInstance
from tidings.store.accounts.accounts import set_preferences
from tidings.store.ai.choices import save_instance
from tidings.store.ai.queue import queue_counts
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed

WORKERS = 4
MAX_RPM = 15
_WAIT = 150.0
_MINUTE = 60_000_000
# Every fifth call fails, in one of these ways.
_FAILURES = ("broken", "throttled", "cut", "empty", "half", "garbage")
# And some tasks fail whenever they are tried.
_HOPELESS = {"13": "garbage", "17": "broken"}


@dataclass(frozen=True)
class Report:
    """What the database and the server say afterwards."""

    counts: Mapping[str, int]
    ready: int
    stamp_of: Mapping[str, int]  # call -> when it was to be made
    asked: Sequence[Asked]
    settled: Mapping[str, tuple[int, int]]  # call -> tokens
    lost: frozenset[str]  # calls that no worker lived to settle
    ledger: tuple[int, int]
    budget: int
    seconds: float

    @property
    def most_in_a_minute(self) -> int:
        """Of the stamps, in any 60 s."""
        stamps = sorted(self.stamp_of.values())
        return max(
            sum(1 for other in stamps[n:] if other < first + _MINUTE)
            for n, first in enumerate(stamps)
        )

    @property
    def least_apart(self) -> int:
        stamps = sorted(self.stamp_of.values())
        return min(later - earlier for earlier, later in pairwise(stamps))

    @property
    def called_too_early(self) -> int:
        """How many calls reached the server before their time."""
        return sum(1 for call in self.asked if call.at < self.stamp_of[call.id])


def failing(number: int, body: dict[str, Any]) -> str:
    title = body["messages"][1]["content"].splitlines()[1]
    for end, outcome in _HOPELESS.items():
        if title.endswith(end):
            return outcome
    return _FAILURES[number // 5 % len(_FAILURES)] if number % 5 == 4 else "ok"


async def run_many(
    database: Database,
    tasks: int,
    *,
    kills: bool,
    settings: Mapping[str, str] | None = None,
) -> Report:
    """Do tasks until none is left, or until nothing moves any more."""
    given = {"TIDINGS_AI_MAX_RPM": str(MAX_RPM), **(settings or {})}
    begun = time.time()
    async with ModelServer(behave=failing) as server:
        workers, clock = await _start(database, server, tasks, given)
        try:
            if kills:
                await _until(lambda: len(server.asked) >= tasks // 3)
                workers[0].kill()
            await _until(lambda: _is_over(database, server, clock))
        finally:
            for worker in workers:
                _end(worker)
        return _report(database, server, clock, time.time() - begun)


async def _start(
    database: Database, server: ModelServer, tasks: int, settings: Mapping[str, str]
) -> tuple[list["subprocess.Popen[str]"], QuickTime]:
    clock = QuickTime(time.time())
    await database.write(_fill, tasks, clock.now())
    server.now = clock.now
    words = [f"{name}={value}" for name, value in settings.items()]
    command = [sys.executable, "-m", "tests.ai.quick_worker", database.url]
    command += [server.base_url, str(clock.origin), *words]
    workers = [_process(command) for _ in range(WORKERS)]
    for worker in workers:
        assert worker.stdout is not None
        assert await asyncio.to_thread(worker.stdout.readline) == "ready\n"
    return workers, clock


def _process(command: list[str]) -> "subprocess.Popen[str]":
    path = os.pathsep.join(sys.path)
    env = {**os.environ, "PYTHONPATH": path}
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)


def _end(worker: "subprocess.Popen[str]") -> None:
    with suppress(ProcessLookupError):
        worker.kill()
    worker.wait()
    assert worker.stdout is not None
    worker.stdout.close()


def _fill(db: Connection, tasks: int, now: int) -> None:
    save_instance(db, AiInstance("openai", "small", "pt-BR", on_by_default=False), now)
    user, feed = a_user(db), a_feed(db)
    follow_feed(db, user, feed, now)
    set_preferences(db, user, '{"ai": true, "ai_deframing": false}')
    for number in range(tasks):
        arrive(db, feed, f"Bridge {number}", f"<p>{'Words of it. ' * 10}</p>", now)


async def _until(is_so) -> None:
    deadline = time.monotonic() + _WAIT
    while True:
        found = is_so()
        if found if isinstance(found, bool) else await found:
            return
        assert time.monotonic() < deadline
        await asyncio.sleep(0.1)


async def _is_over(database: Database, server: ModelServer, clock: QuickTime) -> bool:
    counts = await database.read(queue_counts, clock.now())
    if not counts["waiting"] and not counts["working"]:
        resting = await database.read(
            lambda db: db.value(
                "select count(*) from ai_tasks where state = 'waiting' and attempts > 0"
            )
        )
        return resting == 0
    # A cap lets nothing through any more.
    idle = clock.now() - max((call.at for call in server.asked), default=clock.now())
    return bool(server.asked) and idle > 12 * _MINUTE


def _report(
    database: Database, server: ModelServer, clock: QuickTime, seconds: float
) -> Report:
    def rows(sql: str) -> list[Any]:
        return database.read_now(lambda db: db.rows(sql))

    calls = rows("select id, at, tokens_in, tokens_out, ended_at from ai_calls")
    ledger = rows("select sum(tokens_in), sum(tokens_out) from ai_ledger")[0]
    return Report(
        counts=database.read_now(queue_counts, clock.now()),
        ready=rows("select count(*) from ai_results")[0][0],
        stamp_of={id_: at for id_, at, *_ in calls},
        asked=server.asked,
        settled={c[0]: (c[2], c[3]) for c in calls if c[4] is not None},
        lost=frozenset(c[0] for c in calls if c[4] is None),
        ledger=(int(ledger[0]), int(ledger[1])),
        budget=int(rows("select max(tokens) from ai_budgets")[0][0]),
        seconds=seconds,
    )
