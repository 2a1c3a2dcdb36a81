"""What the worker's loop (`worker/loop.py`) asks of a queue: claim, work, release.

One object lives as long as the loop does, so it may keep what it learnt between two items.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Later:
    """Nothing more of this queue can be done now."""

    until: int | None = None  # None: until the next look


class ClaimedWork(Generic[Item]):
    """One queue as it is worked off by one worker."""

    # How long a claim lasts. None: it outlasts all work, and is not renewed.
    lease: timedelta | None = None

    def __init__(self) -> None:
        self.changed = asyncio.Event()  # something the loop should look at
        self.has_left = False  # an item has left its place since the last claim

    async def claim(self, many: int) -> Sequence[Item] | None:
        """Take on up to `many` items, by a short transaction; None: there will never
        be any in this run."""
        raise NotImplementedError

    async def work(self, item: Item) -> int | Later:
        """Do one item and keep what came of it; return how many that were."""
        raise NotImplementedError

    async def release(self, items: Sequence[Item]) -> None:
        """Give back what was not done, so that nobody waits for a lease to end."""

    async def renew(self, items: Sequence[Item]) -> Collection[Item]:
        """Hold on to items; return those that others have by now: they are cancelled."""
        raise NotImplementedError

    async def next_due(self) -> int | None:
        """Return when something is due, by a short read; None: nobody knows."""
        return None

    async def is_due_soon(self) -> bool:
        """Whether `worker --once` should wait for what is due in a moment."""
        return False

    def label(self, item: Item) -> object:
        """Return what an item is called in logs."""
        return getattr(item, "id", None)

    def leave(self) -> None:
        """Let the loop claim again: there is room, or something to note."""
        self.has_left = True
        self.changed.set()

    def room(self, most: int, running: int) -> int:
        """Return how many items may be claimed beside those that run."""
        return most - running

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Run what the work needs while the loop does."""
        yield
