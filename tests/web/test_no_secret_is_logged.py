"""Secrets that pass through the doors reach neither logs nor errors nor metrics."""

import io
from collections.abc import Iterator

import pytest
import structlog

from tests.contexts import make_context
from tests.web.conftest import client_for
from tidings.context import Context
from tidings.observe.logs import configure_logs

PASSWORD = "canary-password-1"
OTHER = "canary-password-2"


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What is logged at the most talkative level, as JSON lines."""
    before = structlog.get_config()
    stream = io.StringIO()
    configure_logs("debug", "json", process="web", stream=stream)
    yield stream
    structlog.configure(**before)


async def test_no_door_lets_a_secret_into_the_log(
    plain_context: Context, logged: io.StringIO
) -> None:
    context = make_context(plain_context.database)
    v1 = "/api/v1"
    async with client_for(context) as client:
        credentials = {"username": "ann", "password": PASSWORD}
        made = (await client.post(f"{v1}/auth/register", json=credentials)).json()
        login = (await client.post(f"{v1}/auth/login", json=credentials)).json()
        secrets = {PASSWORD, OTHER, made["token"], login["token"]}
        wrong = {**credentials, "password": OTHER}
        await client.post(f"{v1}/auth/login", json=wrong)
        await client.post(f"{v1}/auth/login", json={"password": OTHER, "x": OTHER})
        change = {"password": OTHER, "current_password": PASSWORD}
        answers = [await client.patch(f"{v1}/users/me", json=change)]
        token = (await client.post(f"{v1}/users/me/tokens", json={"name": "a"})).json()
        invite = (await client.post(f"{v1}/invites", json={})).json()
        secrets |= {token["token"], invite["token"]}
        reset = {"token": "canary-reset", "password": OTHER}
        answers.append(await client.post(f"{v1}/auth/reset-password", json=reset))
        answers.append(
            await client.get(
                f"{v1}/users/me", headers={"authorization": "Bearer canary-bearer"}
            )
        )
        odd = "canary\r\nset-cookie: a=b"
        answers.append(
            await client.post(f"{v1}/auth/login", json={**wrong, "username": odd})
        )
    told = logged.getvalue() + context.metrics.text().decode()
    told += "".join(answer.text + str(answer.headers.raw) for answer in answers)
    assert "request" in logged.getvalue()
    for secret in (*secrets, "canary"):
        assert secret not in told
