"""Bodies as they are stored: small ones as they are, larger ones packed by zstd.

HTML shrinks to a third, and what is not written need not be read. Behind it may stand
what the search index was given of it: nearly the same words, so it costs next to nothing
there, and the index need not keep a copy of its own.
"""

import sys
import threading

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PLAIN = 0
ZSTD = 1
WITH_TEXTS = 2  # added to one of these
_TEXTS_BEHIND = 3
_END = "\0"
_WORTH_PACKING = 256
_LEVEL = 1
_kept = threading.local()
# What a body that was damaged on its way raises when it is unpacked.
DAMAGED = (zstd.ZstdError, EOFError, UnicodeDecodeError)


def pack(text: str, behind: tuple[str, str, str] | None = None) -> tuple[int, bytes]:
    """Return how a text is packed, and the bytes; no text `behind` holds a NUL."""
    codec = PLAIN
    if behind is not None:
        codec = WITH_TEXTS
        text = _END.join((text, *behind))
    raw = text.encode()
    if len(raw) < _WORTH_PACKING:
        return codec, raw
    return codec + ZSTD, _packer().compress(raw, zstd.ZstdCompressor.FLUSH_FRAME)


def unpack(codec: int, content: bytes) -> str:
    """Return the text that was packed."""
    raw = _raw(codec, content)
    if codec & WITH_TEXTS:
        raw = raw.rsplit(_END.encode(), _TEXTS_BEHIND)[0]
    return raw.decode()


def unpack_behind(codec: int, content: bytes) -> tuple[str, str, str] | None:
    """Return what was packed behind a text; None if nothing was."""
    if not codec & WITH_TEXTS:
        return None
    match _raw(codec, content).decode().rsplit(_END, _TEXTS_BEHIND):
        case [_, first, second, third]:
            return first, second, third
    return None


def _raw(codec: int, content: bytes) -> bytes:
    return zstd.decompress(content) if codec & ZSTD else content


def _packer() -> zstd.ZstdCompressor:
    """Return this thread's packer: making one takes longer than packing."""
    packer: zstd.ZstdCompressor | None = getattr(_kept, "packer", None)
    if packer is None:
        packer = _kept.packer = zstd.ZstdCompressor(level=_LEVEL)
    return packer
