"""A canvas for simple scenes in two-colour shades, and numbers that follow from a name."""

import io
from collections.abc import Callable, Sequence
from hashlib import sha256

from PIL import Image, ImageDraw, ImageOps

Color = tuple[int, int, int]
Point = tuple[float, float]
_Shape = Callable[[ImageDraw.ImageDraw, Color | int], None]


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


class Canvas:
    """A picture in the making; what is drawn later covers what was drawn before.

    A shape with a second colour is shaded from the top of the picture to its bottom.
    """

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGB", (width, height))
        self._draw = ImageDraw.Draw(self._image)

    def polygon(
        self, corners: Sequence[Point], color: Color, bottom: Color | None = None
    ) -> None:
        """Draw whatever lies between the corners."""
        self._put(lambda draw, ink: draw.polygon(corners, fill=ink), color, bottom)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        color: Color,
        bottom: Color | None = None,
    ) -> None:
        """Draw a full circle."""
        self._put(lambda draw, ink: draw.circle((x, y), radius, ink), color, bottom)

    def block(
        self, corner: Point, opposite: Point, color: Color, bottom: Color | None = None
    ) -> None:
        """Draw a rectangle."""
        (left, top), (right, low) = corner, opposite
        corners = [(left, top), (right, top), (right, low), (left, low)]
        self.polygon(corners, color, bottom)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        file = io.BytesIO()
        self._image.save(file, "PNG")
        return file.getvalue()

    def _put(self, shape: _Shape, color: Color, bottom: Color | None) -> None:
        if bottom is None:
            shape(self._draw, color)
            return
        mask = Image.new("1", self._image.size)
        shape(ImageDraw.Draw(mask), 1)
        fade = Image.linear_gradient("L").resize(self._image.size)
        self._image.paste(ImageOps.colorize(fade, color, bottom), mask=mask)


def mixed(one: Color, other: Color, share: float) -> Color:
    """Return a colour between two, nearer to the other as the share grows."""
    red, green, blue = (
        round(a + (b - a) * share) for a, b in zip(one, other, strict=True)
    )
    return red, green, blue
