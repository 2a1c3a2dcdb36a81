"""What all processes of an installation remember together, in Redis.

It may go away at any moment. Then `ask` says so at once, and nothing waits for it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from redis.asyncio import Redis

_PATIENCE = 0.5  # seconds for one answer
_TRY_AGAIN_AFTER = 5.0  # seconds

T = TypeVar("T")


class Away(Exception):
    """Redis did not answer; whoever asked has to do without."""


class SharedMemory:
    """A Redis that is asked quickly, and not at all for a while after it failed."""

    def __init__(self, redis: "Redis") -> None:
        self.redis = redis
        self._away_until = 0.0

    async def ask(self, question: Callable[["Redis"], Awaitable[T]]) -> T:
        """Return Redis' answer, or raise `Away`."""
        from redis.exceptions import RedisError

        loop = asyncio.get_running_loop()
        if loop.time() < self._away_until:
            raise Away
        try:
            async with asyncio.timeout(_PATIENCE):
                return await question(self.redis)
        except (RedisError, OSError) as error:  # a time-out is an OSError, too
            self._away_until = loop.time() + _TRY_AGAIN_AFTER
            raise Away from error

    async def close(self) -> None:
        """Let the connections go."""
        await self.redis.aclose()


def shared_memory(url: str) -> SharedMemory:
    """Return the memory at a Redis address; nothing is opened before it is used."""
    from redis.asyncio import Redis

    return SharedMemory(Redis.from_url(url, socket_timeout=_PATIENCE))
