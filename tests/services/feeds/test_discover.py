"""From any address to feeds that were really read, with few and polite requests."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from tests.fetch.origin import canary
from tests.services.site import Answer, Services, link
from tidings.core.errors import Invalid
from tidings.core.feeds.host_pace import PaceRules
from tidings.core.settings.settings import KNOWN_SETTINGS
from tidings.services.feeds.discover import (
    Discovery,
    NoFeedThere,
    SeveralFeeds,
    discover_feeds,
    find_feeds_of,
    the_one_feed,
)
from tidings.wiring import now


@pytest.fixture
def engine() -> str:
    """Discovery does not touch the database."""
    return "sqlite"


async def discover(services: Services, path: str) -> Discovery:
    return await discover_feeds(services.context, services.fetching, services.url(path))


async def test_a_feed_is_what_it_is(services: Services) -> None:
    services.site.feed("/feed.xml", 1, 2, 3, title="News")
    found = await discover(services, "/feed.xml")
    (feed,) = found.feeds
    assert feed.as_dict() == {
        "url": services.url("/feed.xml"),
        "title": "News",
        "kind": "rss",
        "entries": 3,
        "newest_at": 1_756_900_800_000_000,
        "reason": "this is a feed",
    }
    assert services.site.asked == ["/feed.xml"]


async def test_a_bare_domain_is_tried_by_http_when_https_does_not_answer(
    services: Services,
) -> None:
    services.site.feed("/feed.xml", 1)
    address = f"127.0.0.1:{services.site.port}/feed.xml"
    found = await discover_feeds(services.context, services.fetching, address)
    assert [feed.url for feed in found.feeds] == [services.url("/feed.xml")]


async def test_a_page_names_its_feeds(services: Services) -> None:
    services.site.page("/", link("/a.xml", "All") + link("/b.xml", "Some"))
    services.site.feed("/a.xml", 1, 2, title="")
    services.site.feed("/b.xml", 2)
    found = await discover(services, "/")
    assert [(feed.title, feed.reason) for feed in found.feeds] == [
        ("All", "the page names it as its feed"),
        ("A feed", "the page names it as its feed"),
    ]
    with pytest.raises(SeveralFeeds, match="2 feeds") as raised:
        the_one_feed(found)
    assert raised.value.details["feeds"] == [feed.as_dict() for feed in found.feeds]


async def test_the_same_feed_in_two_formats_is_no_choice(services: Services) -> None:
    services.site.page("/", link("/rss.xml") + link("/atom.xml"))
    services.site.feed("/rss.xml", 1, 2)
    services.site.feed("/atom.xml", 1, 2, title="The same")
    assert the_one_feed(await discover(services, "/")).url.endswith("/rss.xml")


async def test_a_feed_of_comments_is_listed_but_not_in_the_way(
    services: Services,
) -> None:
    services.site.page("/", link("/comments/feed", "Comments") + link("/feed", "Posts"))
    services.site.feed("/feed", 1, 2)
    services.site.feed("/comments/feed", 7)
    found = await discover(services, "/")
    assert len(found.feeds) == 2
    assert the_one_feed(found).url == services.url("/feed")


async def test_what_a_page_names_but_is_no_feed_is_left_out(services: Services) -> None:
    services.site.page("/", link("/gone") + link("/page") + link("/feed"))
    services.site.page("/page", "<p>no feed")
    services.site.feed("/feed", 1)
    assert the_one_feed(await discover(services, "/")).url == services.url("/feed")


async def test_a_link_in_the_text_is_tried_when_the_page_names_no_feed(
    services: Services,
) -> None:
    services.site.page("/", '<a href="/news/rss.xml">Our RSS</a>')
    services.site.feed("/news/rss.xml", 1)
    found = await discover(services, "/")
    assert found.feeds[0].reason == "a link on the page looks like a feed"


async def test_the_usual_places_are_tried_until_one_is_good(services: Services) -> None:
    services.site.page("/", "<p>Hello")
    services.site.feed("/rss", 1)
    services.site.feed("/feed.xml", 1)
    found = await discover(services, "/")
    assert [feed.url for feed in found.feeds] == [services.url("/rss")]
    assert services.site.asked == ["/", "/feed", "/rss"]


async def test_few_requests_are_made_in_vain_and_the_reason_is_said(
    services: Services,
) -> None:
    services.site.page("/blog/", "<html><title>My page</title><p>Hello")
    found = await discover(services, "/blog/")
    assert len(services.site.asked) == 9
    with pytest.raises(NoFeedThere, match="“My page” that names no feed") as refused:
        the_one_feed(found)
    assert refused.value.details["reason"] == "not_a_feed_html"


async def test_the_reason_of_a_refusal_has_a_code(services: Services) -> None:
    services.site.pages["/x"] = Answer(status=401)
    with pytest.raises(NoFeedThere) as refused:
        await find_feeds_of(services.context, services.fetching, services.url("/x"))
    assert refused.value.details["reason"] == "unauthorized"


async def test_guessing_at_a_missing_page_finds_the_feed_of_the_site(
    services: Services,
) -> None:
    services.site.feed("/feed", 1)
    found = await discover(services, "/gone.html")
    assert [feed.url for feed in found.feeds] == [services.url("/feed")]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(status=500), "the server has a problem"),
        (Answer(status=401), "asks for a login"),
        (Answer(status=401), "https://name:password@example.org/feed"),
        (Answer(b"%PDF-1.7", "application/pdf"), "a PDF file"),
        (Answer(b"<opml/>", "text/xml"), "a list of feeds"),
        (Answer(b"{}", "application/json"), "JSON"),
    ],
)
async def test_what_was_found_instead_is_said(
    services: Services, answer: Answer, words: str
) -> None:
    services.site.pages["/x"] = answer
    found = await discover(services, "/x")
    assert found.feeds == ()
    assert words in found.problem


async def test_a_host_that_asks_for_fewer_requests_gets_no_more(
    services: Services,
) -> None:
    services.site.pages["/"] = Answer(status=429, headers=("Retry-After: 60",))
    found = await discover(services, "/")
    assert "fewer requests" in found.problem
    assert services.site.asked == ["/"]
    again = await discover(services, "/feed")
    assert "it can be asked again in 30 s" in again.problem
    for url, looked in (("/", found), ("/feed", again)):
        # Nobody knows whether there is a feed.
        assert looked.problem.startswith(f"{services.url(url)} could not be read: ")
    assert services.site.asked == ["/"]


async def test_a_permanent_redirect_is_not_believed_at_first_sight(
    services: Services,
) -> None:
    services.site.redirect("/old", "/moved")
    services.site.redirect("/moved", "/today", status=302)
    services.site.feed("/today", 1)
    found = await discover(services, "/old")
    assert [feed.url for feed in found.feeds] == [services.url("/old")]


async def test_requests_to_a_host_keep_their_distance(services: Services) -> None:
    delay = timedelta(milliseconds=100)
    paced = replace(services.fetching, pace=PaceRules(delay=delay))
    services.site.page("/", "<p>Hello")
    services.site.feed("/rss", 1)
    context = replace(services.context, clock=now)
    await discover_feeds(context, paced, services.url("/"))
    times = services.site.arrivals
    assert len(times) == 3
    assert min(b - a for a, b in pairwise(times)) >= 0.1


async def test_a_login_goes_to_its_own_server_only(services: Services) -> None:
    async with canary() as other:
        elsewhere = f"http://127.0.0.1:{other.port}/feed"
        services.site.page("/", link("/mine.xml") + link(elsewhere))
        services.site.feed("/mine.xml", 1)
        address = services.url("/").replace("http://", "http://me:hush@")
        await discover_feeds(services.context, services.fetching, address)
        assert other.connections == 0
    sent = [request.headers.get("authorization") for request in services.site.received]
    assert sent == ["Basic bWU6aHVzaA=="] * 2


async def test_a_password_in_a_wrong_address_is_not_repeated(
    services: Services,
) -> None:
    address = "https://me:hush@host@other.example/feed"
    found = await discover_feeds(services.context, services.fetching, address)
    assert found.problem
    assert "hush" not in found.problem


@pytest.mark.parametrize("text", ["", "two words", "javascript:alert(1)", "ftp://x.y/"])
async def test_what_is_no_address_is_refused(services: Services, text: str) -> None:
    with pytest.raises(Invalid, match="not a web address"):
        await discover_feeds(services.context, services.fetching, text)


@pytest.mark.parametrize(
    ("address", "value"),
    [
        ("http://127.0.0.1:1/", "127.0.0.1:1"),
        ("http://localhost/", "localhost:80"),
        ("http://192.168.1.20/feed", "192.168.1.20:80"),
        ("https://me:hush@192.168.1.20/feed", "192.168.1.20:443"),
        ("http://[fd00::1]:8080/", "[fd00::1]:8080"),
        ("10.0.0.1", "10.0.0.1:443,10.0.0.1:80"),
    ],
)
async def test_what_is_not_public_is_not_visited_and_what_would_allow_it_is_said(
    services: Services, address: str, value: str
) -> None:
    with pytest.raises(NoFeedThere, match="not public") as refused:
        await find_feeds_of(services.context, services.fetching, address)
    line = f"TIDINGS_ALLOW_ORIGINS={value}"
    assert refused.value.message.endswith(line)
    assert refused.value.details["allow"] == line
    # It is a value that the setting takes.
    taken = KNOWN_SETTINGS["TIDINGS_ALLOW_ORIGINS"].kind.read(value)
    assert ",".join(map(str, taken)) == value


async def test_nothing_is_offered_for_a_redirect_to_what_is_not_public(
    services: Services,
) -> None:
    services.site.redirect("/feed", "http://10.1.2.3/feed", status=302)
    with pytest.raises(NoFeedThere, match="not public") as refused:
        await find_feeds_of(services.context, services.fetching, services.url("/feed"))
    assert "allow" not in refused.value.details
    assert "TIDINGS_ALLOW_ORIGINS" not in refused.value.message


async def test_a_handle_leads_to_the_feed_of_the_profile(services: Services) -> None:
    services.site.page("/@ana", "<p>Ana")
    services.site.feed("/@ana.rss", 1, title="Ana")
    handle = f"@ana@127.0.0.1:{services.site.port}"
    found = await discover_feeds(services.context, services.fetching, handle)
    assert the_one_feed(found).url == services.url("/@ana.rss")
