"""kill -9 of the worker while feeds change: nothing lost, nothing twice, nothing stuck.

`TIDINGS_TEST_KILLS` says how often; twice is enough for every run of the suite.
"""

import asyncio
import hashlib
import random

from tests.effort import effort
from tests.jobs.feed_lab import FeedOrigin, Reply, item, rss
from tests.make import a_user
from tests.worker.killable import LEASE, Nursery
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.packing import unpack
from tidings.store.entries.search_index import entries_not_indexed
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.reconcile import find_drift
from tidings.wiring import now

KILLS = effort("KILLS", 2)  # of a worker in the middle of a check
_TRIES = 10  # for each
FEEDS = 12
MOST_ENTRIES = 200
STUCK_AFTER = 10.0  # seconds beyond the lease


class Publisher:
    """One feed that publishes and edits while it is asked, and keeps the ledger."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ledger: dict[str, str] = {}
        self.goes_on = True

    def document(self, known: str | None) -> Reply:
        """What the feed says now; `known` is the validator of whoever asks."""
        if self.goes_on:
            self._publish()
        body = rss(
            *(
                item(n, guid=guid, link=f"https://{self.name}.example/{n}", text=text)
                for n, (guid, text) in enumerate(self.ledger.items())
            )
        )
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if known == etag:
            return Reply(status=304)
        return Reply(body, headers=(f"ETag: {etag}",))

    def _publish(self) -> None:
        for _ in range(random.randrange(3) or not self.ledger):
            number = len(self.ledger)
            if number < MOST_ENTRIES:
                self.ledger[f"{self.name}-{number}"] = f"<p>{self.name} tells {number}"
        if self.ledger and random.random() < 0.3:
            edited = random.choice(list(self.ledger))
            self.ledger[edited] += f" and {random.choice('abcdefgh')}{len(self.ledger)}"


def stored(db: Connection) -> list[tuple[str, str]]:
    """Every entry's guid and body, as often as it is there."""
    rows = db.rows(
        "select e.guid, b.codec, b.content from entries e"
        " left join entry_bodies b on b.entry_id = e.id order by e.guid"
    )
    return [(guid, unpack(codec, bytes(content))) for guid, codec, content in rows]


def prepare(db: Connection, urls: list[str]) -> int:
    reader = a_user(db)
    for url in urls:
        number, _ = add_feed(db, url, now())
        follow_feed(db, reader, number, now())
    return reader


def last_checks(db: Connection) -> list[int]:
    return [
        row[0] or 0 for row in db.rows("select last_checked_at from feed_fetch_state")
    ]


def contradictions(db: Connection) -> list[object]:
    feeds = [row[0] for row in db.rows("select id from feeds")]
    return [drift for feed in feeds for drift in find_drift(db, feed)]


def in_index(db: Connection) -> int:
    return int(db.value("select count(*) from entry_search"))


def leased(db: Connection) -> int:
    return int(
        db.value("select count(*) from feed_fetch_state where leased_until is not null")
    )


async def until_all_are_checked(
    database: Database, origin: FeedOrigin, since: int
) -> None:
    while min(await database.read(last_checks)) <= since:
        await origin.wait_for_requests(len(origin.received) + 1)


async def kill_again_and_again(
    database: Database, origin: FeedOrigin, publishers: list[Publisher]
) -> int:
    """Kill workers, let the last one finish; return how many died while they worked."""
    nursery = Nursery(database.url, f"127.0.0.1:{origin.port}")
    while_busy = 0
    try:
        for number in range(KILLS * _TRIES):
            worker = await asyncio.to_thread(nursery.start)
            await origin.wait_for_requests(len(origin.received) + 1)
            # Every other one dies right after it asked, so in the middle of a check.
            await asyncio.sleep(random.uniform(0, 0.3 if number % 2 else 0.003))
            nursery.kill(worker)
            while_busy += bool(await database.read(leased))
            if while_busy == KILLS:
                break
        for publisher in publishers:
            publisher.goes_on = False
        quiet = now()
        await asyncio.to_thread(nursery.start)
        async with asyncio.timeout(LEASE.total_seconds() + STUCK_AFTER):
            await until_all_are_checked(database, origin, quiet)
            # And once more: what the first brought may be from before.
            await until_all_are_checked(database, origin, now())
    finally:
        nursery.close()
    return while_busy


async def test_a_worker_killed_again_and_again_loses_and_doubles_nothing(
    database: Database,
) -> None:
    async with FeedOrigin() as origin:
        publishers = [Publisher(f"feed{n}") for n in range(FEEDS)]
        for publisher in publishers:
            origin.scripts[publisher.name] = lambda _, publisher=publisher: (
                publisher.document(origin.asked.get("if-none-match"))
            )
        urls = [origin.url(f"/feed?name={p.name}") for p in publishers]
        reader = database.write_now(prepare, urls)
        # A kill that meets no worker at work tries nothing.
        assert await kill_again_and_again(database, origin, publishers) == KILLS
    published = {g: text for p in publishers for g, text in p.ledger.items()}
    assert published
    assert database.read_now(stored) == sorted(published.items())
    assert database.read_now(in_index) == len(published)
    assert database.read_now(entries_not_indexed, 0, 10) == []
    assert database.read_now(contradictions) == []
    unread = sum(each.unread for each in database.read_now(unread_counts, reader))
    assert unread == len(published)
