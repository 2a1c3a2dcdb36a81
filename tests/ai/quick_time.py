"""A clock that several processes share and that runs faster than the real one."""

import asyncio
import time
from dataclasses import dataclass
from datetime import timedelta

from tests.make import NOON

SPEED = 240


@dataclass(frozen=True)
class QuickTime:
    """`origin` is the real time at which it is noon."""

    origin: float

    def now(self) -> int:
        return NOON + int((time.time() - self.origin) * SPEED * 1_000_000)

    async def sleep(self, wait: timedelta) -> None:
        await asyncio.sleep(wait.total_seconds() / SPEED)
