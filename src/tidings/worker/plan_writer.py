"""Writes plans as they come, many in one commit when many wait: a queue at a till.

A plan that cannot be written is written without the entries that keep it from being so.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core.errors import TidingsError
from tidings.core.feeds.refresh import RefreshPlan
from tidings.observe.logs import get_log
from tidings.store.entries.apply_plan import Applied, apply_plans
from tidings.worker.poison import without_poison

# A commit of new entries holds the write lock, and somebody who marks an entry waits for
# it: ten times as many in one took a fifth of a second.
_MOST_ENTRIES = 30
_MOST_PLANS = 100
_LINGER = timedelta(milliseconds=10)

log = get_log()


@dataclass(frozen=True, slots=True)
class _Waiting:
    plan: RefreshPlan
    written: "asyncio.Future[Applied | None]"


class PlanWriter:
    """One writer for all checks of a worker; `run` must be kept running."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()

    async def write(self, plan: RefreshPlan) -> Applied | None:
        """Wait until a plan is written; None if its lease was lost."""
        waiting = _Waiting(plan, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        return await waiting.written

    async def run(self) -> None:
        """Write until cancelled."""
        while True:
            first = await self._queue.get()
            # A moment later there are more, and a commit costs the same for all.
            await asyncio.sleep(_LINGER.total_seconds())
            await self._write(self._batch(first))

    def _batch(self, first: _Waiting) -> list[_Waiting]:
        batch, entries = [first], len(first.plan.changes.new)
        with suppress(asyncio.QueueEmpty):
            while len(batch) < _MOST_PLANS and entries < _MOST_ENTRIES:
                batch.append(self._queue.get_nowait())
                entries += len(batch[-1].plan.changes.new)
        return batch

    async def _write(self, batch: list[_Waiting]) -> None:
        try:
            done = await self._apply([waiting.plan for waiting in batch])
        except TidingsError as error:
            for waiting in batch:
                _fail(waiting, error)
        except Exception as error:  # noqa: BLE001 - one bad plan must not stop others
            if len(batch) == 1:
                await self._write_healthy_part(batch[0], error)
            else:
                for waiting in batch:
                    await self._write([waiting])
        else:
            for waiting, applied in zip(batch, done, strict=True):
                _succeed(waiting, applied)

    async def _write_healthy_part(self, waiting: _Waiting, reason: Exception) -> None:
        plan = waiting.plan
        try:
            healthy = await without_poison(self._context, plan)
            if healthy is None:
                raise reason
            (applied,) = await self._apply([healthy])
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            _fail(waiting, error)
        else:
            aside = len(healthy.set_aside) - len(plan.set_aside)
            log.error(
                "entries set aside",
                feed_id=plan.feed_id,
                entries=aside,
                error=type(reason).__name__,
            )
            _succeed(waiting, applied)

    async def _apply(self, plans: list[RefreshPlan]) -> list[Applied | None]:
        return await self._context.database.write(
            apply_plans, plans, self._context.clock()
        )


def _succeed(waiting: _Waiting, applied: Applied | None) -> None:
    if not waiting.written.done():
        waiting.written.set_result(applied)


def _fail(waiting: _Waiting, error: Exception) -> None:
    if not waiting.written.done():
        waiting.written.set_exception(error)
