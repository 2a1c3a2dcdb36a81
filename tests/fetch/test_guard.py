"""No connection inwards, proved below our own code: every `connect` is watched."""

import socket

import pytest

from tests.fetch.connects import watched_connects
from tests.fetch.hostile_urls import hostile_urls
from tests.fetch.lab import HOST, PUBLIC, LabLookup, RebindingLookup, client_for
from tests.fetch.origin import Canary, Origin
from tests.fetch.redirect_targets import REDIRECT_TARGETS
from tidings.core.errors import SettingInvalid
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Response, TripStep
from tidings.fetch.guard import BlockedAddress, Guard
from tidings.fetch.steps import Steps
from tidings.fetch.target import Target, parse_target

AGENT = "Tidings/test"


def target(url: str) -> Target:
    parsed = parse_target(url)
    assert isinstance(parsed, Target)
    return parsed


async def test_no_hostile_spelling_leads_to_a_connection(untouchable: Canary) -> None:
    urls = hostile_urls(untouchable.port)
    assert len(urls) >= 250
    async with FetchClient(AGENT, lookup=LabLookup()) as client:
        with watched_connects() as connects:
            for url in urls:
                answer = await client.request(Request(url))
                assert isinstance(answer, FetchFailed), url
                assert answer.code in ("bad_url", "blocked_address", "dns"), url
    assert connects == []


async def test_a_url_that_hides_another_host_is_read_as_what_it_is(
    untouchable: Canary,
) -> None:
    lookup = LabLookup()
    async with FetchClient(AGENT, lookup=lookup) as client:
        url = f"http://example.com#@127.0.0.1:{untouchable.port}/"
        answer = await client.request(Request(url))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "dns"
    assert lookup.asked == ["example.com"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_no_redirect_leads_inwards(
    status: int, origin: Origin, untouchable: Canary
) -> None:
    assert len(REDIRECT_TARGETS) == 36
    async with client_for(origin) as client:
        for to in REDIRECT_TARGETS:
            to_url = to.replace("PORT", str(untouchable.port))
            answer = await client.request(Request(_redirect(origin, status, to_url)))
            assert isinstance(answer, FetchFailed), to
            assert answer.code in ("bad_redirect", "blocked_address"), to
            assert answer.detail, to


async def test_the_reason_names_the_address_and_its_range() -> None:
    async with FetchClient(AGENT, lookup=LabLookup()) as client:
        answer = await client.request(Request("http://inside.example/"))
    assert isinstance(answer, FetchFailed)
    assert answer.detail == "inside.example (10.0.0.1), private"
    assert answer.message.startswith("the address is not public")


async def test_one_inward_address_among_public_ones_spoils_all() -> None:
    with watched_connects() as connects:
        async with FetchClient(AGENT, lookup=LabLookup()) as client:
            answer = await client.request(Request("http://mixed-last.example/"))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "blocked_address"
    assert connects == []


async def test_the_judged_address_is_the_one_that_is_dialled() -> None:
    lookup = RebindingLookup([PUBLIC], ["127.0.0.1"])
    async with FetchClient(AGENT, lookup=lookup) as client:
        with watched_connects() as connects:
            first = await client.request(Request("http://rebind.example/"))
            assert connects == [(PUBLIC, 80)]
            assert lookup.asked == 1
            second = await client.request(Request("http://rebind.example/"))
    assert isinstance(first, FetchFailed)
    assert first.code == "refused"
    assert isinstance(second, FetchFailed)
    assert second.code == "blocked_address"
    assert connects == [(PUBLIC, 80)]


async def test_every_public_address_of_a_name_is_tried() -> None:
    addresses = [PUBLIC, "2606:4700:4700::1111", "1.1.1.1"]
    async with FetchClient(AGENT, lookup=RebindingLookup(addresses)) as client:
        with watched_connects() as connects:
            answer = await client.request(Request("http://many.example/"))
    assert isinstance(answer, FetchFailed)
    assert {address for address, _ in connects} == set(addresses)


async def test_a_name_without_addresses_is_a_dns_failure() -> None:
    async with FetchClient(AGENT, lookup=RebindingLookup([])) as client:
        answer = await client.request(Request("http://empty.example/"))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "dns"


async def test_a_rebound_name_is_stopped_on_a_later_hop(
    origin: Origin, untouchable: Canary
) -> None:
    lookup = RebindingLookup(["127.0.0.1"], ["127.0.0.1"])
    allowed = frozenset({("rebind.example", origin.port)})
    to = f"http://rebind.example:{untouchable.port}/"
    url = origin.url(f"/redirect?code=302&to={to}", "rebind.example")
    async with FetchClient(AGENT, allow_origins=allowed, lookup=lookup) as client:
        answer = await client.request(Request(url))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "blocked_address"
    assert lookup.asked == 2


async def test_an_exception_is_for_exactly_one_host_and_port(
    origin: Origin, untouchable: Canary
) -> None:
    allowed = frozenset({(HOST, origin.port)})
    lookup = LabLookup()
    async with FetchClient(AGENT, allow_origins=allowed, lookup=lookup) as client:
        same = await client.request(Request(origin.url("/plain", HOST)))
        other_spelling = await client.request(Request(origin.url("/plain")))
        other_port = await client.request(Request(f"http://{HOST}:{untouchable.port}/"))
    assert isinstance(same, Response)
    assert isinstance(other_spelling, FetchFailed)
    assert other_spelling.code == "blocked_address"
    assert isinstance(other_port, FetchFailed)
    assert other_port.code == "blocked_address"


async def test_an_exception_may_be_spelt_in_any_way(origin: Origin) -> None:
    allowed = frozenset({("FEEDS.Example.", origin.port), ("0:0::1", 80)})
    async with FetchClient(AGENT, allow_origins=allowed, lookup=LabLookup()) as client:
        answer = await client.request(Request(origin.url("/plain", HOST)))
    assert isinstance(answer, Response)
    with pytest.raises(SettingInvalid):
        Guard(LabLookup(), frozenset({("127.1", 80)}))


async def test_a_kept_connection_stays_with_the_address_that_was_judged(
    origin: Origin,
) -> None:
    lookup = RebindingLookup(["127.0.0.1"], ["10.0.0.1"])
    allowed = frozenset({("rebind.example", origin.port)})
    async with FetchClient(AGENT, allow_origins=allowed, lookup=lookup) as client:
        with watched_connects() as connects:
            for _ in range(3):
                url = origin.url("/plain", "rebind.example")
                assert isinstance(await client.request(Request(url)), Response)
    assert connects == [("127.0.0.1", origin.port)]
    assert origin.connections == 1


async def test_a_kept_connection_is_not_a_way_around_the_judge(
    origin: Origin,
) -> None:
    """The same address and port under a name that is not allowed is judged anew."""
    allowed = frozenset({(HOST, origin.port)})
    lookup = LabLookup()
    async with FetchClient(AGENT, allow_origins=allowed, lookup=lookup) as client:
        await client.request(Request(origin.url("/plain", HOST)))
        for name in ("loopback.example", "127.0.0.1", "localhost"):
            answer = await client.request(Request(origin.url("/plain", name)))
            assert isinstance(answer, FetchFailed)
            assert answer.code == "blocked_address"
    assert origin.connections == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "::1", "fe80::1%lo", "?"])
