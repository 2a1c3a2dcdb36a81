"""What was read in one installation is read in another, also before its feed is there."""

from collections.abc import AsyncIterator, Callable
from io import BytesIO
from typing import Any

import pytest

from tests.make import NOON
from tests.services.site import Services, open_services
from tidings.jobs.entries.clean_up import clean_up
from tidings.services.feeds.subscribe import subscribe
from tidings.services.moving.user_data import export_data, start_import
from tidings.store.reading.marking import mark_entries
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

STATES = """
select e.guid, coalesce(st.read, case when e.seq <= s.read_seq then 1 else 0 end)
from entries e cross join subscriptions s
left join entry_states st on st.entry_id = e.id and st.user_id = s.user_id
where s.feed_id = e.feed_id order by e.guid
"""


@pytest.fixture
async def first(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        opened.site.feed("/feed", 1, 2, 3)
        await subscribe(
            opened.context, opened.fetching, opened.user, opened.url("/feed")
        )
        ids = [row[0] for row in opened.rows("select id from entries order by guid")]
        opened.write(mark_entries, opened.user, ids[:2], read=True)
        yield opened


@pytest.fixture
async def second(
    first: Services, engine: str, new_url: Callable[..., str]
) -> AsyncIterator[Services]:
    allowed = {"TIDINGS_ALLOW_ORIGINS": f"127.0.0.1:{first.site.port}"}
    async with open_services(new_url(engine, migrated=True), allowed) as opened:
        yield opened


async def exported(services: Services) -> bytes:
    parts = [part async for part in export_data(services.context, services.user)]
    return b"".join(parts)


async def bring_in(services: Services, file: bytes) -> None:
    await start_import(services.context, services.user, BytesIO(file))
    assert await work_off_queue(services.context, services.fetching, LONG_JOBS) == 1


async def check_feeds(services: Services) -> None:
    await work_off_queue(services.context, services.fetching, FEEDS)


def reads(services: Services) -> list[Any]:
    return [read for _, read in services.rows(STATES)]


@pytest.mark.both_engines
async def test_what_the_feed_brings_later_is_read_and_what_is_new_is_not(
    first: Services, second: Services
) -> None:
    assert reads(first) == [1, 1, 0]
    await bring_in(second, await exported(first))
    assert reads(second) == []
    first.site.feed("/feed", 1, 2, 3, 4)
    await check_feeds(second)
    assert reads(second) == [1, 1, 0, 0]
    told = second.rows(
        "select payload from events where kind = 'state_changed'"
        """ and payload like '%"read": true%'"""
    )
    assert len(told) == 1


async def test_what_is_there_already_is_marked_at_once_and_nothing_unread(
    first: Services, second: Services
) -> None:
    await subscribe(second.context, second.fetching, second.user, first.url("/feed"))
    third = "select id from entries order by guid desc limit 1"
    last = [row[0] for row in second.rows(third)]
    second.write(mark_entries, second.user, last, read=True)
    await bring_in(second, await exported(first))
    assert reads(second) == [1, 1, 1]
    assert second.rows("select count(*) from pending_reads") == [(0,)]


async def test_an_export_before_the_feed_came_holds_what_was_brought_in(
    first: Services, second: Services
) -> None:
    file = await exported(first)
    await bring_in(second, file)
    again = await exported(second)
    assert [line for line in again.splitlines() if b'"read"' in line[:15]] == [
        line for line in file.splitlines() if b'"read"' in line[:15]
    ]
    await bring_in(second, file)
    assert second.rows("select count(*) from pending_reads") == [(1,)]


async def test_what_never_comes_is_forgotten(first: Services, second: Services) -> None:
    await bring_in(second, await exported(first))
    second.clock.now = NOON + 61 * 24 * 3600 * 1_000_000
    await clean_up(second.context)
    assert second.rows("select count(*) from pending_reads") == [(0,)]


async def test_keys_that_are_cut_short_are_refused(
    first: Services, second: Services
) -> None:
    lines = (await exported(first)).splitlines()
    cut = b'{"kind":"read","feed_url":"https://x.example/","keys":"AAAA"}'
    await bring_in(second, b"\n".join([*lines[:-1], cut, lines[-1]]))
    ((result,),) = second.rows("select result from long_jobs")
    assert "cut short" in str(result)
