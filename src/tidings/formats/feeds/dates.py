"""The dates people really write, as microseconds since 1970.

Never raises and looks at the first hundred characters only. A date without a zone is
taken as UTC; what cannot be a date is `None`.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from tidings.core.clock import from_datetime
from tidings.formats.feeds.date_words import (
    fold,
    half_of_day,
    month_number,
    zone_seconds,
)

_LONGEST = 100
_SECOND = 1_000_000
_DAY = 86_400
_EPOCH_DAY = date(1970, 1, 1).toordinal()
# Software writes year 1 (or 0, or -1) when it means "not set".
_FIRST_YEAR = 1000
_LAST_MOMENT = (date(9999, 12, 31).toordinal() - _EPOCH_DAY) * _DAY * _SECOND
_WIDEST_ZONE = 16 * 3600
# Dates in Korean never name their zone, and there is only one.
_KOREA = 9 * 3600
_HANGUL = re.compile("[가-힣]")

_ENGLISH_MONTHS = {
    "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6,
    "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10, "Nov": 11, "Dec": 12,
}  # fmt: skip

# Nearly every RSS date: "Tue, 10 Jun 2003 04:00:00 GMT".
_RFC_822 = re.compile(
    r"[A-Za-z]{3,9}, ?(\d\d? [A-Z][a-z]{2} \d{4}) (\d\d):(\d\d):(\d\d) "
    r"(GMT|UTC|UT|Z|[+-]\d{4})"
)
_ISO_START = re.compile(r"\d{4}-(?:.{5}(?:[Tt ]|$))|\d{8}T")
_TIME = re.compile(
    r"(?<!\d)(\d{1,2})\s?[:h]\s?(\d{2})(?:\s?[:m]\s?(\d{2})s?(?:[.,](\d{1,9})\d*)?)?"
    r"(?!\d)\s*([ap]\.?m\b\.?)?"
)
# "9:5:3" and "12:35:9": some software writes no leading zeros.
_SHORT_TIME = re.compile(r"(?<![\d:])\d{1,2}:(?:\d:\d{1,2}|\d\d:\d)(?![\d:])")
_HOUR_WITH_HALF = re.compile(r"(?<!\d)(\d{1,2})\s?([ap]\.?m\b\.?)")
_OFFSET_AT_ONCE = re.compile(r"\s?([+\-−])(\d{2}):?(\d{2})?(?!\d)")
_OFFSET = re.compile(r"(?<=[\sa-z(])([+\-−])(\d{1,2})(?::?(\d{2}))?(?![\d\-/.])")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_COMMENT = re.compile(r"\([^()]*\)")
_THREE_NUMBERS = re.compile(r"(\d+)\s?([-/.])\s?(\d+)\s?[-/.]\s?(\d+)")


class _Day(NamedTuple):
    year: int
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class _Clock:
    """A time of day with its zone, if it names one, and the text around it."""

    seconds: int
    micros: int
    zone: int | None
    rest: str


def read_date(text: str | None) -> int | None:
    """Return the moment a date names, or `None` if it names none."""
    if not text:
        return None
    quick = _RFC_822.fullmatch(text)
    if quick is not None:
        return _from_rfc_822(quick)
    text = text.strip()[:_LONGEST]
    if _ISO_START.match(text):
        moment = _from_iso(text)
        if moment is not None:
            return moment
    return _from_words(fold(text))


def _from_rfc_822(match: re.Match[str]) -> int | None:
    date_part, hour, minute, second, zone = match.groups()
    midnight = _midnight(date_part)
    seconds = _seconds_of_day(int(hour), int(minute), int(second))
    if midnight is None or seconds is None:
        return _from_words(fold(match[0]))
    return midnight + (seconds - _plain_zone(zone)) * _SECOND


# The entries of a feed share days, and fetches share entries.
@lru_cache(maxsize=4096)
def _midnight(date_part: str) -> int | None:
    """Return the midnight of "10 Jun 2003"; `None` if it may not fit the calendar."""
    day, month_name, year = date_part.split(" ")
    month = _ENGLISH_MONTHS.get(month_name, 0)
    if not _FIRST_YEAR <= int(year) < 9999:
        return None
    return _moment(_Day(int(year), month, int(day)), 0, 0, 0)


@lru_cache(maxsize=256)
def _plain_zone(zone: str) -> int:
    if zone[0] in "+-":
        return _offset_seconds(zone[0], zone[1:3], zone[3:])
    return 0


def _from_iso(text: str) -> int | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.year < _FIRST_YEAR:
        return None
    if moment.tzinfo is None:
        seconds = moment.hour * 3600 + moment.minute * 60 + moment.second
        day = _Day(moment.year, moment.month, moment.day)
        return _moment(day, seconds, moment.microsecond, 0)
    return min(from_datetime(moment), _LAST_MOMENT)


def _from_words(text: str) -> int | None:
    """Read a folded date in whatever order and language it is."""
    if text.isdecimal():
        return _from_digits(text)
    clock = _find_clock(_COMMENT.sub(" ", text))
    if clock is None:
        return None
    day = _find_day(clock.rest)
    if day is None:
        return None
    zone = clock.zone
    if zone is None:
        zone = _KOREA if _HANGUL.search(text) else 0
    return _moment(day, clock.seconds, clock.micros, zone)


def _from_digits(text: str) -> int | None:
    if len(text) in (10, 13) and text[0] in "123456789":
        return int(text) * (_SECOND if len(text) == 10 else 1000)
    if len(text) == 6 and text[:2] not in ("19", "20"):
        text = "20" + text
    if len(text) not in (4, 6, 8, 12, 14):
        return None
    padded = text + "0101000000"[len(text) - 4 :]
    seconds = _seconds_of_day(int(padded[8:10]), int(padded[10:12]), int(padded[12:14]))
    return _moment(
        _Day(int(text[:4]), int(padded[4:6]), int(padded[6:8])), seconds, 0, 0
    )


def _find_clock(text: str) -> _Clock | None:
    """Take time and zone out of the text; midnight UTC if there is none."""
    # "2003-06-10T04:00" glues the date to the time.
    text = re.sub(r"(?<=\d)t(?=\d)", " ", text)
    text = _SHORT_TIME.sub(_with_zeros, text)
    found = _TIME.search(text)
    if found is None:
        return _find_bare_hour(text)
    hour, minute = int(found[1]), int(found[2])
    half = _half(found[5], text)
    seconds = _seconds_of_day(_full_hour(hour, half), minute, int(found[3] or 0))
    if seconds is None:
        return None
    micros = int((found[4] or "0")[:6].ljust(6, "0"))
    zone, rest = _take_zone(text[found.end() :])
    return _Clock(seconds, micros, zone, f"{text[: found.start()]} {rest}")


def _with_zeros(time: re.Match[str]) -> str:
    return ":".join(part.zfill(2) for part in time[0].split(":"))


def _find_bare_hour(text: str) -> _Clock | None:
    found = _HOUR_WITH_HALF.search(text)
    if found is None:
        return _Clock(0, 0, None, text)
    seconds = _seconds_of_day(_full_hour(int(found[1]), found[2]), 0, 0)
    zone, rest = _take_zone(text[found.end() :])
    if seconds is None:
        return None
    return _Clock(seconds, 0, zone, f"{text[: found.start()]} {rest}")


def _half(written: str | None, text: str) -> str | None:
    if written is not None:
        return written
    if text.isascii():
        return None
    halves = (half_of_day(word) for word in _WORD.findall(text))
    return next((half for half in halves if half is not None), None)


def _full_hour(hour: int, half: str | None) -> int:
    if half is None or hour > 12:
        return hour
    return hour % 12 + (12 if half.startswith("p") else 0)


def _take_zone(after: str) -> tuple[int | None, str]:
    """Return the zone in what follows a time, and the text without it.

    A number beats a name: "GMT+0200" and "EST -0500" mean the number.
    """
    if after[:1] == "z" and not after[1:2].isalpha():
        return 0, after[1:]
    found = _OFFSET_AT_ONCE.match(after) or _OFFSET.search(after)
    if found is not None:
        seconds = _offset_seconds(found[1], found[2], found[3] or "00")
        return seconds, after[: found.start()] + " " + after[found.end() :]
    for word in _WORD.findall(after):
        named = zone_seconds(word)
        if named is not None:
            return named, after.replace(word, " ", 1)
    return None, after


def _find_day(text: str) -> _Day | None:
    numbers = _NUMBER.findall(text)
    if not numbers:
        return None
    months = [month_number(word) for word in _WORD.findall(text)]
    # "mar. 10 juin 2003": the weekday looks like a month, the real one comes later.
    month = next((number for number in reversed(months) if number), None)
    if month is not None:
        return _day_with_month(numbers, month)
    written = _THREE_NUMBERS.search(text)
    if written is not None:
        return _numeric_day(written[1], written[3], written[4], written[2])
    return _day_from_numbers(numbers)


def _day_with_month(numbers: list[str], month: int) -> _Day | None:
    year = next((number for number in numbers if len(number) == 4), None)
    others = [number for number in numbers if len(number) <= 2]
    if year is None:
        if len(others) < 2:
            return None
        return _Day(_full_year(others[1]), month, int(others[0]))
    return _Day(int(year), month, int(others[0]) if others else 1)


def _numeric_day(first: str, second: str, third: str, between: str) -> _Day | None:
    if len(first) == 4 or (len(first) == len(third) == 2 and between == "-"):
        return _Day(_full_year(first), int(second), int(third[:2]))
    if len(first) > 2 or len(second) > 2 or len(third) not in (2, 4):
        return None
    day, month = int(first), int(second)
    # Slashes are American unless the numbers say otherwise; dots and dashes are not.
    if month > 12 or (between == "/" and day <= 12):
        day, month = month, day
    return _Day(_full_year(third), month, day)


def _day_from_numbers(numbers: list[str]) -> _Day | None:
    """Read "2003年6月10日", "2003-06", "2003-335" and a year alone."""
    if len(numbers[0]) != 4:
        return None
    year = int(numbers[0])
    if len(numbers) == 2 and len(numbers[1]) == 3:
        return _Day(year, 1, int(numbers[1])) if int(numbers[1]) <= 366 else None
    rest = [int(number) for number in numbers[1:3] if len(number) <= 2]
    month, day = (*rest, 1, 1)[:2]
    return _Day(year, month, day)


def _full_year(digits: str) -> int:
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (2000 if year < 70 else 1900)


def _offset_seconds(sign: str, hours: str, minutes: str) -> int:
    seconds = int(hours) * 3600 + int(minutes) * 60
    if seconds > _WIDEST_ZONE or int(minutes) > 59:
        return 0
    return seconds if sign == "+" else -seconds


def _seconds_of_day(hour: int, minute: int, second: int) -> int | None:
    if hour > 24 or minute > 59 or second > 61:
        return None
    return hour * 3600 + minute * 60 + second


def _moment(day: _Day, seconds: int | None, micros: int, zone: int) -> int | None:
    """Join the parts; the 31st of June is the 1st of July, as elsewhere."""
    if seconds is None or not _FIRST_YEAR <= day.year <= 9999:
        return None
    if not 1 <= day.month <= 12 or not 1 <= day.day <= (366 if day.month == 1 else 31):
        return None
    days = date(day.year, day.month, 1).toordinal() + day.day - 1 - _EPOCH_DAY
    moment = (days * _DAY + seconds - zone) * _SECOND + micros
    return min(moment, _LAST_MOMENT)
