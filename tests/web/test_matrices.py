"""What must hold for every route, asked of every route that the description names."""

from collections.abc import Iterator

import httpx
import pytest

from tests.web.conftest import client_for
from tidings.context import Context
from tidings.services.accounts.sessions import open_session
from tidings.store.accounts.accounts import NewUser, insert_user
from tidings.web.app import openapi_document

UNSAFE = frozenset({"post", "put", "patch", "delete"})
# Open to everybody on purpose: health, the doors themselves, what the operator publishes,
# and signed or secret addresses, where whoever has one may see what it names. One by one: what is added must ask who one is.
PUBLIC = frozenset(
    {
        "alive",
        "begin_passkey_sign_in",
        "find_deframed_item",
        "finish_apple_sign_in",
        "finish_oauth_sign_in",
        "finish_oidc_sign_in",
        "forgot_password",
        "get_enclosure",
        "get_media",
        "get_sign_in_options",
        "health",
        "list_deframed_site",
        "log_in",
        "read_deframed_feed",
        "read_publication",
        "ready",
        "register",
        "reset_password",
        "sign_in_by_passkey",
        "start_oauth_sign_in",
        "start_oidc_sign_in",
    }
)
# A provider sends its answer by a form; state and cookie prove that we asked for it.
POSTED_BY_OTHERS = ("/api/v1/auth/oauth/apple/callback",)
EXAMPLES = {"uuid": "0199c1a2-7b00-7000-8000-000000000001", "integer": "1"}


def operations(leaving_out: frozenset[str] = frozenset()) -> Iterator[tuple[str, str]]:
    for path, item in openapi_document()["paths"].items():
        for method, operation in item.items():
            is_wanted = operation.get("operationId") not in leaving_out
            if method in (*UNSAFE, "get") and is_wanted:
                yield method, _filled(path, operation)


def _filled(path: str, operation: dict) -> str:
    for one in operation.get("parameters", []):
        if one["in"] == "path":
            schema = one["schema"]
            value = EXAMPLES["integer" if schema.get("type") == "integer" else "uuid"]
            path = path.replace("{" + one["name"] + "}", value)
    return path


@pytest.fixture
async def browser(plain_context: Context) -> httpx.AsyncClient:
    """Somebody signed in by cookie, with all rights."""
    new = NewUser("ann", None, "admin")
    user = await plain_context.database.write(insert_user, new, plain_context.clock())
    token, _ = await open_session(plain_context, user.id)
    client = client_for(plain_context)
    client.cookies.set("tidings_session", token)
    return client


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://sub.tidings.lan"},
    ],
)
async def test_every_unsafe_route_refuses_a_request_from_another_site(
    browser: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    unsafe = [
        (method, path)
        for method, path in operations()
        if method in UNSAFE and path not in POSTED_BY_OTHERS
    ]
    assert len(unsafe) > 15
    let_in = []
    for method, path in unsafe:
        answer = await browser.request(method, path, headers=headers)
        if (answer.status_code, answer.json()["error"]["code"]) != (403, "CROSS_SITE"):
            let_in.append((method, path, answer.status_code))
    assert let_in == []


async def test_every_route_but_the_public_ones_asks_who_one_is(
    plain_client: httpx.AsyncClient,
) -> None:
    closed = list(operations(leaving_out=PUBLIC))
    assert len(list(operations())) - len(closed) == len(PUBLIC)
    assert len(closed) > 30
    open_doors = []
    for method, path in closed:
        answer = await plain_client.request(method, path)
        if answer.status_code != 401:
            open_doors.append((method, path, answer.status_code))
    assert open_doors == []