async def test_the_socket_factory_is_a_lock_of_its_own(address: str) -> None:
    guard = Guard(LabLookup())
    info = (socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, 80))
    with (
        guard.attempt(target("http://public.example/"), Steps(None)) as attempt,
        pytest.raises(BlockedAddress),
    ):
        guard.open_socket(info)
    assert attempt.blocked
    assert not attempt.dialled


async def test_a_socket_that_nobody_asked_for_cannot_be_made() -> None:
    info = (socket.AF_INET, socket.SOCK_STREAM, 0, "", (PUBLIC, 80))
    with pytest.raises(LookupError):
        Guard(LabLookup()).open_socket(info)


async def test_the_environment_names_no_proxy(
    origin: Origin, untouchable: Canary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{untouchable.port}")
    async with client_for(origin) as client:
        answer = await client.request(Request(origin.url("/plain")))
    assert isinstance(answer, Response)


async def test_steps_tell_what_was_resolved_judged_and_dialled(origin: Origin) -> None:
    steps: list[TripStep] = []
    async with client_for(origin) as client:
        url = _redirect(origin, 301, "http://inside.example/", HOST)
        await client.request(Request(url), steps)
    told = [(step.name, step.facts) for step in steps]
    assert [name for name, _ in told] == [
        "request",
        "resolve",
        "connect",
        "answer",
        "request",
        "resolve",
        "failed",
    ]
    assert told[1][1]["addresses"] == ["127.0.0.1"]
    assert told[2][1] == {"address": "127.0.0.1", "port": origin.port, "refused": None}
    assert told[3][1]["status"] == 301
    assert told[5][1]["refused"] == "inside.example (10.0.0.1), private"
    assert told[6][1]["code"] == "blocked_address"


def _redirect(origin: Origin, status: int, to: str, host: str = "127.0.0.1") -> str:
    return origin.url(f"/redirect?code={status}&to={_quoted(to)}", host)


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())
