"""What every call of a provider goes through, whatever it is for."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import TypeVar

from tidings.context import Context
from tidings.core.ai.budget import Usage
from tidings.core.errors import TidingsError
from tidings.observe.logs import get_log
from tidings.operations.ai.asking import Asking
from tidings.store.ai import calls as ai_calls
from tidings.store.ai.calls import Call, Moved, NotNow

FREE = Usage(0, 0)
# Troubles that the breaker counts.
OF_THE_SERVICE = frozenset({"timeout", "connection", "server_error"})

Sleep = Callable[[timedelta], Awaitable[None]]
Reserved = tuple[Call | NotNow, Moved | None]
T = TypeVar("T")
log = get_log()


async def reserved(context: Context, reserving: Awaitable[Reserved]) -> Reserved:
    """Return what a reservation has come to; whoever is stopped meanwhile takes it back,
    since its commit may be under way."""
    answer = asyncio.ensure_future(reserving)
    try:
        return await asyncio.shield(answer)
    except asyncio.CancelledError:
        with suppress(TidingsError):
            allowed, _ = await answer
            if isinstance(allowed, Call):
                await _leave(context, ai_calls.settle_call, allowed, FREE, "withdrawn")
        raise


async def wait_for_turn(context: Context, call: Call, sleep: Sleep) -> NotNow | None:
    """Wait until a call may be made. It is taken back if the provider has asked for
    patience since it was allowed; then return until when."""
    wait = call.at - context.clock()
    if wait <= 0:
        return None
    try:
        await sleep(timedelta(microseconds=wait))
    except asyncio.CancelledError:
        await _leave(context, ai_calls.settle_call, call, FREE, "withdrawn")
        raise
    now = context.clock()
    lane = await context.database.read(ai_calls.lane_now, call.lane, now)
    if lane.limited_until is None or lane.limited_until <= now:
        return None
    await context.database.write(ai_calls.settle_call, call, FREE, "withdrawn", now)
    return NotNow(lane.limited_until, "the pace")


async def answer_of(context: Context, call: Call | None, asked: Awaitable[T]) -> T:
    """Wait for an answer; whoever is stopped meanwhile leaves the place to the next."""
    try:
        return await asked
    except asyncio.CancelledError:
        if call is not None:
            await _leave(context, ai_calls.abandon_call, call)
        raise


def log_moved(moved: Moved | None, asking: Asking) -> None:
    """Say so when the breaker moved."""
    if moved is None:
        return
    say = log.warning if moved.after == "OPEN" else log.info
    say(
        "AI breaker moved",
        provider=asking.instance.provider,
        before=str(moved.before),
        after=str(moved.after),
    )


async def _leave(
    context: Context, end: Callable[..., object], call: Call, *how: object
) -> None:
    with suppress(TidingsError):  # it ends by itself when the database is away
        await context.database.write(end, call, *how, context.clock())


async def really_sleep(wait: timedelta) -> None:
    """Let time pass."""
    await asyncio.sleep(wait.total_seconds())
