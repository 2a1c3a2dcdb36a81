"""A forgotten password: the same answer for everybody, a link for the right one."""

import re
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from tests.contexts import Clock, make_context
from tests.web.conftest import client_for
from tests.web.smtp_server import mail_server
from tests.web.v1.people import OTHER, PASSWORD, log_in, me
from tidings.context import Context
from tidings.services.accounts.password_reset import reset_link
from tidings.services.accounts.users import add_user
from tidings.store.accounts.accounts import set_email

BASE = "https://news.example.org"


async def with_mail(context: Context, port: int) -> Context:
    user = await add_user(context, "Ann", PASSWORD, "admin")
    await context.database.write(set_email, user.id, "ann@example.org")
    settings = {
        "TIDINGS_SMTP_URL": f"smtp://127.0.0.1:{port}",
        "TIDINGS_MAIL_FROM": "Tidings <news@example.org>",
        "TIDINGS_BASE_URL": BASE,
    }
    changed = make_context(context.database, clock=Clock(), settings=settings)
    return replace(changed, random_bytes=context.random_bytes)


async def forget(client: httpx.AsyncClient, name: str) -> httpx.Response:
    return await client.post(
        "/api/v1/auth/forgot-password",
        json={"username": name},
        headers={"host": "evil.lan"},
    )


async def choose(
    client: httpx.AsyncClient, token: str, password: str = OTHER
) -> httpx.Response:
    body = {"token": token, "password": password}
    return await client.post("/api/v1/auth/reset-password", json=body)


@pytest.mark.both_engines
async def test_a_link_by_mail_sets_a_new_password_once(context: Context) -> None:
    async with mail_server() as mailbox:
        mailing = await with_mail(context, mailbox.port)
        async with client_for(mailing) as client:
            old = (await log_in(client)).json()["token"]
            known = await forget(client, "ANN@example.org")
            unknown = await forget(client, "nobody@example.org")
            await mailing.sign_in_state.errands.finish()
            assert mailbox.recipients == ["ann@example.org"]
            found = re.search(rf"{BASE}/login#reset=(\S+)", mailbox.messages[0])
            assert found is not None
            assert "evil.example" not in mailbox.messages[0]
            assert (known.status_code, known.content) == (204, b"")
            assert (unknown.status_code, unknown.content) == (204, b"")
            assert (await choose(client, found[1])).status_code == 204
            assert await me(client, old) == 401
            mailing.clock.move(timedelta(minutes=2))  # type: ignore[attr-defined]
            assert (await choose(client, found[1])).status_code == 403
            assert (await log_in(client, "ann", PASSWORD)).status_code == 401
            assert (await log_in(client, "ann", OTHER)).status_code == 200


async def test_a_mail_server_that_is_down_is_nobodys_business(
    plain_context: Context,
) -> None:
    mailing = await with_mail(plain_context, 1)
    async with client_for(mailing) as client:
        assert (await forget(client, "ann")).status_code == 204
        await mailing.sign_in_state.errands.finish()


async def test_asking_is_limited_by_account_and_address(
    plain_context: Context,
) -> None:
    async with client_for(plain_context) as client:
        statuses = [(await forget(client, "ann")).status_code for _ in range(6)]
    assert statuses == [204] * 5 + [429]
    await plain_context.sign_in_state.errands.finish()


@pytest.mark.both_engines
async def test_a_link_runs_out_and_a_weak_password_does_not_use_it_up(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    first = (await reset_link(context, "ann")).partition("#reset=")[2]
    second = (await reset_link(context, "ann")).partition("#reset=")[2]
    async with client_for(context) as client:
        assert (await choose(client, first, "short")).status_code == 422
        assert (await choose(client, "wrong")).status_code == 403
        context.clock.move(timedelta(minutes=59))  # type: ignore[attr-defined]
        assert (await choose(client, first)).status_code == 204
        # A new password makes all other links worthless.
        assert (await choose(client, second)).status_code == 403
    third = (await reset_link(context, "ann")).partition("#reset=")[2]
    context.clock.move(timedelta(minutes=61))  # type: ignore[attr-defined]
    async with client_for(context) as client:
        assert (await choose(client, third)).status_code == 403


@pytest.mark.parametrize("path", ["forgot-password", "reset-password"])
async def test_in_single_user_mode_only_the_operator_sets_the_password(
    plain_context: Context, path: str
) -> None:
    settings = {"TIDINGS_PASSWORD": "a setting 123"}
    context = make_context(plain_context.database, settings=settings)
    body = {"token": "x", "password": OTHER}
    if path == "forgot-password":
        body = {"username": "admin"}
    async with client_for(context) as client:
        refused = await client.post(f"/api/v1/auth/{path}", json=body)
    assert refused.json()["error"]["code"] == "SINGLE_USER"
