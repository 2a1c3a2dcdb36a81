"""How often a feed has something new, as seen and as it says itself.

The wait is a quarter of the expected gap between entries, and never more than four times
shorter or longer than the poll interval. The expected gap is the average of the last
ones, or the present silence if that is longer.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from heapq import nlargest

from tidings.core.clock import MICROSECOND, micros

CHECKS_PER_GAP = 4
STRETCH = 4
# Many feeds carry a hint that nobody ever looked at ("yearly"): a day is enough.
LONGEST_OWN_HINT = timedelta(days=1)

_ENTRIES_CONSIDERED = 20
_ENTRIES_NEEDED = 3
_HOUR = micros(timedelta(hours=1))
_HOURS_A_DAY = 24
_DAYS_A_WEEK = 7
_FIRST_WEEKDAY = 3  # 1970-01-01 was a Thursday; Monday is 0


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How a feed published of late."""

    gap: timedelta
    newest_at: int


@dataclass(frozen=True, slots=True)
class Timetable:
    """What a feed says about when to ask: RSS ttl, skipHours, skipDays, sy:update…"""

    ttl: timedelta | None = None  # None: not said
    update_period: timedelta | None = None  # None: not said
    skip_hours: frozenset[int] = frozenset()  # 0 to 23, UTC
    skip_days: frozenset[int] = frozenset()  # 0 is Monday, UTC


@dataclass(frozen=True, slots=True)
class Tempo:
    """What is known of a feed's tempo, by watching and by its own word."""

    rhythm: Rhythm | None = None  # None: too few dated entries to tell
    timetable: Timetable = Timetable()


def rhythm_of(published: Iterable[int], now: int) -> Rhythm | None:
    """Return the rhythm of the newest entries; dates in the future are not believed.

    Entries of the same moment count once: some feeds stamp all of them when built.
    """
    believed = {at for at in published if at <= now}
    newest = nlargest(_ENTRIES_CONSIDERED, believed)
    if len(newest) < _ENTRIES_NEEDED:
        return None
    gap = (newest[0] - newest[-1]) // (len(newest) - 1)
    return Rhythm(gap * MICROSECOND, newest[0])


def expected_gap(rhythm: Rhythm, now: int) -> timedelta:
    """Return the average gap, or how long the feed has been silent if that is longer."""
    return max(rhythm.gap, (now - rhythm.newest_at) * MICROSECOND)


def rhythmic_interval(
    rhythm: Rhythm | None, interval: timedelta, now: int
) -> timedelta:
    """Return the poll interval, fitted to the rhythm of the feed if it has one."""
    if rhythm is None:
        return interval
    wanted = expected_gap(rhythm, now) / CHECKS_PER_GAP
    return min(max(wanted, interval / STRETCH), interval * STRETCH)


def asked_interval(timetable: Timetable) -> timedelta:
    """Return the interval a feed asks for; zero if it does not ask."""
    asked = (timetable.ttl, timetable.update_period)
    longest = max((wait for wait in asked if wait is not None), default=timedelta(0))
    return min(longest, LONGEST_OWN_HINT)


def first_allowed(timetable: Timetable, at: int) -> int:
    """Return `at`, or the start of the first hour after it that the feed does not skip."""
    if _skips_all(timetable) or not _is_skipped(timetable, at):
        return at
    hour = at // _HOUR + 1
    while _is_skipped(timetable, hour * _HOUR):
        hour += 1
    return hour * _HOUR


def _skips_all(timetable: Timetable) -> bool:
    every_hour = timetable.skip_hours >= set(range(_HOURS_A_DAY))
    return every_hour or timetable.skip_days >= set(range(_DAYS_A_WEEK))


def _is_skipped(timetable: Timetable, at: int) -> bool:
    days, hour = divmod(at // _HOUR, _HOURS_A_DAY)
    weekday = (days + _FIRST_WEEKDAY) % _DAYS_A_WEEK
    return hour in timetable.skip_hours or weekday in timetable.skip_days
