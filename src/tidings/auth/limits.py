"""How often somebody may do something: token buckets in memory, shared through Redis.

Every process counts for itself as well, so that losing Redis lets nobody in.

Our own because the library `limits` has no token buckets, forgets no key before its time
and reads the clock itself; it is no quicker (5 µs) and costs 42 ms and 2.4 MB at the start.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, cast

from tidings.auth.shared_memory import Away, SharedMemory
from tidings.core.clock import MICROSECOND
from tidings.core.system.token_bucket import Bucket, take

if TYPE_CHECKING:
    from redis.asyncio import Redis

# Whoever wants another's bucket forgotten has to fill this many others in between.
_MOST_BUCKETS = 50_000
_SECOND = 1_000_000
_NO_WAIT = timedelta(0)

# The arithmetic of `core.token_bucket`, for all processes at once.
_TAKE = """
local now, per_token, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local empty = now + burst * per_token
local full_at = tonumber(redis.call('GET', KEYS[1]) or '0') or 0
full_at = math.min(math.max(full_at, now), empty)
local wait = math.max(full_at + per_token - empty, 0)
if wait == 0 then
  full_at = full_at + per_token
end
local milliseconds = math.ceil((full_at - now) / 1000) + 1
redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', milliseconds)
return wait
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """So many at once, and so many more with every second."""

    name: str
    burst: int
    per_second: float


class Limits:
    """The buckets of everybody, by rule."""

    def __init__(
        self, shared: SharedMemory | None = None, most: int = _MOST_BUCKETS
    ) -> None:
        self._shared = shared
        self._most = most
        self._buckets: OrderedDict[bytes, Bucket] = OrderedDict()

    async def take(self, rule: Rule, who: str, now: int) -> timedelta:
        """Take one, and return zero; or return how long to wait for the next."""
        key = _key(rule, who)
        wait = self._take_here(key, rule, now)
        if wait or self._shared is None:
            return wait
        return await self._take_there(self._shared, key, rule, now)

    def peek(self, rule: Rule, who: str, now: int) -> timedelta:
        """Return how long one would have to wait, as far as this process knows."""
        before = self._buckets.get(_key(rule, who), Bucket())
        return take(before, now, rule.burst, rule.per_second).retry_after

    def _take_here(self, key: bytes, rule: Rule, now: int) -> timedelta:
        before = self._buckets.get(key, Bucket())
        taken = take(before, now, rule.burst, rule.per_second)
        self._buckets[key] = taken.bucket
        self._buckets.move_to_end(key)
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return taken.retry_after

    async def _take_there(
        self, shared: SharedMemory, key: bytes, rule: Rule, now: int
    ) -> timedelta:
        per_token = str(ceil(_SECOND / rule.per_second))
        name = f"tidings:limit:{key.hex()}"

        def ask(redis: "Redis") -> Awaitable[int]:
            asked = redis.eval(_TAKE, 1, name, str(now), per_token, str(rule.burst))
            return cast("Awaitable[int]", asked)

        try:
            return await shared.ask(ask) * MICROSECOND
        except Away:
            return _NO_WAIT  # the count of this process alone has let it through


def _key(rule: Rule, who: str) -> bytes:
    # Names and addresses of people have no business in Redis, and may be long.
    key = f"{rule.name}\0{who}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(key).digest()[:16]
