"""Accounts as administrators see and change them."""

import asyncio

import pytest

from tests.web.conftest import Person, client_for
from tests.web.v1.people import OTHER, PASSWORD, log_in
from tidings.context import Context

USERS = "/api/v1/users"


async def test_only_administrators_see_accounts_and_invites(
    ann: Person, bob: Person
) -> None:
    for path in (USERS, "/api/v1/invites"):
        assert (await ann.http.get(path)).status_code == 200
        assert (await bob.http.get(path)).status_code == 403


@pytest.mark.both_engines
async def test_accounts_are_listed_page_by_page(ann: Person, bob: Person) -> None:
    first = (await ann.http.get(f"{USERS}?limit=1")).json()
    assert [one["name"] for one in first["items"]] == ["ann"]
    query = {"limit": 1, "cursor": first["next_cursor"]}
    second = (await ann.http.get(USERS, params=query)).json()
    assert [one["name"] for one in second["items"]] == ["bob"]
    assert second["next_cursor"] is None
    assert (await ann.http.get(f"{USERS}?cursor=x")).status_code == 422


async def test_an_account_made_for_somebody_can_sign_in(
    context: Context, ann: Person
) -> None:
    body = {"name": "Eve", "password": PASSWORD}
    made = await ann.http.post(USERS, json=body)
    assert (made.status_code, made.json()["role"]) == (201, "user")
    assert (await ann.http.post(USERS, json=body)).status_code == 409
    async with client_for(context) as client:
        assert (await log_in(client, "eve")).status_code == 200


async def test_a_locked_account_is_out_at_once_and_can_be_let_in_again(
    context: Context, ann: Person, bob: Person
) -> None:
    assert (await bob.http.get(f"{USERS}/me")).status_code == 200
    changed = await ann.http.patch(f"{USERS}/{bob.id}", json={"disabled": True})
    assert changed.json()["disabled_at"] == context.clock()
    assert (await bob.http.get(f"{USERS}/me")).status_code == 401
    again = await ann.http.patch(f"{USERS}/{bob.id}", json={"disabled": False})
    assert again.json()["disabled_at"] is None
    assert (await bob.http.get(f"{USERS}/me")).status_code == 401  # sessions are over


async def test_a_role_holds_from_the_next_request_on(ann: Person, bob: Person) -> None:
    assert (await bob.http.get(USERS)).status_code == 403
    await ann.http.patch(f"{USERS}/{bob.id}", json={"role": "admin"})
    assert (await bob.http.get(USERS)).status_code == 200
    await bob.http.patch(f"{USERS}/{ann.id}", json={"role": "user"})
    assert (await ann.http.get(USERS)).status_code == 403


async def test_the_last_administrator_stays(ann: Person, bob: Person) -> None:
    path = f"{USERS}/{ann.id}"
    for body in ({"role": "user"}, {"disabled": True}):
        refused = await ann.http.patch(path, json=body)
        assert refused.json()["error"]["code"] == "LAST_ADMINISTRATOR"
    assert (await ann.http.delete(path)).status_code == 409
    # A locked administrator does not count.
    await ann.http.patch(f"{USERS}/{bob.id}", json={"role": "admin", "disabled": True})
    assert (await ann.http.delete(path)).status_code == 409


async def test_two_administrators_cannot_remove_each_other_at_once(
    ann: Person, bob: Person
) -> None:
    await ann.http.patch(f"{USERS}/{bob.id}", json={"role": "admin"})
    answers = await asyncio.gather(
        ann.http.patch(f"{USERS}/{bob.id}", json={"role": "user"}),
        bob.http.patch(f"{USERS}/{ann.id}", json={"role": "user"}),
    )
    assert sorted(one.status_code for one in answers) in ([200, 403], [200, 409])


@pytest.mark.both_engines
async def test_a_deleted_account_is_gone_and_out_at_once(
    ann: Person, bob: Person
) -> None:
    assert (await bob.http.get(f"{USERS}/me")).status_code == 200
    assert (await ann.http.delete(f"{USERS}/{bob.id}")).status_code == 204
    assert (await bob.http.get(f"{USERS}/me")).status_code == 401
    assert (await ann.http.delete(f"{USERS}/{bob.id}")).status_code == 404
    missing = await ann.http.patch(f"{USERS}/{bob.id}", json={"role": "admin"})
    assert missing.status_code == 404


async def test_a_weak_password_is_refused_for_others_too(ann: Person) -> None:
    body = {"name": "eve", "password": OTHER[:5]}
    refused = await ann.http.post(USERS, json=body)
    assert refused.status_code == 422
    assert refused.json()["error"]["details"]["field"] == "password"
