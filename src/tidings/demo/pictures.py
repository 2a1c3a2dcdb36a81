"""Pictures for the sample entries: a few kinds of scenes, varied by their names."""

from collections.abc import Callable
from functools import lru_cache

from tidings.demo.drawing import (
    Color,
    Dice,
    Planes,
    Span,
    Thing,
    block,
    color_of,
    disc,
    gradient,
    mixed,
    png,
    ridge,
)

WIDTH, HEIGHT = 960, 540
_ICON = 96


@lru_cache(maxsize=64)
def picture(scene: str, name: str) -> bytes | None:
    """Return a picture as PNG; None if there is no such scene."""
    draw = _SCENES.get(scene)
    if draw is None:
        return None
    return png(WIDTH, HEIGHT, draw(Dice(f"{scene} {name}")))


@lru_cache(maxsize=32)
def icon(color: str) -> bytes:
    """Return a feed's icon as PNG: a disc with a moon, in shades of one colour."""
    base = color_of(color)
    dark, light = mixed(base, (0, 0, 0), 0.35), mixed(base, (255, 255, 255), 0.75)
    middle, size = _ICON / 2, _ICON
    things = [
        Thing(lambda _: (0, size), gradient(size, base, dark)),
        disc(middle, middle, size * 0.3, gradient(size, light, light)),
        disc(middle + 12, middle - 8, size * 0.22, gradient(size, base, dark)),
    ]
    return png(size, size, things)


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


def _sky(high: Color, low: Color) -> Thing:
    return Thing(lambda _: (0, HEIGHT), gradient(HEIGHT, high, low))


def _sun(dice: Dice, color: Color, low: Color, y: float) -> list[Thing]:
    x, radius = dice.throw(180, WIDTH - 180), dice.throw(34, 62)
    rings = ((2.6, 0.25), (1.8, 0.45), (1.0, 1.0))
    return [
        disc(x, y, radius * size, _flat(mixed(low, color, share)))
        for size, share in rings
    ]


def _flat(color: Color) -> Planes:
    return gradient(HEIGHT, color, color)


def _hills(dice: Dice) -> list[Thing]:
    high, low, sun, ground = _palette(dice)
    things = [_sky(high, low), *_sun(dice, sun, low, dice.throw(130, 260))]
    for number in range(5):
        near = number / 4
        color = mixed(low, ground, 0.3 + 0.7 * near)
        paint = gradient(HEIGHT, color, mixed(color, (0, 0, 0), 0.35))
        things.append(ridge(250 + 62 * number, 46 - 5 * number, dice, paint))
    return things


def _sea(dice: Dice) -> list[Thing]:
    high, low, sun, ground = _palette(dice)
    horizon = dice.throw(280, 330)
    things = [_sky(high, low), *_sun(dice, sun, low, horizon - dice.throw(10, 90))]
    coast = _flat(mixed(low, ground, 0.45))
    things.append(ridge(horizon + 6, 22, dice, coast))
    water = gradient(HEIGHT, mixed(low, high, 0.3), mixed(high, (0, 0, 20), 0.4))
    things.append(Thing(lambda _: (round(horizon), HEIGHT), water))
    for number in range(26):
        y = horizon + 8 + (number / 26) ** 1.6 * (HEIGHT - horizon)
        left, long = dice.throw(-80, WIDTH), dice.throw(30, 60 + 9 * number)
        glint = _flat(mixed(low, sun, dice.throw(0.1, 0.8)))
        things.append(block(left, left + long, y, y + 2 + number / 9, glint))
    return things + _boat(dice, horizon, ground)


def _boat(dice: Dice, horizon: float, ground: Color) -> list[Thing]:
    x, size = dice.throw(160, WIDTH - 220), dice.throw(40, 80)
    y = horizon + dice.throw(20, 70)
    hull, sail = _flat(mixed(ground, (0, 0, 0), 0.3)), _flat((246, 240, 226))

    def sail_span(column: int) -> Span:
        along = (column - x) / size
        return (round(y - 2.2 * size * along), round(y)) if 0 < along < 0.9 else (0, 0)

    def hull_span(column: int) -> Span:
        along = abs(column - x - size * 0.4) / size
        return (round(y + 4), round(y + 4 + size * 0.3 * (1 - along**2)))

    return [Thing(sail_span, sail), Thing(hull_span, hull)]


def _town(dice: Dice) -> list[Thing]:
    high, low, sun, ground = _palette(dice)
    things = [_sky(high, low), *_sun(dice, sun, low, dice.throw(120, 260))]
    for row in range(3):
        wall = mixed(low, ground, 0.45 + 0.27 * row)
        x = -dice.throw(0, 40)
        while x < WIDTH:
            wide, top = dice.throw(44, 110), dice.throw(200, 330) + 66 * row
            things.append(block(x, x + wide, top, HEIGHT, _flat(wall)))
            things += _windows(dice, x, wide, top, sun)
            x += wide + dice.throw(-4, 16)
    return things


def _windows(
    dice: Dice, left: float, wide: float, top: float, light: Color
) -> list[Thing]:
    lit = _flat(light)
    return [
        block(x, x + 7, y, y + 11, lit)
        for x in range(round(left) + 10, round(left + wide) - 12, 18)
        for y in range(round(top) + 14, round(top) + 90, 24)
        if dice.throw() < 0.35
    ]


def _night(dice: Dice) -> list[Thing]:
    deep, low, moon = (10, 14, 38), (58, 66, 110), (244, 240, 220)
    things = [_sky(deep, low)]
    for _ in range(140):
        x, y = dice.throw(0, WIDTH), dice.throw(0, 380)
        things.append(disc(x, y, dice.throw(1.0, 2.6), _flat(moon)))
    x, y = dice.throw(200, WIDTH - 200), dice.throw(90, 200)
    halo = _flat(mixed(deep, moon, 0.16))
    things += [disc(x, y, 92, halo), disc(x, y, 52, _flat(moon))]
    for number in range(3):
        color = mixed((36, 44, 82), (8, 10, 26), number / 2)
        things.append(ridge(370 + 58 * number, 34, dice, _flat(color)))
    return things


def _still_life(dice: Dice) -> list[Thing]:
    high, low, sun, ground = _palette(dice)
    things = [_sky(mixed(low, sun, 0.5), mixed(low, high, 0.25))]
    table = gradient(HEIGHT, mixed(ground, low, 0.4), ground)
    things.append(Thing(lambda _: (380, HEIGHT), table))
    for number in range(6):
        radius = dice.throw(44, 92)
        x, y = 120 + 140 * number + dice.throw(-30, 30), 430 - radius * 0.8
        color = (high, sun, mixed(high, low, 0.6), mixed(sun, (220, 120, 60), 0.6))[
            int(dice.throw(0, 3.999))
        ]
        shade = gradient(HEIGHT, mixed(color, (255, 255, 255), 0.3), color)
        things.append(disc(x + 10, y + 12, radius, _flat(mixed(ground, low, 0.25))))
        things.append(disc(x, y, radius, shade))
    return things


_SCENES: dict[str, Callable[[Dice], list[Thing]]] = {
    "hills": _hills,
    "sea": _sea,
    "town": _town,
    "night": _night,
    "table": _still_life,
}
