"""Dates as HTTP headers write them, in the three forms of RFC 9110 and their misspellings.

What is no date is `None`; nothing here raises.
"""

import re
from datetime import UTC, datetime, timedelta

from tidings.core.clock import from_datetime, micros

_LONGEST_DATE = 64
_YEAR = micros(timedelta(days=365, hours=6))
_MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip

_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?"
_FORMS = (
    # Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
    re.compile(
        r"(?:[a-z]{3,9}, *)?(?P<day>\d{1,2})[ -](?P<month>[a-z]{3})[ -]"
        rf"(?P<year>\d{{4}}|\d{{2}}) +{_CLOCK}(?: *(?P<zone>gmt|utc?|z|[+-]\d{{4}}))?",
        re.ASCII,
    ),
    # Sun Nov  6 08:49:37 1994
    re.compile(
        rf"[a-z]{{3}} +(?P<month>[a-z]{{3}}) +(?P<day>\d{{1,2}}) +{_CLOCK}"
        r"(?: +(?P<zone>gmt|utc?))? +(?P<year>\d{4})",
        re.ASCII,
    ),
)


def read_http_date(text: str, now: int) -> int | None:
    """Return the moment a header names; `now` settles which century "94" means."""
    cleaned = text.strip().lower()
    if len(cleaned) > _LONGEST_DATE:
        return None
    for form in _FORMS:
        match = form.fullmatch(cleaned)
        if match:
            return _moment(match.groupdict(), now)
    return None


def _moment(parts: dict[str, str | None], now: int) -> int | None:
    month = parts["month"] or ""
    if month not in _MONTHS:
        return None
    try:
        moment = datetime(
            _full_year(parts["year"] or "", now),
            _MONTHS.index(month) + 1,
            int(parts["day"] or 0),
            int(parts["hour"] or 0),
            int(parts["minute"] or 0),
            min(int(parts["second"] or 0), 59),  # a leap second is written as 60
            tzinfo=UTC,
        )
    except ValueError:
        return None
    return from_datetime(moment) - micros(_offset(parts["zone"]))


def _full_year(digits: str, now: int) -> int:
    """Read a year of two digits as the one that is at most 50 years ahead (RFC 9110)."""
    year = int(digits)
    if len(digits) == 4:
        return year
    this_year = 1970 + now // _YEAR
    century = this_year - this_year % 100
    return century + year - (100 if century + year > this_year + 50 else 0)


def _offset(zone: str | None) -> timedelta:
    if zone is None or zone[0] not in "+-":
        return timedelta(0)
    offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:5]))
    return -offset if zone[0] == "-" else offset
