"""Published feeds, items and sites: what everybody may read, and nothing else."""

import gzip
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
from lxml import etree

from tests.deframings import deframe
from tests.make import NOON
from tests.services.site import open_services
from tests.web.conftest import client_for
from tests.web.press import URL, Press
from tests.web.v1.reading_site import entry_at
from tidings.core.clock import micros
from tidings.jobs.publishing.build_feeds import build_feeds
from tidings.services.feeds.feeds import enable_feed
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed

NAMESPACE = "{urn:x-tidings:deframed}"


@pytest.fixture
async def press(database_url: str) -> AsyncIterator[Press]:
    async with (
        open_services(database_url) as services,
        client_for(services.context, fetching=services.fetching) as http,
    ):
        yield Press(services, http)


async def test_a_published_feed_is_served_in_neutral_words(press: Press) -> None:
    press.entry("1")
    await press.publish()
    assert await press.build() == 1
    answer = await press.rss()
    assert answer.headers["content-type"] == "application/rss+xml; charset=utf-8"
    item = etree.fromstring(answer.content).find(".//item")
    assert item.findtext("title") == "Calm 1"
    assert item.findtext(f"{NAMESPACE}title") == "A bridge"
    assert (await press.rss(format="atom")).text.count("<entry>") == 1
    assert len(json.loads((await press.rss(format="json")).text)["items"]) == 1


@pytest.mark.both_engines
async def test_what_is_only_followed_looks_like_what_does_not_exist(
    press: Press,
) -> None:
    press.entry("1")
    press.services.write(follow_feed, press.services.user, press.feed, NOON)
    await press.build()
    followed, unknown = await press.rss(), await press.rss("https://no.example/feed")
    assert (followed.status_code, unknown.status_code) == (404, 404)
    assert followed.json() == unknown.json()
    item = await press.http.get("/api/item", params={"url": "https://news.example/1"})
    site = await press.http.get("/api/site", params={"root": "news.example"})
    assert (item.status_code, site.status_code) == (404, 404)


async def test_a_feed_behind_a_login_can_never_be_published(press: Press) -> None:
    feed = press.add("https://news.example/members", secrets=b"sealed")
    with pytest.raises(Exception, match="behind a login"):
        await press.publish(feed)
    # One that was public before it got a login is public no more.
    press.entry("1")
    await press.publish()
    await press.build()
    press.services.write(
        lambda db: db.run(
            "update feeds set secrets = :s where id = :f", s=b"s", f=press.feed
        )
    )
    assert (await press.rss()).status_code == 404
    site = await press.http.get("/api/site", params={"root": "news.example"})
    assert site.status_code == 404


@pytest.mark.both_engines
async def test_a_disabled_feed_is_refused_at_once_and_comes_back(press: Press) -> None:
    press.entry("1")
    await press.publish()
    await press.build()
    await enable_feed(press.services.context, URL, enabled=False)
    assert (await press.rss()).status_code == 403
    assert (await press.rss(max_score=1)).status_code == 403
    await enable_feed(press.services.context, URL, enabled=True)
    assert (await press.rss()).status_code == 200
    await press.publish(published=False)
    assert (await press.rss()).status_code == 404


async def test_nothing_deframed_yet_is_not_found(press: Press) -> None:
    url = "https://news.example/raw"
    press.services.write(append_entries, press.feed, [entry_at(url)], NOON)
    await press.publish()
    await press.build()
    assert (await press.rss()).status_code == 404


