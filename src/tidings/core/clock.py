"""Time as Tidings keeps it: whole microseconds since 1970, UTC.

Integers sort, compare and travel the same on both engines and in every protocol.
"""

from datetime import UTC, datetime, timedelta

MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def micros(delta: timedelta) -> int:
    """Return a duration in whole microseconds."""
    return delta // MICROSECOND


def from_datetime(moment: datetime) -> int:
    """Return an aware datetime as microseconds since 1970."""
    return (moment - _EPOCH) // MICROSECOND


def to_datetime(at: int) -> datetime:
    """Return the UTC datetime of a time that fits the calendar (years 1 to 9999)."""
    return _EPOCH + timedelta(microseconds=at)
