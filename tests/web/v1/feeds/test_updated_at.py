"""When people last changed a feed or an account, as the API says it."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.web.v1.town import API, Town, open_town
from tidings.services.accounts.users import UserChanges, change_user
from tidings.services.feeds.feeds import enable_feed, set_root_domain
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue

pytestmark = pytest.mark.both_engines


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/feed", 1, 2, title="News")
        opened.services.site.feed("/other", 1, 2, title="Other")
        yield opened


async def test_a_feed_says_when_people_changed_it(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    address, clock = f"{API}/feeds/{feed}", town.services.clock
    made = (await town.bea.http.get(address)).json()
    assert made["updated_at"] == made["created_at"]

    clock.move(timedelta(hours=1))
    await work_off_queue(town.services.context, town.services.fetching, FEEDS)
    assert (await town.bea.http.get(address)).json()["updated_at"] == made["created_at"]

    other = town.url("/other")
    for method, path, body in (
        ("PATCH", "/settings", {"full_text": True}),
        ("POST", "/disable", None),
        ("POST", "/enable", None),
        ("POST", "/move", {"url": other}),
    ):
        clock.move(timedelta(minutes=1))
        answer = await town.bea.http.request(method, address + path, json=body)
        assert answer.status_code == 200, answer.text
        shown = (await town.bea.http.get(address)).json()
        assert shown["updated_at"] == clock.now, path
        assert shown["created_at"] == made["created_at"]

    for change in (
        set_root_domain(town.services.context, str(feed), "example.org"),
        enable_feed(town.services.context, str(feed), enabled=True),
    ):
        clock.move(timedelta(minutes=1))
        await change
        shown = (await town.bea.http.get(address)).json()
        assert shown["updated_at"] == clock.now


async def test_an_account_says_when_it_was_changed(town: Town) -> None:
    clock, me = town.services.clock, f"{API}/users/me"
    made = (await town.bea.http.get(me)).json()
    assert made["updated_at"] == made["created_at"]
    clock.move(timedelta(minutes=1))
    change = {"preferences": {"language": "pl"}}
    answer = await town.bea.http.patch(me, json=change)
    assert answer.json()["updated_at"] == clock.now
    clock.move(timedelta(minutes=1))
    changes = UserChanges(role="admin")
    await change_user(town.services.context, made["id"], changes)
    assert (await town.bea.http.get(me)).json()["updated_at"] == clock.now
