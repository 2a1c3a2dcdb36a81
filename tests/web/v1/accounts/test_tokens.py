"""Tokens for programs: what they may do, and when they end."""

import hashlib
from datetime import timedelta

import pytest

from tests.web.conftest import Person, client_for
from tidings.context import Context
from tidings.core.accounts.visitor import Caller
from tidings.core.errors import RateLimited, Unauthorized
from tidings.services.accounts.tokens import fever_client, old_client

TOKENS = "/api/v1/users/me/tokens"
API_PASSWORD = "/api/v1/users/me/api-password"


async def make(ann: Person, **body: object) -> dict[str, str]:
    made = await ann.http.post(TOKENS, json={"name": "phone", **body})
    assert made.status_code == 201
    return made.json()


async def test_a_token_is_shown_once_and_works_with_its_scope(
    context: Context, ann: Person
) -> None:
    made = await make(ann, scope="read")
    listed = (await ann.http.get(TOKENS)).json()["items"]
    assert [one["name"] for one in listed] == ["phone"]
    assert "token" not in listed[0]
    async with client_for(context) as program:
        program.headers["authorization"] = f"Bearer {made['token']}"
        assert (await program.get("/api/v1/users/me")).status_code == 200
        for method, path in [("GET", TOKENS), ("POST", TOKENS), ("PUT", API_PASSWORD)]:
            refused = await program.request(method, path, json={"name": "x"})
            assert refused.status_code == 403
        assert (await program.post("/api/v1/auth/logout")).status_code == 403


async def test_a_token_in_a_cookie_is_nobodys(context: Context, ann: Person) -> None:
    made = await make(ann)
    async with client_for(context) as browser:
        browser.cookies.set("tidings_session", made["token"])
        assert (await browser.get("/api/v1/users/me")).status_code == 401


async def test_a_token_ends_when_deleted_and_when_its_days_are_over(
    context: Context, ann: Person
) -> None:
    gone, short = await make(ann), await make(ann, days=1)
    async with client_for(context) as program:
        program.headers["authorization"] = f"Bearer {gone['token']}"
        assert (await program.get("/api/v1/users/me")).status_code == 200
        assert (await ann.http.delete(f"{TOKENS}/{gone['id']}")).status_code == 204
        assert (await ann.http.delete(f"{TOKENS}/{gone['id']}")).status_code == 404
        assert (await program.get("/api/v1/users/me")).status_code == 401
        program.headers["authorization"] = f"Bearer {short['token']}"
        assert (await program.get("/api/v1/users/me")).status_code == 200
        context.clock.move(timedelta(days=1))  # type: ignore[attr-defined]
        assert (await program.get("/api/v1/users/me")).status_code == 401


@pytest.mark.both_engines
async def test_use_of_a_token_is_written_down(context: Context, ann: Person) -> None:
    made = await make(ann)
    async with client_for(context) as program:
        program.headers["authorization"] = f"Bearer {made['token']}"
        await program.get("/api/v1/users/me")
    await context.sign_in_state.errands.finish()
    listed = (await ann.http.get(TOKENS)).json()["items"]
    assert listed[0]["last_used_at"] == context.clock()


async def test_nobody_ends_the_token_of_another(ann: Person, bob: Person) -> None:
    made = await make(ann)
    assert (await bob.http.delete(f"{TOKENS}/{made['id']}")).status_code == 404
    assert len((await ann.http.get(TOKENS)).json()["items"]) == 1


@pytest.mark.both_engines
async def test_old_clients_sign_in_with_a_password_of_their_own(
    context: Context, ann: Person
) -> None:
    made = (await ann.http.put(API_PASSWORD, json={})).json()
    assert made["username"] == "ann"
    assert len(made["password"]) == 20
    visitor = await old_client(context, "Ann", made["password"], Caller("192.0.2.1"))
    assert (visitor.user_id, visitor.scope) == (ann.id, "write")
    key = hashlib.md5(f"ann:{made['password']}".encode()).hexdigest()
    assert (await fever_client(context, key, Caller("192.0.2.1"))).user_id == ann.id
    assert (await ann.http.get("/api/v1/users/me")).json()["api_password_set_at"]
    assert (await ann.http.delete(API_PASSWORD)).status_code == 204
    assert (await ann.http.delete(API_PASSWORD)).status_code == 404
    with pytest.raises(Unauthorized):
        await fever_client(context, key, Caller("192.0.2.2"))
    with pytest.raises(Unauthorized):
        await old_client(context, "ann", made["password"], Caller("192.0.2.2"))


async def test_wrong_fever_keys_close_the_door_to_right_ones(
    context: Context, ann: Person
) -> None:
    given = {"password": "correct horse"}
    assert (await ann.http.put(API_PASSWORD, json=given)).status_code == 200
    key = hashlib.md5(b"ann:correct horse").hexdigest()
    caller = Caller("192.0.2.1")
    for _ in range(20):  # right ones come with every request
        await fever_client(context, key, caller)
    for _ in range(5):
        with pytest.raises(Unauthorized):
            await fever_client(context, "0" * 32, caller)
    with pytest.raises(RateLimited):
        await fever_client(context, key, caller)
