"""What live streams ask the database: what is new, what was missed, who may listen."""

from collections.abc import Sequence

from tidings.context import Context
from tidings.store.accounts.sessions import live_sessions
from tidings.store.system.event_audience import (
    AddressedEvent,
    Missed,
    addressed_events,
    missed_events,
)
from tidings.store.system.events import newest_event

# Read at once; few enough that a stream which keeps up never has a full queue.
MOST_AT_ONCE = 100


async def newest(context: Context) -> int:
    """Return the number of the newest event."""
    return await context.database.read(newest_event)


async def news(
    context: Context, after: int, users: Sequence[int]
) -> tuple[int, list[AddressedEvent]]:
    """Return the events of these users after a number, and the last number seen."""
    return await context.database.read(addressed_events, after, MOST_AT_ONCE, users)


async def missed(context: Context, user_id: int, after: int, up_to: int) -> Missed:
    """Return the events that a user missed between two numbers."""
    return await context.database.read(missed_events, user_id, after, up_to)


async def alive(context: Context, users: Sequence[int]) -> set[str | bytes]:
    """Return the sessions and the hashes of API tokens that these users have now."""
    return await context.database.read(live_sessions, users, context.clock())
