"""Sends notifications to devices while a worker runs."""

import asyncio
from contextlib import suppress
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.errors import TidingsError
from tidings.jobs.deliver_pushes import deliver_pushes
from tidings.observe.logs import get_log

_LOOK_EVERY = timedelta(seconds=2)

log = get_log()


async def keep_pushes(
    context: Context, fetching: Fetching, stop: asyncio.Event
) -> None:
    """Send what is due, again and again, until stopped."""
    while not stop.is_set():
        try:
            await deliver_pushes(context, fetching)
        except TidingsError as error:
            log.warning("pushes wait", code=error.code, reason=error.message)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _LOOK_EVERY.total_seconds())
