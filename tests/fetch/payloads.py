"""Bodies for the hostile origin: every encoding, and bombs that cost nothing to make."""

import gzip
import sys
import zlib

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FEED = b"<rss><channel><title>words</title></channel></rss>" * 40


def _deflate(data: bytes, window: int) -> bytes:
    stream = zlib.compressobj(wbits=window)
    return stream.compress(data) + stream.flush()


def _wide_window() -> bytes:
    # Without a size known in advance the frame has to name its window.
    stream = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 27})
    return stream.compress(FEED) + stream.flush()


ENCODED = {
    "identity": FEED,
    "gzip": gzip.compress(FEED),
    "x-gzip": gzip.compress(FEED),
    "deflate": _deflate(FEED, zlib.MAX_WBITS),
    "raw-deflate": _deflate(FEED, -zlib.MAX_WBITS),
    "br": brotli.compress(FEED),
    "zstd": zstd.compress(FEED),
    "gzip-members": gzip.compress(FEED[:100]) + gzip.compress(FEED[100:]),
    "gzip-padded": gzip.compress(FEED) + b"\0" * 512,
    "zstd-frames": zstd.compress(FEED[:100]) + zstd.compress(FEED[100:]),
    "gzip-gzip": gzip.compress(gzip.compress(FEED)),
    "gzip-empty-members": gzip.compress(b"") * 20_000,
    "zstd-wide-window": _wide_window(),
    "empty": b"",
}


def bomb(kind: str) -> tuple[bytes, bytes]:
    """Return how a bomb begins, and what can follow for ever."""
    return _BOMBS[kind]()


def _endless_deflate(header: bytes) -> tuple[bytes, bytes]:
    # After a full flush a block depends on nothing before it, so it can be repeated.
    stream = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    block = stream.compress(b"\0" * (8 << 20)) + stream.flush(zlib.Z_FULL_FLUSH)
    return header, block


def _endless_frames() -> tuple[bytes, bytes]:
    frame = zstd.compress(b"\0" * (64 << 20))
    return frame, frame


def _one_brotli() -> tuple[bytes, bytes]:
    whole = brotli.compress(b"\0" * (200 << 20), quality=1)
    return whole, b""


_BOMBS = {
    "gzip": lambda: _endless_deflate(b"\x1f\x8b\x08\0\0\0\0\0\0\xff"),
    "zlib": lambda: _endless_deflate(b"\x78\xda"),
    "raw": lambda: _endless_deflate(b""),
    "zstd": _endless_frames,
    "br": _one_brotli,
}
