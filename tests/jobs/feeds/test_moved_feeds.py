"""A permanent redirect that is believed moves a feed, or joins it with another one."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.make import stars
from tests.services.site import Services, open_services
from tidings.core.reading.reading import ListQuery
from tidings.services.feeds.subscribe import subscribe
from tidings.store.feeds.feeds import find_feed, make_all_due
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.marking import mark_entries, star_entries
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        yield opened


async def follow(services: Services, path: str) -> int:
    url = services.url(path)
    done = await subscribe(services.context, services.fetching, services.user, url)
    return done.feed_id


async def poll(services: Services, times: int) -> None:
    for _ in range(times):
        services.clock.move(timedelta(hours=9))
        services.write(make_all_due, services.clock.now)
        await work_off_queue(services.context, services.fetching, FEEDS)


def unread(services: Services) -> list[str]:
    ids = [p.id for p in services.read(entry_places, ListQuery(services.user, 100))]
    titles = dict(services.rows("select id, title from entries"))
    return sorted(titles[number] for number in ids)


async def test_a_feed_takes_its_new_address_when_the_redirect_is_believed(
    services: Services,
) -> None:
    services.site.feed("/old", 1)
    number = await follow(services, "/old")
    services.site.redirect("/old", "/new")
    services.site.feed("/new", 1, 2)
    await poll(services, 3)
    assert services.read(find_feed, str(number)).url == services.url("/old")
    await poll(services, 1)
    assert services.read(find_feed, str(number)).url == services.url("/new")
    assert services.read(find_feed, services.url("/old")).id == number
    await poll(services, 1)
    assert services.site.asked[-1] == "/new"
    assert unread(services) == ["Entry 1", "Entry 2"]


async def test_two_feeds_that_are_one_are_joined_and_nothing_is_lost(
    services: Services,
) -> None:
    services.site.feed("/old", 1, 2, 3)
    services.site.feed("/new", 2, 3, 4)
    old = await follow(services, "/old")
    new = await follow(services, "/new")
    ids = dict(services.rows(f"select title, id from entries where feed_id = {old}"))
    read, starred = ids["Entry 2"], ids["Entry 1"]
    services.write(mark_entries, services.user, [read], read=True)
    services.write(star_entries, services.user, stars([starred]))
    services.site.redirect("/old", "/new")
    await poll(services, 4)
    assert services.read(find_feed, services.url("/old")).id == new
    assert unread(services) == ["Entry 1", "Entry 3", "Entry 4"]
    kept = services.rows(
        "select e.title, e.feed_id from entry_states s join entries e"
        " on e.id = s.entry_id where s.starred = 1"
    )
    assert kept == [("Entry 1", new)]
    services.site.feed("/new", 4, 5)
    await poll(services, 1)
    assert unread(services) == ["Entry 1", "Entry 3", "Entry 4", "Entry 5"]
