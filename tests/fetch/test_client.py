"""What the world does comes back as a value, with the right name."""

import asyncio
import ssl
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from tests.fetch.lab import HOST, SHORT, LabLookup, client_for
from tests.fetch.origin import Origin
from tests.fetch.payloads import FEED
from tidings.core.errors import Invalid
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Response

ONE_SECOND = timedelta(seconds=1)


async def test_a_plain_answer_arrives_whole(
    origin: Origin, client: FetchClient
) -> None:
    answer = await client.request(Request(origin.url("/plain")))
    assert isinstance(answer, Response)
    assert (answer.status, answer.body, answer.hops) == (200, FEED, ())
    assert answer.url == origin.url("/plain")
    assert origin.received[0].headers["user-agent"] == "Tidings/test"
    assert origin.received[0].headers["accept-encoding"] == "gzip, deflate, br, zstd"


async def test_the_path_is_sent_as_it_was_written(
    origin: Origin, client: FetchClient
) -> None:
    await client.request(Request(origin.url("/plain?a=%7e%2F+|b&c=ü d&e=[x]#f")))
    assert origin.received[0].target == "/plain?a=%7e%2F+|b&c=%C3%BC%20d&e=[x]"


@pytest.mark.parametrize("path", ["/chunked", "/until-close"])
async def test_every_framing_is_understood(
    path: str, origin: Origin, client: FetchClient
) -> None:
    answer = await client.request(Request(origin.url(path)))
    assert isinstance(answer, Response)
    assert answer.body == FEED


async def test_connections_are_used_again(origin: Origin, client: FetchClient) -> None:
    for _ in range(5):
        await client.request(Request(origin.url("/plain")))
    assert origin.connections == 1


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/close", "connection_lost"),
        ("/cut", "connection_lost"),
        ("/cut-chunk", "connection_lost"),
        ("/bad-chunks", "bad_answer"),
        ("/garbage", "bad_answer"),
        ("/two-lengths", "bad_answer"),
        ("/short-length", "bad_answer"),
        ("/upgrade", "bad_answer"),
        ("/encoded?as=gzip&cut=9", "bad_encoding"),
        ("/encoded?as=gzip&says=gzip,br", "bad_encoding"),
        ("/nowhere", "bad_redirect"),
        ("/loop", "too_many_redirects"),
        ("/countdown?left=20", "too_many_redirects"),
    ],
)
async def test_each_kind_of_bad_answer_has_its_name(
    path: str, code: str, origin: Origin, client: FetchClient
) -> None:
    answer = await client.request(Request(origin.url(path)))
    assert isinstance(answer, FetchFailed)
    assert answer.code == code
    assert answer.message


async def test_a_server_that_closes_without_an_answer_is_asked_once(
    origin: Origin, client: FetchClient
) -> None:
    await client.request(Request(origin.url("/close")))
    assert len(origin.received) == 1


async def test_a_kept_connection_that_was_closed_meanwhile_is_replaced(
    origin: Origin, client: FetchClient
) -> None:
    await client.request(Request(origin.url("/plain")))
    await origin.drop_connections()
    answer = await client.request(Request(origin.url("/plain")))
    assert isinstance(answer, Response)


async def test_a_closed_port_refuses(unused_port: int) -> None:
    allowed = frozenset({("127.0.0.1", unused_port)})
    async with FetchClient("x", allow_origins=allowed, lookup=LabLookup()) as client:
        answer = await client.request(Request(f"http://127.0.0.1:{unused_port}/"))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "refused"


async def test_a_name_that_does_not_exist_is_a_dns_failure(client: FetchClient) -> None:
    answer = await client.request(Request("http://nowhere.example/"))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "dns"


async def test_speech_that_is_not_tls_is_a_tls_failure(
    origin: Origin, client: FetchClient
) -> None:
    url = origin.url("/plain").replace("http:", "https:")
    answer = await client.request(Request(url))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "tls"


async def test_a_certificate_that_nobody_signed_is_a_tls_failure(
    tmp_path: Path,
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*_own_certificate(tmp_path))
    async with Origin(tls=context) as origin, client_for(origin) as client:
        answer = await client.request(Request(f"https://127.0.0.1:{origin.port}/plain"))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "tls"
    assert "self-signed" in answer.detail
    assert origin.received == []


SLOW = [
    ("/hang", "timeout"),
    ("/hang-after-headers", "too_slow"),
    ("/trickle-headers", "timeout"),
    ("/trickle", "too_slow"),
    ("/infinite-continue", "timeout"),
    ("/infinite-chunk-extension", "too_slow"),
]


async def test_slow_origins_end_by_the_deadline_and_hold_nobody(origin: Origin) -> None:
    limits = replace(SHORT, deadline=ONE_SECOND, connections_per_host=200)
    loop = asyncio.get_running_loop()
    async with client_for(origin, limits=limits) as client:
        began = loop.time()
        slow = [
            asyncio.create_task(client.request(Request(origin.url(path))))
            for path, _ in SLOW[:4] * 20
        ]
        control = await client.request(Request(origin.url("/plain", HOST)))
        control_took = loop.time() - began
        answers = await asyncio.gather(*slow)
        took = loop.time() - began
    assert isinstance(control, Response)
    assert control_took < 1
    assert took < 5
    codes = [getattr(answer, "code", None) for answer in answers]
    assert codes == [code for _, code in SLOW[:4]] * 20


