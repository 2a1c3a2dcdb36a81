"""Any small picture -> a PNG of our own making, so that nothing of the original is left.

Only plain pixel formats are read; drawings (SVG) are programs, and are refused.
"""

import io
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError
from PIL.IcoImagePlugin import IcoFile

from tidings.core.feeds.icons import ICON_SIZE

# Of these, Pillow opens a file without unpacking it. WebP makes room for all pixels
# at once, and an ICO file unpacks its largest frame: that one is opened by hand.
_FORMATS = ("PNG", "GIF", "JPEG", "BMP")
_ICO = b"\0\0\1\0"
# A picture is checked before it is unpacked: a small file can hold a huge one.
_MOST_PIXELS = 2_000_000
_SMALLEST_EDGE = 8


@dataclass(frozen=True, slots=True)
class NotAnIcon:
    """Why a file cannot be used; safe to show."""

    reason: str


def to_icon(body: bytes) -> bytes | NotAnIcon:
    """Return a picture as a PNG of at most 64 x 64 pixels."""
    try:
        with _opened(body) as picture:
            return _refusal(picture) or _small_png(picture)
    except UnidentifiedImageError:
        return NotAnIcon("it is no picture of a known kind")
    # Decoders meet nonsense in many ways; whatever they say, it is no picture.
    except Exception:  # noqa: BLE001
        return NotAnIcon("it is damaged")


def _opened(body: bytes) -> Image.Image:
    if not body.startswith(_ICO):
        return Image.open(io.BytesIO(body), formats=_FORMATS)
    frames = IcoFile(io.BytesIO(body))
    sizes = sorted(frames.sizes())
    fitting = [size for size in sizes if size[0] >= ICON_SIZE]
    # Each frame has a size of its own, whatever the file's directory says.
    return frames.getimage(fitting[0] if fitting else sizes[-1])


def _refusal(picture: Image.Image) -> NotAnIcon | None:
    width, height = picture.size
    if width * height > _MOST_PIXELS:
        return NotAnIcon("it has too many pixels")
    if min(width, height) < _SMALLEST_EDGE:
        return NotAnIcon("it is too small to be seen")
    return None


def _small_png(picture: Image.Image) -> bytes:
    pixels = picture.convert("RGBA")
    pixels.thumbnail((ICON_SIZE, ICON_SIZE), Image.Resampling.LANCZOS)
    # A fresh picture carries no metadata along.
    clean = Image.new("RGBA", pixels.size)
    clean.paste(pixels)
    written = io.BytesIO()
    clean.save(written, "PNG", optimize=True)
    return written.getvalue()
