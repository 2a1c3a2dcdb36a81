"""Rate limits by token bucket, in whole microseconds so that nothing drifts.

A bucket is one number: the time at which it will be full again. In any stretch of time
no more than the capacity plus what flows in meanwhile can be taken.
"""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import NamedTuple

from tidings.core.clock import MICROSECOND
from tidings.core.errors import Invalid

_SECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class Bucket:
    full_at: int = 0  # a time in the past: full


class Taken(NamedTuple):
    bucket: Bucket
    allowed: bool
    retry_after: timedelta  # zero if allowed


def take(
    bucket: Bucket, now: int, capacity: int, refill_per_second: float, cost: int = 1
) -> Taken:
    """Take `cost` tokens, or leave the bucket as it is and say how long to wait."""
    if not 0 < cost <= capacity:
        raise Invalid("A cost must be at least 1 and fit into the bucket.")
    if not 0 < refill_per_second < float("inf"):
        raise Invalid("A bucket must refill at a positive rate.")
    per_token = ceil(_SECOND / refill_per_second)
    empty = now + capacity * per_token  # when a bucket that is empty now will be full
    # Later than that is impossible unless the clock was set back; then it counts as empty.
    full_at = min(max(bucket.full_at, now), empty)
    filled_later = full_at + cost * per_token
    if filled_later <= empty:
        return Taken(Bucket(filled_later), True, timedelta(0))
    return Taken(Bucket(full_at), False, (filled_later - empty) * MICROSECOND)
