"""Argon2 off the event loop, in few threads: a flood of tries cannot eat the machine."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from tidings.core.errors import RateLimited

# One thread hashes some 20 passwords a second, which is plenty for people.
_THREADS = 2
_MOST_WAITING = 40
_RETRY_AFTER = 2  # seconds

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HashCost:
    """What one hash takes, whoever computes it."""

    rounds: int
    kibibytes: int


# Above OWASP's floor (19 MiB, 2 rounds), and light enough for a small computer at home.
USUAL_COST = HashCost(rounds=3, kibibytes=32 * 1024)


class Hashing:
    """Hashes and compares passwords; refuses when too many wait already."""

    def __init__(self, cost: HashCost = USUAL_COST) -> None:
        self._cost = cost
        self._threads = ThreadPoolExecutor(_THREADS, "tidings-passwords")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the salted hash of a password."""
        from tidings.auth.passwords import hash_password

        return await self._run(lambda: hash_password(password, self._cost))

    async def matches(self, stored: str | None, password: str) -> bool:
        """Say whether a password fits, in the same time whether or not there is a hash."""
        from tidings.auth.passwords import password_matches

        return await self._run(lambda: password_matches(stored, password, self._cost))

    def is_outdated(self, stored: str) -> bool:
        """Say whether a hash was made with other parameters and should be rehashed."""
        from tidings.auth.passwords import is_outdated

        return is_outdated(stored, self._cost)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= _MOST_WAITING:
            raise RateLimited(
                "Too many people are signing in at this moment.",
                details={"retry_after": _RETRY_AFTER},
            )
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
