"""Steps at the sign-in page that tests of it share."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx

from tests.contexts import Clock, make_context
from tests.web.conftest import client_for
from tidings.context import Context

PASSWORD = "correct horse battery"
OTHER = "another horse battery"


def with_settings(context: Context, settings: Mapping[str, str]) -> Context:
    """Return the same database under other settings and a clock that can be moved."""
    changed = make_context(context.database, clock=Clock(), settings=settings)
    return replace(changed, random_bytes=context.random_bytes)


@asynccontextmanager
async def visiting(
    context: Context, **settings: str
) -> AsyncIterator[tuple[httpx.AsyncClient, Clock]]:
    changed = with_settings(context, settings)
    assert isinstance(changed.clock, Clock)
    async with client_for(changed) as client:
        yield client, changed.clock
    await changed.sign_in_state.close()


async def register(
    client: httpx.AsyncClient, name: str = "ann", **more: str
) -> httpx.Response:
    body = {"username": name, "password": PASSWORD, **more}
    return await client.post("/api/v1/auth/register", json=body)


async def log_in(
    client: httpx.AsyncClient, name: str = "ann", password: str = PASSWORD
) -> httpx.Response:
    return await client.post(
        "/api/v1/auth/login", json={"username": name, "password": password}
    )


async def me(client: httpx.AsyncClient, token: str) -> int:
    bare = {"authorization": f"Bearer {token}"}
    return (await client.get("/api/v1/users/me", headers=bare)).status_code
