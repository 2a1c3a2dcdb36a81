"""Lists of entries over HTTP: filters, orders, cursors, tags of answers."""

import pytest

from tests.make import NOON, a_feed, some_entries
from tests.web.conftest import Person
from tests.web.v1.following import (
    a_folder,
    a_followed_feed,
    an_entry,
    ids_of,
    more_entries,
)
from tidings.context import Context
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.reading.marking import hide_entries


async def test_an_entry_in_a_list_says_all_that_lists_show(
    context: Context, ann: Person
) -> None:
    feed, _ = await a_followed_feed(context, ann)
    entry = await an_entry(
        context,
        feed,
        title="Bridge",
        author="Eve",
        language="pt-BR",
        words=700,
        published_at=NOON - 5,
        extras='{"enclosures":[{"url":"https://a.example/1.mp3"}]}',
        has_enclosures=True,
    )
    (item,) = (await ann.http.get("/api/v1/entries")).json()["items"]
    assert item.pop("subscription_id") > 0
    assert item == {
        "id": entry,
        "feed_id": feed,
        "title": "Bridge",
        "author": "Eve",
        "url": f"https://feeds.example/own-{feed}",
        "excerpt": f"What own-{feed} is about",
        "image_url": None,
        "image_width": None,
        "image_height": None,
        "language": "pt-BR",
        "published_at": NOON - 5,
        "sort_at": NOON - 5,
        "received_at": NOON,
        "changed_at": None,
        "version": 1,
        "reading_minutes": 3,
        "has_enclosures": True,
        "read": False,
        "read_at": None,
        "starred": False,
        "starred_at": None,
        "starred_version": None,
        "tags": [],
        "summary": None,
        "deframed": None,
        "story": None,
    }


async def test_lists_go_by_feed_folder_and_order(context: Context, ann: Person) -> None:
    outer = await a_folder(context, ann)
    inner = await a_folder(context, ann, parent=outer)
    one, ids_one = await a_followed_feed(context, ann, 3, folder=outer)
    two, ids_two = await a_followed_feed(context, ann, 2, folder=inner)
    _, others = await a_followed_feed(context, ann, 1)
    assert await ids_of(ann, feed_id=one) == ids_one[::-1]
    assert await ids_of(ann, feed_id=one, order="oldest", limit=2) == ids_one
    assert await ids_of(ann, folder_id=inner) == ids_two[::-1]
    assert set(await ids_of(ann, folder_id=outer)) == {*ids_one, *ids_two}
    assert set(await ids_of(ann)) == {*ids_one, *ids_two, *others}
    assert await ids_of(ann, folder_id=outer, feed_id=two) == ids_two[::-1]
    assert await ids_of(ann, folder_id=inner, feed_id=one) == []


@pytest.mark.both_engines
async def test_filters_mix(context: Context, ann: Person) -> None:
    feed, ids = await a_followed_feed(context, ann, 6)
    _, others = await a_followed_feed(context, ann, 2)
    for id_ in (*ids[:4], others[0]):
        await ann.http.put(f"/api/v1/entries/{id_}/star")
    for id_ in (*ids[2:], others[0]):
        await ann.http.put(f"/api/v1/entries/{id_}/tags/good")
    body = {"ids": [ids[2], ids[5]], "read": True}
    await ann.http.post("/api/v1/entries/mark-read", json=body)
    assert await ids_of(ann, starred=True, feed_id=feed) == ids[3::-1]
    assert await ids_of(ann, tag="good", feed_id=feed, limit=1) == ids[:1:-1]
    assert await ids_of(ann, tag="good", starred=True, unread=True, feed_id=feed) == [
        ids[3]
    ]
    assert await ids_of(ann, unread=True, feed_id=feed) == [
        ids[place] for place in (4, 3, 1, 0)
    ]
    assert await ids_of(ann, order="fair", starred=True, feed_id=feed) == [
        ids[place] for place in (3, 1, 0)
    ]
    assert await ids_of(ann, tag="no such tag") == []


@pytest.mark.both_engines
async def test_a_language_includes_its_kinds_and_what_feeds_say(
    context: Context, ann: Person
) -> None:
    feed, (plain,) = await a_followed_feed(context, ann, 1)
    said = await an_entry(context, feed, language="pt_BR")
    assert await ids_of(ann, language="pt") == [said]
    assert await ids_of(ann, language="PT-br") == [said]
    assert await ids_of(ann, language="p" * 8) == []
    await context.database.write(
        lambda db: db.run("update feeds set language = 'pt' where id = :f", f=feed)
    )
    assert await ids_of(ann, language="pt") == [said, plain]
    assert await ids_of(ann, q="lang:pt") == [said, plain]
    assert await ids_of(ann, q="-lang:pt is:unread") == []


