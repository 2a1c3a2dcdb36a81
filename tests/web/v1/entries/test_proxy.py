import asyncio
import re
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from tests.services.site import RSS, Answer
from tests.web.v1.reading_site import PAGE, ReadingSite, open_reading_site


@pytest.fixture
async def site(database_url: str) -> AsyncIterator[ReadingSite]:
    async with open_reading_site(database_url) as opened:
        yield opened


@pytest.fixture
async def plain_site(new_url: Callable[..., str]) -> AsyncIterator[ReadingSite]:
    """On one engine, for what has nothing to do with the database."""
    async with open_reading_site(new_url("sqlite", migrated=True)) as opened:
        yield opened


async def through(site: ReadingSite, url: str) -> httpx.Response:
    return await site.ann.http.get("/api/v1/proxy", params={"url": url})


async def test_the_article_of_an_entry_comes_safe_and_whole(site: ReadingSite) -> None:
    site.services.site.page("/news", PAGE)
    url = site.services.url("/news")
    site.entry(url)
    answer = await through(site, f"{url}?utm_source=mail")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "engineers were happy" in answer.text
    assert "<title>Harbour bridge reopens</title>" in answer.text
    assert site.services.url("/more") in answer.text
    assert "alert(1)" not in answer.text
    assert site.services.url("/deck.png") not in answer.text
    assert 'src="/api/v1/media/' in answer.text
    # What is fetched is the entry's own address, not what someone makes of it.
    assert [request.target for request in site.services.site.received] == ["/news"]


async def test_entries_that_share_their_address_have_its_article(
    site: ReadingSite,
) -> None:
    page, feed = site.services.url("/live"), site.services.url("/feed")
    site.services.site.page("/live", PAGE)
    items = "".join(
        f"<item><guid>{name}</guid><title>{name}</title><link>{page}</link>"
        f"<description>{name} of the day</description></item>"
        for name in ("Morning", "Evening")
    )
    document = f"<rss version='2.0'><channel><title>Live</title>{items}</channel></rss>"
    site.services.site.pages["/feed"] = Answer(document.encode(), RSS)
    followed = await site.ann.http.post("/api/v1/subscriptions", json={"url": feed})
    assert followed.status_code == 201, followed.text
    listed = (await site.ann.http.get("/api/v1/entries")).json()["items"]
    assert [entry["url"] for entry in listed] == [page, page]
    answer = await through(site, f"{page}?utm_source=mail")
    assert answer.status_code == 200, answer.text
    assert "engineers were happy" in answer.text
    other = await site.bob.http.get("/api/v1/proxy", params={"url": page})
    assert other.status_code == 404
    assert site.services.site.asked.count("/live") == 1


@pytest.mark.both_engines
async def test_only_addresses_of_entries_that_one_can_see_are_fetched(
    site: ReadingSite,
) -> None:
    site.services.site.page("/news", PAGE)
    url = site.services.url("/news")
    site.entry(url)
    other = await site.bob.http.get("/api/v1/proxy", params={"url": url})
    assert other.status_code == 404
    for strange in (
        site.services.url("/other"),
        f"{url}/../other",
        "http://169.254.169.254/",
        "javascript:alert(1)",
        "nonsense",
    ):
        assert (await through(site, strange)).status_code == 404
    assert (await site.ann.http.get("/api/v1/proxy")).status_code == 422
    assert site.services.site.asked == []


async def test_a_page_without_an_article_is_shown_sanitised(
    plain_site: ReadingSite,
) -> None:
    html = "<title>x</title><script>alert(1)</script><p onclick=x()>Only this.</p>"
    plain_site.services.site.page("/short", html)
    url = plain_site.services.url("/short")
    plain_site.entry(url)
    answer = await through(plain_site, url)
    assert "<p>Only this.</p></main>" in answer.text
    assert "alert" not in answer.text
    assert "<h1>A bridge</h1>" in answer.text


