"""Which feeds everybody may read, and where, as their readers and administrators see it."""

from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest

from tests.web.v1.town import API, Town, open_town
from tidings.store.publishing.builds import publish_feed


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/feed", 1)
        yield opened


async def test_a_published_feed_says_since_when_and_where(town: Town) -> None:
    made = await town.follow(town.bea, "/feed")
    feed, now = made["feed_id"], town.services.clock.now
    place = f"{API}/feeds/{feed}"
    assert (await town.bea.http.get(place)).json()["published_url"] is None
    town.services.write(publish_feed, feed, now)
    base = town.services.context.server.base_url
    address = f"{base}/rss?url={quote(town.url('/feed'), safe='')}"
    page = (await town.bea.http.get(f"{API}/health/feeds")).json()
    lines = (await town.cora.http.get(f"{API}/feeds")).json()
    for shown in (
        (await town.bea.http.get(place)).json(),
        page["items"][0]["feed"],
        lines["items"][0],
    ):
        assert (shown["published_since"], shown["published_url"]) == (now, address)
    # Behind a login nothing is public, whatever was said before.
    secrets = "update feeds set secrets = :secrets where id = :id"
    town.services.write(lambda db: db.run(secrets, secrets=b"sealed", id=feed))
    shown = (await town.bea.http.get(place)).json()
    assert (shown["published_since"], shown["published_url"]) == (None, None)
    lines = (await town.cora.http.get(f"{API}/feeds")).json()
    assert lines["items"][0]["published_since"] is None