async def test_pages_give_each_entry_once_while_others_arrive(
    context: Context, ann: Person
) -> None:
    feeds = [(await a_followed_feed(context, ann))[0] for _ in range(3)]

    def publish(db, times):
        return [id_ for feed in feeds for id_ in some_entries(db, feed, times)]

    # All at the same moment: only the number tells them apart.
    there = await context.database.write(publish, [NOON - 9] * 40)
    for order in ("newest", "oldest", "fair"):
        query = {"order": order, "unread": True, "limit": 17}
        found: list[int] = []
        while True:
            page = (await ann.http.get("/api/v1/entries", params=query)).json()
            found += [entry["id"] for entry in page["items"]]
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
            await context.database.write(publish, [NOON - 9])
        assert len(found) == len(set(found))
        assert set(there) <= set(found)


async def test_a_cursor_belongs_to_its_list(context: Context, ann: Person) -> None:
    await a_followed_feed(context, ann, 3)
    page = (await ann.http.get("/api/v1/entries", params={"limit": 1})).json()
    for query in (
        {"cursor": page["next_cursor"], "order": "oldest"},
        {"cursor": page["next_cursor"], "order": "fair"},
        {"cursor": "nonsense"},
    ):
        answer = await ann.http.get("/api/v1/entries", params=query)
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == "CURSOR_INVALID"


async def test_fair_order_lets_every_feed_speak(context: Context, ann: Person) -> None:
    _, loud = await a_followed_feed(context, ann, 5)
    _, quiet = await a_followed_feed(context, ann, 1)
    found = await ids_of(ann, order="fair", limit=2)
    assert set(found[:2]) == {loud[-1], quiet[0]}
    assert found[2:] == loud[3::-1]


async def test_hidden_entries_are_in_no_list_but_in_what_was_kept(
    context: Context, ann: Person
) -> None:
    feed, ids = await a_followed_feed(context, ann, 4)
    await context.database.write(hide_entries, ann.id, [ids[1], ids[3]])
    for query in ({}, {"feed_id": feed}, {"order": "oldest"}):
        assert set(await ids_of(ann, **query)) == {ids[0], ids[2]}
    assert await ids_of(ann, unread=True) == [ids[2], ids[0]]
    assert await ids_of(ann, order="fair") == [ids[2], ids[0]]
    # Still so when everything around them is read and folded away.
    body = {"all": True, "before": ids[3]}
    await ann.http.post("/api/v1/entries/mark-all-read", json=body)
    assert await ids_of(ann) == [ids[2], ids[0]]
    await ann.http.put(f"/api/v1/entries/{ids[1]}/star")
    assert await ids_of(ann, starred=True) == [ids[1]]
    body = {"ids": [ids[3]], "read": False}
    await ann.http.post("/api/v1/entries/mark-read", json=body)
    assert await ids_of(ann) == [ids[3], ids[2], ids[0]]


async def test_stars_and_tags_outlive_the_subscription(
    context: Context, ann: Person
) -> None:
    feed, ids = await a_followed_feed(context, ann, 4)
    await ann.http.put(f"/api/v1/entries/{ids[0]}/star")
    await ann.http.put(f"/api/v1/entries/{ids[1]}/tags/later")
    await context.database.write(leave_feed, ann.id, feed, NOON)
    assert await ids_of(ann) == []
    assert await ids_of(ann, starred=True) == [ids[0]]
    assert await ids_of(ann, tag="later") == [ids[1]]
    for id_, status in zip(ids, (200, 200, 404, 404), strict=True):
        answer = await ann.http.get(f"/api/v1/entries/{id_}")
        assert answer.status_code == status
    opened = (await ann.http.get(f"/api/v1/entries/{ids[0]}")).json()
    assert opened["feed"]["followed"] is False


async def test_a_list_that_did_not_change_is_not_sent_again(
    context: Context, ann: Person
) -> None:
    _feed, ids = await a_followed_feed(context, ann, 2)
    for address in ("entries", "counts", f"entries/{ids[0]}"):
        first = await ann.http.get(f"/api/v1/{address}")
        assert "no-store" not in first.headers["cache-control"]
        known = {"if-none-match": f'"other", {first.headers["etag"]}'}
        again = await ann.http.get(f"/api/v1/{address}", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        await ann.http.put(f"/api/v1/entries/{ids[0]}/star")
        changed = await ann.http.get(f"/api/v1/{address}", headers=known)
        assert changed.status_code == 200
        await ann.http.delete(f"/api/v1/entries/{ids[0]}/star")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 201}, "limit"),
        ({"limit": "1e400"}, "limit"),
        ({"feed_id": 0}, "feed_id"),
        ({"feed_id": 2**63}, "feed_id"),
        ({"tag": ""}, "tag"),
        ({"tag": " \t"}, "tag"),
        ({"tag": "\0"}, "tag"),
        ({"language": "%"}, "language"),
        ({"order": "random()"}, "order"),
        ({"unread": "perhaps"}, "unread"),
        ({"cursor": "\0"}, "cursor"),
    ],
)
async def test_nonsense_is_refused_by_name(
    query: dict[str, object], field: str, ann: Person
) -> None:
    answer = await ann.http.get("/api/v1/entries", params=query)
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"] == field


