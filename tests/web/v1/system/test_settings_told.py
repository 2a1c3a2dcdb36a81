"""Whoever changes their settings on one device need not reload the others."""

import json
from typing import Any

import pytest

from tests.web.conftest import Person
from tidings.context import Context

RULE = {
    "name": "Rivers",
    "conditions": [{"field": "title", "operator": "contains", "value": "river"}],
    "actions": [{"do": "star"}],
}


async def told(context: Context, reader: Person) -> list[Any]:
    rows = await context.database.read(
        lambda db: db.rows(
            "select payload from events where user_id = :user"
            " and kind = 'settings_changed' order by id",
            user=reader.id,
        )
    )
    return [json.loads(payload)["what"] for (payload,) in rows]


@pytest.mark.both_engines
async def test_every_change_of_a_rule_is_told(context: Context, ann: Person) -> None:
    made = await ann.http.post("/api/v1/rules", json=RULE)
    assert made.status_code == 201, made.text
    path = f"/api/v1/rules/{made.json()['id']}"
    assert (await ann.http.patch(path, json={"name": "Lakes"})).status_code == 200
    order = {"ids": [made.json()["id"]]}
    assert (await ann.http.post("/api/v1/rules/reorder", json=order)).is_success
    assert (await ann.http.delete(path)).status_code == 204
    assert await told(context, ann) == ["rules"] * 4


async def test_preferences_are_told_and_a_mistake_is_not(
    context: Context, ann: Person, bob: Person
) -> None:
    change = {"preferences": {"theme": "dark"}}
    assert (await ann.http.patch("/api/v1/users/me", json=change)).status_code == 200
    wrong = {"preferences": 7}
    assert (await ann.http.patch("/api/v1/users/me", json=wrong)).status_code == 422
    assert await told(context, ann) == ["preferences"]
    assert await told(context, bob) == []
