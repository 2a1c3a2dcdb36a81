"""One's own account: what can be changed, what it takes, and what ends then."""

import asyncio
import threading
from datetime import timedelta

import httpx
import pytest

from tests.web.conftest import Person, client_for
from tests.web.v1.people import OTHER, PASSWORD, log_in
from tidings.context import Context
from tidings.services.accounts.users import add_user
from tidings.store.engine.connection import Connection

ME = "/api/v1/users/me"


async def new_session(context: Context, name: str = "ann") -> httpx.AsyncClient:
    client = client_for(context, f"192.0.2.{context.random_bytes(3)[2]}")
    answer = await log_in(client, name)
    client.headers["authorization"] = f"Bearer {answer.json()['token']}"
    return client


async def test_preferences_are_merged_and_null_takes_one_away(ann: Person) -> None:
    body = {"preferences": {"language": "en", "theme": {"dark": True}}}
    assert (await ann.http.patch(ME, json=body)).status_code == 200
    body = {"preferences": {"language": None, "font": "serif"}}
    changed = await ann.http.patch(ME, json=body)
    assert changed.json()["preferences"] == {"theme": {"dark": True}, "font": "serif"}
    assert (await ann.http.get(ME)).json() == changed.json()


@pytest.mark.parametrize(
    "text",
    [
        '{"preferences": {"a": NaN}}',
        '{"preferences": {"a": Infinity}}',
        '{"preferences": {"a": "\\ud800"}}',
        '{"preferences": {"a": "x\\u0000"}}',
        '{"preferences": {"": 1}}',
        '{"preferences": []}',
        '{"preferences": {"a": ' + "[" * 5000 + "]" * 5000 + "}}",
        '{"preferences": {"a": "' + "x" * 40_000 + '"}}',
        '{"preferences": {"a": ' + "9" * 5000 + "}}",
        '{"id": 7}',
        '{"role": "admin"}',
        '{"identities": []}',
        '{"oidc_subject": "x"}',
        '{"email": "nobody"}',
        '{"email": "a@b\\r\\nBcc: c@d"}',
        '{"name": "a b"}',
    ],
)
async def test_what_cannot_be_kept_or_changed_is_refused(
    ann: Person, text: str
) -> None:
    json = {"content-type": "application/json"}
    answer = await ann.http.patch(ME, content=text, headers=json)
    assert answer.status_code in (400, 422)
    assert (await ann.http.get(ME)).json()["preferences"] == {}


