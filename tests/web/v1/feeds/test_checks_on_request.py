"""When somebody asks for a check, or for none: what the server is asked then."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.services.site import Answer
from tests.web.v1.town import API, Town, open_town
from tidings.store.feeds.feeds import make_due
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/feed", 1, 2, title="News")
        yield opened


async def work(town: Town) -> None:
    services = town.services
    await work_off_queue(services.context, services.fetching, FEEDS)


@pytest.mark.both_engines
async def test_whoever_asks_waits_no_longer_than_the_server_asked_for(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    peace = ("Retry-After: 600",)
    town.services.site.pages["/feed"] = Answer(status=429, headers=peace)
    town.services.write(make_due, feed, town.services.clock.now)
    await work(town)
    town.services.clock.move(timedelta(seconds=590))
    early = (await town.bea.http.post(f"{API}/feeds/{feed}/refresh")).json()
    assert early["is_due"] is False
    town.services.clock.move(timedelta(seconds=20))
    answer = (await town.bea.http.post(f"{API}/feeds/{feed}/refresh")).json()
    assert answer["is_due"] is True


@pytest.mark.both_engines
async def test_whoever_switches_polling_off_causes_no_check(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    town.services.clock.move(timedelta(minutes=2))
    asked_before = len(town.services.site.asked)
    settings = f"{API}/feeds/{feed}/settings"
    for change in ({"polling": False}, {"interval": 7_200_000_000}):
        assert (await town.bea.http.patch(settings, json=change)).status_code == 200
        shown = (await town.bea.http.get(f"{API}/feeds/{feed}")).json()
        check = shown["next_check"]
        assert (check["at"], check["code"]) == (None, "one_time")
    town.services.clock.move(timedelta(days=1))
    await work(town)
    assert len(town.services.site.asked) == asked_before
    await town.bea.http.patch(settings, json={"polling": True})
    await work(town)
    assert len(town.services.site.asked) == asked_before + 1
