"""Any small picture -> a PNG of our own making, so that nothing of the original is left.

Only plain pixel formats are read; drawings (SVG) are programs, and are refused.
"""

import io
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError
from PIL.IcoImagePlugin import IcoImageFile

from tidings.core.icons import ICON_SIZE

_FORMATS = ("PNG", "ICO", "GIF", "JPEG", "WEBP", "BMP")
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
        with Image.open(io.BytesIO(body), formats=_FORMATS) as opened:
            picture = _best_frame(opened)
            refusal = _refusal(picture)
            if refusal is not None:
                return refusal
            return _small_png(picture)
    except UnidentifiedImageError:
        return NotAnIcon("it is no picture of a known kind")
    # Decoders meet nonsense in many ways; whatever they say, it is no picture.
    except Exception:  # noqa: BLE001
        return NotAnIcon("it is damaged")


def _best_frame(opened: Image.Image) -> Image.Image:
    """Return the frame of an ICO file that fits best, still packed."""
    if not isinstance(opened, IcoImageFile):
        return opened
    sizes = sorted(opened.ico.sizes())
    fitting = [size for size in sizes if size[0] >= ICON_SIZE]
    # Each frame has a size of its own, whatever the file's directory says.
    return opened.ico.getimage(fitting[0] if fitting else sizes[-1])


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
