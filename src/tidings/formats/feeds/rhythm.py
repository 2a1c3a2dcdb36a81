"""How often a feed asks to be fetched: ttl, the syndication module, hours to skip."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.formats.xml.fields import Fields, Scope, elements, fields_of, first_value

_PERIODS = {
    "hourly": timedelta(hours=1),
    "daily": timedelta(days=1),
    "weekly": timedelta(weeks=1),
    "monthly": timedelta(days=30),
    "yearly": timedelta(days=365),
}
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LONGEST = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class StatedRhythm:
    """How often a feed asks to be fetched."""

    ttl: timedelta | None
    update_period: timedelta | None
    skip_hours: frozenset[int]
    skip_days: frozenset[int]


def read_rhythm(channel: Fields, scope: Scope) -> StatedRhythm:
    """Read what an RSS channel asks for; values that make no sense are left out."""
    minutes = _number(first_value(channel, "ttl"))
    return StatedRhythm(
        ttl=timedelta(minutes=minutes) if minutes else None,
        update_period=_update_period(channel),
        skip_hours=frozenset(_hours(_listed(channel, scope, "skiphours", "hour"))),
        skip_days=frozenset(_days(_listed(channel, scope, "skipdays", "day"))),
    )


def _update_period(channel: Fields) -> timedelta | None:
    written = first_value(channel, "sy:updateperiod")
    if written is None:
        return None
    period = _PERIODS.get(written.lower())
    times = _number(first_value(channel, "sy:updatefrequency")) or 1
    return None if period is None else period / times


def _listed(channel: Fields, scope: Scope, outer: str, inner: str) -> list[str]:
    return [
        (element.text or "").strip().lower()
        for holder in elements(channel, outer)
        for element in elements(fields_of(holder, scope.names), inner)
    ]


def _hours(written: list[str]) -> list[int]:
    numbers = [_number(text) for text in written]
    return [hour % 24 for hour in numbers if hour is not None and hour <= 24]


def _days(written: list[str]) -> list[int]:
    return [_WEEKDAYS.index(text[:3]) for text in written if text[:3] in _WEEKDAYS]


def _number(text: str | None) -> int | None:
    """Return a number of minutes or times that a year can hold."""
    digits = (text or "").strip()
    if not digits.isdecimal() or len(digits) > 9:
        return None
    number = int(digits)
    return number if number <= _LONGEST // timedelta(minutes=1) else None
