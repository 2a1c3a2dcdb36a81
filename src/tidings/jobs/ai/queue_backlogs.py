"""Queues AI work for entries that were there when a feed was followed, or when somebody
switched AI on. A request only notes whose; what it takes is done here."""

from tidings.context import Context, Fetching
from tidings.core.ai.tasks import instance_of
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.store.ai import backlog as ai_backlog

# Feeds in one commit: small, so that a reader's write waits only a moment behind it.
_AT_ONCE = 10


class Backlogs(ClaimedWork[int]):
    """Feeds whose newest entries wait. Claiming some and queueing their entries is one
    commit, so that there is nothing to lease: an item is how many feeds that were."""

    def __init__(self, context: Context, _: Fetching) -> None:
        super().__init__()
        self._context = context

    async def claim(self, many: int) -> list[int] | None:
        instance = instance_of(self._context.ai)
        if instance is None:
            return None
        done = await self._context.database.write(
            ai_backlog.queue_backlogs, instance, self._context.clock(), _AT_ONCE
        )
        return [done] if done else []

    async def work(self, item: int) -> int:
        return item

    async def next_due(self) -> int | None:
        waits = await self._context.database.read(ai_backlog.is_backlog_waiting)
        return self._context.clock() if waits else None
