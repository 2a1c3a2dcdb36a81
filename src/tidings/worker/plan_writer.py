"""Writes plans as they come, many in one commit when many wait: a queue at a till.

A plan that cannot be written is written without the entries that keep it from being so.
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core.entries.slices import FIRST_SLICE, next_slice
from tidings.core.errors import TidingsError
from tidings.core.feeds.refresh import RefreshPlan
from tidings.observe.logs import get_log
from tidings.store.entries.apply_plan import Applied, apply_plans
from tidings.worker.poison import without_poison

_MOST_PLANS = 100
# Each commit writes parts of the index again, so few commits cost less than many. How large
# they may be follows from how long they take: who marks an entry waits for them.
_LINGER = timedelta(milliseconds=10)
_LINGERS_WHILE_MORE_COMES = 6

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
        self._entries = 0  # that wait
        self._most_entries = FIRST_SLICE

    async def write(self, plan: RefreshPlan) -> Applied | None:
        """Wait until a plan is written; None if its lease was lost."""
        waiting = _Waiting(plan, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        self._entries += len(plan.changes.new)
        return await waiting.written

    async def run(self) -> None:
        """Write until cancelled."""
        while True:
            first = await self._queue.get()
            await self._linger()
            await self._write(self._batch(first))

    async def _linger(self) -> None:
        """Let more come, and more while much comes: a commit costs nearly the same for
        all."""
        await asyncio.sleep(_LINGER.total_seconds())
        for _ in range(_LINGERS_WHILE_MORE_COMES):
            much = self._entries >= self._most_entries
            if much or not 0 < self._queue.qsize() < _MOST_PLANS:
                break
            await asyncio.sleep(_LINGER.total_seconds())

    def _batch(self, first: _Waiting) -> list[_Waiting]:
        batch, entries = [first], len(first.plan.changes.new)
        with suppress(asyncio.QueueEmpty):
            while len(batch) < _MOST_PLANS and entries < self._most_entries:
                batch.append(self._queue.get_nowait())
                entries += len(batch[-1].plan.changes.new)
        self._entries -= entries
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
        began = time.monotonic()
        now = self._context.clock()
        applied = await self._context.database.write(apply_plans, plans, now)
        took = timedelta(seconds=time.monotonic() - began)
        entries = sum(len(plan.changes.new) for plan in plans)
        if entries:
            self._most_entries = next_slice(entries, took)
        return applied


def _succeed(waiting: _Waiting, applied: Applied | None) -> None:
    if not waiting.written.done():
        waiting.written.set_result(applied)


def _fail(waiting: _Waiting, error: Exception) -> None:
    if not waiting.written.done():
        waiting.written.set_exception(error)
