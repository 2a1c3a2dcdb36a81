"""Whoever is signed out is out within a second: no request, no stream goes on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic
from typing import Any

import pytest

from tests.web.streams import Account, Served, live_context, serving
from tidings.services.accounts.users import add_user
from tidings.web.live import LivePace

pytestmark = pytest.mark.both_engines

PASSWORD, OTHER = "a fine old horse", "another fine horse"
ME = "/api/v1/users/me"


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    with live_context(database_url) as context:
        async with serving(context, LivePace()) as server:
            await add_user(context, "root", PASSWORD, "admin")
            await add_user(context, "ann", PASSWORD, "user")
            yield server


async def call(
    served: Served, who: Account | None, method: str, path: str, **more: Any
):
    headers = who.headers if who else {}
    url = served.url(path)
    async with served.http.request(method, url, headers=headers, **more) as answer:
        return answer.status, await answer.json() if answer.content_length else None


async def log_in(served: Served, name: str) -> Account:
    body = {"username": name, "password": PASSWORD}
    status, answer = await call(served, None, "POST", "/api/v1/auth/login", json=body)
    assert status == 200
    user = await call(served, who := Account(served, 0, answer["token"], ""), "GET", ME)
    return Account(served, user[1]["id"], who.token, "")


async def log_out(served: Served, ann: Account, root: Account) -> None:
    assert (await call(served, ann, "POST", "/api/v1/auth/logout"))[0] == 204


async def change_password(served: Served, ann: Account, root: Account) -> None:
    elsewhere = await log_in(served, "ann")
    body = {"password": OTHER, "current_password": PASSWORD}
    assert (await call(served, elsewhere, "PATCH", ME, json=body))[0] == 200


async def disable(served: Served, ann: Account, root: Account) -> None:
    body = {"disabled": True}
    path = f"/api/v1/users/{ann.id}"
    assert (await call(served, root, "PATCH", path, json=body))[0] == 200


@pytest.mark.parametrize("end", [log_out, change_password, disable])
async def test_streams_and_requests_end_within_a_second(
    served: Served, end: Callable[[Served, Account, Account], Awaitable[None]]
) -> None:
    begun = monotonic()
    ann, root = await log_in(served, "ann"), await log_in(served, "root")
    # Where four plain requests take longer than that, the machine is busy.
    second = max(1.0, monotonic() - begun)
    async with ann.listen() as stream, root.listen() as staying:
        await stream.hello()
        await staying.hello()
        await end(served, ann, root)
        async with asyncio.timeout(second):
            assert await stream.next(None) is None
            assert (await call(served, ann, "GET", ME))[0] == 401
        assert (await call(served, root, "GET", ME))[0] == 200
