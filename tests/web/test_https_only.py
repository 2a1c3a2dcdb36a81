"""Where the base URL is https, a trusted proxy's plain visitors are sent there."""

import pytest

from tests.contexts import make_context
from tests.web.conftest import client_for
from tidings.context import Context

HTTPS = {
    "TIDINGS_BASE_URL": "https://news.example.org",
    "TIDINGS_TRUSTED_PROXIES": "127.0.0.1",
}
PLAIN = {"x-forwarded-proto": "http"}


async def test_a_plain_visit_is_sent_to_the_base_url(plain_context: Context) -> None:
    context = make_context(plain_context.database, settings=HTTPS)
    async with client_for(context) as client:
        answer = await client.get("/search?q=a%20b&x=1", headers=PLAIN)
        assert answer.status_code == 308
        assert answer.headers["location"] == (
            "https://news.example.org/search?q=a%20b&x=1"
        )
        # Two slashes must not become another host.
        answer = await client.get("http://tidings.lan//evil.example/", headers=PLAIN)
        assert answer.headers["location"].startswith("https://news.example.org//evil")


@pytest.mark.parametrize(
    ("settings", "headers", "address", "path"),
    [
        (HTTPS, {"x-forwarded-proto": "https"}, "127.0.0.1", "/login"),
        (HTTPS, {"x-forwarded-proto": "http, https"}, "127.0.0.1", "/login"),
        (HTTPS, {}, "127.0.0.1", "/login"),
        (HTTPS, PLAIN, "192.0.2.1", "/login"),  # nobody whom we trust says so
        (HTTPS, PLAIN, "127.0.0.1", "/livez"),
        (HTTPS, PLAIN, "127.0.0.1", "/api/health"),
        ({**HTTPS, "TIDINGS_BASE_URL": "http://x.lan"}, PLAIN, "127.0.0.1", "/login"),
    ],
)
async def test_others_are_answered(
    plain_context: Context,
    settings: dict[str, str],
    headers: dict[str, str],
    address: str,
    path: str,
) -> None:
    context = make_context(plain_context.database, settings=settings)
    async with client_for(context, address) as client:
        assert (await client.get(path, headers=headers)).status_code == 200


async def test_nothing_that_was_sent_is_sent_again(plain_context: Context) -> None:
    context = make_context(plain_context.database, settings=HTTPS)
    async with client_for(context) as client:
        body = {"username": "ann", "password": "wrong"}
        answer = await client.post("/api/v1/auth/login", json=body, headers=PLAIN)
    assert answer.status_code == 401
