"""MinHash of texts over word triples: equal parts of signatures are equal shares of text.

Signatures are kept in the database, so what is computed here must never change.
"""

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

HASHES = 64
_IN_A_BAND = 3
_FEWEST_WORDS = 10
_Numbers = NDArray[np.uint64]

# The numbers of a small generator whose constants are well known (splitmix64).
_STEP = 0x9E3779B97F4A7C15


def _mixed(numbers: _Numbers) -> _Numbers:
    with np.errstate(over="ignore"):
        numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return numbers ^ (numbers >> np.uint64(31))


def _series(many: int, start: int) -> _Numbers:
    places = np.arange(start, start + many, dtype=np.uint64)
    with np.errstate(over="ignore"):
        return _mixed(places * np.uint64(_STEP))


_FACTORS = _series(HASHES, 1) | np.uint64(1)
_SUMMANDS = _series(HASHES, 1001)
_BANDS = HASHES // _IN_A_BAND
_BAND_NUMBERS = _series(_BANDS, 2001)


def signature(words: Sequence[str]) -> bytes:
    """Return the MinHash of a text, or nothing if the text is too short to compare."""
    if len(words) < _FEWEST_WORDS:
        return b""
    letters = " ".join(words).encode("utf-8", "replace").split(b" ")
    numbers = np.fromiter(map(zlib.crc32, letters), np.uint64, len(words))
    with np.errstate(over="ignore"):
        triples = _mixed(
            numbers[:-2] * np.uint64(3)
            + numbers[1:-1] * np.uint64(0x1000193)
            + numbers[2:] * np.uint64(_STEP)
        )
        least = np.multiply.outer(_FACTORS, triples)
        least += _SUMMANDS[:, None]
    kept: bytes = (least.min(axis=1) >> np.uint64(32)).astype("<u4").tobytes()
    return kept


def band_keys(kept: bytes) -> list[int]:
    """Return numbers of which texts that are nearly the same share at least one."""
    if not kept:
        return []
    parts = np.frombuffer(kept, dtype="<u4")[: _BANDS * _IN_A_BAND].astype(np.uint64)
    first, second, third = parts.reshape(_BANDS, _IN_A_BAND).T
    with np.errstate(over="ignore"):
        joined = _mixed(first ^ (second << np.uint64(32))) + third * np.uint64(_STEP)
        keys = _mixed(joined ^ _BAND_NUMBERS)
    numbers: list[int] = keys.astype(np.int64).tolist()
    return numbers
