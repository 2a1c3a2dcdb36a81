"""Subscriptions over HTTP: any address in, idempotent, private, in lists and bulk."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.make import stars
from tests.services.site import Answer, link
from tests.web.v1.town import API, Town, open_town
from tidings.store.reading.marking import star_entries
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

SUBSCRIPTIONS = f"{API}/subscriptions"


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        yield opened


async def test_any_address_becomes_a_subscription_with_entries(town: Town) -> None:
    town.services.site.page("/", link("/feed"))
    town.services.site.feed("/feed", 1, 2, 3, title="News")
    answer = await town.bea.http.post(SUBSCRIPTIONS, json={"url": town.url("/")})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["title"], made["own_title"], made["unread"]) == ("News", None, 3)
    feed = made["feed"]
    assert (feed["url"], feed["state"], feed["error"]) == (
        town.url("/feed"),
        "ok",
        None,
    )
    assert feed["next_check"]["at"] > town.services.clock.now
    assert feed["next_check"]["reason"].startswith("Checked again in")
    listed = (await town.bea.http.get(SUBSCRIPTIONS)).json()
    assert listed == {"items": [made], "next_cursor": None}
    one = await town.bea.http.get(f"{SUBSCRIPTIONS}/{made['id']}")
    assert one.json() == made


async def test_following_twice_answers_the_subscription_that_is_there(
    town: Town,
) -> None:
    town.services.site.feed("/feed", 1)
    first = await town.follow(town.bea, "/feed", title="Mine")
    again = await town.bea.http.post(
        SUBSCRIPTIONS, json={"url": town.url("/feed"), "title": "Other"}
    )
    assert (again.status_code, again.json()) == (200, first)


async def test_two_requests_at_once_make_one_subscription(town: Town) -> None:
    town.services.site.feed("/feed", 1, 2)
    body = {"url": town.url("/feed")}
    answers = await asyncio.gather(
        *(town.bea.http.post(SUBSCRIPTIONS, json=body) for _ in range(4))
    )
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]


async def test_several_feeds_are_a_choice(town: Town) -> None:
    town.services.site.page("/", link("/a", "One") + link("/b", "Two"))
    town.services.site.feed("/a", 1, title="One")
    town.services.site.feed("/b", 2, title="Two")
    answer = await town.bea.http.post(SUBSCRIPTIONS, json={"url": town.url("/")})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (409, "CHOOSE")
    assert [each["url"] for each in error["details"]["feeds"]] == [
        town.url("/a"),
        town.url("/b"),
    ]


NOT_PUBLIC = (
    "http://127.0.0.1:1/feed",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://localhost/feed",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "http://user@127.0.0.1/",
    "nonsense",
    " ",
)


async def test_addresses_that_are_not_public_are_refused_everywhere(
    town: Town,
) -> None:
    bea = town.bea.http
    for address in NOT_PUBLIC:
        query = {"url": address}
        for answer in (
            await bea.post(SUBSCRIPTIONS, json={"url": address}),
            await bea.get(f"{API}/feeds/preview", params=query),
            await bea.get(f"{API}/feeds/discover", params=query),
        ):
            if address == "nonsense" and answer.url.path.endswith("/discover"):
                assert answer.json()["items"] == []  # a name that nobody knows
                continue
            assert answer.status_code == 422, (address, answer.text)
            assert answer.json()["error"]["details"]["field"] == "url"
    assert town.services.rows("select count(*) from feeds") == [(0,)]


async def test_a_redirect_into_the_house_is_refused(town: Town) -> None:
    town.services.site.redirect("/feed", "http://169.254.169.254/")
    url = town.url("/feed")
    for answer in (
        await town.bea.http.post(SUBSCRIPTIONS, json={"url": url}),
        await town.bea.http.get(f"{API}/feeds/preview", params={"url": url}),
        await town.bea.http.get(f"{API}/feeds/discover", params={"url": url}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "NO_FEED")


async def test_a_server_that_fails_for_the_moment_is_followed_with_a_problem(
    town: Town,
) -> None:
    town.services.site.pages["/feed"] = Answer(status=503)
    made = await town.follow(town.bea, "/feed")
    assert "503" in made["problem"]
    assert made["feed"]["state"] == "new"


@pytest.mark.both_engines
async def test_title_folder_and_position_change_and_are_taken_away(town: Town) -> None:
    town.services.site.feed("/feed", 1, title="News")
    made = await town.follow(town.bea, "/feed")
    folder = (await town.bea.http.post(f"{API}/folders", json={"name": "A"})).json()
    address = f"{SUBSCRIPTIONS}/{made['id']}"
    change = {"title": "Mine", "folder_id": folder["id"], "position": 7}
    changed = (await town.bea.http.patch(address, json=change)).json()
    assert (changed["title"], changed["own_title"]) == ("Mine", "Mine")
    assert (changed["folder_id"], changed["position"]) == (folder["id"], 7)
    back = {"title": None, "folder_id": None}
    changed = (await town.bea.http.patch(address, json=back)).json()
    assert (changed["title"], changed["folder_id"], changed["position"]) == (
        "News",
        None,
        7,
    )
    told = [json.loads(payload) for _, _, payload in town.told("feed_changed")]
    assert told[-1] == {"followed": True, "subscription_id": made["id"]}


async def test_leaving_keeps_stars_and_coming_back_keeps_what_was_read(
    town: Town,
) -> None:
    town.services.site.feed("/feed", 1, 2)
    made = await town.follow(town.bea, "/feed")
    ((entry,), *_) = town.services.rows("select id from entries order by id")
    town.services.write(star_entries, town.bea.id, stars([entry]))
    address = f"{SUBSCRIPTIONS}/{made['id']}"
    assert (await town.bea.http.delete(address)).status_code == 204
    assert (await town.bea.http.get(address)).status_code == 404
    assert (await town.bea.http.delete(address)).status_code == 404
    starred = town.services.rows("select entry_id from entry_states where starred = 1")
    assert starred == [(entry,)]
    assert (await town.follow(town.bea, "/feed"))["id"] == made["id"]


@pytest.mark.both_engines
async def test_unsubscribing_can_be_taken_back_with_title_folder_and_settings(
    town: Town,
) -> None:
    for number in (1, 2):
        town.services.site.feed(f"/{number}", number)
    folder = (await town.bea.http.post(f"{API}/folders", json={"name": "A"})).json()
    more = {"title": "Mine", "folder_id": folder["id"]}
    made = await town.follow(town.bea, "/1", **more)
    other = await town.follow(town.bea, "/2")
    address = f"{SUBSCRIPTIONS}/{made['id']}"
    await town.bea.http.patch(address, json={"position": 7})
    town.services.write(
        lambda db: db.run("update subscriptions set full_text = 1 where position = 7")
    )
    before = (await town.bea.http.get(SUBSCRIPTIONS)).json()
    await town.bea.http.delete(address)
    await town.bea.http.delete(f"{SUBSCRIPTIONS}/{other['id']}")
    ids = {"ids": [made["id"], other["id"]]}
    # Somebody else's are not found, and twice is once.
    stolen = await town.bob.http.post(f"{SUBSCRIPTIONS}/restore", json=ids)
    assert stolen.status_code == 404
    asked = len(town.services.site.asked)
    for _ in range(2):
        answer = await town.bea.http.post(f"{SUBSCRIPTIONS}/restore", json=ids)
        assert (answer.status_code, answer.json()) == (200, {"changed": 2})
    assert len(town.services.site.asked) == asked  # the feeds are not asked
    after = (await town.bea.http.get(SUBSCRIPTIONS)).json()
    assert [_without_times(one) for one in after["items"]] == [
        _without_times(one) for one in before["items"]
    ]
    kept = town.services.rows("select full_text from subscriptions where position = 7")
    assert kept == [(1,)]


def _without_times(subscription: dict) -> dict:
    feed = {
        name: value
        for name, value in subscription["feed"].items()
        if name not in ("next_check", "updated_at")
    }
    return {**subscription, "feed": feed, "updated_at": 0}


async def test_what_others_follow_is_not_found(town: Town) -> None:
    town.services.site.feed("/feed", 1)
    made = await town.follow(town.bea, "/feed")
    address = f"{SUBSCRIPTIONS}/{made['id']}"
    bob = town.bob.http
    folder = (await town.bea.http.post(f"{API}/folders", json={"name": "A"})).json()
    for answer in (
        await bob.get(address),
        await bob.patch(address, json={"title": "Stolen"}),
        await bob.delete(address),
        await bob.post(
            f"{SUBSCRIPTIONS}/bulk", json={"ids": [made["id"]], "unsubscribe": True}
        ),
        await bob.post(
            SUBSCRIPTIONS, json={"url": town.url("/feed"), "folder_id": folder["id"]}
        ),
        await bob.post(
            f"{SUBSCRIPTIONS}/batch", json={"urls": ["x.example"], "folder_id": 1}
        ),
    ):
        assert answer.status_code == 404, answer.text
    assert (await town.bea.http.get(address)).json() == made
    assert (await bob.get(SUBSCRIPTIONS)).json()["items"] == []


async def test_pages_hold_every_subscription_once(town: Town) -> None:
    for number in range(7):
        town.services.site.feed(f"/{number}", number + 1, title=f"Feed {number}")
        made = await town.follow(town.bea, f"/{number}")
        if number % 2:
            address = f"{SUBSCRIPTIONS}/{made['id']}"
            await town.bea.http.patch(address, json={"position": 9 - number})
    titles, cursor = [], {}
    while True:
        query = {"limit": 2, **cursor}
        page = (await town.bea.http.get(SUBSCRIPTIONS, params=query)).json()
        titles += [each["title"] for each in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert titles == [f"Feed {n}" for n in (0, 2, 4, 6, 5, 3, 1)]
    wrong = await town.bea.http.get(SUBSCRIPTIONS, params={"cursor": "AAAA"})
    assert wrong.json()["error"]["code"] == "CURSOR_INVALID"


@pytest.mark.both_engines
async def test_the_list_can_be_narrowed_by_folder_state_and_words(town: Town) -> None:
    outer, inner = await _nested_folders(town)
    for path, title, folder in (
        ("/a", "Żółta Gazeta", None),
        ("/b", "Evening", outer),
        ("/c", "Morning", inner),
    ):
        town.services.site.feed(path, 1, title=title)
        made = await town.follow(town.bea, path)
        change = {"folder_id": folder}
        await town.bea.http.patch(f"{SUBSCRIPTIONS}/{made['id']}", json=change)
    await town.bea.http.patch(f"{SUBSCRIPTIONS}/{made['id']}", json={"title": "Mój"})
    await town.bea.http.post(f"{API}/feeds/{made['feed_id']}/disable")
    town.services.site.feed("/d", 1, title="Evening of another")
    await town.follow(town.bob, "/d")

    assert await _titles(town, {}) == ["Żółta Gazeta", "Evening", "Mój"]
    assert await _titles(town, {"include_disabled": False}) == [
        "Żółta Gazeta",
        "Evening",
    ]
    assert await _titles(town, {"folder_id": outer}) == ["Evening", "Mój"]
    assert await _titles(town, {"folder_id": inner}) == ["Mój"]
    assert await _titles(town, {"q": " ŻÓŁTA "}) == ["Żółta Gazeta"]
    assert await _titles(town, {"q": "mÓj"}) == ["Mój"]
    assert await _titles(town, {"q": "morn"}) == ["Mój"]
    assert await _titles(town, {"q": town.services.url("/b").upper()}) == ["Evening"]
    assert await _titles(town, {"q": "eve", "folder_id": inner}) == []
    both = {"q": "mo", "folder_id": outer, "include_disabled": False}
    assert await _titles(town, both) == []
    assert await _titles(town, {"q": "%"}) == []


async def test_a_cursor_belongs_to_the_filters_it_came_from(town: Town) -> None:
    outer, _ = await _nested_folders(town)
    for number in range(3):
        town.services.site.feed(f"/{number}", 1, title=f"Feed {number}")
        await town.follow(town.bea, f"/{number}")
    query = {"limit": 1, "q": "feed"}
    page = (await town.bea.http.get(SUBSCRIPTIONS, params=query)).json()
    going_on = {"limit": 1, "cursor": page["next_cursor"]}
    again = await town.bea.http.get(SUBSCRIPTIONS, params={**going_on, "q": "Feed "})
    assert [each["title"] for each in again.json()["items"]] == ["Feed 1"]
    for other in ({}, {"q": "fee"}, {"q": "feed", "include_disabled": False}):
        wrong = await town.bea.http.get(SUBSCRIPTIONS, params={**going_on, **other})
        assert wrong.json()["error"]["code"] == "CURSOR_INVALID"
    for folder in (outer, 999):
        foreign = await town.bob.http.get(SUBSCRIPTIONS, params={"folder_id": folder})
        assert foreign.status_code == 404


async def _nested_folders(town: Town) -> tuple[int, int]:
    outer = (await town.bea.http.post(f"{API}/folders", json={"name": "A"})).json()
    body = {"name": "B", "parent_id": outer["id"]}
    inner = (await town.bea.http.post(f"{API}/folders", json=body)).json()
    return outer["id"], inner["id"]


async def _titles(town: Town, query: dict[str, object]) -> list[str]:
    answer = await town.bea.http.get(SUBSCRIPTIONS, params=query)
    assert answer.status_code == 200, answer.text
    return [each["title"] for each in answer.json()["items"]]


async def test_many_move_or_leave_together_or_not_at_all(town: Town) -> None:
    ids = []
    for number in range(3):
        town.services.site.feed(f"/{number}", number + 1, title=f"Feed {number}")
        ids.append((await town.follow(town.bea, f"/{number}"))["id"])
    folder = (await town.bea.http.post(f"{API}/folders", json={"name": "A"})).json()

    async def bulk(**body: object) -> httpx.Response:
        return await town.bea.http.post(f"{SUBSCRIPTIONS}/bulk", json=body)

    assert (await bulk(ids=[*ids, 999], folder_id=folder["id"])).status_code == 404
    assert (await bulk(ids=ids)).status_code == 422
    both = await bulk(ids=ids, folder_id=None, unsubscribe=True)
    assert both.status_code == 422
    moved = await bulk(ids=ids[:2], folder_id=folder["id"])
    assert moved.json() == {"changed": 2}
    rows = town.services.rows("select folder_id from subscriptions order by id")
    assert rows == [(folder["id"],), (folder["id"],), (None,)]
    assert (await bulk(ids=ids[:2], unsubscribe=True)).json() == {"changed": 2}
    left = (await town.bea.http.get(SUBSCRIPTIONS)).json()["items"]
    assert [each["id"] for each in left] == ids[2:]


async def test_a_batch_follows_what_it_can_and_says_what_it_cannot(town: Town) -> None:
    town.services.site.feed("/a", 1, title="One")
    town.services.site.page("/page", "nothing here")
    inside = "http://me:hush@169.254.169.254/"
    urls = [town.url("/a"), town.url("/page"), inside]
    answer = await town.bea.http.post(f"{SUBSCRIPTIONS}/batch", json={"urls": urls})
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    ((stored,),) = town.services.rows("select input from long_jobs")
    assert b"hush" not in bytes(stored)
    await work_off_queue(town.services.context, town.services.fetching, LONG_JOBS)
    job = (await town.bea.http.get(f"{API}/jobs/{answer.json()['id']}")).json()
    assert (job["state"], job["done"], job["total"]) == ("done", 3, 3)
    assert "hush" not in json.dumps(job)
    result = job["result"]
    assert (result["followed"], result["failed"]) == (1, 2)
    assert [(each.get("code"), each.get("reason")) for each in result["items"]] == [
        (None, None),
        ("NO_FEED", "not_a_feed_html"),
        ("NO_FEED", "blocked_address"),
    ]


NONSENSE = (
    {},
    {"url": ""},
    {"url": 7},
    {"url": "a\0b"},
    {"url": "x.example", "folder_id": 0},
    {"url": "x.example", "folder_id": 2**70},
    {"url": "x.example", "title": ""},
    {"url": "x.example", "surprise": 1},
    {"url": "x" * 3000},
)


async def test_nonsense_is_refused_with_its_field(town: Town) -> None:
    for body in NONSENSE:
        answer = await town.bea.http.post(SUBSCRIPTIONS, json=body)
        assert answer.status_code == 422, body
        assert answer.json()["error"]["details"]["field"]
