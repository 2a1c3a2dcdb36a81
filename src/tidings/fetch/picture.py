"""Ask for a picture and hand it on while it arrives; it is never held whole."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Response

LARGEST = 10 * 1024 * 1024
_DEADLINE = timedelta(seconds=60)
_ACCEPT = "image/avif, image/webp, image/png, image/jpeg, image/gif, image/*;q=0.5"
# Pieces that may wait for whoever reads them; then the server has to wait as well.
_AHEAD = 4


class Broken(ConnectionError):
    """The picture ended before its end."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a server says before it sends a body."""

    status: int
    headers: Mapping[str, str]


def picture_request(url: str) -> Request:
    """Return the request for a picture."""
    return Request(
        url, headers={"Accept": _ACCEPT}, body_limit=LARGEST, deadline=_DEADLINE
    )


class Incoming:
    """A body on its way. Read `head` first, then `pieces`; `close` whatever happens."""

    def __init__(self, client: FetchClient, request: Request) -> None:
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(_AHEAD)
        self._head = b""
        loop = asyncio.get_running_loop()
        self._beginning: asyncio.Future[Beginning | None] = loop.create_future()
        streamed = replace(request, sink=self._take, begun=self._begin)
        self._task = asyncio.create_task(self._fetch(client, streamed))

    async def beginning(self) -> Beginning | None:
        """Wait for the first words of a success; None if it is none."""
        return await asyncio.shield(self._beginning)

    async def head(self, length: int) -> bytes:
        """Return the first bytes; fewer only if there are no more."""
        while len(self._head) < length:
            piece = await self._waiting.get()
            if piece is None:
                self._waiting.put_nowait(None)
                break
            self._head += piece
        return self._head[:length]

    async def answer(self) -> Response | FetchFailed | None:
        """Return how the request ended; None if it is still under way."""
        return await self._task if self._task.done() else None

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the body, its beginning included; raises `Broken` if it breaks off."""
        try:
            yield self._head
            while (piece := await self._next()) is not None:
                yield piece
            if isinstance(await self._task, FetchFailed):
                raise Broken("the picture broke off")
        finally:
            self.close()

    async def _next(self) -> bytes | None:
        """Wait for more, not for ever: a server may fall silent and stay connected."""
        try:
            async with asyncio.timeout(_DEADLINE.total_seconds()):
                return await self._waiting.get()
        except TimeoutError as error:
            raise Broken("the server fell silent") from error

    def close(self) -> None:
        """End the request if it is still under way."""
        self._task.cancel()

    def _begin(self, status: int, headers: Mapping[str, str]) -> None:
        if not self._beginning.done():
            self._beginning.set_result(Beginning(status, headers))

    async def _take(self, piece: bytes) -> bool:
        await self._waiting.put(piece)
        return True

    async def _fetch(
        self, client: FetchClient, request: Request
    ) -> Response | FetchFailed:
        try:
            answer = await client.request(request)
            self._has_begun()
            if isinstance(answer, Response):
                async with asyncio.timeout(_DEADLINE.total_seconds()):
                    await self._waiting.put(None)
                return answer
        except BaseException:
            self._has_begun()
            self._break_off()
            raise
        self._break_off()
        return answer

    def _has_begun(self) -> None:
        if not self._beginning.done():
            self._beginning.set_result(None)

    def _break_off(self) -> None:
        # Whoever reads learns of it even if they have to read what came before.
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)
