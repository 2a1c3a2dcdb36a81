"""A film for the newspaper: a ferry crosses a bay.

Each frame is drawn, and packed as WebP: that is a frame of VP8 in a wrapping. A row of
such frames in another wrapping is WebM, which browsers play.
"""

import io
import math
import struct
from functools import cache

from PIL import Image, ImageDraw, ImageOps

SIZE = WIDTH, HEIGHT = 640, 360
SECONDS = 8
_RATE = 12
_QUALITY = 60
_SEA = 0.62 * HEIGHT
_WAVES = 9
# A VP8 frame follows the names and lengths of the file and of its only part.
_BEFORE_FRAME = 20


@cache
def crossing() -> bytes:
    """Return the film as a WebM file."""
    count = SECONDS * _RATE
    frames = [_packed(_drawn(number / count)) for number in range(count)]
    return _webm(frames)


def _drawn(progress: float) -> Image.Image:
    fade = Image.linear_gradient("L").resize(SIZE)
    frame = ImageOps.colorize(fade, "#27406e", "#f6b98a")
    draw = ImageDraw.Draw(frame)
    sun = WIDTH * 0.7, _SEA - 60 + 70 * progress
    draw.circle(sun, 34, fill="#ffe9c4")
    draw.rectangle((0, _SEA, WIDTH, HEIGHT), fill="#1c5a6a")
    ferry = WIDTH * (1.3 * progress - 0.25), _SEA + 34 + 3 * math.sin(30 * progress)
    _draw_ferry(draw, *ferry)
    for row in range(_WAVES):
        y = _SEA + 14 + row * 15
        shift = 40 * math.sin(6 * progress + row)
        for x in range(-80, WIDTH + 80, 90):
            start = x + shift + 37 * (row % 2)
            draw.arc((start, y, start + 36, y + 9), 200, 340, fill="#5fa0a8", width=2)
    return frame


def _draw_ferry(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    hull = [(x, y - 22), (x + 170, y - 22), (x + 150, y + 6), (x + 14, y + 6)]
    draw.polygon(hull, fill="#7d1f28")
    draw.rectangle((x + 22, y - 46, x + 132, y - 22), fill="#f4f1ea")
    draw.rectangle((x + 84, y - 68, x + 104, y - 46), fill="#c9563c")
    for window in range(6):
        left = x + 30 + 17 * window
        draw.rectangle((left, y - 40, left + 9, y - 31), fill="#33556b")


def _packed(frame: Image.Image) -> bytes:
    file = io.BytesIO()
    frame.save(file, "WEBP", quality=_QUALITY, method=0)
    return file.getvalue()[_BEFORE_FRAME:]


def _webm(frames: list[bytes]) -> bytes:
    head = _part(
        "1a45dfa3",
        _number("4286", 1),
        _number("42f7", 1),
        _number("42f2", 4),
        _number("42f3", 8),
        _part("4282", b"webm"),
        _number("4287", 2),
        _number("4285", 2),
    )
    about = _part(
        "1549a966",
        _number("2ad7b1", 1_000_000),  # times are in milliseconds
        _part("4489", struct.pack(">d", 1000 * SECONDS)),
        _part("4d80", b"Tidings"),
        _part("5741", b"Tidings"),
    )
    size = _part("e0", _number("b0", WIDTH), _number("ba", HEIGHT))
    track = _part(
        "ae",
        _number("d7", 1),
        _number("73c5", 1),
        _number("83", 1),  # pictures
        _part("86", b"V_VP8"),
        size,
    )
    blocks = [
        _part("a3", struct.pack(">BhB", 0x81, 1000 * place // _RATE, 0x80), frame)
        for place, frame in enumerate(frames)
    ]
    cluster = _part("1f43b675", _number("e7", 0), *blocks)
    return head + _part("18538067", about, _part("1654ae6b", track), cluster)


def _part(name: str, *bodies: bytes) -> bytes:
    """Return an element of EBML; its length is always written in eight bytes."""
    body = b"".join(bodies)
    return bytes.fromhex(name) + struct.pack(">Q", 1 << 56 | len(body)) + body


def _number(name: str, value: int) -> bytes:
    return _part(name, value.to_bytes(4, "big"))
