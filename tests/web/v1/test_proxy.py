from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from tests.services.site import Answer
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
