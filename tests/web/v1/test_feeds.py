"""Feeds over HTTP: seen by whoever follows them, set by whoever may, secrets kept."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.services.site import Answer, link
from tests.web.conftest import Person
from tests.web.v1.town import API, Town, open_town
from tidings.core.clock import micros
from tidings.store.claims import next_due_at
from tidings.store.feeds import make_due, set_feed
from tidings.store.icons import save_icon
from tidings.worker.feed_loop import FeedLoop

PNG = b"\x89PNG not really"


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        opened.services.site.feed("/feed", 1, 2, title="News")
        yield opened


async def work(town: Town) -> None:
    services = town.services
    await FeedLoop(services.context, services.fetching, "test").work_off()


async def fail(town: Town, feed: int, status: int) -> None:
    """Let a feed's next check fail."""
    town.services.site.pages["/feed"] = Answer(status=status)
    town.services.write(make_due, feed, town.services.clock.now)
    await work(town)


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


async def test_health_counts_what_a_feed_brings(town: Town) -> None:
    await town.follow(town.bea, "/feed")
    entries = "update entries set sort_at = :at where seq = 1"
    now = town.services.clock.now
    town.services.write(lambda db: db.run(entries, at=now))
    page = (await town.bea.http.get(f"{API}/health/feeds")).json()
    assert [line["entries_per_day"] for line in page["items"]] == [0.14]
    assert (await town.bob.http.get(f"{API}/health/feeds")).json()["items"] == []


async def test_a_refresh_makes_due_but_not_at_once_again(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    address = f"{API}/feeds/{feed}/refresh"
    too_soon = await town.bea.http.post(address)
    assert (too_soon.status_code, too_soon.json()["is_due"]) == (202, False)
    town.services.clock.move(timedelta(minutes=2))
    answer = (await town.bea.http.post(address)).json()
    assert (answer["is_due"], answer["feed"]["next_check"]["code"]) == (True, "asked")
    assert town.services.read(next_due_at) == town.services.clock.now


async def test_a_server_that_asked_for_peace_is_left_alone(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    peace = ("Retry-After: 7200",)
    town.services.site.pages["/feed"] = Answer(status=429, headers=peace)
    town.services.write(make_due, feed, town.services.clock.now)
    await work(town)
    town.services.clock.move(timedelta(minutes=5))
    answer = (await town.bea.http.post(f"{API}/feeds/{feed}/refresh")).json()
    assert answer["is_due"] is False
    assert "asks to be left alone" in answer["feed"]["next_check"]["reason"]


async def test_refreshing_all_counts_only_what_one_follows(town: Town) -> None:
    await town.follow(town.bea, "/feed")
    town.services.site.feed("/other", 1)
    other = (await town.follow(town.bob, "/other"))["feed_id"]
    town.services.clock.move(timedelta(minutes=2))
    answer = await town.bea.http.post(f"{API}/feeds/refresh")
    assert (answer.status_code, answer.json()) == (202, {"due": 1, "left_alone": 0})
    due = "select feed_id from feed_fetch_state where check_code = 'asked'"
    assert (other,) not in town.services.rows(due)


async def test_many_feeds_are_refreshed_by_one_request(town: Town) -> None:
    feed = (await town.follow(town.bea, "/feed"))["feed_id"]
    town.services.site.feed("/more", 1)
    await town.follow(town.bea, "/more")
    town.services.site.feed("/other", 1)
    other = (await town.follow(town.bob, "/other"))["feed_id"]
    town.services.clock.move(timedelta(minutes=2))
    some = {"feed_ids": [feed, other]}
    answer = await town.bea.http.post(f"{API}/feeds/refresh", json=some)
    assert (answer.status_code, answer.json()) == (202, {"due": 1, "left_alone": 0})
    due = "select feed_id from feed_fetch_state where check_code = 'asked'"
    assert town.services.rows(due) == [(feed,)]


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
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "FORBIDDEN")
    assert (await town.bea.http.get(address)).status_code == 403
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
