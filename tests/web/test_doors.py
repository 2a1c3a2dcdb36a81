"""What stands before every route: origin, size, frequency, packing."""

import gzip
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.responses import StreamingResponse

from tests.contexts import Clock, make_context
from tests.web.conftest import client_for, signed_in
from tidings.config import load_settings
from tidings.context import Context
from tidings.services.accounts.sessions import open_session
from tidings.store.accounts.accounts import NewUser, insert_user
from tidings.web.app import create_app
from tidings.wiring import open_fetching

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LOGOUT = "/api/v1/auth/logout"


async def browser_of(context: Context, name: str = "ann") -> httpx.AsyncClient:
    """Return a client that is signed in by cookie, as browsers are."""
    new = NewUser(name, None, "user")
    user = await context.database.write(insert_user, new, context.clock())
    token, _ = await open_session(context, user.id)
    client = client_for(context)
    client.cookies.set("tidings_session", token)
    return client


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://tidings.lan.evil.example"},
        {"origin": "http://tidings.lan:81"},
        {"origin": "https://tidings.lan@evil.example"},
        {"origin": "http://[bad"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://tidings.lan"},
        {"sec-fetch-site": "same-origin", "origin": "https://evil.example"},
        {"origin": "https://evil.example", "authorization": "Basic YTpi"},
    ],
)
async def test_a_foreign_page_changes_nothing(
    plain_context: Context, headers: dict[str, str]
) -> None:
    client = await browser_of(plain_context)
    refused = await client.post(LOGOUT, headers=headers)
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "CROSS_SITE"
    login = await client.post(
        "/api/v1/auth/login", json={"password": "x"}, headers=headers
    )
    assert login.status_code == 403
    assert (await client.get("/api/v1/users/me", headers=headers)).status_code in (
        200,
        401,
    )


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://tidings.lan"},
        {"sec-fetch-site": "same-origin", "origin": "http://tidings.lan"},
        {"sec-fetch-site": "none"},
    ],
)
async def test_our_own_pages_and_programs_pass(
    plain_context: Context, headers: dict[str, str]
) -> None:
    client = await browser_of(plain_context)
    assert (await client.post(LOGOUT, headers=headers)).status_code == 204


async def test_a_program_with_a_token_is_nobodys_page(plain_context: Context) -> None:
    async with signed_in(plain_context, "ann") as ann:
        headers = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
        assert (await ann.http.post(LOGOUT, headers=headers)).status_code == 204


async def test_by_https_the_same_name_without_encryption_is_foreign(
    plain_context: Context,
) -> None:
    settings = {"TIDINGS_BASE_URL": "https://tidings.lan"}
    context = make_context(plain_context.database, settings=settings)
    async with client_for(context) as client:
        body = {"username": "ann", "password": "wrong"}
        plain = {"origin": "http://tidings.lan"}
        login = "/api/v1/auth/login"
        assert (await client.post(login, json=body, headers=plain)).status_code == 403
        own = {"origin": "https://tidings.lan"}
        assert (await client.post(login, json=body, headers=own)).status_code == 401


async def test_only_listed_origins_may_call_from_a_browser(
    plain_context: Context,
) -> None:
    settings = {"TIDINGS_CORS_ORIGINS": "https://app.example"}
    context = make_context(plain_context.database, settings=settings)
    asks = {"access-control-request-method": "PATCH"}
    async with client_for(context) as client:
        for origin, allowed in (("https://app.example", True), ("https://e.x", False)):
            headers = {"origin": origin, **asks}
            answer = await client.options("/api/v1/users/me", headers=headers)
            told = answer.headers.get("access-control-allow-origin")
            assert (told == origin) is allowed
            assert "access-control-allow-credentials" not in answer.headers
            body = {"username": "ann", "password": "wrong"}
            login = await client.post(
                "/api/v1/auth/login",
                json=body,
                headers={"origin": origin, "sec-fetch-site": "cross-site"},
            )
            assert login.status_code == (401 if allowed else 403)
    async with client_for(plain_context) as client:
        answer = await client.get("/livez", headers={"origin": "https://app.example"})
        assert "access-control-allow-origin" not in answer.headers


@pytest.fixture
async def lab(plain_context: Context) -> AsyncIterator[httpx.AsyncClient]:
    """The real application with a few routes to measure."""
    app = create_app(plain_context)
    _add_routes(app)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://tidings.lan"
    ) as opened:
        opened.headers["accept-encoding"] = "identity"
        yield opened


def _add_routes(app: FastAPI) -> None:
    @app.post("/test/size")
    @app.post("/test/import")
    async def size(request: Request) -> int:
        return len(await request.body())

    @app.get("/test/text")
    @app.get("/api/v1/auth/text")
    async def text(length: int) -> str:
        return "a" * length

    @app.get("/test/stream")
    async def stream() -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"data: " + b"x" * 5000 + b"\n\n"

        return StreamingResponse(parts(), media_type="text/event-stream")


