"""Five rules say whether the installation is well."""

from datetime import timedelta

import pytest

from tidings.core.clock import micros
from tidings.core.entries.retention import MEGABYTE
from tidings.core.system.health_checks import Readings, problems_of, warning_of

NOW = 1_760_000_000_000_000
HOUR = micros(timedelta(hours=1))


@pytest.mark.parametrize(
    ("measured", "code"),
    [
        ({}, None),
        ({"database_answers": False}, "database_silent"),
        ({"disk_free": 100 * MEGABYTE}, "disk_full"),
        ({"disk_free": 100 * MEGABYTE + 1}, None),
        ({"database_size": 10 * MEGABYTE + 1, "database_limit": 10}, "database_large"),
        ({"database_size": 10 * MEGABYTE, "database_limit": 10}, None),
        ({"database_size": 10 * MEGABYTE}, None),
        ({"locked_since": NOW - HOUR - 1}, "work_stuck"),
        ({"locked_since": NOW - HOUR}, None),
        ({"breaker_open_since": NOW - HOUR - 1}, "ai_unavailable"),
        ({"breaker_open_since": NOW + HOUR}, None),
    ],
)
def test_problem_is_seen(measured, code):
    found = problems_of(Readings(NOW, **measured))
    assert [problem.code for problem in found] == ([code] if code else [])


def test_warning_names_every_problem_and_is_absent_without_one():
    found = problems_of(Readings(NOW, database_answers=False, disk_free=0))
    warning = warning_of(found)
    assert warning is not None
    assert all(problem.message in warning for problem in found)
    assert warning_of([]) is None