async def test_other_peoples_feeds_and_folders_are_not_there(
    context: Context, ann: Person, bob: Person
) -> None:
    folder = await a_folder(context, ann)
    feed, ids = await a_followed_feed(context, ann, 2, folder=folder)
    for query in ({"feed_id": feed}, {"folder_id": folder}, {"feed_id": 999}):
        answer = await bob.http.get("/api/v1/entries", params=query)
        assert answer.status_code == 404
    assert await ids_of(bob) == []
    await ann.http.put(f"/api/v1/entries/{ids[0]}/tags/mine")
    assert await ids_of(bob, tag="mine") == []
    await context.database.write(follow_feed, bob.id, feed, NOON)
    (item,) = [
        item
        for item in (await bob.http.get("/api/v1/entries")).json()["items"]
        if item["id"] == ids[0]
    ]
    assert item["tags"] == []


async def test_a_new_subscriber_sees_nothing_older(
    context: Context, ann: Person, bob: Person
) -> None:
    feed, old = await a_followed_feed(context, ann, 3)
    await context.database.write(
        lambda db: db.run("update entries set shown = 0 where feed_id = :f", f=feed)
    )
    await context.database.write(follow_feed, bob.id, feed, NOON)
    new = await more_entries(context, feed, 1)
    assert await ids_of(bob) == new
    answer = await bob.http.get(f"/api/v1/entries/{old[0]}")
    assert answer.status_code == 404


@pytest.mark.both_engines
async def test_a_search_keeps_to_the_filters_beside_it(
    context: Context, ann: Person
) -> None:
    feed, ids = await a_followed_feed(context, ann, 4)
    await a_followed_feed(context, ann, 2)
    await ann.http.put(f"/api/v1/entries/{ids[0]}/star")
    await ann.http.put(f"/api/v1/entries/{ids[1]}/tags/two words")
    await ann.http.post("/api/v1/entries/mark-read", json={"ids": ids[1:3]})
    assert await ids_of(ann, q="title", feed_id=feed, limit=3) == ids[::-1]
    assert await ids_of(ann, q="title", unread=True, feed_id=feed) == [ids[3], ids[0]]
    assert await ids_of(ann, q="title", starred=True) == [ids[0]]
    assert await ids_of(ann, q="title", tag="two words") == [ids[1]]
    assert await ids_of(ann, q="title", language="pt") == []
    assert await ids_of(ann, q="nowhere") == []
    answer = await ann.http.get("/api/v1/entries?q=title&order=oldest")
    assert answer.json()["error"]["details"]["field"] == "order"


async def test_nobody_reads_without_signing_in(client) -> None:
    for address in ("entries", "counts", "tags", "entries/1", "entries/1/versions"):
        assert (await client.get(f"/api/v1/{address}")).status_code == 401


async def test_feeds_without_entries_make_empty_lists(
    context: Context, ann: Person
) -> None:
    empty = await context.database.write(a_feed)
    await context.database.write(follow_feed, ann.id, empty, NOON)
    for order in ("newest", "oldest", "fair"):
        assert await ids_of(ann, feed_id=empty, order=order) == []


async def test_entries_can_be_asked_for_by_number_in_any_order(
    context: Context, ann: Person, bob: Person
) -> None:
    _, ids = await a_followed_feed(context, ann, 3)
    _, (others,) = await a_followed_feed(context, bob, 1)
    wanted = f"{ids[2]},{others},{ids[0]},{ids[2]},999999"
    assert await ids_of(ann, ids=wanted) == [ids[2], ids[0]]


@pytest.mark.parametrize(
    "query",
    [
        {"ids": ""},
        {"ids": "1,x"},
        {"ids": "1,,2"},
        {"ids": "9" * 16},
        {"ids": ",".join(["1"] * 201)},
        {"ids": "1", "unread": "true"},
        {"ids": "1", "q": "river"},
        {"ids": "1", "order": "fair"},
    ],
)
async def test_numbers_that_make_no_sense_or_stand_beside_filters_are_refused(
    ann: Person, query: dict[str, str]
) -> None:
    answer = await ann.http.get("/api/v1/entries", params=query)
    assert answer.status_code == 422