async def test_what_cannot_be_fetched_is_refused_with_a_code(
    plain_site: ReadingSite,
) -> None:
    site = plain_site.services.site
    site.pages["/film"] = Answer(b"\0" * 100, "video/mp4")
    site.pages["/huge"] = Answer(b"<p>" + b"x" * (6 << 20))
    site.redirect("/inside", "http://127.0.0.1:1/", 302)
    site.redirect("/script", "javascript:alert(1)", 302)
    expected = {
        plain_site.services.url("/film"): (424, "UPSTREAM_FAILED", "not_a_page"),
        plain_site.services.url("/huge"): (424, "UPSTREAM_FAILED", "too_large"),
        plain_site.services.url("/gone"): (424, "UPSTREAM_FAILED", "not_found"),
        plain_site.services.url("/inside"): (403, "ADDRESS_BLOCKED", "blocked_address"),
        plain_site.services.url("/script"): (403, "ADDRESS_BLOCKED", "bad_redirect"),
        "http://10.0.0.1/": (403, "ADDRESS_BLOCKED", "blocked_address"),
    }
    for url, (status, code, reason) in expected.items():
        plain_site.entry(url)
        answer = await through(plain_site, url)
        error = answer.json()["error"]
        assert (url, answer.status_code, error["code"]) == (url, status, code)
        assert error["details"]["reason"] == reason


async def test_the_title_is_shown_once(plain_site: ReadingSite) -> None:
    plain_site.services.site.page("/news", PAGE)
    url = plain_site.services.url("/news")
    plain_site.entry(url)
    page = (await through(plain_site, url)).text
    body = page.partition("<body>")[2]
    assert body.count("Harbour bridge reopens") == 1
    assert "<h1>Harbour bridge reopens</h1>" in body


async def test_the_page_has_a_style_of_ours(plain_site: ReadingSite) -> None:
    plain_site.services.site.page("/news", PAGE)
    url = plain_site.services.url("/news")
    plain_site.entry(url)
    page = (await through(plain_site, url)).text
    linked = re.findall(r'<link [^>]*href="([^"]+)"', page)
    assert linked == ["/pages/icon.svg", "/pages/article.css"]
    for path in linked:
        assert (await plain_site.ann.http.get(path)).status_code == 200


async def test_a_heading_that_says_something_else_stays(
    plain_site: ReadingSite,
) -> None:
    other = PAGE.replace("<h1>Harbour bridge reopens", "<h1>A winter of repairs")
    plain_site.services.site.page("/news", other)
    url = plain_site.services.url("/news")
    plain_site.entry(url)
    page = (await through(plain_site, url)).text
    assert "Harbour bridge reopens</h1>" in page
    assert "A winter of repairs" in page


async def test_the_size_of_a_page_is_a_setting(new_url: Callable[..., str]) -> None:
    url = new_url("sqlite", migrated=True)
    async with open_reading_site(url, TIDINGS_PROXY_MAX_SIZE="300") as site:
        site.services.site.page("/news", PAGE)
        site.entry(site.services.url("/news"))
        answer = await through(site, site.services.url("/news"))
        assert answer.json()["error"]["details"]["reason"] == "too_large"


async def test_the_time_for_a_page_is_a_setting(new_url: Callable[..., str]) -> None:
    async def stay_silent(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(stay_silent, "127.0.0.1", 0)
    place = f"127.0.0.1:{silent.sockets[0].getsockname()[1]}"
    settings = {"TIDINGS_ALLOW_ORIGINS": place, "TIDINGS_PROXY_TIMEOUT": "1s"}
    url = new_url("sqlite", migrated=True)
    async with silent, open_reading_site(url, **settings) as site:
        site.entry(f"http://{place}/")
        async with asyncio.timeout(8):
            answer = await through(site, f"http://{place}/")
        assert answer.json()["error"]["details"]["reason"] == "timeout"


@pytest.mark.both_engines
async def test_pages_are_loaded_from_the_hosts_of_ones_feeds_only_if_set_so(
    database_url: str,
) -> None:
    async with open_reading_site(database_url, TIDINGS_PROXY_HOSTS="feeds") as site:
        site.services.site.page("/news", PAGE)
        page = site.services.url("/news")  # an address on another port
        site.entry(page)
        site.entry("https://elsewhere.example/1")
        for strange in (page, "https://elsewhere.example/1"):
            answer = await through(site, strange)
            assert answer.status_code == 403, answer.text
            assert answer.json()["error"]["code"] == "ADDRESS_BLOCKED"
        assert site.services.site.asked == []
