"""Every encoding is read right, and none can make us hold more than the limit."""

import asyncio
import os
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fetch.lab import SHORT, client_for
from tests.fetch.origin import Origin
from tests.fetch.payloads import ENCODED, FEED
from tidings.fetch.body import (
    Body,
    BodyRefused,
    BodyRoom,
    Grow,
    read_beginning,
    read_body,
)
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Response

LIMIT = 1024 * 1024
MEGABYTE = 1024 * 1024


async def chunks_of(data: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


READABLE = [
    ("identity", "identity"),
    ("identity", ""),
    ("gzip", "gzip"),
    ("gzip", "GZIP"),
    ("gzip", "gzip, identity"),
    ("x-gzip", "x-gzip"),
    ("gzip-members", "gzip"),
    ("gzip-padded", "gzip"),
    ("deflate", "deflate"),
    ("raw-deflate", "deflate"),
    ("br", "br"),
    ("zstd", "zstd"),
    ("zstd-frames", "zstd"),
]


@pytest.mark.parametrize("size", [1, 2, 7, 100, 1 << 20])
@pytest.mark.parametrize(("kind", "encoding"), READABLE)
async def test_every_encoding_is_read_whole_in_any_slices(
    kind: str, encoding: str, size: int
) -> None:
    data = ENCODED[kind]
    body = await read_body(chunks_of(data, size), encoding, LIMIT, BodyRoom())
    assert body == Body(FEED, len(data))


@pytest.mark.parametrize(
    ("kind", "encoding"),
    [
        ("gzip-gzip", "gzip, gzip"),
        ("gzip", "br, gzip"),
        ("identity", "compress"),
        ("identity", "utf-8"),
        ("identity", "none"),
        ("identity", "gzip"),
        ("identity", "deflate"),
        ("identity", "br"),
        ("identity", "zstd"),
        ("gzip-empty-members", "gzip"),
        ("zstd-wide-window", "zstd"),
    ],
)
async def test_an_encoding_that_cannot_be_trusted_is_refused(
    kind: str, encoding: str
) -> None:
    body = await read_body(chunks_of(ENCODED[kind], 65536), encoding, LIMIT, BodyRoom())
    assert isinstance(body, BodyRefused)
    assert body.code == "bad_encoding"


async def test_a_stream_packed_twice_is_unpacked_once() -> None:
    body = await read_body(
        chunks_of(ENCODED["gzip-gzip"], 100), "gzip", LIMIT, BodyRoom()
    )
    assert isinstance(body, Body)
    assert body.data.startswith(b"\x1f\x8b")


@pytest.mark.parametrize("kind", ["gzip", "deflate", "br", "zstd"])
async def test_a_stream_that_ends_in_the_middle_is_told(kind: str) -> None:
    data = ENCODED[kind]
    for cut in (1, 4, len(data) // 2, len(data) - 1):
        body = await read_body(chunks_of(data[:-cut], 64), kind, LIMIT, BodyRoom())
        assert isinstance(body, BodyRefused)
        assert body.code == "bad_encoding"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "identity"])
async def test_no_body_needs_no_decoding(encoding: str) -> None:
    assert await read_body(chunks_of(b"", 1), encoding, LIMIT, BodyRoom()) == Body(
        b"", 0
    )


@pytest.mark.parametrize("kind", ["identity", "gzip", "deflate", "br", "zstd"])
async def test_the_limit_is_exact(kind: str) -> None:
    data = ENCODED[kind]
    just = await read_body(chunks_of(data, 300), kind, len(FEED), BodyRoom())
    less = await read_body(chunks_of(data, 300), kind, len(FEED) - 1, BodyRoom())
    assert isinstance(just, Body)
    assert isinstance(less, BodyRefused)
    assert less.code == "too_large"


async def test_what_is_held_never_passes_the_limit_by_a_buffer() -> None:
    held: list[int] = []

    class Watched(BodyRoom):
        @asynccontextmanager
        async def reader(self) -> AsyncIterator[Grow]:
            async def grow(size: int) -> None:
                held.append(size)

            yield grow

    for kind in ("identity", "gzip"):
        data = ENCODED[kind]
        await read_body(chunks_of(data, 1 << 20), kind, 100, Watched())
    assert max(held) == 100


async def test_the_beginning_of_an_error_is_cut_quietly() -> None:
    cut = await read_beginning(chunks_of(FEED, 50), "", 120)
    assert cut.data == FEED[:120]
    assert (await read_beginning(chunks_of(FEED, 50), "gzip", 120)).data == b""
    assert (await read_beginning(chunks_of(FEED, 50), "unknown", 120)).data == b""


@given(data=st.binary(max_size=200), encoding=st.sampled_from(["gzip", "br", "zstd"]))
async def test_any_bytes_are_a_body_or_a_refusal(data: bytes, encoding: str) -> None:
    body = await read_body(chunks_of(data, 50), encoding, LIMIT, BodyRoom())
    assert isinstance(body, Body | BodyRefused)


