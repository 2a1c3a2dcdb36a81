"""Drawing without a library: things that cover parts of columns, written as PNG.

A thing says which part of each column it covers, and brings a colour for every height.
So columns are filled by slices, and nothing loops over pixels.
"""

import math
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

Color = tuple[int, int, int]
Span = tuple[int, int]  # from the top, the end not included; empty if not below it
Planes = tuple[bytes, bytes, bytes]  # red, green, blue from top to bottom

_EVERYWHERE = (0, 1_000_000)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in a picture: where it is in each column, and how it is coloured."""

    span: Callable[[int], Span]
    paint: Planes
    columns: Span = _EVERYWHERE  # it is in no other


class Dice:
    """Numbers from 0 to 1 that follow from a name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._thrown = 0

    def throw(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return the next number, between two bounds."""
        self._thrown += 1
        digest = sha256(f"{self._name} {self._thrown}".encode()).digest()
        return low + (high - low) * int.from_bytes(digest[:4], "big") / 2**32


def gradient(height: int, top: Color, bottom: Color) -> Planes:
    """Return a colour for every height, from one to another."""
    red, green, blue = (
        bytes(round(a + (b - a) * y / (height - 1)) for y in range(height))
        for a, b in zip(top, bottom, strict=True)
    )
    return red, green, blue


def disc(x: float, y: float, radius: float, paint: Planes) -> Thing:
    """Return a full circle."""

    def span(column: int) -> Span:
        reach = radius**2 - (column - x) ** 2
        if reach <= 0:
            return 0, 0
        half = math.sqrt(reach)
        return round(y - half), round(y + half)

    return Thing(span, paint, (int(x - radius), int(x + radius) + 1))


def ridge(level: float, roughness: float, dice: Dice, paint: Planes) -> Thing:
    """Return rolling ground, up to about a level."""
    waves = [
        (roughness / n, dice.throw(0.6, 1.4) * n / 150, dice.throw(0, 6.3))
        for n in (1, 2, 5)
    ]

    def span(column: int) -> Span:
        lift = sum(size * math.sin(column * rate + at) for size, rate, at in waves)
        return round(level + lift), len(paint[0])

    return Thing(span, paint)


def block(left: float, right: float, top: float, bottom: float, paint: Planes) -> Thing:
    """Return a rectangle."""
    span = (round(top), round(bottom))
    return Thing(lambda _: span, paint, (round(left), round(right)))


def png(width: int, height: int, things: Sequence[Thing]) -> bytes:
    """Return things as a picture, later ones before earlier ones."""
    stride = 3 * width + 1  # every row begins with a byte that says "not filtered"
    columns = [[bytearray(height) for _ in range(3)] for _ in range(width)]
    for thing in things:
        _put(columns, thing, height)
    pixels = bytearray(stride * height)
    for x, planes in enumerate(columns):
        for channel, plane in enumerate(planes):
            pixels[1 + 3 * x + channel :: stride] = plane
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", zlib.compress(bytes(pixels), 6)),
            _chunk(b"IEND", b""),
        )
    )


def _put(columns: list[list[bytearray]], thing: Thing, height: int) -> None:
    left, right = thing.columns
    for x in range(max(left, 0), min(right, len(columns))):
        start, end = thing.span(x)
        top, below = max(start, 0), min(end, height)
        if top < below:
            for plane, paint in zip(columns[x], thing.paint, strict=True):
                plane[top:below] = paint[top:below]


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)


def color_of(text: str) -> Color:
    """Return a colour that is written like `#2a6f97`."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def mixed(one: Color, other: Color, share: float) -> Color:
    """Return a colour between two, nearer to the other as the share grows."""
    red, green, blue = (
        round(a + (b - a) * share) for a, b in zip(one, other, strict=True)
    )
    return red, green, blue
