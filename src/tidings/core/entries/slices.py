"""How much the machine forgets or stores at once, so that nobody who writes waits long for
it."""

from datetime import timedelta

FIRST_SLICE = 40
_SMALLEST = 20
_LARGEST = 300
_WANTED = timedelta(milliseconds=8)
_LONGEST_PAUSE = timedelta(milliseconds=50)


def next_slice(many: int, took: timedelta) -> int:
    """Return how many to take next, after so many took so long.

    It grows slowly and shrinks quickly: a slice that was too long made somebody wait.
    """
    fitting = int(many * (_WANTED / max(took, timedelta(microseconds=1))))
    return max(_SMALLEST, min(fitting, many + many // 2, _LARGEST))


def pause_after(took: timedelta) -> timedelta:
    """Return how long to leave the database to others: as long as they were kept out."""
    return min(took, _LONGEST_PAUSE)
