"""Live updates: who hears what, and what is replayed."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.make import NOON, a_feed, some_entries, stars
from tests.web.streams import PATIENCE, Account, Served, live_context, progress, serving
from tidings.store.engine.connection import Connection
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.reading.marking import star_entries
from tidings.store.system.events import (
    forget_events,
    publish_event,
    publish_session_ended,
)
from tidings.web.live import LivePace
from tidings.web.sse import MOST_WAITING

pytestmark = pytest.mark.both_engines

QUICK = LivePace(sessions=timedelta(milliseconds=100), streams_of_user=3)


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    with live_context(database_url) as context:
        async with serving(context, QUICK) as server:
            yield server


@pytest.fixture
async def ann(served: Served) -> Account:
    return await served.sign_in("ann")


@pytest.fixture
async def bob(served: Served, ann: Account) -> Account:
    return await served.sign_in("bob")


def added(db: Connection, feed_id: int, how_many: int = 2) -> list[int]:
    """New entries, as a check of a feed tells them."""
    ids = some_entries(db, feed_id, [NOON] * how_many)
    span = {"first_id": ids[0], "last_id": ids[-1], "count": len(ids)}
    publish_event(db, "entry_added", NOON, feed_id=feed_id, payload=span)
    return ids


def changed(db: Connection, feed_id: int, ids: list[int]) -> None:
    publish_event(db, "entry_changed", NOON, feed_id=feed_id, payload={"ids": ids})


async def test_an_event_reaches_every_stream_of_its_user_and_nobody_else(
    served: Served, ann: Account, bob: Account
) -> None:
    async with ann.listen() as one, ann.listen() as other, bob.listen() as stranger:
        for listener in (one, other, stranger):
            await listener.hello()
        number = await progress(served, ann.id, 10)
        theirs = await progress(served, bob.id, 20)
        for listener in (one, other):
            told = await listener.next()
            assert (told.kind, told.number) == ("job_progress", number)
            assert told.data == {"percent": 10}
        assert (await stranger.next()).number == theirs


async def test_what_concerns_everybody_is_told_once_and_heard_by_all(
    served: Served, ann: Account, bob: Account
) -> None:
    async with ann.listen() as one, bob.listen() as other:
        await one.hello()
        await other.hello()
        number = await served.context.database.write(
            publish_event, "status_changed", NOON
        )
        for listener in (one, other):
            told = await listener.next()
            assert (told.kind, told.number) == ("status_changed", number)
    async with bob.listen(number - 1) as again:
        await again.hello()
        assert (await again.next()).number == number


async def test_the_answer_is_a_stream_that_nothing_on_the_way_may_keep(
    ann: Account,
) -> None:
    async with ann.listen() as listener:
        headers = listener.answer.headers
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert headers["cache-control"] == "no-store"
        assert headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in headers
        assert "content-length" not in headers


async def test_only_those_who_follow_a_feed_hear_of_its_entries(
    served: Served, ann: Account, bob: Account
) -> None:
    def prepare(db: Connection) -> tuple[int, int]:
        feed, other = a_feed(db), a_feed(db)
        follow_feed(db, ann.id, feed, NOON)
        follow_feed(db, bob.id, other, NOON)
        return feed, other

    database = served.context.database
    feed, other = await database.write(prepare)
    async with ann.listen() as hers, bob.listen() as his:
        await hers.hello()
        await his.hello()
        ids = await database.write(added, feed)
        last = await database.write(added, other)
        told = await hers.next()
        assert told.kind == "entry_added"
        assert told.data == {
            "first_id": ids[0],
            "last_id": ids[-1],
            "count": 2,
            "feed_id": feed,
        }
        assert (await his.next()).data["first_id"] == last[0]

        def swap(db: Connection) -> None:
            leave_feed(db, ann.id, feed, NOON)
            follow_feed(db, bob.id, feed, NOON)

        await database.write(swap)
        third = await database.write(added, feed)
        await progress(served, ann.id, 1)
        assert (await his.next()).data["first_id"] == third[0]
        assert (await hers.next()).kind == "job_progress"


async def test_nobody_hears_of_an_entry_that_they_cannot_see(
    served: Served, ann: Account, bob: Account
) -> None:
    def prepare(db: Connection) -> tuple[int, list[int]]:
        feed = a_feed(db)
        follow_feed(db, ann.id, feed, NOON)
        ids = some_entries(db, feed, [NOON] * 3)
        star_entries(db, ann.id, stars([ids[1]]))
        db.run("update entries set shown = 0 where id = :id", id=ids[1])
        db.run("update entries set shown = 0 where id = :id", id=ids[0])
        follow_feed(db, bob.id, feed, NOON)
        leave_feed(db, ann.id, feed, NOON)
        return feed, ids

    database = served.context.database
    feed, ids = await database.write(prepare)
    async with ann.listen() as hers, bob.listen() as his:
        await hers.hello()
        start = await his.hello()
        await database.write(changed, feed, ids)
        assert (await his.next()).data["ids"] == [ids[2]]
        # She left the feed; her star kept one of its entries.
        assert (await hers.next()).data["ids"] == [ids[1]]
        whole = {"first_id": ids[0], "last_id": ids[-1], "count": 3}
        await database.write(
            publish_event, "entry_added", NOON, feed_id=feed, payload=whole
        )
        seen = {"first_id": ids[2], "last_id": ids[2], "count": 1, "feed_id": feed}
        assert (await his.next()).data == seen
    async with bob.listen(start) as again:
        assert (await again.next()).data["ids"] == [ids[2]]
        assert (await again.next()).data == seen


async def test_coming_back_replays_what_was_missed_in_order_and_goes_on(
    served: Served, ann: Account, bob: Account
) -> None:
    def prepare(db: Connection) -> int:
        feed = a_feed(db)
        follow_feed(db, ann.id, feed, NOON)
        return feed

    feed = await served.context.database.write(prepare)
    async with ann.listen() as listener:
        last = await listener.hello()
    await progress(served, ann.id, 1)
    await progress(served, bob.id, 2)
    await served.context.database.write(added, feed)
    await served.context.database.write(
        publish_session_ended, ann.id, ["another session"], NOON
    )
    async with ann.listen(last) as listener:
        assert (await listener.next()).data == {"percent": 1}
        assert (await listener.next()).kind == "entry_added"
        await progress(served, ann.id, 3)
        assert (await listener.next()).data == {"percent": 3}
        seen = listener.last
    async with ann.listen(params={"last_event_id": str(seen)}) as listener:
        await progress(served, ann.id, 4)
        assert (await listener.next()).data == {"percent": 4}


async def test_a_header_says_more_than_an_old_address(
    served: Served, ann: Account
) -> None:
    for percent in (1, 2, 3):
        number = await progress(served, ann.id, percent)
    old = {"last_event_id": "0"}
    async with ann.listen(number - 1, params=old) as listener:
        assert (await listener.next()).data == {"percent": 3}


@pytest.mark.parametrize("last", ["99", "x", "-1", "٣", "9" * 30, ""])
async def test_an_unknown_number_asks_for_a_fresh_start(
    served: Served, ann: Account, last: str
) -> None:
    number = await progress(served, ann.id, 1)
    async with ann.listen(params={"last_event_id": last}) as listener:
        told = await listener.next()
        assert (told.kind, told.number) == ("reset", number)
        await progress(served, ann.id, 2)
        assert (await listener.next()).data == {"percent": 2}


async def test_what_is_forgotten_cannot_be_replayed(
    served: Served, ann: Account
) -> None:
    first = await progress(served, ann.id, 1)
    await progress(served, ann.id, 2)
    await served.context.database.write(forget_events, NOON + 1, 1)
    async with ann.listen(first) as listener:
        assert (await listener.next()).data == {"percent": 2}
    async with ann.listen(first - 1) as listener:
        assert (await listener.next()).kind == "reset"
    await served.context.database.write(forget_events, NOON + 1, 10)
    async with ann.listen(first) as listener:
        assert (await listener.next()).kind == "reset"


async def test_too_much_missed_asks_for_a_fresh_start(
    served: Served, ann: Account
) -> None:
    def flood(db: Connection) -> None:
        for _ in range(501):
            publish_event(db, "job_progress", NOON, user_id=ann.id)

    await served.context.database.write(flood)
    async with ann.listen(1) as listener:
        assert (await listener.next()).kind == "job_progress"
    async with ann.listen(0) as listener:
        assert (await listener.next()).kind == "reset"


async def test_a_burst_of_events_reaches_a_reader_who_keeps_up(
    served: Served, ann: Account
) -> None:
    many = 3 * MOST_WAITING

    def burst(db: Connection) -> None:
        for number in range(many):
            payload = {"number": number}
            publish_event(db, "job_progress", NOON, user_id=ann.id, payload=payload)

    async with ann.listen() as listener:
        await listener.hello()
        await served.context.database.write(burst)
        heard = [(await listener.next()).data["number"] for _ in range(many)]
    assert heard == list(range(many))


async def test_heartbeats_carry_the_number_to_come_back_with(
    database_url: str,
) -> None:
    pace = LivePace(heartbeat=timedelta(milliseconds=50))
    with live_context(database_url) as context:
        async with serving(context, pace) as served:
            ann, bob = await served.sign_in("ann"), await served.sign_in("bob")
            async with ann.listen() as listener:
                await listener.hello()
                others = await progress(served, bob.id, 1)
                assert await listener.heartbeat(others - 1) == others
                assert listener.heartbeats >= 1


async def test_head_answers_at_once_and_opens_no_stream(
    served: Served, ann: Account
) -> None:
    async with asyncio.timeout(PATIENCE):
        async with served.http.head(
            served.url("/api/v1/events"), headers=ann.headers
        ) as answer:
            assert answer.content_type == "text/event-stream"
        async with served.http.get(served.url("/livez")) as answer:
            assert answer.status == 200
    assert len(served.live) == 0


async def test_nobody_listens_without_signing_in(served: Served) -> None:
    async with served.http.get(served.url("/api/v1/events")) as answer:
        assert answer.status == 401
