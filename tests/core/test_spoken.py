"""Durations and moments in words."""

from datetime import UTC, datetime, timedelta

import pytest

from tidings.core.clock import from_datetime
from tidings.core.spoken import spoken_duration, spoken_moment, spoken_times


@pytest.mark.parametrize(
    ("duration", "words"),
    [
        (timedelta(0), "0 s"),
        (timedelta(seconds=-5), "0 s"),
        (timedelta(seconds=45), "45 s"),
        (timedelta(seconds=90), "1 min 30 s"),
        (timedelta(minutes=54), "54 min"),
        (timedelta(hours=2), "2 h"),
        (timedelta(hours=1, minutes=30, seconds=10), "1 h 30 min"),
        (timedelta(hours=1, minutes=59, seconds=59), "2 h"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=2, hours=4, minutes=9), "2 days 4 h"),
        (timedelta(days=7), "7 days"),
    ],
)
def test_a_duration_is_said_in_its_two_largest_units(
    duration: timedelta, words: str
) -> None:
    assert spoken_duration(duration) == words


def test_days_are_said_in_the_words_that_are_given() -> None:
    polish = ("dzień", "dni")
    assert spoken_duration(timedelta(days=1, hours=3), polish) == "1 dzień 3 h"
    assert spoken_duration(timedelta(days=7), polish) == "7 dni"


def test_a_moment_names_its_day_only_when_it_is_another_one() -> None:
    now = from_datetime(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
    later = from_datetime(datetime(2026, 3, 1, 14, 0, tzinfo=UTC))
    tomorrow = from_datetime(datetime(2026, 3, 2, 0, 5, tzinfo=UTC))
    assert spoken_moment(later, now) == "14:00 UTC"
    assert spoken_moment(tomorrow, now) == "2026-03-02 00:05 UTC"


def test_a_moment_within_minutes_is_said_to_the_second() -> None:
    now = from_datetime(datetime(2026, 3, 1, 12, 0, 40, tzinfo=UTC))
    for seconds, words in ((30, "12:01:10 UTC"), (-45, "11:59:55 UTC")):
        assert spoken_moment(now + seconds * 1_000_000, now) == words


def test_counts_are_said_as_people_say_them() -> None:
    assert [spoken_times(n) for n in (1, 2, 3)] == ["once", "twice", "3 times"]
