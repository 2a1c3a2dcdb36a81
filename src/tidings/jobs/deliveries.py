"""Sends messages that wait in an outbox: leased, side by side, at least once each.

Messages of one kind differ in what is sent and what follows from it; how they are taken
on, kept apart from each other's mistakes and given back is the same for all.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, TypeVar

from tidings.context import Context
from tidings.core.errors import TidingsError
from tidings.observe.logs import get_log
from tidings.store.connection import Connection

# How long a receiver may take; the lease leaves room to note what came of it.
DEADLINE = timedelta(seconds=15)
_LEASE = timedelta(seconds=60)
_SIDE_BY_SIDE = 8

Message = TypeVar("Message")
log = get_log()


@dataclass(frozen=True, slots=True)
class Outbox(Generic[Message]):
    """Where messages of one kind wait."""

    kind: str  # as logs call it
    claim: Callable[[Connection, int, timedelta, int], list[Message]]
    release: Callable[[Connection, list[Message]], None]
    name: Callable[[Message], str]  # of a message, in logs


async def deliver_due(
    context: Context,
    outbox: Outbox[Message],
    deliver: Callable[[Message], Awaitable[None]],
) -> int:
    """Deliver everything that is due; return how many tries that took."""
    tries = 0
    while claimed := await context.database.write(
        outbox.claim, context.clock(), _LEASE, _SIDE_BY_SIDE
    ):
        await _deliver_all(context, outbox, deliver, claimed)
        tries += len(claimed)
    return tries


async def _deliver_all(
    context: Context,
    outbox: Outbox[Message],
    deliver: Callable[[Message], Awaitable[None]],
    claimed: list[Message],
) -> None:
    try:
        async with asyncio.TaskGroup() as tasks:
            for each in claimed:
                tasks.create_task(_deliver(outbox, deliver, each))
    except asyncio.CancelledError:
        # What was settled is no longer leased to us, and stays as it is.
        with suppress(TidingsError):
            await context.database.write(outbox.release, claimed)
        raise


async def _deliver(
    outbox: Outbox[Message],
    deliver: Callable[[Message], Awaitable[None]],
    message: Message,
) -> None:
    about = {"kind": outbox.kind, "name": outbox.name(message)}
    try:
        await deliver(message)
    except TidingsError as error:
        log.warning("delivery not settled", **about, code=error.code)
    except Exception:
        # A mistake of ours met by one message must not stop the others.
        log.exception("delivery failed", **about)
