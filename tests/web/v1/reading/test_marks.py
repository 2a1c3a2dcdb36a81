"""Marks over HTTP: read, read up to a point, stars, tags, and the counts after them."""

import pytest

from tests.contexts import Clock
from tests.make import NOON, some_entries
from tests.web.conftest import Person
from tests.web.v1.following import (
    a_folder,
    a_followed_feed,
    ids_of,
    more_entries,
    told,
)
from tidings.context import Context

MARK = "/api/v1/entries/mark-read"
MARK_ALL = "/api/v1/entries/mark-all-read"


async def changed(reader: Person, address: str, body: dict[str, object]) -> int:
    answer = await reader.http.post(address, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()["changed"]


async def counts(reader: Person) -> dict[str, object]:
    return (await reader.http.get("/api/v1/counts")).json()


async def test_marking_is_told_once_and_may_be_repeated(
    context: Context, ann: Person
) -> None:
    _, ids = await a_followed_feed(context, ann, 3)
    body = {"ids": [ids[0], ids[2], ids[2], 10**12], "read": True, "at": NOON}
    assert await changed(ann, MARK, body) == 2
    assert await changed(ann, MARK, body) == 0
    assert await ids_of(ann, unread=True) == [ids[1]]
    assert await changed(ann, MARK, {"ids": [ids[0]], "read": False}) == 1
    assert await ids_of(ann, unread=True) == ids[1::-1]
    assert await told(context, ann) == [
        {"ids": [ids[0], ids[2]], "read": True},
        {"ids": [ids[0]], "read": False},
    ]


async def test_mark_all_leaves_what_came_after_the_point(
    context: Context, ann: Person
) -> None:
    feed, ids = await a_followed_feed(context, ann, 3)
    late = await more_entries(context, feed, 2)
    assert await changed(ann, MARK_ALL, {"all": True, "before": ids[-1]}) == 3
    assert await changed(ann, MARK_ALL, {"all": True, "before": ids[-1]}) == 0
    assert await ids_of(ann, unread=True) == late[::-1]
    assert await told(context, ann) == [{"all_read": {"all": True, "before": ids[-1]}}]


@pytest.mark.both_engines
async def test_a_point_may_be_a_time(context: Context, ann: Person) -> None:
    feed, _ = await a_followed_feed(context, ann)
    ids = [
        id_
        for minute in range(9)
        for id_ in await context.database.write(
            some_entries, feed, [NOON - 1], NOON + minute
        )
    ]
    # A copy that a merge appended: an old time at a high number.
    await context.database.write(
        lambda db: db.run(
            "update entries set received_at = :t where id = :id", t=NOON, id=ids[7]
        )
    )
    assert await changed(ann, MARK_ALL, {"all": True, "before": NOON + 2}) == 3
    assert await ids_of(ann, unread=True, order="oldest") == ids[3:]
    assert await changed(ann, MARK_ALL, {"all": True, "before": NOON - 1}) == 0
    assert await changed(ann, MARK_ALL, {"all": True, "before": NOON + 99}) == 6


async def test_feeds_and_nested_folders_are_marked_alone(
    context: Context, ann: Person
) -> None:
    outer = await a_folder(context, ann)
    inner = await a_folder(context, ann, parent=outer)
    one, _ids_one = await a_followed_feed(context, ann, 2, folder=outer)
    _, _ids_two = await a_followed_feed(context, ann, 3, folder=inner)
    _, others = await a_followed_feed(context, ann, 4)
    last = others[-1]
    assert await changed(ann, MARK_ALL, {"feed_id": one, "before": last}) == 2
    assert await counts(ann) | {"feeds": []} == {
        "unread": 7,
        "starred": 0,
        "feeds": [],
        "folders": [
            {"folder_id": outer, "unread": 3},
            {"folder_id": inner, "unread": 3},
        ],
        "tags": [],
    }
    assert await changed(ann, MARK_ALL, {"folder_id": outer, "before": last}) == 3
    assert await ids_of(ann, unread=True) == others[::-1]
    assert (await counts(ann))["folders"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"all": True},
        {"before": 1},
        {"all": False, "before": 1},
        {"all": True, "feed_id": 1, "before": 1},
        {"feed_id": 1, "folder_id": 1, "before": 1},
        {"feed_id": 0, "before": 1},
        {"all": True, "before": -1},
        {"all": True, "before": 2**63},
        {"all": True, "before": "now"},
    ],
)
async def test_what_to_mark_must_be_clear(body: dict[str, object], ann: Person) -> None:
    assert (await ann.http.post(MARK_ALL, json=body)).status_code == 422


@pytest.mark.parametrize("ids", [[], [0], [-1], [2**63], ["x"], [1] * 1001, None])
async def test_wrong_numbers_are_refused(ids: object, ann: Person) -> None:
    answer = await ann.http.post(MARK, json={"ids": ids, "read": True})
    assert answer.status_code == 422


