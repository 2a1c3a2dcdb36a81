from collections.abc import AsyncIterator

import pytest

from tests.make import NOON
from tests.services.site import Answer
from tests.web.v1.reading_site import PAGE, ReadingSite, open_reading_site
from tidings.store.engine.packing import unpack
from tidings.store.feeds.follow import leave_feed


@pytest.fixture
async def site(database_url: str) -> AsyncIterator[ReadingSite]:
    async with open_reading_site(database_url) as opened:
        yield opened


@pytest.fixture
async def plain_site(database_url: str) -> AsyncIterator[ReadingSite]:
    """On one engine, for what has nothing to do with the database."""
    async with open_reading_site(database_url) as opened:
        yield opened


async def saved(site: ReadingSite, status: int = 201, **body: object) -> dict:
    answer = await site.ann.http.post("/api/v1/pages", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def body_of(site: ReadingSite, entry_id: int) -> str:
    ((codec, content),) = site.services.rows(
        f"select codec, content from entry_bodies where entry_id = {entry_id}"
    )
    return unpack(codec, bytes(content))


@pytest.mark.both_engines
async def test_a_page_becomes_an_entry_that_is_read_searched_and_kept_like_others(
    site: ReadingSite,
) -> None:
    site.services.site.page("/news", PAGE)
    url = site.services.url("/news")
    page = await saved(site, url=url, starred=True)
    assert page["title"] == "Harbour bridge reopens"
    assert (page["has_text"], page["problem"]) == (True, None)
    answer = await site.ann.http.get("/api/v1/entries", params={"starred": True})
    (entry,) = answer.json()["items"]
    assert (entry["id"], entry["url"]) == (page["entry_id"], url)
    assert entry["published_at"] == 1_706_954_400_000_000
    found = await site.ann.http.get("/api/v1/entries/search", params={"q": "engineers"})
    assert [each["id"] for each in found.json()["items"]] == [page["entry_id"]]
    html = (await site.ann.http.get(f"/api/v1/entries/{page['entry_id']}")).text
    assert "engineers were happy" in html
    assert "alert(1)" not in html
    kinds = {row[0] for row in site.services.rows("select kind from events")}
    assert {"entry_added", "state_changed", "feed_changed"} <= kinds


async def test_the_same_address_twice_is_one_entry(site: ReadingSite) -> None:
    site.services.site.page("/news", PAGE)
    url = site.services.url("/news")
    first = await saved(site, url=url)
    again = await saved(site, 200, url=f"{url}?utm_source=mail#top", starred=True)
    assert again["entry_id"] == first["entry_id"]
    rows = site.services.rows("select count(*), max(starred) from entry_states")
    assert rows == [(1, 1)]
    assert len(site.services.rows("select id from feeds where kind = 'pages'")) == 1


async def test_readers_have_pages_of_their_own(site: ReadingSite) -> None:
    site.services.site.page("/news", PAGE)
    url = site.services.url("/news")
    mine = await saved(site, url=url)
    theirs = await site.bob.http.post("/api/v1/pages", json={"url": url})
    assert theirs.status_code == 201
    assert theirs.json()["feed_id"] != mine["feed_id"]
    other = await site.bob.http.get(f"/api/v1/entries/{mine['entry_id']}")
    assert other.status_code == 404


@pytest.mark.both_engines
async def test_a_page_that_cannot_be_fetched_is_kept_by_its_address(
    site: ReadingSite,
) -> None:
    url = site.services.url("/missing")
    page = await saved(site, url=url)
    assert (page["title"], page["has_text"]) == (url, False)
    assert page["problem"]["code"] == "not_found"
    # What a browser can show fills it later.
    full = await saved(site, 200, url=url, html=PAGE)
    assert (full["entry_id"], full["has_text"]) == (page["entry_id"], True)
    assert (full["title"], full["problem"]) == ("Harbour bridge reopens", None)


async def test_what_a_browser_shows_is_kept_without_a_visit(site: ReadingSite) -> None:
    url = site.services.url("/behind-a-login")
    page = await saved(site, url=url, html=PAGE, title="My own title")
    assert page["title"] == "My own title"
    assert site.services.site.asked == []
    short = await saved(
        site,
        url=site.services.url("/short"),
        html="<p onclick=x()>Short.<script>alert(1)</script><iframe srcdoc=x>",
    )
    assert short["has_text"]
    assert body_of(site, short["entry_id"]) == "<p>Short.</p>"


async def test_addresses_inside_are_not_visited_and_say_so(
    plain_site: ReadingSite,
) -> None:
    for url, code in {
        "http://127.0.0.1:1/": "blocked_address",
        "http://[::1]/": "blocked_address",
        "http://169.254.169.254/latest/meta-data": "blocked_address",
        "http://localhost:6379/": "blocked_address",
        "http://2130706433/": "bad_url",
    }.items():
        page = await saved(plain_site, url=url)
        assert (page["problem"]["code"], page["title"]) == (code, url)


async def test_a_redirect_to_the_inside_is_not_followed(
    plain_site: ReadingSite,
) -> None:
    plain_site.services.site.redirect("/in", "http://169.254.169.254/secret", 302)
    page = await saved(plain_site, url=plain_site.services.url("/in"))
    assert page["problem"]["code"] == "blocked_address"


async def test_nonsense_is_refused(plain_site: ReadingSite) -> None:
    for body in (
        {},
        {"url": ""},
        {"url": "javascript:alert(1)"},
        {"url": "file:///etc/passwd"},
        {"url": "https://user:secret@news.example/"},
        {"url": "https://news.example/\0"},
        {"url": "https://news.example/", "html": 1},
    ):
        answer = await plain_site.ann.http.post("/api/v1/pages", json=body)
        assert answer.status_code == 422
    assert plain_site.services.rows("select id from feeds") == []


async def test_a_film_is_kept_by_its_address(plain_site: ReadingSite) -> None:
    plain_site.services.site.pages["/film"] = Answer(b"\0" * 100, "video/mp4")
    page = await saved(plain_site, url=plain_site.services.url("/film"))
    assert page["problem"]["code"] == "not_a_page"


async def test_who_left_their_pages_comes_back_by_saving_one(
    site: ReadingSite,
) -> None:
    site.services.site.page("/one", PAGE)
    site.services.site.page("/two", PAGE.replace("bridge", "tunnel"))
    page = await saved(site, url=site.services.url("/one"))
    site.services.write(leave_feed, site.ann.id, page["feed_id"], NOON)
    again = await saved(site, url=site.services.url("/two"))
    assert again["feed_id"] == page["feed_id"]
    answer = await site.ann.http.get("/api/v1/entries")
    assert len(answer.json()["items"]) == 2
