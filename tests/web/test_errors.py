"""Every refusal has one shape; a bug says nothing but its number."""

from collections.abc import AsyncIterator
from typing import Annotated

import httpx
import pytest
import structlog
from fastapi import FastAPI, Query
from pydantic import BaseModel
from starlette.responses import StreamingResponse

from tidings.context import Context
from tidings.core import errors
from tidings.core.codes import Code
from tidings.services.fields import Storable
from tidings.web.app import create_app

SECRET = "canary-7f3a"


class Login(BaseModel):
    username: str
    password: Annotated[str, Query(min_length=40)]


@pytest.fixture
async def client(plain_context: Context) -> AsyncIterator[httpx.AsyncClient]:
    """The real application with a few routes that go wrong."""
    app = create_app(plain_context)
    _add_broken_routes(app)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://tidings.lan"
    ) as opened:
        yield opened


def _add_broken_routes(app: FastAPI) -> None:
    @app.get("/test/refuse/{name}")
    async def refuse(name: str) -> None:
        kind = getattr(errors, name)
        code = None if hasattr(kind, "code") else Code.ID_TAKEN
        raise kind("No.", code=code, details={"retry_after": 7})

    @app.get("/test/bug")
    async def bug() -> None:
        raise RuntimeError(f"the secret is {SECRET}")

    @app.get("/test/half")
    async def half() -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"begun"
            raise RuntimeError("half-way")

        return StreamingResponse(parts())

    @app.get("/test/list")
    async def some(limit: Annotated[int, Query(le=200)]) -> int:
        return limit

    @app.get("/test/name")
    async def name(
        name: Annotated[Storable, Query(min_length=1, max_length=3)],
    ) -> str:
        return name

    @app.post("/test/login")
    async def login(body: Login) -> str:
        return body.username


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("NotFound", 404, "NOT_FOUND"),
        ("Invalid", 422, "INVALID"),
        ("CursorInvalid", 422, "CURSOR_INVALID"),
        ("Conflict", 409, "ID_TAKEN"),
        ("Unauthorized", 401, "UNAUTHORIZED"),
        ("Forbidden", 403, "ID_TAKEN"),
        ("RateLimited", 429, "RATE_LIMITED"),
        ("ListExpired", 410, "LIST_EXPIRED"),
        ("LeaseLost", 409, "LEASE_LOST"),
        ("DatabaseBusy", 503, "DATABASE_BUSY"),
        ("DatabaseTimeout", 503, "DATABASE_TIMEOUT"),
        ("DatabaseUnavailable", 503, "DATABASE_UNAVAILABLE"),
        ("DatabaseTooNew", 503, "DATABASE_TOO_NEW"),
        ("DatabaseDamaged", 503, "DATABASE_DAMAGED"),
        ("SettingInvalid", 400, "SETTING_INVALID"),
    ],
)
async def test_a_refusal_has_its_status_and_code(
    client: httpx.AsyncClient, name: str, status: int, code: str
) -> None:
    answer = await client.get(f"/test/refuse/{name}")
    assert answer.status_code == status
    assert answer.json() == {
        "error": {"code": code, "message": "No.", "details": {"retry_after": 7}}
    }
    says_when = status in (429, 503)
    assert answer.headers.get("retry-after") == ("7" if says_when else None)


async def test_every_refusal_of_the_core_has_a_status_of_its_own_on_purpose(
    client: httpx.AsyncClient,
) -> None:
    kinds = [
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.TidingsError)
    ]
    for name in set(kinds) - {"TidingsError", "SettingInvalid"}:
        assert (await client.get(f"/test/refuse/{name}")).status_code != 400, name


async def test_nothing_here_and_not_like_that_have_the_same_shape(
    client: httpx.AsyncClient,
) -> None:
    missing = await client.get("/api/v1/nothing")
    assert missing.status_code == 404
    assert missing.json()["error"]["code"] == "NOT_FOUND"
    wrong = await client.delete("/api/health")
    assert wrong.status_code == 405
    assert wrong.json()["error"]["code"] == "METHOD_NOT_ALLOWED"
    assert wrong.headers["allow"] == "GET"


async def test_a_wrong_value_names_its_field(client: httpx.AsyncClient) -> None:
    answer = await client.get("/test/list?limit=300")
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "INVALID"
    assert error["message"].startswith("limit: ")
    assert error["details"]["field"] == "limit"
    assert error["details"]["errors"][0]["in"] == "query"


async def test_a_text_is_measured_in_characters(client: httpx.AsyncClient) -> None:
    long = await client.get("/test/name?name=four")
    assert long.json()["error"]["message"] == "name: may have 3 characters, not 4"
    empty = await client.get("/test/name?name=")
    message = "name: needs at least 1 character"
    assert empty.json()["error"]["message"] == message


async def test_a_refused_password_is_not_sent_back(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/test/login", json={"username": "ana", "password": SECRET}
    )
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"] == "password"
    assert SECRET not in answer.text


async def test_a_body_that_is_no_json_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/test/login", content=b"{", headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "MALFORMED_JSON"
    assert error["message"].startswith("body: is not JSON: ")
    assert error["message"].endswith(", at character 2")
    assert error["details"]["field"] == "body"


async def test_a_bug_says_nothing_but_its_number_and_is_logged(
    client: httpx.AsyncClient,
) -> None:
    with structlog.testing.capture_logs() as logs:
        answer = await client.get("/test/bug")
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert error["code"] == "INTERNAL"
    assert error["details"] == {"request_id": answer.headers["x-request-id"]}
    assert SECRET not in answer.text
    assert "Traceback" not in answer.text
    assert [line["event"] for line in logs] == ["request failed", "request"]


async def test_a_bug_answer_carries_the_safe_headers_too(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/test/bug")
    assert "default-src 'none'" in answer.headers["content-security-policy"]


async def test_an_answer_that_breaks_half_way_is_cut_not_completed(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/test/half")
    assert answer.content == b"begun"
    assert b"error" not in answer.content


async def test_no_request_is_sent_to_the_host_that_it_names(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/api/health/", headers={"host": "evil.lan"})
    assert answer.status_code == 404
    assert "location" not in answer.headers
