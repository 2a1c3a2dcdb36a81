"""Saved searches: kept, ordered, counted, and read like feeds."""

from typing import Any

import pytest

from tests.web.conftest import Person
from tests.web.v1.reading.test_search import entries_saying, search
from tidings.context import Context
from tidings.store.reading.marking import mark_entries

URL = "/api/v1/searches"


async def saved(person: Person, name: str, query: str) -> Any:
    answer = await person.http.post(URL, json={"name": name, "query": query})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def listed(person: Person) -> list[Any]:
    answer = await person.http.get(URL)
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


@pytest.mark.both_engines
async def test_search_is_kept_changed_and_forgotten(ann: Person) -> None:
    made = await saved(ann, "Foxes", "fox")
    assert (await listed(ann)) == [made]
    url = f"{URL}/{made['id']}"
    changed = await ann.http.patch(url, json={"name": "All foxes"})
    assert changed.json()["name"] == "All foxes"
    assert changed.json()["query"] == "fox"
    changed = await ann.http.patch(url, json={"query": "fox -box"})
    assert (await ann.http.get(url)).json() == changed.json()
    assert (await ann.http.delete(url)).status_code == 204
    assert (await ann.http.delete(url)).status_code == 404
    assert await listed(ann) == []


async def test_search_is_read_like_a_feed(context: Context, ann: Person) -> None:
    ids = await context.database.write(
        entries_saying, [ann.id], ("red fox", ""), ("blue fox", ""), ("whale", "")
    )
    made = await saved(ann, "Foxes", "fox")
    page = await search(ann, search_id=made["id"])
    assert [item["id"] for item in page["items"]] == [ids[1], ids[0]]
    page = await search(ann, search_id=made["id"], q="blue")
    assert [item["id"] for item in page["items"]] == [ids[1]]
    answer = await ann.http.get(
        "/api/v1/entries/search", params={"search_id": "0" * 36}
    )
    assert answer.status_code == 404


@pytest.mark.both_engines
async def test_what_is_unread_is_counted(context: Context, ann: Person) -> None:
    ids = await context.database.write(
        entries_saying, [ann.id], ("red fox", ""), ("blue fox", ""), ("whale", "")
    )
    await context.database.write(mark_entries, ann.id, ids[:1], read=True)
    for query in ("fox", "-whale", "is:read", "is:starred", "is:unread", "fox is:read"):
        await saved(ann, query, query)
    counts = {each["name"]: each["unread"] for each in await listed(ann)}
    assert counts == {
        "fox": 1,
        "-whale": 1,
        "is:read": 0,
        "is:starred": 0,
        "is:unread": 2,
        "fox is:read": 0,
    }
    assert all(each["unread_exact"] for each in await listed(ann))


async def test_order_is_the_readers(ann: Person) -> None:
    a, b, c = [(await saved(ann, name, name))["id"] for name in "abc"]
    answer = await ann.http.post(f"{URL}/reorder", json={"ids": [c, a]})
    assert answer.status_code == 200
    assert [each["id"] for each in await listed(ann)] == [c, a, b]
    answer = await ann.http.post(f"{URL}/reorder", json={"ids": ["0" * 36]})
    assert answer.status_code == 404


async def test_search_of_somebody_else_is_not_there(ann: Person, bob: Person) -> None:
    made = await saved(ann, "Foxes", "fox")
    url = f"{URL}/{made['id']}"
    answers = [
        await bob.http.get(url),
        await bob.http.patch(url, json={"name": "mine"}),
        await bob.http.delete(url),
        await bob.http.get("/api/v1/entries/search", params={"search_id": made["id"]}),
        await bob.http.post(f"{URL}/reorder", json={"ids": [made["id"]]}),
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert await listed(bob) == []
    assert await listed(ann) == [made]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "", "query": "fox"}, "name"),
        ({"name": " ", "query": "fox"}, "name"),
        ({"name": "x", "query": "!?"}, "query"),
        ({"name": "x", "query": "after:never"}, "query"),
        ({"name": "x", "query": "x" * 600}, "query"),
        ({"name": "a\0", "query": "fox"}, "name"),
        ({"name": "x", "query": "fox", "more": 1}, "more"),
    ],
)
async def test_what_cannot_be_kept_is_refused_and_named(
    ann: Person, body: dict[str, Any], field: str
) -> None:
    answer = await ann.http.post(URL, json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"] == field


async def test_nobody_keeps_more_than_a_hundred(context: Context, ann: Person) -> None:
    for number in range(100):
        await saved(ann, f"{number}", "fox")
    answer = await ann.http.post(URL, json={"name": "x", "query": "fox"})
    assert answer.status_code == 409
