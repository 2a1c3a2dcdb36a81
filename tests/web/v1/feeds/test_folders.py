"""Folders over HTTP: nested without circles, and deleting one loses nothing in it."""

import asyncio
import json

import httpx
import pytest

from tests.contexts import Clock
from tests.make import NOON, a_feed, some_entries
from tests.web.conftest import Person
from tidings.context import Context
from tidings.store.engine.connection import Connection
from tidings.store.feeds.follow import follow_feed

FOLDERS = "/api/v1/folders"


async def add(person: Person, name: str, parent: int | None = None) -> int:
    body = {"name": name, "parent_id": parent}
    answer = await person.http.post(FOLDERS, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def names(person: Person) -> dict[str, int | None]:
    items = (await person.http.get(FOLDERS)).json()["items"]
    return {each["name"]: each["parent_id"] for each in items}


def refusal(answer: httpx.Response) -> tuple[int, str, object]:
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["details"].get("field")


async def test_folders_are_nested_and_counted_with_what_is_in_them(
    context: Context, ann: Person
) -> None:
    outer = await add(ann, "  News ")
    inner = await add(ann, "World", outer)

    def follow(db: Connection) -> None:
        feed = a_feed(db)
        some_entries(db, feed, [None, None])
        follow_feed(db, ann.id, feed, 1, folder_id=inner)

    context.database.write_now(follow)
    items = (await ann.http.get(FOLDERS)).json()["items"]
    assert [(each["name"], each["parent_id"], each["unread"]) for each in items] == [
        ("News", None, 2),
        ("World", outer, 2),
    ]


async def test_a_name_is_taken_only_among_neighbours(ann: Person) -> None:
    outer = await add(ann, "News")
    await add(ann, "News", outer)
    twice = await ann.http.post(FOLDERS, json={"name": "News"})
    assert refusal(twice) == (409, "FOLDER_EXISTS", "name")
    other = await add(ann, "Other")
    renamed = await ann.http.patch(f"{FOLDERS}/{other}", json={"name": " News "})
    assert refusal(renamed) == (409, "FOLDER_EXISTS", "name")


async def test_two_requests_at_once_make_one_folder(ann: Person) -> None:
    answers = await asyncio.gather(
        *(ann.http.post(FOLDERS, json={"name": "News"}) for _ in range(4))
    )
    assert sorted(each.status_code for each in answers) == [201, 409, 409, 409]


async def test_a_folder_cannot_be_moved_into_itself(ann: Person) -> None:
    outer = await add(ann, "A")
    inner = await add(ann, "B", outer)
    for parent in (outer, inner):
        answer = await ann.http.patch(f"{FOLDERS}/{outer}", json={"parent_id": parent})
        assert refusal(answer) == (422, "FOLDER_IN_ITSELF", "parent_id")
    circle = {
        "items": [
            {"id": outer, "position": 0, "parent_id": inner},
            {"id": inner, "position": 0},
        ]
    }
    answer = await ann.http.post(f"{FOLDERS}/reorder", json=circle)
    assert refusal(answer) == (422, "FOLDER_IN_ITSELF", "parent_id")
    assert await names(ann) == {"A": None, "B": outer}


async def test_two_moves_at_once_make_no_circle(ann: Person) -> None:
    one, other = await add(ann, "A"), await add(ann, "B")
    answers = await asyncio.gather(
        ann.http.patch(f"{FOLDERS}/{one}", json={"parent_id": other}),
        ann.http.patch(f"{FOLDERS}/{other}", json={"parent_id": one}),
    )
    assert sorted(each.status_code for each in answers) == [200, 422]


async def test_folders_go_twenty_deep_and_no_deeper(ann: Person) -> None:
    parent = None
    for depth in range(20):
        parent = await add(ann, f"{depth}", parent)
    deeper = await ann.http.post(FOLDERS, json={"name": "x", "parent_id": parent})
    assert refusal(deeper) == (422, "FOLDERS_TOO_DEEP", "parent_id")


async def test_reordering_swaps_places_and_parents_at_once(ann: Person) -> None:
    outer = await add(ann, "A")
    inner = await add(ann, "B", outer)
    swapped = {
        "items": [
            {"id": outer, "position": 5, "parent_id": inner},
            {"id": inner, "position": 4, "parent_id": None},
        ]
    }
    answer = await ann.http.post(f"{FOLDERS}/reorder", json=swapped)
    shown = answer.json()["items"]
    assert [(each["name"], each["parent_id"]) for each in shown] == [
        ("B", None),
        ("A", inner),
    ]


@pytest.mark.both_engines
async def test_deleting_moves_what_is_inside_one_up(
    context: Context, ann: Person
) -> None:
    top = await add(ann, "Top")
    middle = await add(ann, "Middle", top)
    await add(ann, "Inner", middle)
    await add(ann, "Twin", top)
    await add(ann, "Twin", middle)

    def follow(db: Connection) -> None:
        follow_feed(db, ann.id, a_feed(db), 1, folder_id=middle)

    context.database.write_now(follow)
    assert (await ann.http.delete(f"{FOLDERS}/{middle}")).status_code == 204
    assert await names(ann) == {
        "Top": None,
        "Inner": top,
        "Twin": top,
        "Twin (2)": top,
    }
    rows = context.database.read_now(
        lambda db: db.rows("select folder_id from subscriptions")
    )
    assert rows == [(top,)]


async def test_folders_of_others_are_not_found(ann: Person, bob: Person) -> None:
    theirs = await add(ann, "Mine")
    own = await add(bob, "Own")
    for answer in (
        await bob.http.patch(f"{FOLDERS}/{theirs}", json={"name": "x"}),
        await bob.http.delete(f"{FOLDERS}/{theirs}"),
        await bob.http.post(FOLDERS, json={"name": "x", "parent_id": theirs}),
        await bob.http.patch(f"{FOLDERS}/{own}", json={"parent_id": theirs}),
        await bob.http.post(
            f"{FOLDERS}/reorder", json={"items": [{"id": theirs, "position": 1}]}
        ),
    ):
        assert answer.status_code == 404, answer.text
    assert (await names(bob)) == {"Own": None}


async def test_pages_hold_every_folder_once(ann: Person) -> None:
    for number in range(5):
        await add(ann, f"{number}")
    seen, cursor = [], {}
    while cursor is not None:
        query = {"limit": 2, **cursor}
        page = (await ann.http.get(FOLDERS, params=query)).json()
        seen += [each["name"] for each in page["items"]]
        following = page["next_cursor"]
        cursor = None if following is None else {"cursor": following}
    assert seen == ["0", "1", "2", "3", "4"]


async def test_changes_are_told_to_their_reader_alone(
    context: Context, ann: Person
) -> None:
    await add(ann, "News")
    rows = context.database.read_now(
        lambda db: db.rows("select user_id, kind, payload from events")
    )
    assert [(user, kind, json.loads(told)) for user, kind, told in rows] == [
        (ann.id, "feed_changed", {"folders": True})
    ]


async def test_names_that_are_none_are_refused(ann: Person) -> None:
    for name in ("", "   ", "x" * 201, "a\0b", 7, None):
        answer = await ann.http.post(FOLDERS, json={"name": name})
        assert refusal(answer)[::2] == (422, "name")
        known = await ann.http.patch(f"{FOLDERS}/1", json={"name": name})
        assert refusal(known)[::2] == (422, "name")


async def test_one_folder_can_be_asked_for_and_says_when_it_was_changed(
    context: Context, ann: Person, bob: Person
) -> None:
    assert isinstance(context.clock, Clock)
    number = await add(ann, "News")
    address = f"{FOLDERS}/{number}"
    made = (await ann.http.get(address)).json()
    assert (made["name"], made["unread"]) == ("News", 0)
    assert made["created_at"] == made["updated_at"] == context.clock.now
    context.clock.now += 5
    await ann.http.patch(address, json={"name": "World"})
    changed = (await ann.http.get(address)).json()
    assert changed["created_at"] == made["created_at"]
    assert changed["updated_at"] == context.clock.now
    assert (await bob.http.get(address)).status_code == 404


async def test_a_subscription_says_when_its_reader_changed_it(
    context: Context, ann: Person
) -> None:
    assert isinstance(context.clock, Clock)
    feed = await context.database.write(a_feed)
    number = await context.database.write(follow_feed, ann.id, feed, NOON)
    address = f"/api/v1/subscriptions/{number}"
    before = (await ann.http.get(address)).json()
    assert before["updated_at"] == NOON
    context.clock.now += 5
    await context.database.write(some_entries, feed, [None], context.clock.now)
    assert (await ann.http.get(address)).json()["updated_at"] == NOON
    changed = (await ann.http.patch(address, json={"title": "Mine"})).json()
    assert changed["updated_at"] == context.clock.now
