"""Feeds over HTTP: seen by whoever follows them, set by whoever may, secrets kept."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.services.site import Answer, link
from tests.web.conftest import Person
from tests.web.v1.town import API, Town, open_town
from tidings.core.clock import MICROSECOND, micros
from tidings.store.feeds.feeds import make_due, set_feed
from tidings.store.feeds.icons import save_icon
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue

PNG = b"\x89PNG not really"


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/feed", 1, 2, title="News")
        yield opened


async def work(town: Town) -> None:
    await work_off_queue(town.services.context, town.services.fetching, FEEDS)


async def fail(town: Town, feed: int, status: int) -> None:
    town.services.site.pages["/feed"] = Answer(status=status)
    town.services.write(make_due, feed, town.services.clock.now)
    await work(town)


@pytest.mark.both_engines
async def test_only_followers_and_administrators_see_a_feed(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    town.services.write(save_icon, feed, PNG, 1)
    looks = ("", "/diagnose", "/icon", "/settings")
    acts = ("/refresh", "/enable")

    async def all_answers(person: Person) -> set[int]:
        got = [await person.http.get(f"{API}/feeds/{feed}{path}") for path in looks]
        got += [await person.http.post(f"{API}/feeds/{feed}{path}") for path in acts]
        settings = {"full_text": False}
        got.append(
            await person.http.patch(f"{API}/feeds/{feed}/settings", json=settings)
        )
        return {answer.status_code for answer in got}

    assert await all_answers(town.bob) == {404}
    assert await all_answers(town.cora) == {200, 202}


async def test_a_failing_feed_says_what_helps(town: Town) -> None:
    made = await town.follow(town.bea, "/feed")
    await fail(town, made["feed_id"], 401)
    shown = (await town.bea.http.get(f"{API}/feeds/{made['feed_id']}")).json()
    assert shown["state"] == "failing"
    assert shown["error"]["code"] == "unauthorized"
    assert shown["error"]["message"] == "The server asks for a login (HTTP 401)."
    assert "password" in shown["error"]["help"]
    assert "failed once" in shown["next_check"]["reason"]
    page = (await town.bea.http.get(f"{API}/health/feeds")).json()
    (line,) = page["items"]
    assert (line["subscription_id"], line["feed"]) == (made["id"], shown)


async def test_a_reason_that_is_read_later_names_the_time_that_is_left(
    town: Town,
) -> None:
    made = await town.follow(town.bea, "/feed")
    at = made["feed"]["next_check"]["at"]
    left = timedelta(minutes=7)
    town.services.clock.move((at - town.services.clock.now) * MICROSECOND - left)
    paths = (f"feeds/{made['feed_id']}", f"subscriptions/{made['id']}", "health/feeds")
    for path in paths:
        answer = (await town.bea.http.get(f"{API}/{path}")).text
        assert "Checked again in 7 min: that is this feed's interval." in answer, path


async def test_health_counts_what_a_feed_brings(town: Town) -> None:
    await town.follow(town.bea, "/feed")
    entries = "update entries set sort_at = :at where seq = 1"
    now = town.services.clock.now
    town.services.write(lambda db: db.run(entries, at=now))
    page = (await town.bea.http.get(f"{API}/health/feeds")).json()
    assert [line["entries_per_day"] for line in page["items"]] == [0.14]
    assert (await town.bob.http.get(f"{API}/health/feeds")).json()["items"] == []


async def test_a_resting_feed_is_woken_and_a_disabled_one_by_administrators(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    for _ in range(3):
        await fail(town, feed, 410)
        # Waking forgets failures; three in a row are needed to rest.
        town.services.write(
            lambda db: db.run("update feed_fetch_state set gone_in_a_row = 2")
        )
        town.services.write(
            lambda db: db.run("update feed_fetch_state set next_check_at = 1")
        )
        await work(town)
    address = f"{API}/feeds/{feed}"
    assert (await town.bea.http.get(address)).json()["state"] == "resting"
    woken = (await town.bea.http.post(f"{address}/enable")).json()
    assert (woken["state"], woken["next_check"]["code"]) == ("ok", "asked")
    town.services.write(set_feed, feed, "enabled", 0)
    assert (await town.bea.http.get(address)).json()["state"] == "disabled"
    assert (await town.bea.http.post(f"{address}/enable")).status_code == 403
    assert (await town.bea.http.post(f"{address}/refresh")).status_code == 409
    assert (await town.cora.http.post(f"{address}/enable")).json()["state"] == "ok"


async def test_a_lone_reader_sets_a_feed_and_secrets_never_come_out(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    address = f"{API}/feeds/{feed}/settings"
    body = {
        "interval": micros(timedelta(hours=6)),
        "retry_policy": "strict",
        "user_agent": "Reader/1",
        "login": {"username": "me", "password": "hush-hush"},
        "headers": {"X-Key": "hush-hush"},
        "full_text": True,
        "polling": True,
        "enforce_feed_domain": True,
    }
    answer = await town.bea.http.patch(address, json=body)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["has_login"], shown["header_names"]) == (True, ["X-Key"])
    assert (shown["interval"], shown["retry_policy"]) == (body["interval"], "strict")
    assert (shown["full_text"], shown["enforce_feed_domain"]) == (True, True)
    assert (await town.bea.http.get(address)).json() == shown
    for path in ("", "/diagnose", "/settings"):
        text = (await town.bea.http.get(f"{API}/feeds/{feed}{path}")).text
        assert "hush" not in text
    export = await town.bea.http.get(f"{API}/subscriptions/export")
    assert "hush" not in export.text
    back = {"login": None, "headers": None, "interval": None}
    shown = (await town.bea.http.patch(address, json=back)).json()
    assert (shown["has_login"], shown["header_names"], shown["interval"]) == (
        False,
        [],
        None,
    )


@pytest.mark.parametrize(
    "way",
    [
        {"login": {"username": "me", "password": "hush"}},
        {"headers": {"Cookie": "hush"}},
        {"proxy": "http://proxy.example:3128"},
    ],
)
async def test_what_one_readers_way_brings_is_for_that_reader_alone(
    town: Town, way: dict
) -> None:
    mine = (await town.follow(town.bea, "/feed"))["feed_id"]
    answer = await town.bea.http.patch(f"{API}/feeds/{mine}/settings", json=way)
    assert answer.status_code == 200, answer.text
    theirs = (await town.follow(town.bob, "/feed"))["feed_id"]
    assert theirs != mine


async def test_a_shared_feed_is_set_by_administrators_only(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    await town.follow(town.bob, "/feed")
    address = f"{API}/feeds/{feed}/settings"
    body = {"polling": False}
    refused = await town.bea.http.patch(address, json=body)
    assert refused.json()["error"]["code"] == "FEED_SHARED"
    assert refused.status_code == 403 == (await town.bea.http.get(address)).status_code
    changed = await town.cora.http.patch(address, json=body)
    assert (changed.status_code, changed.json()["polling"]) == (200, False)


WRONG_SETTINGS = (
    {"interval": 1},
    {"interval": "often"},
    {"retry_policy": "never"},
    {"retry_policy": None, "surprise": 1},
    {"polling": None},
    {"user_agent": "a\r\nb"},
    {"headers": {"Host": "evil.example"}},
    {"headers": {"A B": "c"}},
    {"headers": {"A": "b\nc"}},
    {"proxy": "ftp://proxy.example"},
    {"login": {"username": "", "password": ""}},
    {"login": "me:hush"},
)


async def test_settings_that_cannot_be_are_refused(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    address = f"{API}/feeds/{feed}/settings"
    before = (await town.bea.http.get(address)).json()
    for body in WRONG_SETTINGS:
        answer = await town.bea.http.patch(address, json=body)
        assert answer.status_code == 422, body
    assert (await town.bea.http.get(address)).json() == before


async def test_a_picture_is_served_with_a_tag_to_the_session_cookie(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    assert (await town.bea.http.get(f"{API}/feeds/{feed}/icon")).status_code == 404
    town.services.write(save_icon, feed, PNG, 1)
    shown = (await town.bea.http.get(f"{API}/feeds/{feed}")).json()
    del town.bea.http.headers["authorization"]
    town.bea.http.cookies.set("tidings_session", town.bea.token)
    answer = await town.bea.http.get(shown["icon_url"])
    assert (answer.content, answer.headers["content-type"]) == (PNG, "image/png")
    assert answer.headers["cache-control"].startswith("private, max-age=")
    known = {"if-none-match": answer.headers["etag"]}
    again = await town.bea.http.get(shown["icon_url"], headers=known)
    assert (again.status_code, again.content) == (304, b"")


async def test_a_preview_is_plain_text_and_follows_nothing(town: Town) -> None:
    query = {"url": town.url("/feed")}
    answer = (await town.bea.http.get(f"{API}/feeds/preview", params=query)).json()
    assert (answer["title"], answer["count"]) == ("News", 2)
    assert answer["entries"][0]["excerpt"] == "What 2 says"
    assert town.services.rows("select count(*) from feeds") == [(0,)]


async def test_discovery_lists_feeds_and_says_when_a_page_has_none(
    town: Town,
) -> None:
    town.services.site.page("/", link("/feed"))
    bea, address = town.bea.http, f"{API}/feeds/discover"
    found = (await bea.get(address, params={"url": town.url("/")})).json()
    assert [each["url"] for each in found["items"]] == [town.url("/feed")]
    town.services.site.pages = {}
    town.services.site.page("/none", "nothing here")
    none = (await bea.get(address, params={"url": town.url("/none")})).json()
    assert none["items"] == []
    assert "names no feed" in none["problem"]


async def test_a_diagnosis_tells_addresses_of_the_house_to_administrators_only(
    town: Town,
) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    inside = "http://127.0.0.1:1/feed"
    town.services.write(lambda db: db.run("update feeds set url = :url", url=inside))
    address = f"{API}/feeds/{feed}/diagnose"
    found = (await town.bea.http.get(address)).json()
    assert found["outcome"] == "blocked_address"
    assert found["steps"][0]["name"] == "address"
    told = [step for step in found["steps"] if step["name"] in ("resolve", "connect")]
    assert "127.0.0.1" not in str(told)


async def test_a_feed_that_only_ever_answered_429_is_limited_and_says_since_when(
    town: Town,
) -> None:
    peace = ("Retry-After: 7200",)
    town.services.site.pages["/busy"] = Answer(status=429, headers=peace)
    began = town.services.clock.now
    feed = (await town.follow(town.bea, "/busy"))["feed_id"]
    town.services.clock.move(timedelta(hours=3))
    await work(town)
    now = town.services.clock.now
    shown = (await town.bea.http.get(f"{API}/feeds/{feed}")).json()
    assert shown["state"] == "limited"
    error = shown["error"]
    assert (error["code"], error["kind"]) == ("slow_down", "rate_limited")
    assert (error["times"], error["since"], error["at"]) == (0, began, now)
    answered = shown["fetch_state"]
    assert (answered["http_status"], answered["limited_since"]) == (429, began)
    assert answered["retry_after_until"] == now + micros(timedelta(hours=2))
    page = (await town.bea.http.get(f"{API}/health/feeds")).json()
    assert page["items"][0]["feed"] == shown


async def test_what_a_server_said_at_the_last_check_is_shown(town: Town) -> None:
    said = ('ETag: "v1"', "Cache-Control: max-age=3600", "Expires: 0")
    site = town.services.site
    site.pages["/feed"] = replace(site.pages["/feed"], headers=said)
    made = await town.follow(town.bea, "/feed")
    assert made["feed"]["fetch_state"] is None
    shown = (await town.bea.http.get(f"{API}/feeds/{made['feed_id']}")).json()
    assert shown["fetch_state"] == {
        "http_status": 200,
        "etag": '"v1"',
        "last_modified": None,
        "cache_control": "max-age=3600",
        "expires": "0",
        "fresh_for": 3_600_000_000,
        "retry_after_until": None,
        "redirect_target": None,
        "last_error_at": None,
        "limited_since": None,
        "guids_unreliable": False,
    }
    await fail(town, made["feed_id"], 500)
    shown = (await town.bea.http.get(f"{API}/feeds/{made['feed_id']}")).json()
    assert shown["fetch_state"]["http_status"] == 500
    assert shown["fetch_state"]["last_error_at"] == town.services.clock.now
    assert shown["error"]["kind"] == "temporary"
