"""Wake-ups by Redis, for every process that shares it."""

import threading
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from datetime import timedelta

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from tidings.bus.shared import SharedSubscription
from tidings.core.system.events import CHANNEL

_PATIENCE = 1.0


class RedisBus:
    """Publishes from a thread of its own: no commit waits for Redis."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._shared = SharedSubscription(self._listen, (RedisError, OSError))
        self._wanted = threading.Event()
        self._closing = False
        self._lock = threading.Lock()
        self._publisher: threading.Thread | None = None

    @property
    def look_every(self) -> timedelta:
        return self._shared.look_every

    def notify(self) -> None:
        self._wanted.set()
        if self._publisher is None:
            self._start()

    def listening(self, wake: Callable[[], None]) -> AbstractAsyncContextManager[None]:
        return self._shared.listening(wake)

    def close(self) -> None:
        with self._lock:
            self._closing = True
        if self._publisher is not None:
            self._wanted.set()
            self._publisher.join(2 * _PATIENCE)

    def _start(self) -> None:
        with self._lock:
            if self._publisher is None and not self._closing:
                self._publisher = threading.Thread(
                    target=self._publish, name="tidings-redis-wake", daemon=True
                )
                self._publisher.start()

    def _publish(self) -> None:
        """Publish once for however many commits there were meanwhile."""
        redis = Redis.from_url(
            self._url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE
        )
        last = False
        while not last:
            self._wanted.wait()
            last = self._closing
            self._wanted.clear()
            with suppress(RedisError, OSError):  # listeners look by themselves, too
                redis.publish(CHANNEL, "")
        redis.close()

    async def _listen(self, wake: Callable[[], None]) -> None:
        redis = AsyncRedis.from_url(
            self._url, socket_connect_timeout=_PATIENCE, health_check_interval=10
        )
        async with redis, redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            # The first message says that we listen: check for earlier events.
            async for _ in channel.listen():
                wake()
