"""Pictures are made anew, small and plain; whatever else a file holds stays outside."""

import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tidings.formats.icon_image import NotAnIcon, to_icon


def picture(kind: str, size: tuple[int, int], **more: object) -> bytes:
    mode = "RGB" if kind in ("JPEG", "BMP") else "RGBA"
    written = io.BytesIO()
    Image.new(mode, size, "red").save(written, kind, **more)
    return written.getvalue()


def png_that_claims(width: int, height: int) -> bytes:
    """A few bytes that promise many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body)


def ico_with(png: bytes) -> bytes:
    """An ICO file that says it holds 64 x 64, whatever is in it."""
    entry = struct.pack("<BBBBHHII", 64, 64, 0, 0, 1, 32, len(png), 22)
    return struct.pack("<HHH", 0, 1, 1) + entry + png


@pytest.mark.parametrize("kind", ["PNG", "ICO", "GIF", "JPEG", "BMP"])
def test_plain_pictures_become_small_png(kind: str) -> None:
    made = to_icon(picture(kind, (200, 100)))
    assert isinstance(made, bytes)
    with Image.open(io.BytesIO(made)) as read:
        assert read.format == "PNG"
        assert max(read.size) == 64
        assert read.size[0] >= read.size[1]


def test_a_small_picture_is_not_blown_up() -> None:
    made = to_icon(picture("PNG", (16, 16)))
    assert isinstance(made, bytes)
    with Image.open(io.BytesIO(made)) as read:
        assert read.size == (16, 16)


def test_of_an_ico_the_frame_that_fits_is_taken() -> None:
    made = to_icon(picture("ICO", (256, 256), sizes=[(16, 16), (64, 64), (256, 256)]))
    assert isinstance(made, bytes)
    with Image.open(io.BytesIO(made)) as read:
        assert read.size == (64, 64)


def test_nothing_but_pixels_is_left() -> None:
    words = PngInfo()
    words.add_text("Comment", "secret words")
    made = to_icon(picture("PNG", (32, 32), pnginfo=words))
    assert isinstance(made, bytes)
    assert b"secret" not in made


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "no picture"),
        (b"<html>", "no picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "no picture"),
        (picture("PNG", (200, 200))[:60], "damaged"),
        (picture("PNG", (1, 1)), "too small"),
        (picture("PNG", (500, 2)), "too small"),
        (picture("TIFF", (32, 32)), "no picture"),
        (picture("WEBP", (32, 32)), "no picture"),
        (png_that_claims(9000, 9000), "too many pixels"),
        (ico_with(png_that_claims(9000, 9000)), "too many pixels"),
        (png_that_claims(60_000, 60_000), "damaged"),
        (ico_with(b"nonsense"), "damaged"),
    ],
)
def test_what_is_no_icon_is_refused_with_the_reason(body: bytes, reason: str) -> None:
    refused = to_icon(body)
    assert isinstance(refused, NotAnIcon)
    assert reason in refused.reason


@given(st.integers(0, 300), st.integers(0, 255))
def test_damage_never_raises(place: int, byte: int) -> None:
    body = bytearray(picture("ICO", (32, 32)))
    body[place % len(body)] = byte
    assert isinstance(to_icon(bytes(body)), bytes | NotAnIcon)