async def chunks(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // 65536):
        yield b"x" * 65536


MEGABYTE = 1024 * 1024


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/test/size", MEGABYTE, 200),
        ("/test/size", MEGABYTE + 65536, 413),
        ("/test/import", 2 * MEGABYTE, 200),
        ("/test/import", 21 * MEGABYTE, 413),
    ],
)
async def test_bodies_have_a_largest_size_whether_or_not_they_tell_it(
    lab: httpx.AsyncClient, path: str, size: int, status: int
) -> None:
    told = await lab.post(path, content=b"x" * size)
    silent = await lab.post(path, content=chunks(size))
    assert (told.status_code, silent.status_code) == (status, status)
    if status == 413:
        assert told.json()["error"]["code"] == "TOO_LARGE"
        assert silent.json()["error"]["code"] == "TOO_LARGE"


@pytest.mark.parametrize(
    ("accepts", "packing"),
    [
        ("gzip, deflate, br", "gzip"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip;q=0.5", "gzip"),
        ("gzip;q=0, zstd; q=0", None),
        ("identity", None),
        ("", None),
    ],
)
async def test_large_answers_are_packed_as_the_client_likes(
    lab: httpx.AsyncClient, accepts: str, packing: str | None
) -> None:
    headers = {"accept-encoding": accepts}
    async with lab.stream("GET", "/test/text?length=9000", headers=headers) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == packing
    assert "accept-encoding" in answer.headers["vary"].lower()
    assert int(answer.headers["content-length"]) == len(raw)
    unpack = {"gzip": gzip.decompress, "zstd": zstd.decompress, None: bytes}[packing]
    assert unpack(raw) == b'"' + b"a" * 9000 + b'"'


@pytest.mark.parametrize(
    "path", ["/test/text?length=500", "/test/stream", "/api/v1/auth/text?length=9000"]
)
async def test_small_answers_streams_and_secrets_stay_as_they_are(
    lab: httpx.AsyncClient, path: str
) -> None:
    answer = await lab.get(path, headers={"accept-encoding": "gzip, zstd"})
    assert answer.status_code == 200
    assert "content-encoding" not in answer.headers


async def test_head_tells_the_same_headers_as_get(lab: httpx.AsyncClient) -> None:
    headers = {"accept-encoding": "gzip"}
    path = "/test/text?length=9000"
    got = await lab.get(path, headers=headers)
    asked = await lab.head(path, headers=headers)
    assert asked.content == b""
    assert asked.headers["content-length"] == got.headers["content-length"]


def limited(context: Context) -> Context:
    changed = make_context(
        context.database, clock=Clock(), settings={"TIDINGS_API_RATE": "10"}
    )
    return replace(changed, random_bytes=context.random_bytes)


async def test_a_user_has_a_hundred_requests_at_once_and_ten_a_second(
    plain_context: Context,
) -> None:
    context = limited(plain_context)
    async with signed_in(context, "ann") as ann, signed_in(context, "bob") as bob:
        path = "/api/v1/users/me"
        statuses = [(await ann.http.get(path)).status_code for _ in range(101)]
        assert statuses == [200] * 100 + [429]
        assert (await bob.http.get(path)).status_code == 200
        context.clock.move(timedelta(seconds=1))  # type: ignore[attr-defined]
        statuses = [(await ann.http.get(path)).status_code for _ in range(11)]
        assert statuses == [200] * 10 + [429]


@pytest.mark.parametrize("query", ["?q=word", "?limit=1&q=word"])
async def test_searching_has_a_count_of_its_own(
    plain_context: Context, query: str
) -> None:
    async with signed_in(limited(plain_context), "ann") as ann:
        path = f"/api/v1/users/me{query}"
        statuses = [(await ann.http.get(path)).status_code for _ in range(11)]
        assert statuses == [200] * 10 + [429]
        assert (await ann.http.get("/api/v1/users/me")).status_code == 200


async def test_refreshing_is_counted_by_address(plain_context: Context) -> None:
    settings = load_settings({"TIDINGS_SECRET_KEY": "k" * 40}, Path("/nonexistent"))
    async with (
        open_fetching(settings) as fetching,
        signed_in(plain_context, "ann", fetching) as ann,
    ):
        path = "/api/v1/feeds/999999/refresh"
        statuses = [(await ann.http.post(path)).status_code for _ in range(12)]
    assert statuses == [404] * 10 + [429] * 2


async def test_tokens_that_are_nobodys_are_not_answered_for_ever(
    plain_context: Context,
) -> None:
    context = make_context(
        plain_context.database, clock=Clock(), settings={"TIDINGS_API_RATE": "10"}
    )
    async with signed_in(context, "ann") as ann:
        wrong = {"authorization": "Bearer wrong"}
        path = "/api/v1/users/me"
        statuses = [
            (await ann.http.get(path, headers=wrong)).status_code for _ in range(101)
        ]
        assert statuses == [401] * 100 + [429]
        assert (await ann.http.get(path)).status_code == 200


async def test_a_huge_authorization_header_is_refused_quickly(
    plain_client: httpx.AsyncClient,
) -> None:
    for header in ("Bearer " + "x" * 65536, " " * 65536, "Bearer" + " " * 65536):
        answer = await plain_client.get(
            "/api/v1/users/me", headers={"authorization": header}
        )
        assert answer.status_code == 401
