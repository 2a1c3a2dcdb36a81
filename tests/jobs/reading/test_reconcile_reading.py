"""Drift in read state is told as an error and counted, and the counters are set right."""

import pytest
import structlog

from tests.contexts import make_context
from tests.make import NOON, a_feed, a_user, some_entries
from tidings.context import Context
from tidings.jobs.reading.reconcile_reading import reconcile_reading
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.reconcile import find_drift


@pytest.fixture
def context(database: Database) -> Context:
    return make_context(database)


def fill(db: Connection, feeds: int) -> tuple[int, list[int]]:
    user = a_user(db)
    made = [a_feed(db) for _ in range(feeds)]
    for feed in made:
        some_entries(db, feed, [NOON])
        follow_feed(db, user, feed, NOON)
    return user, made


def spoil(db: Connection, feed_id: int) -> None:
    db.run("update subscriptions set read_above = 7 where feed_id = :f", f=feed_id)


async def test_a_sound_database_is_reported_without_an_error(context: Context) -> None:
    await context.database.write(fill, 3)
    with structlog.testing.capture_logs() as logs:
        await reconcile_reading(context)
    assert [line["log_level"] for line in logs] == ["info"]
    assert logs[0]["feeds"] == 3


async def test_drift_is_an_error_that_names_feed_and_user(context: Context) -> None:
    user, feeds = await context.database.write(fill, 3)
    await context.database.write(spoil, feeds[1])
    with structlog.testing.capture_logs() as logs:
        await reconcile_reading(context)
    errors = [line for line in logs if line["log_level"] == "error"]
    assert [(line["feed_id"], line["user_id"]) for line in errors] == [(feeds[1], user)]
    assert b"tidings_read_state_drift_total 1.0" in context.metrics.text()


async def test_wrong_counters_are_counted_anew(context: Context) -> None:
    _, feeds = await context.database.write(fill, 2)
    await context.database.write(spoil, feeds[0])
    await reconcile_reading(context)
    assert await context.database.read(find_drift, feeds[0]) == []


async def test_every_feed_is_looked_at_however_many_there_are(context: Context) -> None:
    _, feeds = await context.database.write(fill, 230)
    await context.database.write(spoil, feeds[-1])
    await reconcile_reading(context)
    assert b"tidings_read_state_drift_total 1.0" in context.metrics.text()
