"""Pictures for the sample entries: a few kinds of scenes, varied by their names."""

import math
from collections.abc import Callable
from functools import lru_cache

from tidings.demo.canvas import Canvas, Color, Dice, mixed

WIDTH, HEIGHT = 960, 540
_ICON = 96
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_STEP = 4  # between two corners of a ridge


@lru_cache(maxsize=64)
def picture(scene: str, name: str) -> bytes | None:
    """Return a picture as PNG; None if there is no such scene."""
    draw = _SCENES.get(scene)
    if draw is None:
        return None
    canvas = Canvas(WIDTH, HEIGHT)
    draw(canvas, Dice(f"{scene} {name}"))
    return canvas.png()


@lru_cache(maxsize=32)
def icon(color: str) -> bytes:
    """Return a feed's icon as PNG: a disc with a moon, in shades of a colour like `#2a6f97`."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    base = red, green, blue
    dark, light = mixed(base, _BLACK, 0.35), mixed(base, _WHITE, 0.75)
    middle = _ICON / 2
    canvas = Canvas(_ICON, _ICON)
    canvas.block((0, 0), (_ICON, _ICON), base, dark)
    canvas.disc(middle, middle, _ICON * 0.3, light)
    canvas.disc(middle + 12, middle - 8, _ICON * 0.22, base, dark)
    return canvas.png()


# Colours of the sky above, at the horizon, of the sun, and of the ground before it.
_PALETTES: tuple[tuple[Color, Color, Color, Color], ...] = (
    ((38, 70, 120), (252, 196, 142), (255, 236, 200), (42, 52, 74)),
    ((110, 170, 214), (238, 240, 228), (255, 252, 235), (52, 92, 84)),
    ((74, 44, 96), (244, 132, 110), (255, 214, 150), (48, 30, 62)),
    ((28, 96, 112), (214, 232, 196), (255, 246, 210), (18, 58, 66)),
    ((94, 112, 136), (226, 218, 206), (250, 244, 232), (62, 66, 78)),
    ((20, 40, 82), (120, 176, 206), (246, 240, 214), (16, 28, 52)),
)


def _palette(dice: Dice) -> tuple[Color, Color, Color, Color]:
    return _PALETTES[int(dice.throw(0, len(_PALETTES) - 0.001))]


def _below(canvas: Canvas, y: float, color: Color, bottom: Color) -> None:
    canvas.block((0, y), (WIDTH, HEIGHT), color, bottom)


def _sun(canvas: Canvas, dice: Dice, color: Color, low: Color, y: float) -> None:
    x, radius = dice.throw(180, WIDTH - 180), dice.throw(34, 62)
    for size, share in ((2.6, 0.25), (1.8, 0.45), (1.0, 1.0)):
        canvas.disc(x, y, radius * size, mixed(low, color, share))


def _ridge(
    canvas: Canvas, dice: Dice, level: float, roughness: float, *colors: Color
) -> None:
    """Draw rolling ground, up to about a level."""
    waves = [
        (roughness / n, dice.throw(0.6, 1.4) * n / 150, dice.throw(0, 6.3))
        for n in (1, 2, 5)
    ]
    line = [
        (x, level + sum(size * math.sin(x * rate + at) for size, rate, at in waves))
        for x in range(0, WIDTH + _STEP, _STEP)
    ]
    canvas.polygon([(0, HEIGHT), *line, (WIDTH, HEIGHT)], *colors)


def _hills(canvas: Canvas, dice: Dice) -> None:
    high, low, sun, ground = _palette(dice)
    _below(canvas, 0, high, low)
    _sun(canvas, dice, sun, low, dice.throw(130, 260))
    for number in range(5):
        color = mixed(low, ground, 0.3 + 0.7 * number / 4)
        shade = mixed(color, _BLACK, 0.35)
        _ridge(canvas, dice, 250 + 62 * number, 46 - 5 * number, color, shade)


def _sea(canvas: Canvas, dice: Dice) -> None:
    high, low, sun, ground = _palette(dice)
    horizon = dice.throw(280, 330)
    _below(canvas, 0, high, low)
    _sun(canvas, dice, sun, low, horizon - dice.throw(10, 90))
    _ridge(canvas, dice, horizon + 6, 22, mixed(low, ground, 0.45))
    _below(canvas, horizon, mixed(low, high, 0.3), mixed(high, (0, 0, 20), 0.4))
    for number in range(26):
        y = horizon + 8 + (number / 26) ** 1.6 * (HEIGHT - horizon)
        left, long = dice.throw(-80, WIDTH), dice.throw(30, 60 + 9 * number)
        glint = mixed(low, sun, dice.throw(0.1, 0.8))
        canvas.block((left, y), (left + long, y + 1 + number / 9), glint)
    _boat(canvas, dice, horizon, ground)


def _boat(canvas: Canvas, dice: Dice, horizon: float, ground: Color) -> None:
    x, size = dice.throw(160, WIDTH - 220), dice.throw(40, 80)
    y = horizon + dice.throw(20, 70)
    mast = x + 0.9 * size
    canvas.polygon([(x, y), (mast, y - 2 * size), (mast, y)], (246, 240, 226))
    keel = [
        (x + size * (0.4 + along / 10), y + 4 + size * 0.3 * (1 - (along / 10) ** 2))
        for along in range(-10, 11)
    ]
    canvas.polygon(keel, mixed(ground, _BLACK, 0.3))


def _town(canvas: Canvas, dice: Dice) -> None:
    high, low, sun, ground = _palette(dice)
    _below(canvas, 0, high, low)
    _sun(canvas, dice, sun, low, dice.throw(120, 260))
    for row in range(3):
        wall = mixed(low, ground, 0.45 + 0.27 * row)
        x = -dice.throw(0, 40)
        while x < WIDTH:
            wide, top = dice.throw(44, 110), dice.throw(200, 330) + 66 * row
            canvas.block((x, top), (x + wide, HEIGHT), wall)
            _windows(canvas, dice, (x, top), wide, sun)
            x += wide + dice.throw(-4, 16)


def _windows(
    canvas: Canvas, dice: Dice, corner: tuple[float, float], wide: float, light: Color
) -> None:
    left, top = corner
    for x in range(round(left) + 10, round(left + wide) - 12, 18):
        for y in range(round(top) + 14, round(top) + 90, 24):
            if dice.throw() < 0.35:
                canvas.block((x, y), (x + 6, y + 10), light)


def _night(canvas: Canvas, dice: Dice) -> None:
    deep, low, moon = (10, 14, 38), (58, 66, 110), (244, 240, 220)
    _below(canvas, 0, deep, low)
    for _ in range(140):
        x, y = dice.throw(0, WIDTH), dice.throw(0, 380)
        canvas.disc(x, y, dice.throw(1.0, 2.6), moon)
    x, y = dice.throw(200, WIDTH - 200), dice.throw(90, 200)
    canvas.disc(x, y, 92, mixed(deep, moon, 0.16))
    canvas.disc(x, y, 52, moon)
    for number in range(3):
        color = mixed((36, 44, 82), (8, 10, 26), number / 2)
        _ridge(canvas, dice, 370 + 58 * number, 34, color)


def _still_life(canvas: Canvas, dice: Dice) -> None:
    high, low, sun, ground = _palette(dice)
    _below(canvas, 0, mixed(low, sun, 0.5), mixed(low, high, 0.25))
    _below(canvas, 380, mixed(ground, low, 0.4), ground)
    for number in range(6):
        radius = dice.throw(44, 92)
        x, y = 120 + 140 * number + dice.throw(-30, 30), 430 - radius * 0.8
        color = (high, sun, mixed(high, low, 0.6), mixed(sun, (220, 120, 60), 0.6))[
            int(dice.throw(0, 3.999))
        ]
        canvas.disc(x + 10, y + 12, radius, mixed(ground, low, 0.25))
        canvas.disc(x, y, radius, mixed(color, _WHITE, 0.3), color)


_SCENES: dict[str, Callable[[Canvas, Dice], None]] = {
    "hills": _hills,
    "sea": _sea,
    "town": _town,
    "night": _night,
    "table": _still_life,
}
