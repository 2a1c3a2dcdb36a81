"""Headers that keep browsers safe are on every answer."""

import httpx
import pytest

from tests.contexts import make_context
from tests.web.conftest import client_for
from tidings.context import Context

PATHS = [
    "/",
    "/api/docs",
    "/api/health",
    "/api/openapi.json",
    "/nothing",
    "/pages/style.css",
]


def policy_of(answer: httpx.Response) -> dict[str, list[str]]:
    parts = [
        part.split() for part in answer.headers["content-security-policy"].split(";")
    ]
    return {name: rest for name, *rest in parts}


@pytest.mark.parametrize("path", PATHS)
async def test_every_answer_has_a_policy_without_inline_parts(
    plain_client: httpx.AsyncClient, path: str
) -> None:
    policy = policy_of(await plain_client.get(path))
    allowed = {source for sources in policy.values() for source in sources}
    assert allowed <= {"'none'", "'self'", "data:"}
    for name in ("default-src", "object-src", "base-uri", "frame-ancestors"):
        assert policy[name] == ["'none'"]
    assert policy["form-action"] == ["'self'"]
    assert "data:" not in policy["script-src"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ],
)
async def test_every_answer_has_these(
    plain_client: httpx.AsyncClient, path: str, header: str, value: str
) -> None:
    assert (await plain_client.get(path)).headers[header] == value


@pytest.mark.parametrize(
    ("base_url", "expected"),
    [("https://news.example.org", True), ("http://nas.lan:8080", False)],
)
async def test_https_is_insisted_on_where_it_is_used(
    plain_context: Context, base_url: str, expected: bool
) -> None:
    context = make_context(
        plain_context.database, settings={"TIDINGS_BASE_URL": base_url}
    )
    async with client_for(context) as client:
        answer = await client.get("/api/health")
    assert ("strict-transport-security" in answer.headers) is expected


async def test_each_request_has_its_own_number_whatever_it_brings(
    plain_client: httpx.AsyncClient,
) -> None:
    sent = {"x-request-id": "mine\\r\\nset-cookie: a=b"}
    first = await plain_client.get("/livez", headers=sent)
    second = await plain_client.get("/livez", headers=sent)
    numbers = {answer.headers["x-request-id"] for answer in (first, second)}
    assert len(numbers) == 2
    assert all(len(number) == 16 and number.isalnum() for number in numbers)


async def test_each_answer_says_what_time_it_is(
    plain_context: Context, plain_client: httpx.AsyncClient
) -> None:
    early = plain_context.clock()
    answer = await plain_client.get("/livez")
    assert early <= int(answer.headers["x-server-time"]) <= plain_context.clock()


async def test_answers_of_the_api_are_not_kept_by_caches(
    plain_client: httpx.AsyncClient,
) -> None:
    assert (await plain_client.get("/api/health")).headers[
        "cache-control"
    ] == "no-store"
