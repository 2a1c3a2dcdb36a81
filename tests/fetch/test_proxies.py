"""A proxy is one more stranger: its address is judged, and it is no way inwards."""

import pytest

from tests.fetch.connects import watched_connects
from tests.fetch.lab import HOST, PUBLIC, LabLookup
from tests.fetch.origin import Canary, Origin
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Response

NAMES = LabLookup(
    {
        "public.example": [PUBLIC],
        "inside.example": ["10.0.0.1"],
        "proxy.example": ["127.0.0.1"],
        HOST: ["127.0.0.1"],
    }
)


def client_through(proxy: Origin) -> FetchClient:
    allowed = frozenset({("proxy.example", proxy.port)})
    return FetchClient("x", allow_origins=allowed, lookup=NAMES)


def proxy_url(proxy: Origin) -> str:
    return f"http://me:word@proxy.example:{proxy.port}"


@pytest.mark.parametrize("host", ["public.example", "known-to-proxy.example", PUBLIC])
async def test_a_request_goes_through_the_proxy_and_nowhere_else(
    host: str, origin: Origin
) -> None:
    async with client_through(origin) as client:
        with watched_connects() as connects:
            request = Request(f"http://{host}/plain", proxy=proxy_url(origin))
            answer = await client.request(request)
    assert isinstance(answer, Response)
    assert connects == [("127.0.0.1", origin.port)]
    assert origin.received[0].target == f"http://{host}/plain"
    assert origin.received[0].headers["proxy-authorization"] == "Basic bWU6d29yZA=="


async def test_a_proxy_that_refuses_is_named(origin: Origin) -> None:
    async with client_through(origin) as client:
        request = Request("https://public.example/plain", proxy=proxy_url(origin))
        answer = await client.request(request)
    assert isinstance(answer, FetchFailed)
    assert (answer.code, answer.detail) == ("proxy", "it answered with HTTP 407")
    assert origin.received[0].target == "public.example:443"
    assert origin.received[0].headers["proxy-authorization"] == "Basic bWU6d29yZA=="


async def test_a_proxy_that_is_away_is_named(unused_port: int) -> None:
    allowed = frozenset({("proxy.example", unused_port)})
    async with FetchClient("x", allow_origins=allowed, lookup=NAMES) as client:
        proxy = f"http://proxy.example:{unused_port}"
        answer = await client.request(Request("http://public.example/", proxy=proxy))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "proxy"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "inside.example", HOST])
async def test_the_proxys_own_address_is_judged(host: str, untouchable: Canary) -> None:
    async with FetchClient("x", lookup=NAMES) as client:
        with watched_connects() as connects:
            proxy = f"http://{host}:{untouchable.port}"
            answer = await client.request(
                Request("http://public.example/", proxy=proxy)
            )
    assert isinstance(answer, FetchFailed)
    assert answer.code == "blocked_address"
    assert connects == []


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/",
        "http://localhost/",
        "http://[::1]/",
        "http://inside.example/",
        "https://inside.example/",
    ],
)
async def test_a_proxy_is_no_way_inwards(url: str, origin: Origin) -> None:
    async with client_through(origin) as client:
        answer = await client.request(Request(url, proxy=proxy_url(origin)))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "blocked_address"
    assert origin.received == []


async def test_a_redirect_behind_a_proxy_is_judged_too(origin: Origin) -> None:
    async with client_through(origin) as client:
        url = "http://public.example/redirect?code=302&to=http://inside.example/"
        answer = await client.request(Request(url, proxy=proxy_url(origin)))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "blocked_address"
    assert len(origin.received) == 1


@pytest.mark.parametrize(
    "proxy", ["socks5://proxy.example", "proxy.example:80", "http://"]
)
async def test_an_address_that_is_no_proxy_is_told(proxy: str) -> None:
    async with FetchClient("x", lookup=NAMES) as client:
        answer = await client.request(Request("http://public.example/", proxy=proxy))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "proxy"
