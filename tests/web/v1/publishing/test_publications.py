"""Lists that readers publish: whoever has the address reads what the owner may see."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from lxml import etree
from lxml.html import fromstring

from tests.deframings import deframe
from tests.make import NOON
from tests.web.conftest import client_for
from tests.web.v1.reading_site import ReadingSite, open_reading_site
from tidings.store.engine.connection import Connection
from tidings.store.feeds.follow import leave_feed

API = "/api/v1/publications"
NAMESPACE = "{urn:x-tidings:deframed}"


class Publisher:
    """Ann publishes; a stranger reads."""

    def __init__(self, site: ReadingSite, stranger: httpx.AsyncClient) -> None:
        self.site = site
        self.http = site.ann.http
        self.stranger = stranger

    async def publish(self, **request: Any) -> dict[str, Any]:
        answer = await self.http.post(API, json={"title": "Mine", **request})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def read(self, made: dict[str, Any], form: str = "rss") -> httpx.Response:
        path = httpx.URL(made["addresses"][form]).path
        return await self.stranger.get(path)

    async def titles(self, made: dict[str, Any]) -> list[str]:
        answer = await self.read(made, "json")
        assert answer.status_code == 200, answer.text
        return [item["title"] for item in answer.json()["items"]]

    def entry(self, path: str, html: str = "", title: str = "") -> int:
        number = self.site.entry(f"https://news.example/{path}", html=html)
        self.run(
            "update entries set title = :t where id = :i", t=title or path, i=number
        )
        return number

    def run(self, sql: str, **values: object) -> None:
        self.site.services.write(lambda db: db.run(sql, **values))


@pytest.fixture
async def press(database_url: str) -> AsyncIterator[Publisher]:
    async with (
        open_reading_site(database_url) as site,
        client_for(site.services.context) as stranger,
    ):
        yield Publisher(site, stranger)


async def test_everything_is_published_in_three_formats(press: Publisher) -> None:
    press.entry("one")
    made = await press.publish(source="all", title="All & <everything>")
    rss = await press.read(made)
    root = etree.fromstring(rss.content)
    assert root.findtext("channel/title") == "All & <everything>"
    assert made["addresses"]["rss"].startswith(root.findtext("channel/link"))
    assert [each.text for each in root.findall(".//item/title")] == ["one"]
    atom = etree.fromstring((await press.read(made, "atom")).content)
    assert etree.QName(atom).localname == "feed"
    assert await press.titles(made) == ["one"]
    assert rss.headers["x-robots-tag"] == "noindex, nofollow"
    secret = httpx.URL(made["addresses"]["rss"]).path[3:-4]
    assert len(secret) == 43
    for form in ("rss", "atom", "json"):
        assert secret not in (await press.read(made, form)).text


async def test_each_source_gives_its_own_list(press: Publisher) -> None:
    http = press.http
    starred, tagged, filed = (press.entry(name) for name in ("star", "tag", "file"))
    await http.put(f"/api/v1/entries/{starred}/star")
    await http.put(f"/api/v1/entries/{tagged}/tags/kept")
    folder = (await http.post("/api/v1/folders", json={"name": "F"})).json()["id"]
    press.run(
        "update subscriptions set folder_id = :f where feed_id ="
        " (select feed_id from entries where id = :e)",
        f=folder,
        e=filed,
    )
    search = await http.post(
        "/api/v1/searches", json={"name": "S", "query": "is:starred"}
    )
    requests = {
        "star": {"source": "starred"},
        "tag": {"source": "tag", "tag": " kept "},
        "file": {"source": "folder", "folder_id": folder},
    }
    for title, request in requests.items():
        assert await press.titles(await press.publish(**request)) == [title]
    by_search = await press.publish(source="search", search_id=search.json()["id"])
    assert await press.titles(by_search) == ["star"]
    assert await press.titles(await press.publish(source="stories")) == []
    press.run("insert into stories (id, first_at, last_at) values (7, :n, :n)", n=NOON)
    for number in (tagged, filed):
        press.run(
            "insert into story_entries (entry_id, story_id) values (:e, 7)", e=number
        )
    assert len(await press.titles(await press.publish(source="stories"))) == 1
    assert len(await press.titles(await press.publish(source="all", limit=2))) == 2


@pytest.mark.both_engines
async def test_ceilings_and_neutral_titles(press: Publisher) -> None:
    calm, lurid, plain = (press.entry(name) for name in ("calm", "lurid", "plain"))
    press.site.services.write(deframe, calm, "Neutral calm", 0.2)
    press.site.services.write(deframe, lurid, "Neutral lurid", 0.4, {"clickbait": 0.9})
    del plain
    everything = await press.publish(source="all", neutral=True)
    assert set(await press.titles(everything)) == {
        "Neutral calm",
        "Neutral lurid",
        "plain",
    }
    under = await press.publish(
        source="all", ceilings={"overall": 0.5, "clickbait": 0.5}
    )
    assert await press.titles(under) == ["calm"]
    root = etree.fromstring((await press.read(everything)).content)
    assert f"{NAMESPACE}title" in {each.tag for each in root.iter()}


@pytest.mark.both_engines
async def test_full_content_is_safe_to_show(press: Publisher) -> None:
    press.entry("evil", "<p onclick=x>Hi<script>alert(1)</script> <a href=/x>x</a></p>")
    short = await press.publish(source="all")
    whole = await press.publish(source="all", full_content=True)
    assert "content_html" not in (await press.read(short, "json")).json()["items"][0]
    html = (await press.read(whole, "json")).json()["items"][0]["content_html"]
    assert "script" not in html
    assert "onclick" not in html
    assert 'href="https://news.example/x"' in html


async def test_who_has_it_already_is_told_so(press: Publisher) -> None:
    press.entry("one")
    made = await press.publish(source="all", full_content=True)
    path = httpx.URL(made["addresses"]["atom"]).path
    first = await press.stranger.get(path)
    asked = {"if-none-match": first.headers["etag"]}
    again = await press.stranger.get(path, headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    press.entry("two")
    assert (await press.stranger.get(path, headers=asked)).status_code == 200
    head = await press.stranger.head(path)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.both_engines
async def test_an_address_ends_when_it_is_renewed_withdrawn_or_its_owner_goes(
    press: Publisher,
) -> None:
    press.entry("one")
    made = await press.publish(source="all")
    renewed = (await press.http.post(f"{API}/{made['id']}/renew")).json()
    assert (await press.read(made)).status_code == 404
    assert (await press.read(renewed)).status_code == 200
    shown = (await press.http.get(f"{API}/{made['id']}")).json()
    assert shown["addresses"] == renewed["addresses"]
    press.run("update users set disabled_at = 1 where name = 'reader'")
    gone = await press.read(renewed)
    assert gone.status_code == 404
    assert gone.json() == (await press.stranger.get("/p/unknown.rss")).json()
    press.run("update users set disabled_at = null where name = 'reader'")
    assert (await press.http.delete(f"{API}/{made['id']}")).status_code == 204
    assert (await press.read(renewed)).status_code == 404


async def test_only_what_the_owner_may_see_now_is_shown(press: Publisher) -> None:
    number = press.entry("one")
    made = await press.publish(source="all")
    assert await press.titles(made) == ["one"]

    def leave(db: Connection) -> None:
        feed = db.value("select feed_id from entries where id = :i", i=number)
        leave_feed(db, press.site.ann.id, feed, NOON)

    press.site.services.write(leave)
    assert await press.titles(made) == []


async def test_a_folder_or_search_that_is_gone_leads_nowhere(press: Publisher) -> None:
    folder = await press.http.post("/api/v1/folders", json={"name": "F"})
    search = await press.http.post("/api/v1/searches", json={"name": "S", "query": "a"})
    by_folder = await press.publish(source="folder", folder_id=folder.json()["id"])
    by_search = await press.publish(source="search", search_id=search.json()["id"])
    await press.http.delete(f"/api/v1/folders/{folder.json()['id']}")
    await press.http.delete(f"/api/v1/searches/{search.json()['id']}")
    assert (await press.read(by_folder)).status_code == 404
    assert (await press.read(by_search)).status_code == 404


@pytest.mark.both_engines
async def test_how_a_list_is_published_can_be_changed(press: Publisher) -> None:
    made = await press.publish(source="starred")
    change = {"title": "New", "limit": 3, "neutral": True, "ceilings": {"framing": 0.5}}
    answer = await press.http.patch(f"{API}/{made['id']}", json=change)
    assert answer.status_code == 200, answer.text
    changed = answer.json()
    assert (changed["title"], changed["limit"]) == ("New", 3)
    assert changed["ceilings"] == {"framing": 0.5}
    assert changed["addresses"] == made["addresses"]
    listed = (await press.http.get(API)).json()["items"]
    assert listed == [changed]


@pytest.mark.parametrize(
    "asked",
    [
        {"source": "folder"},
        {"source": "all", "tag": "x"},
        {"source": "tag"},
        {"source": "mine"},
        {"source": "all", "limit": 0},
        {"source": "all", "ceilings": {"overall": 2}},
        {"source": "all", "ceilings": {"height": 0.5}},
        {"source": "all", "ceilings": {"overall": False}},
        {"source": "all", "title": " "},
        {"source": "all", "title": "a\0b"},
    ],
)
async def test_wishes_that_make_no_sense_are_refused(
    new_url: Callable[..., str], asked: dict[str, Any]
) -> None:
    async with open_reading_site(new_url("sqlite", migrated=True)) as site:
        answer = await site.ann.http.post(API, json={"title": "T", **asked})
        assert answer.status_code == 422, answer.text


async def test_what_is_anns_is_not_there_for_bob(press: Publisher) -> None:
    made = await press.publish(source="all")
    folder = await press.http.post("/api/v1/folders", json={"name": "F"})
    bob = press.site.bob.http
    assert (await bob.get(API)).json()["items"] == []
    for method, path in (
        ("GET", ""),
        ("DELETE", ""),
        ("POST", "/renew"),
        ("PATCH", ""),
    ):
        body = json.dumps({}) if method == "PATCH" else None
        answer = await bob.request(
            method,
            f"{API}/{made['id']}{path}",
            content=body,
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 404, (method, answer.text)
    taken = {"title": "T", "source": "folder", "folder_id": folder.json()["id"]}
    assert (await bob.post(API, json=taken)).status_code == 404
    assert (await press.read(made)).status_code == 200


async def test_the_secret_is_nowhere_in_the_database(press: Publisher) -> None:
    made = await press.publish(source="all")
    secret = httpx.URL(made["addresses"]["rss"]).path[3:-4]
    rows = press.site.services.rows("select * from publications")
    assert secret.encode() not in repr(rows).encode()
    assert press.site.services.clock() == NOON


@pytest.mark.both_engines
async def test_each_format_names_the_feed_of_an_entry(press: Publisher) -> None:
    press.entry("one")
    press.run(
        "update feeds set title = 'Sea & <sky>', site_url = 'https://sea.example/'"
    )
    made = await press.publish(source="all")
    rss = etree.fromstring((await press.read(made)).content).find(".//item/source")
    assert rss is not None
    assert (rss.text, rss.get("url")) == ("Sea & <sky>", "https://sea.example/")
    atom = etree.fromstring((await press.read(made, "atom")).content)
    named = atom.find(".//{*}entry/{*}source")
    assert named is not None
    assert named.findtext("{*}title") == "Sea & <sky>"
    assert named.find("{*}link").get("href") == "https://sea.example/"
    [item] = (await press.read(made, "json")).json()["items"]
    assert item["_source"] == {"title": "Sea & <sky>", "url": "https://sea.example/"}
    # The address of a feed may be a secret; a site without one is only named.
    press.run("update feeds set site_url = 'javascript:alert(1)'")
    bare = etree.fromstring((await press.read(made)).content)
    assert bare.find(".//item/source") is None
    assert bare.findtext(".//item/{*}source") == "Sea & <sky>"
    [item] = (await press.read(made, "json")).json()["items"]
    assert item["_source"] == {"title": "Sea & <sky>"}


async def test_a_list_is_a_page_for_people_that_runs_nothing(press: Publisher) -> None:
    press.entry("one", "<p>Hi<script>alert(1)</script></p>", title="<b>Bold</b> & 1")
    press.run("update feeds set title = 'Sea', site_url = 'https://sea.example/'")
    made = await press.publish(source="all", title="Mine <i>", full_content=True)
    answer = await press.read(made, "html")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert policy.startswith("sandbox ")
    assert answer.headers["x-robots-tag"] == "noindex, nofollow"
    page = fromstring(answer.text)
    assert page.xpath("string(//h1)") == "Mine <i>"
    title, source = page.xpath("//li//a")
    assert (title.text_content(), title.get("href")) == (
        "<b>Bold</b> & 1",
        "https://news.example/one",
    )
    assert (source.text_content(), source.get("href")) == (
        "Sea",
        "https://sea.example/",
    )
    assert not page.xpath("//script | //img | //@onclick")
    assert httpx.URL(made["addresses"]["html"]).path[3:-5] not in answer.text
    again = await press.stranger.get(
        httpx.URL(made["addresses"]["html"]).path,
        headers={"if-none-match": answer.headers["etag"]},
    )
    assert again.status_code == 304
