"""From a feed's server to what everybody may read, with nobody following it."""

from dataclasses import replace

import httpx
import pytest
from lxml import etree

from tests.services.site import RSS, Answer, open_services
from tests.web.conftest import client_for
from tidings.core.settings.groups import AiSettings
from tidings.services.feeds.register import register_feed
from tidings.services.publishing.deframed import publish_feed, publish_if_public
from tidings.store.system.app_settings import get_value
from tidings.worker.run import work_off

FEED = """<rss version="2.0"><channel><title>City</title><item><guid>1</guid>
<title>SHOCKING: you won't believe this bridge!!!</title><link>https://city.example/1
</link><description>The harbour bridge opened on Monday after a long winter of repairs.
Engineers said that it will hold for eighty years.</description></item></channel></rss>
"""
MOCK = {"TIDINGS_AI_PROVIDER": "mock"}


async def _ask(services, url: str) -> httpx.Response:
    async with client_for(services.context, fetching=services.fetching) as http:
        return await http.get("/rss", params={"url": url})


async def test_what_an_operator_adds_is_deframed_and_published(
    database_url: str,
) -> None:
    async with open_services(database_url, MOCK) as services:
        context, fetching = services.context, services.fetching
        services.site.pages["/feed"] = Answer(FEED.encode(), RSS)
        url = services.url("/feed")
        feed = await register_feed(context, fetching, url)
        assert await publish_if_public(context, feed.feed_id)
        assert (await _ask(services, url)).status_code == 404
        await work_off(context, fetching)
        answer = await _ask(services, url)
        assert answer.status_code == 200, answer.text
        item = etree.fromstring(answer.content).find(".//item")
        original = item.findtext("{urn:x-tidings:deframed}title")
        assert original == "SHOCKING: you won't believe this bridge!!!"
        assert item.findtext("title") != original
        assert services.read(get_value, "builds.seen") is not None


@pytest.mark.both_engines
async def test_what_a_feed_has_already_is_deframed_once_it_is_published(
    database_url: str,
) -> None:
    async with open_services(database_url, MOCK) as services:
        context, fetching = services.context, services.fetching
        services.site.pages["/feed"] = Answer(FEED.encode(), RSS)
        url = services.url("/feed")
        await register_feed(context, fetching, url)
        await work_off(context, fetching)
        assert services.rows("select 1 from ai_targets") == []
        await publish_feed(context, url, published=True)
        await work_off(context, fetching)
        assert (await _ask(services, url)).status_code == 200


async def test_what_was_published_before_there_was_a_model_is_deframed_too(
    database_url: str,
) -> None:
    async with open_services(database_url) as services:
        context, fetching = services.context, services.fetching
        services.site.pages["/feed"] = Answer(FEED.encode(), RSS)
        url = services.url("/feed")
        feed = await register_feed(context, fetching, url)
        await publish_if_public(context, feed.feed_id)
        await work_off(context, fetching)
        assert services.rows("select count(*) from entries") == [(1,)]
        with_model = replace(context, ai=AiSettings(provider="mock"))
        await work_off(with_model, fetching)
        assert (await _ask(services, url)).status_code == 200
        assert services.read(get_value, "ai.behind") is None
