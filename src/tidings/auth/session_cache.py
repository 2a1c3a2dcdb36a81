"""Whose token it is, without asking the database every time.

The database counts every change to sessions, tokens and accounts. What is remembered
here holds only while that count, not older than a second, is the one it was read with:
so whatever ends is dead everywhere within a second, whether or not Redis is there.
"""

import json
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, cast

from tidings.auth.shared_memory import Away, SharedMemory
from tidings.core.accounts.visitor import Holder
from tidings.core.clock import micros

if TYPE_CHECKING:
    from redis.asyncio import Redis

_BELIEVED_FOR = micros(timedelta(seconds=1))
_SHARED_FOR = timedelta(minutes=5)
_MOST = 10_000


class SessionCache:
    """Remembers holders of tokens by the tokens' hashes, here and in Redis."""

    def __init__(self, shared: SharedMemory | None = None) -> None:
        self._shared = shared
        self._holders: OrderedDict[bytes, Holder] = OrderedDict()
        self._changes = 0
        self._asked_at: int | None = None  # None: the database must be asked

    async def recall(self, token_hash: bytes, now: int) -> Holder | None:
        """Return the holder if that is still certain; None says to ask the database."""
        if self._asked_at is None or not 0 <= now - self._asked_at < _BELIEVED_FOR:
            return None
        holder = self._holders.get(token_hash)
        if not self._is_valid(holder, now):
            holder = await self._recall_shared(token_hash)
        if holder is None or not self._is_valid(holder, now):
            return None
        self._keep_here(token_hash, holder)
        return holder

    async def learn(self, token_hash: bytes, holder: Holder, asked_at: int) -> None:
        """Remember what the database said to a question that was asked at that time."""
        if self._asked_at is None or asked_at >= self._asked_at:
            self._asked_at, self._changes = asked_at, holder.changes
        await self.keep(token_hash, holder)

    async def keep(self, token_hash: bytes, holder: Holder) -> None:
        """Remember a holder, and let the other processes know."""
        self._keep_here(token_hash, holder)
        if self._shared is None:
            return

        def publish(redis: "Redis") -> Awaitable[object]:
            text = json.dumps(asdict(holder))
            return redis.set(_name(token_hash), text, ex=_SHARED_FOR)

        try:
            await self._shared.ask(publish)
        except Away:
            return

    def distrust(self) -> None:
        """Ask the database next time: something has just been changed from here."""
        self._asked_at = None

    def _keep_here(self, token_hash: bytes, holder: Holder) -> None:
        self._holders[token_hash] = holder
        self._holders.move_to_end(token_hash)
        while len(self._holders) > _MOST:
            self._holders.popitem(last=False)

    def _is_valid(self, holder: Holder | None, now: int) -> bool:
        if holder is None or holder.changes != self._changes:
            return False
        return holder.expires_at is None or holder.expires_at > now

    async def _recall_shared(self, token_hash: bytes) -> Holder | None:
        if self._shared is None:
            return None

        def ask(redis: "Redis") -> Awaitable[bytes | None]:
            return cast("Awaitable[bytes | None]", redis.get(_name(token_hash)))

        try:
            text = await self._shared.ask(ask)
            return Holder(**json.loads(text)) if text else None
        except (Away, ValueError, TypeError):
            # Away, or written by a version that knew other things about people.
            return None


def _name(token_hash: bytes) -> str:
    return f"tidings:session:{token_hash.hex()}"
