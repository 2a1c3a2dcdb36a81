"""Smaller answers for those who can unpack them.

Never for streams, and never where a secret stands beside text that others may choose:
the size of such an answer would tell the secret, letter by letter (BREACH).

Our own because starlette-compress packs both, keeps strong tags for changed bytes, packs
large answers on the event loop, and brings a second zstd library before Python 3.14.
"""

import asyncio
import gzip
import sys
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_SMALLEST = 1024
# Larger ones take so long that others would wait.
_LARGE = 256 * 1024
_TEXT = ("application/json", "text/", "application/xml", "application/javascript")
_SECRET_PATHS = ("/api/v1/auth/", "/api/v1/users/me", "/api/v1/invites")


class Compression:
    """Packs whole answers by zstd or gzip, as the client prefers; parts pass through."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_SECRET_PATHS):
            await self._app(scope, receive, send)
            return
        accepted = _accepted(Headers(scope=scope).get("accept-encoding", ""))
        await self._app(scope, receive, _Packer(send, accepted).send)


class _Packer:
    """Holds the start of an answer back until its first part shows what it is."""

    def __init__(self, send: Send, accepted: str | None) -> None:
        self._send = send
        self._accepted = accepted
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _may_shrink(message):
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            message = await self._packed(start, message)
            await self._send(start)
        await self._send(message)

    async def _packed(self, start: Message, message: Message) -> Message:
        headers = MutableHeaders(scope=start)
        body = message.get("body", b"")
        if not _is_worth_it(headers, message, body):
            return message
        headers.add_vary_header("Accept-Encoding")
        if self._accepted is None:
            return message
        pack = _PACKERS[self._accepted]
        if len(body) >= _LARGE:
            packed = await asyncio.to_thread(pack, body)
        else:
            packed = pack(body)
        headers["content-encoding"] = self._accepted
        headers["content-length"] = str(len(packed))
        tag = headers.get("etag", "W/")
        if not tag.startswith("W/"):  # the bytes differ now, the meaning does not
            headers["etag"] = f"W/{tag}"
        return {**message, "body": packed}


def _is_worth_it(headers: Headers, message: Message, body: bytes) -> bool:
    whole = not message.get("more_body") and len(body) >= _SMALLEST
    return whole and not ("content-encoding" in headers or "set-cookie" in headers)


def _may_shrink(start: Message) -> bool:
    kind = Headers(raw=start.get("headers", [])).get("content-type", "")
    return kind.startswith(_TEXT) and not kind.startswith("text/event-stream")


def _accepted(header: str) -> str | None:
    """Return the best packing that the client takes; None: as it is."""
    names = set()
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            names.add(name.strip())
    return next((name for name in _PACKERS if name in names), None)


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, 5, mtime=0)


def _zstd(body: bytes) -> bytes:
    return zstd.compress(body, 3)


_PACKERS: dict[str, Callable[[bytes], bytes]] = {"zstd": _zstd, "gzip": _gzip}
