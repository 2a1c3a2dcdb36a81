"""MinHash of texts over word triples: equal parts of signatures are equal shares of text.

Signatures are kept in the database, so what is computed here must never change.
"""

import zlib
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

HASHES = 64
# Texts that are nearly the same share one of these parts of their signatures; those that
# share less are found by their words.
_BANDS = 8
_BYTES_IN_A_BAND = 12
_FEWEST_WORDS = 10
_Numbers = NDArray[np.uint64]

# The numbers of a small generator whose constants are well known (splitmix64).
_STEP = 0x9E3779B97F4A7C15


def _mixed(numbers: _Numbers) -> _Numbers:
    with np.errstate(over="ignore"):
        numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return numbers ^ (numbers >> np.uint64(31))


def _series(many: int, start: int) -> NDArray[np.uint32]:
    places = np.arange(start, start + many, dtype=np.uint64)
    with np.errstate(over="ignore"):
        return _high_half(_mixed(places * np.uint64(_STEP)))


def _high_half(numbers: _Numbers) -> NDArray[np.uint32]:
    return (numbers >> np.uint64(32)).astype(np.uint32)


_FACTORS = _series(HASHES, 1) | np.uint32(1)
_SUMMANDS = _series(HASHES, 1001)[:, None]


def signature(words: Sequence[str]) -> bytes:
    """Return the MinHash of a text, or nothing if the text is too short to compare."""
    if len(words) < _FEWEST_WORDS:
        return b""
    letters = " ".join(words).encode("utf-8", "replace").split(b" ")
    numbers = np.fromiter(map(zlib.crc32, letters), np.uint64, len(words))
    with np.errstate(over="ignore"):
        triples = _high_half(
            _mixed(
                numbers[:-2] * np.uint64(3)
                + numbers[1:-1] * np.uint64(0x1000193)
                + numbers[2:] * np.uint64(_STEP)
            )
        )
        least = np.multiply.outer(_FACTORS, triples)
        least += _SUMMANDS
    kept: bytes = least.min(axis=1).astype("<u4").tobytes()
    return kept


def band_keys(kept: bytes) -> list[int]:
    """Return LSH band keys; near-duplicates share at least one."""
    if not kept:
        return []
    ends = range(_BYTES_IN_A_BAND, (_BANDS + 1) * _BYTES_IN_A_BAND, _BYTES_IN_A_BAND)
    return [_number(end, kept[end - _BYTES_IN_A_BAND : end]) for end in ends]


def _number(place: int, part: bytes) -> int:
    digest = blake2b(bytes([place]) + part, digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
