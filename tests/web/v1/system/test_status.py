"""The status tells readers what they have, and warns them while something is wrong."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.make import NOON, a_feed, some_entries
from tidings import __version__
from tidings.core.clock import micros
from tidings.jobs.system.check_health import check_health
from tidings.store.engine.leases import take_lease
from tidings.store.feeds.follow import follow_feed
from tidings.store.system.events import publish_event


def follow(db, user_id):
    feed = a_feed(db)
    some_entries(db, feed, [NOON] * 3)
    follow_feed(db, user_id, feed, NOON)
    some_entries(db, feed, [NOON] * 2)
    return feed


async def status(person):
    answer = await person.http.get("/api/v1/status")
    assert answer.status_code == 200
    return answer.json()


def events(context):
    return [
        (user, json.loads(payload)["health_problems"])
        for user, payload in context.database.read_now(
            lambda db: db.rows(
                "select user_id, payload from events where kind = 'status_changed'"
                " order by id"
            )
        )
    ]


async def test_reader_sees_own_figures(context, ann, bob):
    context.database.write_now(follow, ann.id)
    shown = await status(ann)
    assert (shown["feeds"], shown["entries"], shown["unread"]) == (1, 5, 5)
    assert (shown["next_check_at"], shown["version"]) == (NOON, __version__)
    assert (await status(bob))["entries"] == 0


async def test_worker_is_alive_while_it_holds_its_lease(context, ann):
    assert (await status(ann))["worker_alive"] is False
    length = timedelta(seconds=60)
    context.database.write_now(take_lease, "timers", "me", NOON, length)
    assert (await status(ann))["worker_alive"] is True
    context.clock.move(timedelta(seconds=61))
    assert (await status(ann))["worker_alive"] is False


async def test_warning_is_set_told_once_and_cleared_by_itself(context, ann, bob):
    full = replace(context, retention=replace(context.retention, database_megabytes=0))
    await check_health(full)
    await check_health(full)
    shown = await status(ann)
    assert shown["health_problems"] == ["database_large"]
    assert "larger" in shown["health_warning"]
    assert (shown["database_bytes"] or 0) > 0
    assert shown["warned_since"] == NOON
    await check_health(context)
    shown = await status(bob)
    assert (shown["health_warning"], shown["health_problems"]) == (None, [])
    warned, cleared = ["database_large"], []
    # One for all, however many there are.
    assert events(context) == [(None, warned), (None, cleared)]


@pytest.mark.parametrize(("hours", "stuck"), [(0.5, []), (2, ["work_stuck"])])
async def test_work_that_nobody_alive_holds_is_noticed(context, ann, hours, stuck):
    feed = context.database.write_now(follow, ann.id)
    context.database.write_now(
        lambda db: db.run(
            "update feed_fetch_state set leased_until = :at where feed_id = :f",
            at=NOON,
            f=feed,
        )
    )
    context.clock.move(timedelta(hours=hours))
    await check_health(context)
    assert (await status(ann))["health_problems"] == stuck


async def test_reader_is_told_of_unread_entries_that_went_for_a_day(context, ann, bob):
    def clean_up(db, hours_ago):
        at = context.clock() - micros(timedelta(hours=hours_ago))
        publish_event(db, "entries_removed", at, user_id=ann.id, payload={"unread": 3})
        return at

    assert (await status(ann))["unread_removed"] is None
    await context.database.write(clean_up, 50)
    assert (await status(ann))["unread_removed"] is None
    first = await context.database.write(clean_up, 2)
    last = await context.database.write(clean_up, 1)
    assert first < last
    assert (await status(ann))["unread_removed"] == {"count": 6, "at": last}
    assert (await status(bob))["unread_removed"] is None


async def test_status_needs_a_sign_in(client):
    assert (await client.get("/api/v1/status")).status_code == 401
