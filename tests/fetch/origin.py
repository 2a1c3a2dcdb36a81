"""An origin that misbehaves on purpose, and a canary that nobody may touch.

Raw bytes over asyncio streams: what an HTTP library would refuse to send, this sends.
"""

import asyncio
import json
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from tests.fetch import payloads

Endless = AsyncIterator[bytes]


@dataclass(frozen=True)
class Received:
    """One request as the origin saw it."""

    method: str
    target: str  # as it stood in the request line
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes
    connection: int


@dataclass
class Origin:
    """Serves `http://127.0.0.1:port/NAME`; NAME chooses the misbehaviour."""

    received: list[Received] = field(default_factory=list)
    connections: int = 0
    written: int = 0
    port: int = 0
    tls: ssl.SSLContext | None = None
    _server: asyncio.Server | None = None
    _arrival: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", 0, ssl=self.tls
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self.drop_connections()

    async def drop_connections(self) -> None:
        """Close every connection from this side and wait until that is done."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def wait_for_requests(self, count: int) -> None:
        while len(self.received) < count:
            self._arrival.clear()
            await self._arrival.wait()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.connections += 1
        number = self.connections
        writer.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024
        )
        writer.transport.set_write_buffer_limits(64 * 1024)
        try:
            while await self._answer(reader, writer, number):
                pass
        except ConnectionError:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has gone, or the test is over
        finally:
            writer.close()

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int
    ) -> bool:
        """Answer one request; False when the connection is to be closed."""
        request = await _read_request(reader, number)
        self.received.append(request)
        self._arrival.set()
        name = "connect" if request.method == "CONNECT" else request.path.strip("/")
        answer = getattr(self, "do_" + name.replace("-", "_"))
        last = None
        async for last in answer(request):
            writer.write(last)
            await writer.drain()
            self.written += len(last)
        return last is not None and name not in _CLOSING

    # Well-behaved answers

    async def do_plain(self, request: Received) -> Endless:
        yield _response(payloads.FEED)

    async def do_head(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"

    async def do_echo(self, request: Received) -> Endless:
        seen = {"method": request.method, "headers": request.headers}
        seen["body"] = request.body.decode()
        yield _response(json.dumps(seen).encode())

    async def do_encoded(self, request: Received) -> Endless:
        """`?as=NAME` chooses the body, `&says=NAME` what is said about it."""
        kind = request.query["as"]
        encoding = request.query.get("says", kind)
        body = payloads.ENCODED[kind]
        if "cut" in request.query:
            body = body[: -int(request.query["cut"])]
        yield _response(body, f"Content-Encoding: {encoding}")

    async def do_chunked(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        for start in range(0, len(payloads.FEED), 7):
            piece = payloads.FEED[start : start + 7]
            yield f"{len(piece):x}\r\n".encode() + piece + b"\r\n"
        yield b"0\r\n\r\n"

    async def do_until_close(self, request: Received) -> Endless:
        yield b"HTTP/1.0 200 OK\r\n\r\n" + payloads.FEED

    async def do_status(self, request: Received) -> Endless:
        """`?code=N&NAME=value…`: any other parameter becomes a header."""
        lines = [f"{k}: {v}" for k, v in request.query.items() if k != "code"]
        code = int(request.query["code"])
        yield _response(b"" if code == 204 else b"words", *lines, status=code)

    async def do_conditional(self, request: Received) -> Endless:
        if request.headers.get("if-none-match") == '"one"':
            yield b'HTTP/1.1 304 Not Modified\r\nETag: "one"\r\n\r\n'
        else:
            yield _response(payloads.FEED, 'ETag: "one"', "Last-Modified: yesterday")

    async def do_not_modified(self, request: Received) -> Endless:
        yield b"HTTP/1.1 304 Not Modified\r\n\r\n"

    async def do_typed(self, request: Received) -> Endless:
        yield _response(b"<p>hello", f"Content-Type: {request.query['type']}")

    async def do_connect(self, request: Received) -> Endless:
        yield b"HTTP/1.1 407 Who Are You\r\nContent-Length: 0\r\n\r\n"

    # Redirects

    async def do_redirect(self, request: Received) -> Endless:
        """`?code=N&to=URL`: a Location exactly as given."""
        location = request.query["to"].encode("utf-8", "surrogateescape")
        code = request.query["code"]
        yield (
            f"HTTP/1.1 {code} Moved\r\nContent-Length: 0\r\nLocation: ".encode()
            + location
            + b"\r\n\r\n"
        )

    async def do_nowhere(self, request: Received) -> Endless:
        yield b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"

    async def do_loop(self, request: Received) -> Endless:
        yield _redirect("/loop-back")

    async def do_loop_back(self, request: Received) -> Endless:
        yield _redirect("/loop")

    async def do_countdown(self, request: Received) -> Endless:
        left = int(request.query["left"])
        yield _redirect(f"/countdown?left={left - 1}" if left else "/plain")

    # Too much

    async def do_bomb(self, request: Received) -> Endless:
        """`?kind=NAME&says=ENCODING`: as much as the client is willing to take."""
        beginning, more = payloads.bomb(request.query["kind"])
        encoding = request.query["says"]
        head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {encoding}\r\n\r\n".encode()
        yield head + beginning
        while more:
            yield more
        await asyncio.Event().wait()

    async def do_infinite(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\n\r\n"
        while True:
            yield b"x" * 65536

    async def do_huge_length(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"
        while True:
            yield b"x" * 65536

    async def do_infinite_header(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nX-Long: "
        while True:
            yield b"x" * 65536

    async def do_infinite_status(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 "
        while True:
            yield b"x" * 65536

    async def do_many_headers(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\n"
        while True:
            yield b"X-One-More: value\r\n" * 1000

    async def do_infinite_continue(self, request: Received) -> Endless:
        while True:
            yield b"HTTP/1.1 100 Continue\r\n\r\n" * 100

    async def do_infinite_chunk_extension(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;"
        while True:
            yield b"x" * 65536

    async def do_infinite_trailer(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        while True:
            yield b"X-One-More: value\r\n" * 1000

    async def do_small_chunks(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        while True:
            yield b"1\r\nx\r\n" * 5000

    # Too little, too slowly

    async def do_hang(self, request: Received) -> Endless:
        await asyncio.Event().wait()
        yield b""

    async def do_hang_after_headers(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
        await asyncio.Event().wait()

    async def do_trickle_headers(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\n"
        while True:
            await asyncio.sleep(0.05)
            yield b"X-A: b\r\n"

    async def do_trickle(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
        while True:
            await asyncio.sleep(0.05)
            yield b"x"

    async def do_trickle_error(self, request: Received) -> Endless:
        yield b"HTTP/1.1 429 Slow Down\r\nRetry-After: 60\r\nContent-Length: 9\r\n\r\n"
        await asyncio.Event().wait()

    async def do_close(self, request: Received) -> Endless:
        if request.path == "":
            yield b""

    async def do_cut(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + payloads.FEED

    async def do_cut_chunk(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"

    # Nonsense

    async def do_short_length(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n" + payloads.FEED

    async def do_bad_chunks(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"

    async def do_garbage(self, request: Received) -> Endless:
        yield b"\x00\x01\x02 this is not HTTP\r\n\r\n"

    async def do_two_lengths(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 9\r\n\r\nabcd"

    async def do_upgrade(self, request: Received) -> Endless:
        yield (
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: tea\r\n"
            b"Connection: upgrade\r\n\r\nleaves"
        )


_CLOSING = {"until-close", "cut", "cut-chunk", "garbage", "close", "short-length"}


@asynccontextmanager
async def canary() -> AsyncIterator["Canary"]:
    """Listen on every address of this machine, and count who comes."""
    watch = Canary()
    listener = socket.create_server(("", 0), family=socket.AF_INET)
    port = listener.getsockname()[1]
    servers = [await asyncio.start_server(watch.touched, sock=listener)]
    with suppress(OSError):
        listener6 = socket.create_server(("::1", port), family=socket.AF_INET6)
        servers.append(await asyncio.start_server(watch.touched, sock=listener6))
    watch.port = port
    try:
        yield watch
    finally:
        for server in servers:
            server.close()


class Canary:
    port = 0
    connections = 0

    async def touched(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.connections += 1
        writer.close()


async def _read_request(reader: asyncio.StreamReader, number: int) -> Received:
    first_byte = await reader.readexactly(1)
    if first_byte == b"\x16":
        raise ConnectionError("this is TLS, and we speak plainly")
    head = (first_byte + await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.split("\r\n")[:-2]
    method, target, _ = first.split(" ")
    headers = {
        name.lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    parts = urlsplit(target)
    query = dict(parse_qsl(parts.query, errors="surrogateescape"))
    return Received(method, target, parts.path, query, headers, body, number)


def _response(body: bytes, *lines: str, status: int = 200) -> bytes:
    head = [f"HTTP/1.1 {status} Word", f"Content-Length: {len(body)}", *lines]
    return "\r\n".join([*head, "", ""]).encode("utf-8", "surrogateescape") + body


def _redirect(to: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: {to}\r\n\r\n".encode()
