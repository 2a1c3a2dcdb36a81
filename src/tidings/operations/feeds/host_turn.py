"""Waiting for a turn at a host, on behalf of a person or a task that can wait a moment."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND, micros
from tidings.core.errors import TidingsError
from tidings.core.feeds.host_pace import ComeBackAt, VisitEnd, Waiter, with_outcome
from tidings.core.feeds.outcome import Failed, FetchOutcome, PageOutcome
from tidings.core.spoken import spoken_duration
from tidings.operations.system.heartbeat import heartbeat
from tidings.store.feeds.claims import LEASE
from tidings.store.feeds.host_pace import end_visits, enter_host, renew_visit

_SHORTEST_NAP = timedelta(milliseconds=1)


@dataclass(slots=True)
class Turn:
    """A visit to a host, or why there is none; `end` learns how it went."""

    refused: Failed | None  # None: the visit may begin
    end: VisitEnd

    def learn(
        self, outcome: FetchOutcome | PageOutcome, next_check_at: int | None = None
    ) -> None:
        """Note what the host answered: it may have to be left alone."""
        self.end = with_outcome(self.end, outcome, next_check_at)


@asynccontextmanager
async def turn_at(
    context: Context,
    fetching: Fetching,
    host: str,
    patience: timedelta,
    *,
    is_person: bool = True,
    feed_id: int = 0,
) -> AsyncIterator[Turn]:
    """Visit a host when it is its turn, unless that would take too long. Persons go
    before routine checks and tasks; for a host that is held nobody waits."""
    token = f"turn-{context.random_bytes(8).hex()}"
    end = VisitEnd(host, token, 0, feed_id=feed_id)
    waiter = Waiter(token, 0, is_person)
    try:
        waited = await _wait(context, fetching, waiter, host, patience)
    except BaseException:
        # A commit may have begun the visit all the same; the host was not asked.
        with suppress(TidingsError):
            await _end(context, fetching, end)
        raise
    turn = Turn(waited, end)
    if waited is not None:
        yield turn
        return
    try:
        async with _kept(context, fetching, host, token):
            yield turn
    finally:
        await _end(context, fetching, replace(turn.end, at=context.clock()))


async def _end(context: Context, fetching: Fetching, end: VisitEnd) -> None:
    now = context.clock()
    await context.database.write(end_visits, [end], now, fetching.pace)


def _kept(
    context: Context, fetching: Fetching, host: str, token: str
) -> AbstractAsyncContextManager[None]:
    """Show that the visitor lives, until left."""

    async def renew() -> None:
        now = context.clock()
        await context.database.write(
            renew_visit, host, token, now + micros(LEASE), now, fetching.pace
        )

    return heartbeat("visits", LEASE, renew)


async def _wait(
    context: Context,
    fetching: Fetching,
    waiter: Waiter,
    host: str,
    patience: timedelta,
) -> Failed | None:
    last = context.clock() + micros(patience)
    while True:
        now = context.clock()
        waiter = replace(waiter, until=now + micros(LEASE))
        answer = await context.database.write(
            enter_host, host, waiter, now, fetching.pace, last
        )
        if not isinstance(answer, ComeBackAt):
            return None
        wait = (answer.at - now) * MICROSECOND
        if answer.at > last or answer.is_held:
            return _too_late(answer, wait)
        await asyncio.sleep(max(wait, _SHORTEST_NAP).total_seconds())


def _too_late(answer: ComeBackAt, wait: timedelta) -> Failed:
    if answer.is_held:
        return Failed("host_held", f"it can be asked again in {spoken_duration(wait)}")
    return Failed("host_busy")