@pytest.mark.parametrize(("path", "code"), SLOW)
async def test_the_deadline_of_one_request_holds(
    path: str, code: str, origin: Origin, client: FetchClient
) -> None:
    request = Request(origin.url(path), deadline=timedelta(seconds=0.4))
    answer = await client.request(request)
    assert isinstance(answer, FetchFailed)
    assert answer.code == code


async def test_the_deadline_spans_all_redirects(
    origin: Origin, client: FetchClient
) -> None:
    url = origin.url("/redirect?code=302&to=/hang")
    answer = await client.request(Request(url, deadline=timedelta(seconds=0.4)))
    assert isinstance(answer, FetchFailed)
    assert answer.code == "timeout"
    assert answer.url == origin.url("/hang")
    assert [hop.status for hop in answer.hops] == [302]


async def test_a_lookup_that_hangs_ends_by_the_deadline() -> None:
    async def never(host: str) -> list[str]:
        await asyncio.Event().wait()
        return []

    async with FetchClient("x", lookup=never) as client:
        request = Request("http://slow.example/", deadline=timedelta(seconds=0.1))
        answer = await client.request(request)
    assert isinstance(answer, FetchFailed)
    assert answer.code == "timeout"


async def test_being_cancelled_is_not_swallowed(
    origin: Origin, client: FetchClient
) -> None:
    task = asyncio.create_task(client.request(Request(origin.url("/hang"))))
    await origin.wait_for_requests(1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418, 429, 500, 503, 599])
async def test_an_error_status_is_an_answer_with_its_words(
    status: int, origin: Origin, client: FetchClient
) -> None:
    answer = await client.request(Request(origin.url(f"/status?code={status}")))
    assert isinstance(answer, Response)
    assert (answer.status, answer.body) == (status, b"words")


async def test_an_error_counts_even_if_its_body_does_not_come(
    origin: Origin, client: FetchClient
) -> None:
    answer = await client.request(Request(origin.url("/trickle-error")))
    assert isinstance(answer, Response)
    assert (answer.status, answer.headers["retry-after"]) == (429, "60")


async def test_headers_are_joined_under_lower_case_names(
    origin: Origin, client: FetchClient
) -> None:
    url = origin.url("/status?code=200&X-One=a&x-one=b&X-Two=%C3%BC%ff")
    answer = await client.request(Request(url))
    assert isinstance(answer, Response)
    assert answer.headers["x-one"] == "a, b"
    assert answer.headers["x-two"] == "ü\ufffd"


async def test_only_wanted_types_are_read(origin: Origin, client: FetchClient) -> None:
    html = frozenset({"text/html"})
    wanted = origin.url("/typed?type=Text/HTML;charset=utf-8")
    unwanted = origin.url("/typed?type=video/mp4")
    read = await client.request(Request(wanted, media_types=html))
    refused = await client.request(Request(unwanted, media_types=html))
    assert isinstance(read, Response)
    assert isinstance(refused, FetchFailed)
    assert (refused.code, refused.detail) == ("wrong_type", "video/mp4")


async def test_head_reads_no_body(origin: Origin, client: FetchClient) -> None:
    answer = await client.request(Request(origin.url("/head"), method="HEAD"))
    assert isinstance(answer, Response)
    assert (answer.status, answer.body) == (200, b"")


async def test_post_sends_its_body(origin: Origin, client: FetchClient) -> None:
    request = Request(
        origin.url("/echo"), "POST", {"Content-Type": "text/plain"}, body=b"said"
    )
    answer = await client.request(request)
    assert isinstance(answer, Response)
    assert origin.received[0].body == b"said"
    assert origin.received[0].headers["content-type"] == "text/plain"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "other.example"},
        {"Content-Length": "5"},
        {"transfer-encoding": "chunked"},
        {"Accept-Encoding": "lzma"},
        {"Proxy-Authorization": "x"},
        {"X-Split": "a\r\nX-Evil: b"},
        {"X-Nul": "a\0b"},
        {"X Space": "a"},
        {"": "a"},
        {"X-Long": "a" * 9000},
    ],
)
async def test_headers_that_would_break_the_message_are_a_callers_mistake(
    headers: dict[str, str], client: FetchClient
) -> None:
    for request in (
        Request("http://example.com/", headers=headers),
        Request("http://example.com/", private_headers=headers),
    ):
        with pytest.raises(Invalid):
            await client.request(request)


def test_a_request_does_not_show_its_secrets() -> None:
    request = Request(
        "http://example.com/",
        private_headers={"X-Key": "secret-a"},
        body=b"secret-b",
        proxy="http://me:secret-c@proxy.example",
    )
    assert "secret" not in repr(request)


def _own_certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "127.0.0.1")])
    begin = datetime.now(UTC) - timedelta(hours=1)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days=2))
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(signed.public_bytes(Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    return files
