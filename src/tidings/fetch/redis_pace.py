"""The same pace for all workers together, kept in Redis.

The rules are those of `politeness`: a worker reads a host's state, decides, and writes it
back only if nobody else did meanwhile. Without Redis each worker keeps its own pace.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from itertools import count
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError

from tidings.core.clock import micros
from tidings.fetch.politeness import (
    ComeBackAt,
    Entered,
    HostState,
    MemoryPace,
    PaceRules,
    Visit,
    enter,
    hold,
    idle_at,
    leave,
)

_AWAY = (RedisError, OSError)
_PATIENCE = 1.0  # seconds for one answer
_TRY_AGAIN_AFTER = timedelta(seconds=5)
_ATTEMPTS = 10

_SWAP = """
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
"""

Answer = TypeVar("Answer")
Change = Callable[[HostState], tuple[HostState, Answer]]


class RedisPace:
    """The pace of all processes that share a Redis; `worker` is unique among them."""

    def __init__(self, redis: Redis, rules: PaceRules, worker: str) -> None:
        self._redis = redis
        self._swap = redis.register_script(_SWAP)
        self._rules = rules
        self._worker = worker
        self._numbers = count(1)
        self._own = MemoryPace(rules)
        self._away_until = 0

    async def try_enter(self, host: str, now: int) -> Entered | ComeBackAt:
        token = f"{self._worker}-{next(self._numbers)}"
        try:
            answer = await self._change(
                host, now, lambda state: enter(state, token, now, self._rules)
            )
        except _AWAY:
            self._stay_away(now)
            return await self._own.try_enter(host, now)
        # So many others at this host: it is not our turn.
        return answer or ComeBackAt(now + micros(self._rules.delay))

    async def leave(self, host: str, token: str, now: int) -> None:
        await self._own.leave(host, token, now)
        await self._tell(host, now, lambda state: leave(state, token, now, self._rules))

    async def hold(self, host: str, until: int, now: int) -> None:
        await self._own.hold(host, until, now)
        await self._tell(host, now, lambda state: hold(state, until, now))

    async def _tell(
        self, host: str, now: int, change: Callable[[HostState], HostState]
    ) -> None:
        try:
            await self._change(host, now, lambda state: (change(state), True))
        except _AWAY:
            # A visit that could not be ended there ends by itself after a while.
            self._stay_away(now)

    async def _change(
        self, host: str, now: int, change: Change[Answer]
    ) -> Answer | None:
        """Apply a change and return its answer; None if others were always faster."""
        if 0 < self._away_until - now <= micros(_TRY_AGAIN_AFTER):
            raise ConnectionError("Redis did not answer a moment ago")
        key = f"tidings:pace:{host}"
        async with asyncio.timeout(_PATIENCE):
            for _ in range(_ATTEMPTS):
                before = await self._redis.get(key) or ""
                state, answer = change(_read(before))
                lifetime = idle_at(state, self._rules) - now
                milliseconds = max(lifetime // 1000, 0) + 1
                after = _written(state)
                if await self._swap(keys=[key], args=[before, after, milliseconds]):
                    return answer
        return None

    def _stay_away(self, now: int) -> None:
        if not 0 < self._away_until - now <= micros(_TRY_AGAIN_AFTER):
            self._away_until = now + micros(_TRY_AGAIN_AFTER)


def _written(state: HostState) -> bytes:
    return json.dumps(asdict(state), separators=(",", ":")).encode()


def _read(text: bytes | str) -> HostState:
    if not text:
        return HostState()
    try:
        fields = json.loads(text)
        visits = tuple(Visit(**visit) for visit in fields.pop("visits"))
        return HostState(visits=visits, **fields)
    except (ValueError, TypeError, KeyError):
        # Written by a version with other fields; it will have gone soon.
        return HostState()
