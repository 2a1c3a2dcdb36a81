"""A preview is plain text, newest first, and follows nothing."""

import pytest

from tests.services.site import RSS, Answer, Services, link
from tidings.services.feeds.discover import NoFeedThere
from tidings.services.feeds.preview import PreviewEntry, preview_feed


@pytest.fixture
def engine() -> str:
    """A preview does not touch the database."""
    return "sqlite"


async def test_the_newest_entries_are_shown_as_plain_text(services: Services) -> None:
    services.site.page("/", link("/feed"))
    services.site.feed("/feed", *range(1, 15), title="News &amp; more")
    shown = await preview_feed(services.context, services.fetching, services.url("/"))
    assert (shown.title, shown.count, len(shown.entries)) == ("News & more", 14, 10)
    assert shown.entries[0] == PreviewEntry(
        "Entry 14", "https://site.example/14", 1_757_851_200_000_000, "What 14 says"
    )
    assert services.rows("select id from feeds") == []


async def test_what_following_would_bring_is_said(services: Services) -> None:
    whole = (
        "Das alte Hafenbecken ist wieder offen, und der Plan ist nicht mehr geheim. "
    )
    items = "".join(
        f"<item><title>Die Fähre {day}</title><description>{whole * 8}</description>"
        f"<pubDate>{day:02} Sep 2025 12:00:00 GMT</pubDate></item>"
        for day in range(1, 31)
    )
    # Many feeds say "en" by default.
    body = (
        f"<rss><channel><title>T</title><language>en</language>{items}</channel></rss>"
    )
    services.site.pages["/feed"] = Answer(body.encode(), RSS)
    services.clock.now = 1_759_233_600_000_000  # 30 September 2025, noon
    shown = await preview_feed(
        services.context, services.fetching, services.url("/feed")
    )
    assert (shown.texts, shown.language) == ("whole", "de")
    # Of all thirty, not only of those that are shown.
    assert shown.per_day == pytest.approx(30 / 29)
    assert shown.newest_at == services.clock.now


async def test_markup_and_scripts_do_not_get_through(services: Services) -> None:
    body = (
        b"<rss><channel><title>T</title><item><title>A &lt;b&gt;bold&lt;/b&gt;</title>"
        b"<description>&lt;script&gt;alert(1)&lt;/script&gt;&lt;p&gt;Words</description>"
        b"</item></channel></rss>"
    )
    services.site.pages["/feed"] = Answer(body, RSS)
    shown = await preview_feed(
        services.context, services.fetching, services.url("/feed")
    )
    assert shown.entries[0].excerpt == "Words"
    assert "<script" not in repr(shown)


async def test_a_page_without_a_feed_cannot_be_previewed(services: Services) -> None:
    services.site.page("/", "<p>Hello")
    with pytest.raises(NoFeedThere):
        await preview_feed(services.context, services.fetching, services.url("/"))
