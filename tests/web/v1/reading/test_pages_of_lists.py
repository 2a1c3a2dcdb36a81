"""Every list that can grow has pages of the same shape."""

from typing import Any

import pytest

from tests.web.conftest import Person
from tidings.context import Context
from tidings.store.automation.rule_effects import ensure_tag
from tidings.store.engine.connection import Connection
from tidings.web.app import openapi_document

API = "/api/v1"
LISTS = [
    "users/me/sessions",
    "users/me/tokens",
    "rules",
    "searches",
    "tags",
    "publications",
    "invites",
    "webhooks",
    "push/subscriptions",
]
# What these list has a limit of its own.
NEVER_MANY = {
    "discover_feeds",  # of one page
    "get_feed_framing",  # a day each, of those that are asked for
    "get_story",  # one entry of each feed, fifty at most
    "list_database_sizes",  # a day each, of those that are asked for
    "list_deframed_site",  # as many as are asked for
    "list_deframed_versions",  # of the versions that are kept
    "list_entry_highlights",  # 500
    "list_identities",  # one of each provider
    "list_passkeys",  # 50
}


def _lists() -> dict[str, set[str]]:
    """Return the parameters of all routes that answer with items."""
    document = openapi_document()
    found = {}
    for operations in document["paths"].values():
        operation = operations.get("get", {})
        shape = operation.get("responses", {}).get("200", {})
        for reference in _shapes(shape.get("content", {}).get("application/json", {})):
            described = document["components"]["schemas"][reference]
            if "items" in described.get("properties", {}):
                named = {each["name"] for each in operation.get("parameters", [])}
                found[operation["operationId"]] = named
    return found


def _shapes(answer: dict[str, Any]) -> list[str]:
    reference = answer.get("schema", {}).get("$ref", "")
    return [reference.rpartition("/")[2]] if reference else []


def test_every_list_that_can_grow_has_pages() -> None:
    lists = _lists()
    assert len(lists) > 25
    whole = {name for name, taken in lists.items() if not {"limit", "cursor"} <= taken}
    assert whole == NEVER_MANY


@pytest.mark.parametrize("path", LISTS)
async def test_a_list_takes_a_limit_and_no_cursor_but_its_own(
    ann: Person, path: str
) -> None:
    address = f"{API}/{path}"
    page = (await ann.http.get(address, params={"limit": 200})).json()
    assert page["next_cursor"] is None
    for wrong in ({"limit": 0}, {"limit": 201}, {"cursor": "nonsense"}):
        answer = await ann.http.get(address, params=wrong)
        assert answer.status_code == 422, wrong
    assert answer.json()["error"]["code"] == "CURSOR_INVALID"


async def every_page(reader: Person, path: str) -> list[dict[str, object]]:
    found, query = [], {"limit": 2}
    while True:
        page = (await reader.http.get(f"{API}/{path}", params=query)).json()
        assert len(page["items"]) <= 2
        found += page["items"]
        if page["next_cursor"] is None:
            return found
        query["cursor"] = page["next_cursor"]


async def test_pages_joined_are_the_whole_list(context: Context, ann: Person) -> None:
    names = ["b", "Zebra", "a", "ą", "émeu"]

    def tag(db: Connection) -> None:
        for name in names:
            ensure_tag(db, ann.id, name, 1)

    await context.database.write(tag)
    assert [each["name"] for each in await every_page(ann, "tags")] == sorted(names)
    for name in names:
        search = {"name": name, "query": name}
        await ann.http.post(f"{API}/searches", json=search)
    # As they were made: the order of a list is that of its items, not of their names.
    assert [each["name"] for each in await every_page(ann, "searches")] == names
