"""How often a feed has something new, and what it asks for itself."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import from_datetime, micros
from tidings.core.feeds.rhythm import (
    LONGEST_OWN_HINT,
    Rhythm,
    Timetable,
    asked_interval,
    expected_gap,
    first_allowed,
    rhythm_of,
    rhythmic_interval,
)

NOW = from_datetime(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))  # a Sunday
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
INTERVAL = 30 * MINUTE


def ago(*waits: timedelta) -> list[int]:
    return [NOW - micros(wait) for wait in waits]


def test_the_gap_is_the_average_between_entries() -> None:
    assert rhythm_of(ago(HOUR, 3 * HOUR, 9 * HOUR), NOW) == Rhythm(
        gap=4 * HOUR, newest_at=NOW - micros(HOUR)
    )


def test_only_the_newest_entries_count() -> None:
    recent = ago(*(n * HOUR for n in range(20)))
    ancient = ago(*(n * 365 * DAY for n in range(1, 50)))
    assert rhythm_of([*ancient, *recent], NOW) == Rhythm(HOUR, NOW)


@pytest.mark.parametrize(
    "published",
    [
        [],
        ago(HOUR, 2 * HOUR),
        ago(HOUR, HOUR, HOUR, HOUR),
        ago(HOUR, 2 * HOUR, -DAY, -2 * DAY, -3 * DAY),
    ],
)
def test_too_few_believable_dates_make_no_rhythm(published: list[int]) -> None:
    assert rhythm_of(published, NOW) is None


def test_a_silence_longer_than_the_gap_is_what_to_expect() -> None:
    rhythm = Rhythm(HOUR, newest_at=NOW)
    assert expected_gap(rhythm, NOW + micros(MINUTE)) == HOUR
    assert expected_gap(rhythm, NOW + micros(5 * HOUR)) == 5 * HOUR


@pytest.mark.parametrize(
    ("gap", "interval"),
    [
        (timedelta(0), 7.5 * MINUTE),
        (10 * MINUTE, 7.5 * MINUTE),
        (HOUR, 15 * MINUTE),
        (2 * HOUR, 30 * MINUTE),
        (4 * HOUR, HOUR),
        (DAY, 2 * HOUR),
        (365 * DAY, 2 * HOUR),
    ],
)
def test_busy_feeds_are_checked_more_often_and_quiet_ones_less(
    gap: timedelta, interval: timedelta
) -> None:
    assert rhythmic_interval(Rhythm(gap, NOW), INTERVAL, NOW) == interval


def test_without_a_rhythm_the_interval_holds() -> None:
    assert rhythmic_interval(None, INTERVAL, NOW) == INTERVAL


@given(
    st.lists(st.integers(0, 2 * NOW)),
    st.integers(0, 2 * NOW),
    st.timedeltas(timedelta(seconds=1), timedelta(days=30)),
)
def test_a_rhythm_moves_the_interval_fourfold_at_most(
    published: list[int], now: int, interval: timedelta
) -> None:
    fitted = rhythmic_interval(rhythm_of(published, now), interval, now)
    assert interval / 4 <= fitted <= interval * 4


@pytest.mark.parametrize(
    ("timetable", "asked"),
    [
        (Timetable(), timedelta(0)),
        (Timetable(ttl=HOUR), HOUR),
        (Timetable(update_period=2 * HOUR), 2 * HOUR),
        (Timetable(ttl=HOUR, update_period=2 * HOUR), 2 * HOUR),
        (Timetable(update_period=365 * DAY), LONGEST_OWN_HINT),
    ],
)
def test_the_longer_wish_of_the_feed_counts_up_to_a_day(
    timetable: Timetable, asked: timedelta
) -> None:
    assert asked_interval(timetable) == asked


@pytest.mark.parametrize(
    ("timetable", "wait"),
    [
        (Timetable(), timedelta(0)),
        (Timetable(skip_hours=frozenset({11, 13})), timedelta(0)),
        (Timetable(skip_hours=frozenset({12})), HOUR),
        (Timetable(skip_hours=frozenset({12, 13, 15})), 2 * HOUR),
        (Timetable(skip_days=frozenset({6})), 12 * HOUR),
        (Timetable(skip_days=frozenset({6, 0})), 36 * HOUR),
        (Timetable(skip_hours=frozenset({0}), skip_days=frozenset({6})), 13 * HOUR),
        (Timetable(skip_hours=frozenset(range(24))), timedelta(0)),
        (Timetable(skip_days=frozenset(range(7))), timedelta(0)),
        (
            Timetable(skip_hours=frozenset({99}), skip_days=frozenset({-1})),
            timedelta(0),
        ),
    ],
)
def test_skipped_hours_and_days_put_a_check_off(
    timetable: Timetable, wait: timedelta
) -> None:
    assert first_allowed(timetable, NOW) == NOW + micros(wait)


@given(
    st.frozensets(st.integers(-2, 26)),
    st.frozensets(st.integers(-1, 8)),
    st.integers(0, 2 * NOW),
)
def test_a_check_is_put_off_by_a_week_at_most_and_never_made_earlier(
    hours: frozenset[int], days: frozenset[int], at: int
) -> None:
    allowed = first_allowed(Timetable(skip_hours=hours, skip_days=days), at)
    assert at <= allowed <= at + micros(7 * DAY)
