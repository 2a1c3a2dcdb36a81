"""A name or a topic finds feeds that are known here, and asks nobody."""

from urllib.parse import urlsplit

import pytest

from tests.services.site import Services
from tidings.core.errors import Invalid
from tidings.core.feeds.feed_names import feeds_named
from tidings.samples.starter_packs import starter_feeds
from tidings.services.feeds.discover import FoundView
from tidings.services.feeds.find_feeds import find_feeds


@pytest.fixture
def engine() -> str:
    """Discovery does not touch the database."""
    return "sqlite"


async def test_a_name_finds_what_is_listed_under_it(services: Services) -> None:
    found = await find_feeds(services.context, services.fetching, " ars technica ")
    assert found.address == "ars technica"
    assert [feed.title for feed in found.items] == [
        "Ars Technica Science",
        "Ars Technica",
    ]
    assert found.items[1] == FoundView(
        "https://feeds.arstechnica.com/arstechnica/index",
        "Ars Technica",
        None,
        None,
        None,
        "it is listed here under technology",
    )


async def test_an_unknown_name_is_an_answer(services: Services) -> None:
    found = await find_feeds(services.context, services.fetching, "qwertyuiop")
    assert (found.items, found.problem) == (
        [],
        "No feed is known here by this name: type its address.",
    )


async def test_an_address_is_looked_at(services: Services) -> None:
    services.site.feed("/feed", 1, title="News")
    url = services.url("/feed")
    found = await find_feeds(services.context, services.fetching, url)
    assert [(feed.title, feed.entries) for feed in found.items] == [("News", 1)]


@pytest.mark.parametrize("text", ["", " ", "javascript:alert(1)", "ftp://x.y/", "@"])
async def test_what_is_neither_is_refused(services: Services, text: str) -> None:
    with pytest.raises(Invalid, match="not a web address"):
        await find_feeds(services.context, services.fetching, text)


def test_every_listed_feed_is_found_by_its_title_and_by_its_host() -> None:
    feeds = starter_feeds()
    assert len(feeds) > 50
    for feed in feeds:
        assert feed in feeds_named(feed.title, feeds), feed.title
        host = (urlsplit(feed.url).hostname or "").removeprefix("www.")
        name = host.removeprefix("feeds.").partition(".")[0]
        assert feed in feeds_named(name, feeds) or name in ("rss", "news"), name