@pytest.mark.parametrize(("kind", "encoding"), READABLE)
async def test_the_client_decodes_what_the_origin_encoded(
    kind: str, encoding: str, origin: Origin, client: FetchClient
) -> None:
    url = origin.url(f"/encoded?as={kind}&says={encoding}".replace(" ", "%20"))
    answer = await client.request(Request(url))
    assert isinstance(answer, Response)
    assert answer.body == FEED
    assert answer.received == len(ENCODED[kind])


ENDLESS = [
    ("/bomb?kind=gzip&says=gzip", "too_large"),
    ("/bomb?kind=zlib&says=deflate", "too_large"),
    ("/bomb?kind=raw&says=deflate", "too_large"),
    ("/bomb?kind=br&says=br", "too_large"),
    ("/bomb?kind=zstd&says=zstd", "too_large"),
    ("/bomb?kind=gzip&says=gzip,gzip", "bad_encoding"),
    ("/infinite", "too_large"),
    ("/huge-length", "too_large"),
    ("/infinite-header", "too_large"),
    ("/infinite-status", "too_large"),
    ("/many-headers", "too_large"),
    ("/small-chunks", "too_large"),
]


@pytest.mark.parametrize(("path", "code"), ENDLESS)
async def test_too_much_is_noticed_within_a_megabyte_of_the_limit(
    path: str, code: str, origin: Origin, client: FetchClient
) -> None:
    answer = await client.request(Request(origin.url(path)))
    assert isinstance(answer, FetchFailed)
    assert answer.code == code
    framing = 6 if "small" in path else 1  # six bytes on the wire carry one
    assert origin.written <= SHORT.body * framing + MEGABYTE


CHILD = """
    import asyncio, re, sys
    from dataclasses import replace
    from datetime import timedelta
    from pathlib import Path
    from tests.fetch.lab import LabLookup, SHORT
    from tidings.fetch.client import FetchClient
    from tidings.fetch.exchange import Request

    def peak():
        status = Path("/proc/self/status").read_text()
        return int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) // 1024

    async def main(port, seconds, copies, paths):
        allowed = frozenset({("127.0.0.1", port)})
        limits = replace(SHORT, body=10 << 20, deadline=timedelta(seconds=seconds))
        limits = replace(limits, connections=1000, connections_per_host=1000)
        client = FetchClient("x", allow_origins=allowed, limits=limits, lookup=LabLookup())
        async with client:
            await client.request(Request(f"http://127.0.0.1:{port}/plain"))
            before = peak()
            for path in paths:
                request = Request(f"http://127.0.0.1:{port}{path}")
                await asyncio.gather(*(client.request(request) for _ in range(copies)))
        print(peak() - before)

    port, copies = map(int, sys.argv[1:3])
    asyncio.run(main(port, float(sys.argv[3]), copies, sys.argv[4:]))
"""

LASTING = ["/infinite-continue", "/infinite-chunk-extension", "/infinite-trailer"]


async def megabytes_for(
    origin: Origin, paths: list[str], copies: int, seconds: float
) -> int:
    """Fetch paths in a process of its own, and return by how much it has grown."""
    root = Path(__file__).parents[2]
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        textwrap.dedent(CHILD),
        str(origin.port),
        str(copies),
        str(seconds),
        *paths,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
    )
    output, _ = await child.communicate()
    assert child.returncode == 0
    return int(output)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_no_bomb_takes_more_than_64_megabytes(origin: Origin) -> None:
    paths = [path for path, _ in ENDLESS] + LASTING
    assert await megabytes_for(origin, paths, copies=1, seconds=0.5) <= 64


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_many_bombs_at_once_take_no_more_than_256_megabytes(
    origin: Origin,
) -> None:
    paths = ["/bomb?kind=gzip&says=gzip", "/infinite"]
    assert await megabytes_for(origin, paths, copies=40, seconds=2) <= 256


async def test_only_a_few_large_bodies_are_held_at_once() -> None:
    """A second large body waits for the first; small ones do not."""
    room = BodyRoom(places=1, small=1000)
    fed: asyncio.Queue[bytes] = asyncio.Queue()

    async def slowly() -> AsyncIterator[bytes]:
        while piece := await fed.get():
            yield piece

    first = asyncio.create_task(read_body(slowly(), "", LIMIT, room))
    await fed.put(b"x" * 2000)
    second = asyncio.create_task(read_body(chunks_of(FEED, 500), "", LIMIT, room))
    small = await read_body(chunks_of(FEED[:900], 500), "", LIMIT, room)
    assert isinstance(small, Body)
    assert not second.done()
    await fed.put(b"")
    assert isinstance(await first, Body)
    assert await second == Body(FEED, len(FEED))


async def test_a_reader_that_is_cancelled_gives_its_place_back() -> None:
    room = BodyRoom(places=1, small=10)

    async def endless() -> AsyncIterator[bytes]:
        yield FEED
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await read_body(endless(), "", LIMIT, room)
    assert await read_body(chunks_of(FEED, 500), "", LIMIT, room) == Body(
        FEED, len(FEED)
    )


async def test_other_fetches_go_on_while_bombs_are_read(origin: Origin) -> None:
    async with client_for(origin) as client:
        bombs = [client.request(Request(origin.url(path))) for path, _ in ENDLESS]

        *_, control = await asyncio.gather(
            *bombs, client.request(Request(origin.url("/plain")))
        )
    assert isinstance(control, Response)
