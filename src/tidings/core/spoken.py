"""Durations and times as people read them, in English."""

from datetime import timedelta

from tidings.core.clock import to_datetime

_DAYS = ("day", "days")
_NEAR = timedelta(minutes=10)
_UNITS = ((3_600, "h", "h"), (60, "min", "min"), (1, "s", "s"))


def spoken_duration(duration: timedelta, days: tuple[str, str] = _DAYS) -> str:
    """Return a duration in its two largest units: "45 s", "1 h 30 min", "2 days".

    `days` are the words for one and for more, if not in English; the other units are
    written alike everywhere.
    """
    seconds = max(round(duration.total_seconds()), 0)
    if seconds >= 3_600:
        seconds = round(seconds / 60) * 60  # seconds are noise beside hours
    parts = []
    for size, one, many in ((86_400, *days), *_UNITS):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    return " ".join(parts[:2]) or "0 s"


def spoken_times(count: int) -> str:
    """Return "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def spoken_moment(at: int, now: int) -> str:
    """Return a time of day in UTC, with seconds if they matter, and with the date unless
    it is today."""
    moment, today = to_datetime(at), to_datetime(now)
    is_near = abs(moment - today) < _NEAR
    clock = f"{moment:%H:%M:%S} UTC" if is_near else f"{moment:%H:%M} UTC"
    if moment.date() == today.date():
        return clock
    return f"{moment:%Y-%m-%d} {clock}"
