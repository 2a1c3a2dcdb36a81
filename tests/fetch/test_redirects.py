"""Redirects are followed within bounds, and nothing private travels along."""

import json

import pytest

from tests.fetch.lab import HOST, OTHER_HOST, client_for
from tests.fetch.origin import Origin
from tidings.core.feeds.redirects import Hop
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Method, Request, Response
from tidings.fetch.legs import Leg, next_leg
from tidings.fetch.target import BadUrl, Credentials, Target, parse_target

SECRETS = {
    "private_headers": {"X-Api-Key": "secret-key", "Cookie": "secret=1"},
    "credentials": Credentials("me", "secret-word"),
}
CODES = [301, 302, 303, 307, 308]


def leg(url: str, method: Method = "GET", body: bytes | None = None) -> Leg:
    target = parse_target(url)
    assert isinstance(target, Target)
    return Leg(target, method, body)


def followed(start: Leg, status: int, location: str) -> Leg:
    following = next_leg(start, status, location)
    assert isinstance(following, Leg)
    return following


@pytest.mark.parametrize(
    ("method", "status", "expected"),
    [
        ("GET", 301, "GET"),
        ("GET", 303, "GET"),
        ("GET", 308, "GET"),
        ("HEAD", 303, "HEAD"),
        ("HEAD", 302, "HEAD"),
        ("POST", 301, "GET"),
        ("POST", 302, "GET"),
        ("POST", 303, "GET"),
        ("POST", 307, "POST"),
        ("POST", 308, "POST"),
    ],
)
def test_the_method_changes_as_the_rfc_says(
    method: Method, status: int, expected: Method
) -> None:
    body = b"said" if method == "POST" else None
    following = followed(leg("http://a.example/", method, body), status, "/b")
    assert following.method == expected
    assert following.body == (body if expected == "POST" else None)


@pytest.mark.parametrize(
    ("start", "location", "trusted"),
    [
        ("http://a.example/", "/b", True),
        ("http://a.example/", "http://A.example:80/b", True),
        ("http://a.example/", "https://a.example/b", True),
        ("https://a.example/", "http://a.example/b", False),
        ("http://a.example:8080/", "https://a.example/b", False),
        ("http://a.example/", "https://a.example:8443/b", False),
        ("http://a.example/", "http://a.example:81/b", False),
        ("http://a.example/", "http://b.a.example/", False),
        ("http://a.example/", "//b.example/", False),
    ],
)
def test_trust_ends_at_the_origin(start: str, location: str, trusted: bool) -> None:
    assert followed(leg(start), 302, location).trusted is trusted


def test_trust_does_not_come_back() -> None:
    away = followed(leg("http://a.example/"), 302, "http://b.example/")
    assert not followed(away, 302, "http://a.example/").trusted
    assert not followed(away, 302, "/elsewhere-on-b").trusted


def test_leaving_https_is_noted() -> None:
    away = followed(leg("https://a.example/"), 302, "http://a.example/")
    assert away.left_https
    assert followed(away, 302, "https://a.example/x").left_https
    assert not followed(leg("http://a.example/"), 302, "https://b.example/").left_https


@pytest.mark.parametrize("status", [307, 308])
def test_a_body_is_not_sent_to_another_site(status: int) -> None:
    start = leg("http://a.example/", "POST", b"said")
    assert isinstance(next_leg(start, status, "http://b.example/"), BadUrl)


@pytest.mark.parametrize("location", [None, "", "http://", "mailto:x@y", "http://u@h/"])
def test_a_redirect_to_nowhere_is_refused(location: str | None) -> None:
    assert isinstance(next_leg(leg("http://a.example/"), 302, location), BadUrl)


async def test_ten_redirects_are_followed_and_eleven_are_not(
    origin: Origin, client: FetchClient
) -> None:
    ten = await client.request(Request(origin.url("/countdown?left=9")))
    eleven = await client.request(Request(origin.url("/countdown?left=10")))
    assert isinstance(ten, Response)
    assert len(ten.hops) == 10
    assert isinstance(eleven, FetchFailed)
    assert eleven.code == "too_many_redirects"


async def test_a_circle_is_noticed_at_once(origin: Origin, client: FetchClient) -> None:
    await client.request(Request(origin.url("/loop")))
    assert len(origin.received) == 2


@pytest.mark.parametrize("code", CODES)
async def test_the_chain_is_recorded_with_its_codes(
    code: int, origin: Origin, client: FetchClient
) -> None:
    to = origin.url("/plain", OTHER_HOST)
    answer = await client.request(
        Request(origin.url(f"/redirect?code={code}&to={to}", HOST))
    )
    assert isinstance(answer, Response)
    assert answer.hops == (Hop(code, to),)
    assert answer.url == to


@pytest.mark.parametrize("code", CODES)
async def test_secrets_never_reach_another_origin(code: int, origin: Origin) -> None:
    async with Origin() as other, client_for(origin, other) as client:
        for to in (other.url("/echo"), origin.url("/echo", OTHER_HOST)):
            url = origin.url(f"/redirect?code={code}&to={to}")
            answer = await client.request(
                Request(url, headers={"If-None-Match": '"one"'}, **SECRETS)
            )
            assert isinstance(answer, Response)
            echo = json.loads(answer.body)["headers"]
            assert "secret" not in answer.body.decode()
            assert not {"authorization", "cookie", "x-api-key"} & set(echo)
            assert echo["if-none-match"] == '"one"'
    sent = origin.received[0].headers
    assert sent["authorization"] == "Basic bWU6c2VjcmV0LXdvcmQ="
    assert (sent["x-api-key"], sent["cookie"]) == ("secret-key", "secret=1")


async def test_secrets_stay_with_a_redirect_on_the_same_origin(
    origin: Origin, client: FetchClient
) -> None:
    url = origin.url("/redirect?code=302&to=/echo")
    answer = await client.request(Request(url, **SECRETS))
    assert isinstance(answer, Response)
    assert json.loads(answer.body)["headers"]["x-api-key"] == "secret-key"


async def test_secrets_do_not_return_after_a_detour(origin: Origin) -> None:
    async with Origin() as other, client_for(origin, other) as client:
        for last in (origin.url("/echo"), other.url("/echo")):
            detour = other.url(f"/redirect?code=302%26to={last}")
            url = origin.url(f"/redirect?code=302&to={detour}")
            answer = await client.request(Request(url, **SECRETS))
            assert isinstance(answer, Response)
            assert answer.url == last
            assert "secret" not in answer.body.decode()


async def test_cookies_are_not_kept(origin: Origin, client: FetchClient) -> None:
    await client.request(Request(origin.url("/status?code=200&Set-Cookie=a%3db")))
    await client.request(Request(origin.url("/redirect?code=302&to=/echo")))
    assert all("cookie" not in request.headers for request in origin.received)


async def test_a_judge_is_asked_before_each_hop(
    origin: Origin, client: FetchClient
) -> None:
    def judge(target: Target) -> str | None:
        return None if target.host == HOST else "a stranger"

    for host, arrives in ((HOST, True), (OTHER_HOST, False)):
        to = origin.url("/plain", host)
        request = Request(origin.url(f"/redirect?to={to}&code=302", HOST), judge=judge)
        answer = await client.request(request)
        assert isinstance(answer, Response) is arrives
    assert isinstance(answer, FetchFailed)
    assert (answer.code, answer.detail) == ("blocked_address", "a stranger")
    assert len(origin.received) == 3