async def test_dates_and_tags_are_of_the_build(press: Press) -> None:
    press.entry("1")
    await press.publish()
    press.services.clock.move(timedelta(hours=1))
    await press.build()
    first = await press.rss()
    root = etree.fromstring(first.content)
    assert root.findtext(".//lastBuildDate") == first.headers["last-modified"]
    for headers in (
        {"if-none-match": first.headers["etag"]},
        {"if-modified-since": first.headers["last-modified"]},
    ):
        again = await press.rss(headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
    head = await press.http.head("/rss", params={"url": URL})
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["last-modified"] == first.headers["last-modified"]


async def test_a_build_that_says_nothing_new_stays_as_it_was(press: Press) -> None:
    entry = press.entry("1")
    await press.publish()
    await press.build()
    before = (await press.rss()).headers["last-modified"]
    press.services.clock.move(timedelta(hours=1))
    await enable_feed(press.services.context, URL, enabled=True)
    assert await press.build() == 0
    assert (await press.rss()).headers["last-modified"] == before
    press.services.write(deframe, entry, "Calmer", 0.1)
    assert await press.build() == 1
    assert (await press.rss()).headers["last-modified"] != before
    assert await press.titles() == ["Calmer"]


async def test_a_feed_that_nothing_was_told_of_is_not_built_again(
    press: Press,
) -> None:
    press.entry("1")
    await press.publish()
    await press.build()
    built = "select updated_at from feed_builds order by format"
    before = press.services.rows(built)
    press.services.clock.move(timedelta(hours=1))
    assert await press.build() == 0
    assert press.services.rows(built) == before


async def test_a_crowd_is_answered_from_memory_for_a_second(press: Press) -> None:
    press.entry("1")
    await press.publish()
    await press.build()
    first = await press.rss()
    await press.publish(published=False)
    again = await press.http.get("/rss", params={"url": URL})
    assert (again.status_code, again.content) == (200, first.content)
    other = await press.http.get("/rss", params={"url": URL, "format": "atom"})
    assert other.status_code == 404
    assert (await press.rss()).status_code == 404


async def test_packed_bytes_are_the_same_document(press: Press) -> None:
    press.entry("1")
    await press.publish()
    await press.build()
    request = press.http.build_request("GET", "/rss", params={"url": URL})
    request.headers["accept-encoding"] = "gzip"
    answer = await press.http.send(request, stream=True)
    raw = b"".join([piece async for piece in answer.aiter_raw()])
    plain = await press.rss(headers={"accept-encoding": "gzip;q=0"})
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == plain.content


async def test_ceilings_leave_out_what_is_more_framed(press: Press) -> None:
    press.entry("calm", 0.2)
    press.entry("lurid", 0.4, clickbait=0.9)
    press.entry("wild", 0.9)
    await press.publish()
    await press.build()
    assert sorted(await press.titles(max_score=0.4)) == ["Calm calm", "Calm lurid"]
    assert await press.titles(max_score=0.4, max_clickbait=0.5) == ["Calm calm"]
    assert await press.titles(max_score=0) == []
    answer = await press.rss(max_score=0.4)
    tag = {"if-none-match": answer.headers["etag"]}
    assert (await press.rss(max_score=0.4, headers=tag)).status_code == 304
    assert (await press.rss(max_score=0.2, headers=tag)).status_code == 200


async def test_entries_that_lead_elsewhere_are_dropped_if_that_is_wanted(
    press: Press,
) -> None:
    press.entry("https://www.news.example/own")
    press.entry("https://elsewhere.example/ad")
    press.domain_only()
    await press.publish()
    await press.build()
    assert await press.titles() == ["Calm https://www.news.example/own"]
    assert await press.titles(max_score=1) == ["Calm https://www.news.example/own"]
    ask = {"root": "news.example"}
    (item,) = (await press.http.get("/api/site", params=ask)).json()["items"]
    assert item["url"] == "https://www.news.example/own"
    for url, status in ((item["url"], 200), ("https://elsewhere.example/ad", 404)):
        answer = await press.http.get("/api/item", params={"url": url})
        assert answer.status_code == status


async def test_older_entries_take_the_place_of_those_that_lead_elsewhere(
    press: Press,
) -> None:
    press.entry("own")
    press.crowd("https://elsewhere.example", 0.5)
    press.domain_only()
    await press.publish()
    await press.build()
    assert await press.titles() == ["Calm own"]


async def test_under_a_ceiling_only_the_tag_tells_what_is_new(press: Press) -> None:
    deep = press.entry("deep", 0.1)
    press.crowd("https://news.example", 0.9)
    await press.publish()
    await press.build()
    built = {"if-modified-since": (await press.rss()).headers["last-modified"]}
    assert "last-modified" not in (await press.rss(max_score=0.2)).headers
    # Deeper than the build goes: no news for that.
    press.services.write(deframe, deep, "Calmer deep", 0.1)
    assert await press.build() == 0
    assert (await press.rss(headers=built)).status_code == 304
    changed = await press.rss(max_score=0.2, headers=built)
    assert (changed.status_code, "Calmer deep" in changed.text) == (200, True)
    # From memory, a moment later, as well.
    ask = {"url": URL, "max_score": 0.2}
    again = await press.http.get("/rss", params=ask, headers=built)
    assert again.status_code == 200
    tag = {"if-none-match": changed.headers["etag"]}
    assert (await press.rss(max_score=0.2, headers=tag)).status_code == 304


async def test_a_feed_without_a_site_names_its_own_address(press: Press) -> None:
    press.entry("1")
    await press.publish()
    await press.build()
    link = etree.fromstring((await press.rss()).content).findtext("channel/link")
    assert link is not None
    assert link.endswith("/rss?url=https%3A%2F%2Fnews.example%2Ffeed")


async def test_an_item_is_found_by_its_address(press: Press) -> None:
    press.entry("1", 0.4)
    await press.publish()
    ask = {"url": "http://news.example/1?utm_source=mail"}
    answer = await press.http.get("/api/item", params=ask)
    assert answer.status_code == 200, answer.text
    item = answer.json()
    assert (item["title"], item["original_title"]) == ("Calm 1", "A bridge")
    assert item["feed"] == {"title": "News", "url": URL}
    assert answer.headers["access-control-allow-origin"] == "*"
    low = await press.http.get("/api/item", params={**ask, "max_score": 0.3})
    other = await press.http.get("/api/item", params={"url": "https://news.example/2"})
    assert (low.status_code, other.status_code) == (404, 404)


async def test_an_item_that_shares_its_address_is_found_by_it(press: Press) -> None:
    press.share("1", ["first", "second"])
    await press.publish()
    answer = await press.http.get("/api/item", params={"url": "https://news.example/1"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["title"] == "Calm second"


async def test_a_site_gives_each_feed_its_turn_and_each_address_once(
    press: Press,
) -> None:
    quiet = press.add("https://news.example/quiet", "news.example")
    for number in range(5):
        press.entry(f"loud-{number}")
    press.entry("loud-4", feed=quiet)
    press.entry("quiet-1", feed=quiet)
    hidden = press.add("https://news.example/hidden", "news.example")
    press.entry("hidden-1", feed=hidden)
    await press.publish()
    await press.publish(quiet)
    ask = {"root": "News.example", "limit": 3}
    site = (await press.http.get("/api/site", params=ask)).json()
    assert site["root"] == "news.example"
    titles = [item["title"] for item in site["items"]]
    assert len(titles) == 3
    assert "Calm quiet-1" in titles[:2]
    everything = await press.http.get("/api/site", params={"root": "news.example"})
    urls = [item["url"] for item in everything.json()["items"]]
    assert len(urls) == len(set(urls)) == 6
    press.entry("https://news.example/quiet-1?utm_source=loud")
    press.entry("calm", 0.1)
    press.entry("calm?utm_source=quiet", 0.1, feed=quiet)
    for number in range(3):
        press.entry(f"shrill-{number}", 0.9)
    everything = await press.http.get("/api/site", params={"root": "news.example"})
    assert len(everything.json()["items"]) == 10
    low = {"root": "news.example", "limit": 1, "max_score": 0.2}
    calm = (await press.http.get("/api/site", params=low)).json()["items"]
    assert [item["title"] for item in calm] == ["Calm calm"]
    gone = await press.http.get("/api/site", params={"root": "no.example"})
    assert gone.status_code == 404


async def test_a_feed_gives_more_than_its_share_where_the_others_have_nothing(
    press: Press,
) -> None:
    for number in range(9):
        empty = press.add(f"https://news.example/empty-{number}", "news.example")
        await press.publish(empty)
    press.crowd("https://news.example", 0.9)
    await press.publish()
    ask = {"root": "news.example", "limit": 50}
    assert len((await press.http.get("/api/site", params=ask)).json()["items"]) == 50


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("/rss", {}),
        ("/rss", {"url": ""}),
        ("/rss", {"url": URL, "format": "opml"}),
        ("/rss", {"url": URL, "max_score": "2"}),
        ("/rss", {"url": URL, "max_clickbait": "nan"}),
        ("/rss", {"url": "a\0b"}),
        ("/api/item", {"url": "\ud800".encode("utf-8", "surrogatepass")}),
        ("/api/site", {"root": "a.example", "limit": "0"}),
    ],
)
async def test_odd_questions_are_refused_in_words(
    press: Press, path: str, params: dict[str, object]
) -> None:
    answer = await press.http.get(path, params=params)
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]["message"]


async def test_everything_is_built_again_when_the_address_of_the_service_changes(
    press: Press,
) -> None:
    press.entry("1")
    await press.publish()
    await press.build()
    services = press.services
    server = replace(services.context.server, base_url="https://moved.example")
    moved = replace(services.context, server=server)
    assert await build_feeds(moved, services.fetching) == 1
    assert "https://moved.example/rss?url=" in (await press.rss()).text


async def test_the_worker_catches_up_when_events_are_forgotten(press: Press) -> None:
    press.entry("1")
    await press.publish()
    await press.build()
    press.entry("2")
    press.entry("3")
    forget = NOON + micros(timedelta(days=1))
    press.services.write(
        lambda db: db.run("delete from events where at < :t", t=forget)
    )
    press.services.write(
        lambda db: db.run("update numbers set last = last + 5 where name = 'event'")
    )
    assert await press.build() == 1
    assert len(await press.titles()) == 3
