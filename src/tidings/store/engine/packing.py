"""Bodies as they are stored: small ones as they are, larger ones packed by zstd.

HTML shrinks to a third, and what is not written need not be read.
"""

import sys
import threading

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PLAIN = 0
ZSTD = 1
_WORTH_PACKING = 256
_LEVEL = 1
_kept = threading.local()
# What a body that was damaged on its way raises when it is unpacked.
DAMAGED = (zstd.ZstdError, EOFError, UnicodeDecodeError)


def pack(text: str) -> tuple[int, bytes]:
    """Return how a text is packed, and the bytes."""
    raw = text.encode()
    if len(raw) < _WORTH_PACKING:
        return PLAIN, raw
    return ZSTD, _packer().compress(raw, zstd.ZstdCompressor.FLUSH_FRAME)


def unpack(codec: int, content: bytes) -> str:
    """Return the text that was packed."""
    return (zstd.decompress(content) if codec == ZSTD else content).decode()


def _packer() -> zstd.ZstdCompressor:
    """Return this thread's packer: making one takes longer than packing."""
    packer: zstd.ZstdCompressor | None = getattr(_kept, "packer", None)
    if packer is None:
        packer = _kept.packer = zstd.ZstdCompressor(level=_LEVEL)
    return packer
