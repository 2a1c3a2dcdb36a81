"""A page under a name that is not ours reaches nothing that signs in or registers."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.contexts import make_context
from tests.web.conftest import app_for
from tidings.context import Context

REGISTER = "/api/v1/auth/register"
ACCOUNT = {"username": "mallory", "password": "correct horse battery"}
OPEN = ["/livez", "/healthz", "/healthcheck", "/readyz", "/api/health"]


def visit(context: Context, host: str) -> httpx.AsyncClient:
    """Return a browser that has this name in its address bar."""
    origin = {"origin": f"http://{host}", "sec-fetch-site": "same-origin"}
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app_for(context)),
        base_url=f"http://{host}",
        headers=origin,
    )


@pytest.fixture
async def stranger(plain_context: Context) -> AsyncIterator[httpx.AsyncClient]:
    async with visit(plain_context, "evil.test:8080") as client:
        yield client


async def test_a_rebound_name_cannot_claim_a_fresh_installation(
    stranger: httpx.AsyncClient,
) -> None:
    refused = await stranger.post(REGISTER, json=ACCOUNT)
    assert refused.status_code == 403
    error = refused.json()["error"]
    assert error["code"] == "UNKNOWN_HOST"
    assert "TIDINGS_ALLOWED_HOSTS" in error["message"]
    assert error["details"] == {"host": "evil.test:8080"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/v1/auth/login"),
        ("GET", "/api/v1/auth/options"),
        ("GET", "/api/v1/users/me"),
        ("GET", "/login"),
        ("GET", "/"),
        ("GET", "/metrics"),
    ],
)
async def test_nothing_that_matters_answers_to_it(
    stranger: httpx.AsyncClient, method: str, path: str
) -> None:
    answer = await stranger.request(method, path)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", OPEN)
async def test_probes_are_answered_whatever_they_call_us(
    stranger: httpx.AsyncClient, path: str
) -> None:
    assert (await stranger.get(path)).status_code == 200


@pytest.mark.parametrize(
    ("settings", "host"),
    [
        ({}, "127.0.0.1:8080"),
        ({}, "192.168.1.5:8080"),
        ({}, "reader.lan"),
        ({"TIDINGS_BASE_URL": "http://news.example.org"}, "news.example.org"),
        ({"TIDINGS_ALLOWED_HOSTS": "a.example, evil.test"}, "evil.test:8080"),
    ],
)
async def test_a_known_name_can_register(
    plain_context: Context, settings: dict[str, str], host: str
) -> None:
    context = make_context(plain_context.database, settings=settings)
    async with visit(context, host) as client:
        assert (await client.post(REGISTER, json=ACCOUNT)).status_code == 201


@pytest.mark.parametrize("path", ["/login", "/api/v1/users/me", "/livez"])
@pytest.mark.parametrize("second", ["evil.test", "127.0.0.1:8080"])
async def test_a_request_with_two_host_headers_is_refused(
    plain_context: Context, path: str, second: str
) -> None:
    async with visit(plain_context, "127.0.0.1:8080") as client:
        twice = [("host", "127.0.0.1:8080"), ("host", second)]
        answer = await client.get(path, headers=twice)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "BAD_REQUEST"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "does not know this name"),
        ("pt-BR,pt;q=0.9", "não conhece este nome"),
        ("pl", "nie zna tej nazwy"),
        ("fi", "does not know this name"),
    ],
)
async def test_people_read_which_setting_to_write(
    stranger: httpx.AsyncClient, language: str, words: str
) -> None:
    page = await stranger.get(
        "/login", headers={"accept": "text/html", "accept-language": language}
    )
    assert page.status_code == 403
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert words in page.text
    assert "TIDINGS_ALLOWED_HOSTS=evil.test" in page.text


@pytest.mark.parametrize(
    ("forwarded", "scheme"), [("", "http"), ("https", "https"), ("gopher", "http")]
)
async def test_the_base_url_to_write_has_the_scheme_that_was_used(
    stranger: httpx.AsyncClient, forwarded: str, scheme: str
) -> None:
    headers = {"accept": "text/html", "x-forwarded-proto": forwarded}
    page = await stranger.get("/", headers=headers)
    assert f"TIDINGS_BASE_URL={scheme}://evil.test:8080" in page.text


async def test_the_page_shows_a_name_as_text(plain_context: Context) -> None:
    async with visit(plain_context, "127.0.0.1") as client:
        page = await client.get(
            "/", headers={"accept": "text/html", "host": "<script>alert(1)</script>.x"}
        )
    assert page.status_code == 403
    assert "<script" not in page.text
