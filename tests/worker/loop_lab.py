"""Many hosts on one origin that watches who comes when, and a loop on a real clock."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

from tests.fetch.lab import LabLookup
from tests.fetch.origin import Endless, Received
from tests.jobs.feed_lab import FeedOrigin, Script, five
from tidings.config import load_settings
from tidings.context import Context, Fetching
from tidings.core.feeds.host_pace import PaceRules
from tidings.fetch.client import FetchClient
from tidings.fetch.session import ClientLimits
from tidings.store.engine.connection import Connection
from tidings.store.feeds.claims import ClaimedFeed
from tidings.store.feeds.feeds import add_feed
from tidings.wiring import build_context, open_fetching
from tidings.worker.feed_checks import FEEDS, FeedChecks
from tidings.worker.loop import Loop

NO_DELAY = timedelta(0)
HOSTS = 60


@dataclass(frozen=True)
class Visit:
    """One request for a feed, as the origin timed it, in seconds."""

    host: str
    name: str
    began: float
    ended: float


@dataclass
class WatchedOrigin(FeedOrigin):
    """Answers each feed after a moment and notes how long that took."""

    takes: float = 0.0
    visits: list[Visit] = field(default_factory=list)

    async def do_feed(self, request: Received) -> Endless:
        began = time.monotonic()
        await asyncio.sleep(self.takes)
        async for piece in super().do_feed(request):
            host = request.headers["host"].partition(":")[0]
            visit = Visit(host, request.query["name"], began, time.monotonic())
            self.visits.append(visit)
            yield piece


@dataclass(frozen=True)
class LoopSettings:
    """What a test wants of the loop; hosts have no delay unless it says so."""

    concurrency: int = 50
    host_concurrency: int = 50
    host_delay: timedelta = NO_DELAY
    deadline: timedelta = timedelta(seconds=10)
    job_timeout: timedelta = timedelta(seconds=15)


@dataclass
class LoopLab:
    """What a loop needs, and the feeds it is to check."""

    origin: WatchedOrigin
    context: Context
    fetching: Fetching

    def add(
        self, host: str, name: str, script: Script | None = None, *, due: int = 0
    ) -> int:
        """Add a feed of a host that has been due since `due`."""
        self.origin.scripts[name] = script or (lambda _: five())
        return self.add_path(host, f"/feed?name={name}", due=due)

    def add_path(self, host: str, path: str, *, due: int = 0) -> int:
        url = self.origin.url(path, host)
        return self.context.database.write_now(_add, url, due)

    def loop(self, worker: str = "lab") -> Loop[ClaimedFeed]:
        checks = FeedChecks(self.context, self.fetching, worker)
        return Loop(self.context, FEEDS, checks)

    def states(self, columns: str) -> list[tuple[object, ...]]:
        """The machines' half of each feed, in the order they were added."""
        return self.context.database.read_now(
            lambda db: db.rows(
                f"select {columns} from feed_fetch_state order by feed_id"
            )
        )

    def leased(self) -> int:
        return sum(until is not None for (until,) in self.states("leased_until"))

    def entries(self) -> int:
        return self.context.database.read_now(
            lambda db: db.value("select count(*) from entries")
        )


def host_name(number: int) -> str:
    return f"host{number}.localhost"


def _add(db: Connection, url: str, due: int) -> int:
    number, _ = add_feed(db, url, due)
    return number


@asynccontextmanager
async def open_loop_lab(
    database_url: str,
    wanted: LoopSettings | None = None,
    origin: WatchedOrigin | None = None,
) -> AsyncIterator[LoopLab]:
    """Give a loop's surroundings on a migrated database."""
    settings = {"TIDINGS_DATABASE_URL": database_url, "TIDINGS_SECRET_KEY": "k" * 40}
    context = build_context(load_settings(settings, Path("/nonexistent")))
    try:
        async with (
            origin or WatchedOrigin() as watched,
            _fetching_from(watched, wanted or LoopSettings()) as fetching,
        ):
            yield LoopLab(watched, context, fetching)
    finally:
        context.database.close_now()


@asynccontextmanager
async def another_worker(
    lab: LoopLab, wanted: LoopSettings | None = None
) -> AsyncIterator[LoopLab]:
    """Give the same surroundings with a client of its own."""
    async with _fetching_from(lab.origin, wanted or LoopSettings()) as fetching:
        yield replace(lab, fetching=fetching)


@asynccontextmanager
async def _fetching_from(
    origin: WatchedOrigin, wanted: LoopSettings
) -> AsyncIterator[Fetching]:
    client = FetchClient(
        "Tidings/test",
        allow_origins=frozenset((host_name(n), origin.port) for n in range(HOSTS)),
        limits=ClientLimits(deadline=wanted.deadline, connections_per_host=100),
        lookup=LabLookup(),
    )
    settings = load_settings({"TIDINGS_SECRET_KEY": "k" * 40}, Path("/nonexistent"))
    async with client, open_fetching(settings) as fetching:
        yield replace(
            fetching,
            client=client,
            pace=PaceRules(wanted.host_delay, wanted.host_concurrency),
            concurrency=wanted.concurrency,
            job_timeout=wanted.job_timeout,
        )


def most_at_once(visits: Iterable[Visit]) -> int:
    """How many visits were under way at the same time."""
    steps = sorted(
        step for visit in visits for step in ((visit.began, 1), (visit.ended, -1))
    )
    running = most = 0
    for _, step in steps:
        running += step
        most = max(most, running)
    return most


def by_host(visits: Iterable[Visit]) -> dict[str, list[Visit]]:
    found = defaultdict(list)
    for visit in sorted(visits, key=lambda visit: visit.began):
        found[visit.host].append(visit)
    return found


def shortest_pause(visits: list[Visit]) -> float:
    """The shortest time between the end of a visit and the next, of one host."""
    return min(after.began - before.ended for before, after in pairwise(visits))