async def test_a_new_password_asks_the_old_one_and_ends_other_sessions(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    here, there = await new_session(context), await new_session(context)
    assert (await there.get(ME)).status_code == 200
    without = await here.patch(ME, json={"password": OTHER})
    assert without.status_code == 422
    assert without.json()["error"]["details"]["field"] == "current_password"
    wrong = {"password": OTHER, "current_password": OTHER}
    assert (await here.patch(ME, json=wrong)).status_code == 401
    right = {"password": OTHER, "current_password": PASSWORD}
    assert (await here.patch(ME, json=right)).status_code == 200
    assert (await here.get(ME)).status_code == 200
    assert (await there.get(ME)).status_code == 401


async def test_the_old_password_can_be_tried_five_times_a_minute(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    here = await new_session(context)  # one try of the account is spent
    body = {"password": OTHER, "current_password": "wrong"}
    statuses = [(await here.patch(ME, json=body)).status_code for _ in range(6)]
    assert statuses == [401] * 4 + [429] * 2
    body["current_password"] = PASSWORD
    assert (await here.patch(ME, json=body)).status_code == 429


@pytest.mark.both_engines
async def test_an_address_is_changed_by_whoever_knows_the_password(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    here = await new_session(context)
    body = {"email": "Ann@Example.org", "name": "Anna"}
    assert (await here.patch(ME, json=body)).status_code == 422
    changed = await here.patch(ME, json={**body, "current_password": PASSWORD})
    assert changed.json()["email"] == "ann@example.org"
    assert changed.json()["email_proven"] is False
    assert (await here.get(ME)).json()["name"] == "Anna"
    gone = {"email": "", "current_password": PASSWORD}
    assert (await here.patch(ME, json=gone)).json()["email"] is None


@pytest.mark.both_engines
async def test_a_name_or_address_of_somebody_else_is_refused(
    ann: Person, bob: Person
) -> None:
    # Neither has a password: both came in by other means.
    mine = {"email": "ann@example.org"}
    assert (await ann.http.patch(ME, json=mine)).status_code == 200
    assert (await bob.http.patch(ME, json=mine)).status_code == 409
    assert (await bob.http.patch(ME, json={"name": "ANN"})).status_code == 409


async def test_sessions_are_listed_and_ended_one_by_one_or_all_others(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    here, second = await new_session(context), await new_session(context)
    third = await new_session(context)
    listed = (await here.get(f"{ME}/sessions")).json()["items"]
    assert len(listed) == 3
    assert [one["current"] for one in listed].count(True) == 1
    assert all(one["address"].startswith("192.0.2.") for one in listed)
    theirs = (await second.get(f"{ME}/sessions")).json()["items"]
    number = next(one["id"] for one in theirs if one["current"])
    assert (await here.delete(f"{ME}/sessions/{number}")).status_code == 204
    assert (await here.delete(f"{ME}/sessions/{number}")).status_code == 404
    assert (await second.get(ME)).status_code == 401
    assert (await third.get(ME)).status_code == 200
    assert (await here.delete(f"{ME}/sessions")).status_code == 204
    assert (await third.get(ME)).status_code == 401
    assert (await here.get(ME)).status_code == 200


async def test_nobody_ends_the_session_of_another(ann: Person, bob: Person) -> None:
    listed = (await ann.http.get(f"{ME}/sessions")).json()["items"]
    gone = await bob.http.delete(f"{ME}/sessions/{listed[0]['id']}")
    assert gone.status_code == 404
    assert (await ann.http.get(ME)).status_code == 200


async def test_an_account_is_deleted_by_whoever_knows_the_password(
    context: Context, ann: Person
) -> None:
    await add_user(context, "bob", PASSWORD, "user")
    bob = await new_session(context, "bob")
    wrong = await bob.request("DELETE", ME, json={"current_password": "wrong"})
    assert wrong.status_code == 401
    right = {"current_password": PASSWORD}
    assert (await bob.request("DELETE", ME, json=right)).status_code == 204
    assert (await bob.get(ME)).status_code == 401


async def test_the_last_administrator_cannot_delete_the_own_account(
    ann: Person,
) -> None:
    refused = await ann.http.request("DELETE", ME, json={})
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "LAST_ADMINISTRATOR"


async def test_a_visit_is_written_down_once_a_minute_at_most(
    context: Context, ann: Person
) -> None:
    async def seen() -> int:
        return await context.database.read(
            lambda db: db.value("select last_seen_at from sessions")
        )

    started = await seen()
    await ann.http.get(ME)
    context.clock.move(timedelta(seconds=59))  # type: ignore[attr-defined]
    await ann.http.get(ME)
    assert await seen() == started
    context.clock.move(timedelta(seconds=1))  # type: ignore[attr-defined]
    await ann.http.get(ME)
    await context.sign_in_state.errands.finish()
    assert await seen() == context.clock()


async def test_nobody_waits_until_their_visit_is_written_down(
    context: Context, ann: Person
) -> None:
    go_on = threading.Event()

    def hold(db: Connection) -> None:
        db.run("update sessions set user_agent = 'held'")
        go_on.wait(30)

    context.clock.move(timedelta(minutes=2))  # type: ignore[attr-defined]
    held = asyncio.create_task(context.database.write(hold))
    answer = await ann.http.get(ME)
    assert answer.status_code == 200
    assert not held.done()
    go_on.set()
    await held
    await context.sign_in_state.errands.finish()
