"""Waiting for a turn at a host, on behalf of a person or a task that can wait a moment."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

from tidings.core.clock import MICROSECOND
from tidings.fetch.politeness import Entered, Pace

_SHORTEST_NAP = timedelta(milliseconds=20)


@asynccontextmanager
async def turn_at(
    pace: Pace, host: str, clock: Callable[[], int], longest: timedelta
) -> AsyncIterator[bool]:
    """Visit a host when it is its turn; gives False if that would take too long."""
    token = await _wait_for_turn(pace, host, clock, longest)
    try:
        yield token is not None
    finally:
        if token is not None:
            await pace.leave(host, token, clock())


async def _wait_for_turn(
    pace: Pace, host: str, clock: Callable[[], int], longest: timedelta
) -> str | None:
    waited = timedelta(0)
    while True:
        answer = await pace.try_enter(host, clock())
        if isinstance(answer, Entered):
            return answer.token
        nap = max((answer.at - clock()) * MICROSECOND, _SHORTEST_NAP)
        waited += nap
        if waited > longest:
            return None
        await asyncio.sleep(nap.total_seconds())
