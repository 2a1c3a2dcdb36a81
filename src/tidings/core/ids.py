"""UUIDs of version 7 (RFC 9562): unique without asking anybody, and sorted by time."""

from uuid import UUID

_MICROS_PER_TICK = 1000  # the RFC counts milliseconds
_LATEST_TICK = (1 << 48) - 1


def uuid7(now: int, random_bits: int) -> UUID:
    """Return the UUID of a moment, told apart by the lowest 74 of the random bits.

    A moment that 48 bits of milliseconds cannot hold (before 1970, after the year 10889)
    takes the nearest one that they can.
    """
    tick = min(max(now // _MICROS_PER_TICK, 0), _LATEST_TICK)
    upper = (random_bits >> 62) & 0xFFF
    lower = random_bits & ((1 << 62) - 1)
    return UUID(int=tick << 80 | 0x7 << 76 | upper << 64 | 0b10 << 62 | lower)
