"""A player comes in a page whose policy allows that one site."""

from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from tests.web.v1.reading_site import ReadingSite, open_reading_site
from tidings.services.entries.media import media_url

FILM = "https://www.youtube.com/watch?v=U-AfiD2NgYg"


@pytest.fixture
async def site(new_url: Callable[..., str]) -> AsyncIterator[ReadingSite]:
    async with open_reading_site(new_url("sqlite", migrated=True)) as opened:
        yield opened


async def ask(site: ReadingSite, url: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await site.ann.http.get("/api/v1/player", params={"url": url}, headers=named)


async def test_a_player_is_framed_in_a_sandbox_by_its_address(
    site: ReadingSite,
) -> None:
    answer = await ask(site, FILM, sec_fetch_dest="iframe")
    assert answer.status_code == 200
    frame = "https://www.youtube-nocookie.com/embed/U-AfiD2NgYg?autoplay=1&amp;rel=0"
    assert f'<iframe src="{frame}"' in answer.text
    assert 'sandbox="allow-scripts allow-same-origin ' in answer.text
    assert "allow-top-navigation" not in answer.text
    # Plays only for those who say where it is embedded; others learn nothing.
    assert 'referrerpolicy="strict-origin"' in answer.text
    other = await ask(site, "https://vimeo.com/12")
    assert 'referrerpolicy="no-referrer"' in other.text


async def test_its_policy_names_the_one_site_and_the_apps_own_none(
    site: ReadingSite,
) -> None:
    answer = await ask(site, "https://tube.example/videos/watch/9c9de5e8-0a1e")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-src https://tube.example;" in policy
    assert "frame-ancestors 'self'" in policy
    assert "script-src" not in policy
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    app = await site.ann.http.get("/api/health")
    assert "; frame-src 'self';" in app.headers["content-security-policy"]


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/",
        "javascript:alert(1)",
        'https://www.google.com/maps/embed?pb="><script>alert(1)</script>',
        "https://192.168.1.1/videos/embed/9c9de5e8-0a1e",
    ],
)
async def test_any_other_address_is_refused(site: ReadingSite, url: str) -> None:
    answer = await ask(site, url)
    assert answer.status_code == 404


async def test_it_is_no_page_of_its_own_and_for_nobody_else(site: ReadingSite) -> None:
    assert (await ask(site, FILM, sec_fetch_dest="document")).status_code == 404
    stranger = await ask(site, FILM, authorization="", cookie="")
    assert stranger.status_code == 401


async def test_an_entry_comes_with_the_film_of_its_page(site: ReadingSite) -> None:
    film = site.entry(FILM)
    entry = (await site.ann.http.get(f"/api/v1/entries/{film}")).json()
    picture = "https://i.ytimg.com/vi/U-AfiD2NgYg/hqdefault.jpg"
    assert entry["player"] == {
        "page_url": FILM,
        "site": "YouTube",
        "picture_url": media_url(site.services.context, picture),
        "seconds": None,
        "views": None,
    }
    framed = '<iframe src="https://www.youtube.com/embed/abc"></iframe>'
    for url, html in ((f"{FILM}x", framed), ("https://blog.example/1", "")):
        other = site.entry(url, html=html)
        entry = (await site.ann.http.get(f"/api/v1/entries/{other}")).json()
        assert entry["player"] is None
