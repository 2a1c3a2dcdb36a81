"""Whether the installation is well: what was measured, judged by five rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.entries.retention import MEGABYTE

LEAST_DISK = 100 * MEGABYTE
LONGEST_LOCK = timedelta(hours=1)
LONGEST_BREAK = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Readings:
    """What was measured; None means that there is nothing of the kind to measure."""

    now: int
    database_answers: bool = True
    disk_free: int | None = None  # bytes, where the database is
    database_size: int | None = None  # bytes
    database_limit: int | None = None  # megabytes; None: no limit is set
    locked_since: int | None = None  # the oldest lock that its holder let run out
    breaker_open_since: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not well: `code` for programs, `message` for people."""

    code: str
    message: str


def problems_of(readings: Readings) -> list[Problem]:
    """Return everything that is not well; nothing if all is."""
    return list(_problems(readings))


def warning_of(problems: list[Problem]) -> str | None:
    """Return the problems as one text; None if there are none."""
    return " ".join(problem.message for problem in problems) or None


def _problems(readings: Readings) -> Iterator[Problem]:
    if not readings.database_answers:
        yield Problem("database_silent", "The database is not responding.")
    if readings.disk_free is not None and readings.disk_free <= LEAST_DISK:
        free = readings.disk_free // MEGABYTE
        yield Problem("disk_full", f"The disk is nearly full: {free} MB are free.")
    if _is_too_large(readings):
        yield Problem(
            "database_large",
            f"The database is larger than {readings.database_limit} MB. The next"
            " clean-up will remove older entries, unless the limit is raised.",
        )
    if _is_over(readings.locked_since, LONGEST_LOCK, readings.now):
        yield Problem(
            "work_stuck",
            "Background work has been stuck for more than an hour. Is a worker"
            " running?",
        )
    if _is_over(readings.breaker_open_since, LONGEST_BREAK, readings.now):
        yield Problem(
            "ai_unavailable", "The AI service has not responded for more than an hour."
        )


def _is_too_large(readings: Readings) -> bool:
    if readings.database_size is None or readings.database_limit is None:
        return False
    # As the clean-up sees it: what it takes for too large is warned of.
    return readings.database_size > readings.database_limit * MEGABYTE


def _is_over(since: int | None, longest: timedelta, now: int) -> bool:
    return since is not None and now - since > micros(longest)
