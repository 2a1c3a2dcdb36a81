"""The pace of AI calls: one at a time, evenly spaced, shared by all workers.

The caller stores the slot as the time of the last call before it calls, so that quick
failures cannot become a burst.
"""

from datetime import timedelta

from tidings.core.ai.retries import LONGEST_PAUSE
from tidings.core.clock import micros
from tidings.core.errors import SettingInvalid

_MINUTE = micros(timedelta(minutes=1))
_FURTHEST_BOOKING = timedelta(hours=1)


def next_slot(
    last_call_at: int | None, now: int, max_rpm: int, limited_until: int | None
) -> int:
    """Return when the next call may happen: now, or later."""
    if max_rpm < 1:
        raise SettingInvalid("At least one AI call a minute must be allowed.")
    spacing = -(-_MINUTE // max_rpm)
    slots = [now]
    if last_call_at is not None:
        slots.append(_believed(last_call_at, now, _FURTHEST_BOOKING) + spacing)
    if limited_until is not None:
        slots.append(_believed(limited_until, now, LONGEST_PAUSE))
    return max(slots)


def _believed(at: int, now: int, furthest: timedelta) -> int:
    """Return a stored time, or `now` if only a clock set back can explain it."""
    return now if at - now > micros(furthest) else at
