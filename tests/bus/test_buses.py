"""Every bus wakes its listeners, in other processes too, and survives a lost server."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from tests.make import NOON
from tidings.bus.bus import Bus
from tidings.bus.local import LocalBus
from tidings.bus.postgres import PostgresBus
from tidings.bus.redis import RedisBus
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database
from tidings.store.system.events import publish_event

PATIENCE = 60.0


class Ear:
    """Counts wake-ups, and lets a test wait for the next one."""

    def __init__(self) -> None:
        self.heard = 0
        self._heard_more = asyncio.Event()

    def __call__(self) -> None:
        self.heard += 1
        self._heard_more.set()

    async def next(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._heard_more.wait()
        self._heard_more.clear()


def _tell_twice(db: Connection) -> None:
    publish_event(db, "job_progress", NOON, user_id=1)
    publish_event(db, "job_progress", NOON, user_id=1)


def _tell_and_fail(db: Connection) -> None:
    publish_event(db, "job_progress", NOON, user_id=1)
    raise LookupError


def _open(url: str, bus: Bus) -> Database:
    return open_database(url, pool=2, wake=bus.notify)


async def test_a_commit_wakes_every_listener_of_its_process_once(
    new_url: Callable[..., str],
) -> None:
    bus = LocalBus()
    database = _open(new_url("sqlite", migrated=True), bus)
    one, other, gone = Ear(), Ear(), Ear()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(bus.listening(one))
        await stack.enter_async_context(bus.listening(other))
        async with bus.listening(gone):
            pass
        await database.write(_tell_twice)
        await one.next()
        await other.next()
        with pytest.raises(LookupError):
            await database.write(_tell_and_fail)
        await database.read(lambda db: db.value("select 1"))
        await database.write(lambda db: db.run("delete from events"))
        await database.write(_tell_twice)
        await one.next()
    assert (one.heard, other.heard, gone.heard) == (2, 2, 0)
    await database.close()


async def test_postgres_carries_wake_ups_between_processes(
    new_url: Callable[..., str],
) -> None:
    url = new_url("postgres", migrated=True)
    writer = _open(url, LocalBus())
    ear = Ear()
    async with PostgresBus(url).listening(ear):
        await ear.next()  # it listens
        await writer.write(_tell_twice)
        await ear.next()
        with pytest.raises(LookupError):
            await writer.write(_tell_and_fail)
        await writer.write(lambda db: db.run("delete from events"))
        await writer.write(_tell_twice)
        await ear.next()
        assert ear.heard == 3
    await writer.close()


async def test_redis_carries_wake_ups_between_processes(redis_url: str) -> None:
    here, there, ear = RedisBus(redis_url), RedisBus(redis_url), Ear()
    async with here.listening(ear):
        await ear.next()  # it listens
        there.notify()
        await ear.next()
        here.notify()
        await ear.next()
    there.close()
    here.close()
    assert ear.heard == 3


async def test_what_was_told_last_is_still_published_at_the_end(redis_url: str) -> None:
    here, there, ear = RedisBus(redis_url), RedisBus(redis_url), Ear()
    async with here.listening(ear):
        await ear.next()
        there.notify()
        there.close()
        # A process may end now, and a thread that still publishes would end with it.
        assert "tidings-redis-wake" not in {each.name for each in threading.enumerate()}
        await ear.next()
    here.close()
    assert ear.heard >= 2


@pytest.mark.parametrize(
    "bus",
    [
        PostgresBus("postgresql://nobody@127.0.0.1:1/none"),
        RedisBus("redis://127.0.0.1:1/0"),
    ],
    ids=["postgres", "redis"],
)
async def test_a_server_that_is_away_stops_nobody(bus: Bus) -> None:
    ear = Ear()
    async with asyncio.timeout(PATIENCE), bus.listening(ear):
        bus.notify()
    bus.close()
    assert ear.heard == 0


async def test_a_lost_connection_is_made_again(
    new_url: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.bus.shared._TRY_AGAIN", 0.01)
    url = new_url("postgres", migrated=True)
    database = _open(url, LocalBus())
    ear = Ear()
    async with PostgresBus(url).listening(ear):
        await ear.next()
        await database.write(
            lambda db: db.rows(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name = 'tidings-events'"
                " and datname = current_database()"
            )
        )
        await ear.next()  # it listens again, and looks at once
        await database.write(_tell_twice)
        await ear.next()
    await database.close()
    assert ear.heard == 3
