"""Read a body to its end, decoded, without ever holding more than the limit.

The limit works inside the decompressor: it is asked for small steps of output, so a
bomb is noticed when the limit is reached, not after it has been unpacked.
"""

import asyncio
import sys
import zlib
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal, Protocol

import brotli  # type: ignore[import-untyped]

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ACCEPT_ENCODING = "gzip, deflate, br, zstd"

_STEP = 64 * 1024
_STEPS_WITHOUT_PAUSE = 16
_CRUMB = 4 * 1024
# A stream may be made of several members, but thousands of empty ones only burn time.
_MAX_MEMBERS = 1000
# RFC 9659: a larger window must not be used on the web; it would be memory for nothing.
_ZSTD_WINDOW_LOG = 23


Grow = Callable[[int], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Body:
    """A whole body."""

    data: bytes
    received: int  # bytes before decoding


@dataclass(frozen=True, slots=True)
class BodyRefused:
    """Why a body cannot be used."""

    code: Literal["too_large", "bad_encoding"]
    detail: str


class BodyRoom:
    """Lets many small bodies be read at once, but only a few large ones.

    Otherwise fifty origins that send without end would each fill their limit. Whoever
    has a place can finish, so nobody waits for ever.
    """

    def __init__(self, places: int = 8, small: int = 512 * 1024) -> None:
        self._places = asyncio.Semaphore(places)
        self._small = small

    @asynccontextmanager
    async def reader(self) -> AsyncIterator["Grow"]:
        """Yield what has to be awaited before a body of the given size is held."""
        seated = False

        async def grow(size: int) -> None:
            nonlocal seated
            if size > self._small and not seated:
                await self._places.acquire()
                seated = True

        try:
            yield grow
        finally:
            if seated:
                self._places.release()


async def read_body(
    chunks: AsyncIterable[bytes], encoding: str, limit: int, room: BodyRoom
) -> Body | BodyRefused:
    """Read and decode a body of at most `limit` bytes, before and after decoding."""
    decoder = _decoder_for(encoding)
    if isinstance(decoder, BodyRefused):
        return decoder
    async with room.reader() as grow:
        collected = _Collected(limit, grow)
        try:
            async for chunk in chunks:
                if not await collected.take(decoder, chunk):
                    return BodyRefused("too_large", f"more than {limit:,} bytes")
        except _DECODING_ERRORS:
            return BodyRefused("bad_encoding", "it is not what it says it is")
        if collected.received and not decoder.finished:
            return BodyRefused("bad_encoding", "it ends in the middle")
        return collected.body()


async def pour_body(
    chunks: AsyncIterable[bytes],
    encoding: str,
    limit: int,
    sink: Callable[[bytes], Awaitable[bool]],
) -> Body | BodyRefused:
    """Decode a body into a sink, which holds it up while it is busy; keep nothing."""
    decoder = _decoder_for(encoding)
    if isinstance(decoder, BodyRefused):
        return decoder
    received = size = 0
    try:
        async for chunk in chunks:
            received += len(chunk)
            for piece in decoder.pieces(chunk):
                size += len(piece)
                if max(size, received) > limit:
                    return BodyRefused("too_large", f"more than {limit:,} bytes")
                if piece and not await sink(piece):
                    return Body(b"", received)
    except _DECODING_ERRORS:
        return BodyRefused("bad_encoding", "it is not what it says it is")
    if received and not decoder.finished:
        return BodyRefused("bad_encoding", "it ends in the middle")
    return Body(b"", received)


async def read_beginning(
    chunks: AsyncIterable[bytes], encoding: str, limit: int
) -> Body:
    """Read up to `limit` bytes of a body that only explains an error."""
    decoder = _decoder_for(encoding)
    if isinstance(decoder, BodyRefused):
        return Body(b"", 0)
    async with BodyRoom().reader() as grow:
        collected = _Collected(limit, grow)
        try:
            async for chunk in chunks:
                if not await collected.take(decoder, chunk):
                    break
        except _DECODING_ERRORS:
            return Body(b"", collected.received)
        return collected.body()


class _Collected:
    """What was decoded so far, never more than the limit."""

    def __init__(self, limit: int, grow: "Grow") -> None:
        self.received = 0
        self._pieces: list[bytes] = []
        self._crumbs = bytearray()
        self._size = 0
        self._limit = limit
        self._grow = grow

    async def take(self, decoder: "_Decoder", chunk: bytes) -> bool:
        """Decode one more chunk; False as soon as the limit is exceeded."""
        room = max(0, self._limit - self.received)
        self.received += len(chunk)
        for number, piece in enumerate(decoder.pieces(chunk[:room]), start=1):
            left = self._limit - self._size
            self._size += len(piece)
            await self._grow(min(self._size, self._limit))
            self._add(piece[:left])
            if len(piece) > left:
                return False
            if number % _STEPS_WITHOUT_PAUSE == 0:
                await asyncio.sleep(0)
        return len(chunk) <= room

    def body(self) -> Body:
        data = b"".join([*self._pieces, self._crumbs])
        return Body(data, self.received)

    def _add(self, piece: bytes) -> None:
        # A million objects of one byte each would weigh far more than their bytes.
        if len(piece) < _CRUMB:
            self._crumbs += piece
            if len(self._crumbs) < _STEP:
                return
            piece = b""
        self._pieces += (bytes(self._crumbs), piece)
        self._crumbs.clear()


def _decoder_for(encoding: str) -> "_Decoder | BodyRefused":
    names = [name.strip().lower() for name in encoding.split(",")]
    named = [name for name in names if name not in ("", "identity")]
    if len(named) > 1:
        return BodyRefused("bad_encoding", "it is compressed more than once")
    make = _DECODERS.get(named[0]) if named else _Identity
    if make is None:
        return BodyRefused("bad_encoding", "its kind is unknown")
    return make()


class _Decoder(Protocol):
    @property
    def finished(self) -> bool:
        """Whether the stream has come to its proper end."""

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Decode what `data` adds, in small pieces."""


class _Identity:
    finished = True

    def pieces(self, data: bytes) -> Iterator[bytes]:
        yield data


class _Gzip:
    """One or more gzip members; whatever else follows them is padding."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._members = 1

    @property
    def finished(self) -> bool:
        return self._member.eof

    def pieces(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._member.eof:
                if data[0] != 0x1F:
                    return
                self._members = _counted(self._members)
                self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)
            yield from _inflate(self._member, data)
            data = self._member.unused_data


class _Deflate:
    """`deflate` means zlib by the RFC, and raw deflate by some servers."""

    def __init__(self) -> None:
        self._stream: zlib._Decompress | None = None  # None: nothing was read yet

    @property
    def finished(self) -> bool:
        return self._stream is not None and self._stream.eof

    def pieces(self, data: bytes) -> Iterator[bytes]:
        if self._stream is None:
            looks_like_zlib = data[0] & 0x0F == 8
            self._stream = zlib.decompressobj(
                zlib.MAX_WBITS if looks_like_zlib else -zlib.MAX_WBITS
            )
        if not self._stream.eof:
            yield from _inflate(self._stream, data)


class _Brotli:
    def __init__(self) -> None:
        self._stream = brotli.Decompressor()

    @property
    def finished(self) -> bool:
        return bool(self._stream.is_finished())

    def pieces(self, data: bytes) -> Iterator[bytes]:
        if self.finished:
            return
        yield self._stream.process(data, output_buffer_limit=_STEP)
        while not self._stream.can_accept_more_data():
            yield self._stream.process(b"", output_buffer_limit=_STEP)


class _Zstd:
    """One or more zstd frames."""

    def __init__(self) -> None:
        self._frame = _zstd_frame()
        self._frames = 1

    @property
    def finished(self) -> bool:
        return self._frame.eof

    def pieces(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._frame.eof:
                self._frames = _counted(self._frames)
                self._frame = _zstd_frame()
            yield self._frame.decompress(data, _STEP)
            while not (self._frame.needs_input or self._frame.eof):
                yield self._frame.decompress(b"", _STEP)
            data = self._frame.unused_data


class _TooManyMembers(Exception):
    """A stream made of more members than anyone has a reason to send."""


def _inflate(stream: "zlib._Decompress", data: bytes) -> Iterator[bytes]:
    piece = stream.decompress(data, _STEP)
    yield piece
    # A full piece may leave output waiting inside even when all input is consumed.
    while not stream.eof and (stream.unconsumed_tail or len(piece) == _STEP):
        piece = stream.decompress(stream.unconsumed_tail, _STEP)
        yield piece


def _zstd_frame() -> zstd.ZstdDecompressor:
    window: int = zstd.DecompressionParameter.window_log_max
    return zstd.ZstdDecompressor(options={window: _ZSTD_WINDOW_LOG})


def _counted(members: int) -> int:
    if members >= _MAX_MEMBERS:
        raise _TooManyMembers
    return members + 1


_DECODING_ERRORS = (zlib.error, brotli.error, zstd.ZstdError, _TooManyMembers)
_DECODERS: dict[str, Callable[[], _Decoder]] = {
    "gzip": _Gzip,
    "x-gzip": _Gzip,
    "deflate": _Deflate,
    "br": _Brotli,
    "zstd": _Zstd,
}
