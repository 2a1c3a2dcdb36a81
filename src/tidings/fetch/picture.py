"""Ask for a picture and hand it on while it arrives; it is never held whole."""

import asyncio
from collections.abc import AsyncIterator
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


class Incoming:
    """A body on its way. Read `head` first, then `pieces`; `close` whatever happens."""

    def __init__(self, client: FetchClient, url: str) -> None:
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(_AHEAD)
        self._head = b""
        request = Request(
            url,
            headers={"Accept": _ACCEPT},
            body_limit=LARGEST,
            deadline=_DEADLINE,
            sink=self._take,
        )
        self._task = asyncio.create_task(self._fetch(client, request))

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
            while (piece := await self._waiting.get()) is not None:
                yield piece
            if isinstance(await self._task, FetchFailed):
                raise Broken("the picture broke off")
        finally:
            self.close()

    def close(self) -> None:
        """End the request if it is still under way."""
        self._task.cancel()

    async def _take(self, piece: bytes) -> bool:
        await self._waiting.put(piece)
        return True

    async def _fetch(
        self, client: FetchClient, request: Request
    ) -> Response | FetchFailed:
        try:
            answer = await client.request(request)
            if isinstance(answer, Response):
                async with asyncio.timeout(_DEADLINE.total_seconds()):
                    await self._waiting.put(None)
                return answer
        except BaseException:
            self._break_off()
            raise
        self._break_off()
        return answer

    def _break_off(self) -> None:
        # Whoever reads learns of it even if they have to read what came before.
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)