async def test_a_star_is_put_and_taken_away_once(context: Context, ann: Person) -> None:
    _, (id_,) = await a_followed_feed(context, ann, 1)
    star = f"/api/v1/entries/{id_}/star"
    for _ in range(2):
        assert (await ann.http.put(star)).status_code == 204
    assert (await counts(ann))["starred"] == 1
    for _ in range(2):
        assert (await ann.http.delete(star)).status_code == 204
    assert (await counts(ann))["starred"] == 0
    assert await told(context, ann) == [
        {"ids": [id_], "starred": True},
        {"ids": [id_], "starred": False},
    ]


@pytest.mark.both_engines
async def test_tags_are_counted_renamed_merged_and_deleted(
    context: Context, ann: Person
) -> None:
    _, ids = await a_followed_feed(context, ann, 3)
    for id_, name in ((ids[0], "a/b"), (ids[1], "a/b"), (ids[1], " two  words ")):
        address = f"/api/v1/entries/{id_}/tags/{name.replace('/', '%2F')}"
        assert (await ann.http.put(address)).status_code == 204
        assert (await ann.http.put(address)).status_code == 204
    await ann.http.post(MARK, json={"ids": [ids[0]], "read": True})
    first, second = (await ann.http.get("/api/v1/tags")).json()["items"]
    assert (first["name"], first["entries"], first["unread"]) == ("a/b", 2, 1)
    assert (second["name"], second["entries"]) == ("two words", 1)
    renamed = await ann.http.patch(f"/api/v1/tags/{first['id']}", json={"name": "x"})
    assert renamed.json() == first | {"name": "x"}
    merged = await ann.http.patch(
        f"/api/v1/tags/{first['id']}", json={"name": "two words"}
    )
    assert merged.json() == second | {"entries": 2, "unread": 1}
    assert set(await ids_of(ann, tag="two words")) == set(ids[:2])
    assert (await ann.http.get(f"/api/v1/entries/{ids[1]}")).json()["tags"] == [
        "two words"
    ]
    address = f"/api/v1/tags/{second['id']}"
    assert (await ann.http.delete(address)).status_code == 204
    assert (await ann.http.delete(address)).status_code == 404
    assert (await ann.http.get("/api/v1/tags")).json()["items"] == []
    assert len(await ids_of(ann)) == 3


async def test_a_tag_is_taken_away_without_ending_it(
    context: Context, ann: Person
) -> None:
    _, (id_,) = await a_followed_feed(context, ann, 1)
    address = f"/api/v1/entries/{id_}/tags/city"
    assert (await ann.http.delete(address)).status_code == 204
    await ann.http.put(address)
    assert (await counts(ann))["tags"][0]["entries"] == 1
    for _ in range(2):
        assert (await ann.http.delete(address)).status_code == 204
    assert (await counts(ann))["tags"][0]["entries"] == 0
    assert await told(context, ann) == [
        {"ids": [id_], "tag": "city", "tagged": True},
        {"ids": [id_], "tag": "city", "tagged": False},
    ]


@pytest.mark.both_engines
async def test_another_users_entries_and_tags_are_not_there(
    context: Context, ann: Person, bob: Person
) -> None:
    feed, (id_,) = await a_followed_feed(context, ann, 1)
    folder = await a_folder(context, ann)
    await ann.http.put(f"/api/v1/entries/{id_}/tags/mine")
    (tag,) = (await ann.http.get("/api/v1/tags")).json()["items"]
    entry = f"/api/v1/entries/{id_}"
    for method, address, body in (
        ("GET", entry, None),
        ("GET", f"{entry}/versions", None),
        ("GET", f"{entry}/diff", None),
        ("PUT", f"{entry}/star", None),
        ("DELETE", f"{entry}/star", None),
        ("PUT", f"{entry}/tags/mine", None),
        ("DELETE", f"{entry}/tags/mine", None),
        ("PATCH", f"/api/v1/tags/{tag['id']}", {"name": "his"}),
        ("DELETE", f"/api/v1/tags/{tag['id']}", None),
        ("POST", MARK_ALL, {"feed_id": feed, "before": id_}),
        ("POST", MARK_ALL, {"folder_id": folder, "before": id_}),
    ):
        answer = await bob.http.request(method, address, json=body)
        assert answer.status_code == 404, f"{method} {address}"
    assert await changed(bob, MARK, {"ids": [id_], "read": True}) == 0
    assert await changed(bob, MARK_ALL, {"all": True, "before": id_}) == 0
    assert (await bob.http.get("/api/v1/tags")).json()["items"] == []
    assert await ids_of(ann, unread=True, tag="mine") == [id_]
    assert await told(context, bob) == []


async def test_what_was_marked_later_holds_against_a_late_mark(
    context: Context, ann: Person
) -> None:
    assert isinstance(context.clock, Clock)
    _, ids = await a_followed_feed(context, ann, 1)
    late = {"ids": ids, "read": True, "at": 0}
    assert await changed(ann, MARK, late) == 1
    assert await changed(ann, MARK, {"ids": ids, "read": False, "at": NOON + 1}) == 1
    assert await changed(ann, MARK, late) == 0
    assert await ids_of(ann, unread=True) == ids


async def test_what_is_missing_is_named_as_the_caller_would_write_it(
    ann: Person,
) -> None:
    answer = await ann.http.post(MARK_ALL, json={"feed_id": 1})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (422, "MISSING")
    assert [wrong["field"] for wrong in error["details"]["errors"]] == ["before"]
