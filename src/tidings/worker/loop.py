"""The one loop for claimed work: claim, work side by side, release, until stopped.

What is worked on is a `Queue`; `worker/queues.py` lists them all. An idle loop waits for
work that ends, for what is due next, or for a commit that the bus tells of: then it looks,
by a short read where there is one.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic

from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND
from tidings.core.errors import TidingsError
from tidings.observe.logs import get_log
from tidings.operations.system.claimed_work import ClaimedWork, Item, Later
from tidings.operations.system.heartbeat import heartbeat

_SHORTEST_NAP = timedelta(milliseconds=20)
_LINGER = 0.005
_FOR_ROOM = 5.0
_AFTER_TROUBLE = timedelta(seconds=5)
_UNTIL_LATER = timedelta(seconds=2)
# Of the time after which a loop claims: a look of all may do for the claim.
_A_LITTLE_EARLY = 0.9

log = get_log()


@dataclass(frozen=True, slots=True)
class Queue(Generic[Item]):
    """A kind of claimed work, and how a worker goes about it."""

    name: str  # in the plural, as logs have it
    opened: Callable[[Context, Fetching], ClaimedWork[Item]]
    # How long a loop without work waits before it claims all the same.
    every: timedelta
    side_by_side: int = 1
    # How often it reads at most whether something is due, however many commits there
    # are; None: it claims to find out.
    look: timedelta | None = None
    # Whether it looks after every commit, as somebody waits who would notice.
    is_prompt: bool = False


class Loop(Generic[Item]):
    """One worker's work on one queue. `stop` ends claiming; what runs may finish."""

    def __init__(
        self,
        context: Context,
        queue: Queue[Item],
        work: ClaimedWork[Item],
    ) -> None:
        self._context = context
        self._queue = queue
        self._work = work
        self._running: dict[asyncio.Task[None], Item] = {}
        self._is_busy = asyncio.Event()  # something runs
        self._unstarted: Sequence[Item] = ()  # claimed while it was cancelled
        self._stop = asyncio.Event()
        self._is_over = False  # there will never be anything more
        self._rests_until = 0.0  # of the monotonic clock
        self._done = 0

    async def run(self, stop: asyncio.Event, patience: timedelta) -> None:
        """Work until stopped, then let what runs end within `patience`."""
        self._stop = stop
        listening = self._context.bus.listening(self._work.changed.set)
        async with listening, self._beside(), _calling(stop, self._work.changed):
            try:
                while not stop.is_set() and not self._is_over:
                    await self._once()
            finally:
                await self._end(patience)

    async def work_off(self) -> int:
        """Do everything that is due, then stop; return how much that was."""
        async with self._beside():
            try:
                while await self._work_on():
                    pass
            finally:
                await self._end(timedelta(0))
        return self._done

    @asynccontextmanager
    async def _beside(self) -> AsyncIterator[None]:
        lease = self._work.lease
        alive: AbstractAsyncContextManager[None] = nullcontext()
        if lease is not None:
            alive = heartbeat(self._queue.name, lease, self._renew)
        async with self._work.beside(), alive:
            yield

    async def _once(self) -> None:
        self._begin_turn()
        try:
            if self._room <= 0:
                await self._wait_for_room()
            elif self._rest_left > 0:
                await self._sleep(self._rest_left)
            elif await self._start_due():
                await self._wait_for_room()
            elif not self._is_over:
                await self._nap()
        except TidingsError as error:
            self._put_off(error)
        except Exception:
            # A mistake of ours in one kind of work must not end all others.
            log.exception(f"{self._queue.name} failed")
            self._rest(_AFTER_TROUBLE)

    async def _work_on(self) -> bool:
        """Start what is due; return False if all is done."""
        self._begin_turn()
        # Nobody waits here for what can only be done later.
        may_start = not self._is_over and not self._rests_until
        if self._room <= 0 or (may_start and await self._start_due()):
            await self._wait_for_room()
        elif self._running or (may_start and await self._work.is_due_soon()):
            await self._nap()
        else:
            # What ended during the claim may have been what stood in its way.
            return may_start and self._work.has_left
        return True

    def _begin_turn(self) -> None:
        # Before anything is looked at, so that no end of work goes unnoticed.
        self._work.changed.clear()
        self._work.has_left = False

    @property
    def _room(self) -> int:
        return self._work.room(self._queue.side_by_side, len(self._running))

    async def _start_due(self) -> int:
        """Claim as many items as there is room for, and start to work on them."""
        claimed = await self._claim()
        if claimed is None:
            self._is_over = True
            return 0
        for item in claimed:
            task = asyncio.create_task(self._do(item), name=self._queue.name)
            self._running[task] = item
            self._is_busy.set()
            task.add_done_callback(self._ended)
        return len(claimed)

    async def _claim(self) -> Sequence[Item] | None:
        claiming = asyncio.ensure_future(self._work.claim(self._room))
        try:
            return await asyncio.shield(claiming)
        except asyncio.CancelledError:
            # The commit may be under way: what it claims is released with the rest.
            with suppress(TidingsError):
                self._unstarted = await claiming or ()
            raise

    def _ended(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        if not self._running:
            self._is_busy.clear()
        self._work.leave()

    async def _do(self, item: Item) -> None:
        try:
            outcome = await self._work.work(item)
        except TidingsError as error:
            self._put_off(error)
        except Exception:
            # A mistake of ours met by one item must not stop the others.
            log.exception(f"{self._queue.name} failed", item=self._work.label(item))
        else:
            if not isinstance(outcome, Later):
                self._done += outcome
            elif outcome.until is None:
                self._rest(max(self._shortest_nap, _UNTIL_LATER))
            else:
                self._rest((outcome.until - self._context.clock()) * MICROSECOND)

    def _put_off(self, error: TidingsError) -> None:
        name = self._queue.name
        log.warning(f"{name} wait", code=error.code, reason=error.message)
        self._rest(_AFTER_TROUBLE)

    async def _renew(self) -> None:
        held = dict(self._running)
        if not held:
            await self._is_busy.wait()  # the next beat is early enough for its claim
        else:
            lost = await self._work.renew(list(held.values()))
            for task, item in held.items():
                if item in lost:
                    log.warning(
                        f"{self._queue.name}: another worker took over",
                        item=self._work.label(item),
                    )
                    task.cancel()

    @property
    def _shortest_nap(self) -> timedelta:
        if self._queue.is_prompt:
            return _SHORTEST_NAP
        return self._queue.look or self._queue.every

    async def _nap(self) -> None:
        """Sleep until something is due, until work ends, or until the next claim.

        Commits wake the loop, in this process and in others; looks that come unasked
        are the net below that. A claim may come a little early, with such a look.
        """
        every = self._queue.every.total_seconds()
        if self._queue.is_prompt:
            every = max(every, self._context.bus.look_every.total_seconds())
        last = _monotonic() + _A_LITTLE_EARLY * every
        was_here = False
        while _monotonic() < last:
            wait = await self._until_due()
            if was_here and wait <= timedelta(0):
                return
            was_here = True
            await self._sleep_until(wait.total_seconds())
            if self._work.has_left or self._stop.is_set():
                return
            self._work.changed.clear()

    async def _sleep_until(self, due: float) -> None:
        """Sleep until something is due in so many seconds, until woken, or until the
        next look of all; but not for less than the shortest nap because of commits:
        there may be hundreds in a second."""
        shortest = self._shortest_nap.total_seconds()
        rested = _monotonic() + shortest
        await self._sleep(min(max(due, shortest), self._until_look_of_all(shortest)))
        while (left := rested - _monotonic()) > 0:
            if self._work.has_left or self._stop.is_set():
                return
            self._work.changed.clear()
            await self._sleep(left)

    def _until_look_of_all(self, at_least: float) -> float:
        """Return the seconds until the next moment at which all idle loops look: a
        processor that is woken once for all of them can sleep the longer."""
        every = self._context.bus.look_every.total_seconds()
        left = every - _monotonic() % every
        return left if left >= at_least else left + every

    async def _until_due(self) -> timedelta:
        at = await self._work.next_due()
        if at is None:
            return self._queue.every
        return (at - self._context.clock()) * MICROSECOND

    async def _wait_for_room(self) -> None:
        if self._room > 0:
            await asyncio.sleep(0)
            return
        await self._sleep(_FOR_ROOM)
        # Those that end together are replaced together, by one claim.
        await asyncio.sleep(_LINGER)

    @property
    def _rest_left(self) -> float:
        return self._rests_until - _monotonic()

    def _rest(self, length: timedelta) -> None:
        until = _monotonic() + min(length, self._queue.every).total_seconds()
        self._rests_until = max(self._rests_until, until)

    async def _sleep(self, seconds: float) -> None:
        if not self._stop.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._work.changed.wait()

    async def _end(self, patience: timedelta) -> None:
        if self._running:
            await asyncio.wait(self._running, timeout=patience.total_seconds())
        left = dict(self._running)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)
        with suppress(TidingsError):  # leases end by themselves when it is away
            await asyncio.shield(self._work.release([*left.values(), *self._unstarted]))


async def work_off_queue(
    context: Context, fetching: Fetching, queue: Queue[Any]
) -> int:
    """Do everything of a queue that is due, then return how much that was."""
    return await Loop(context, queue, queue.opened(context, fetching)).work_off()


async def rest(length: timedelta, stop: asyncio.Event) -> None:
    """Wait for as long, or until stopped."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), length.total_seconds())


def _monotonic() -> float:
    return asyncio.get_running_loop().time()


@asynccontextmanager
async def _calling(stop: asyncio.Event, changed: asyncio.Event) -> AsyncIterator[None]:
    """Wake the loop when it should stop."""

    async def call() -> None:
        await stop.wait()
        changed.set()

    task = asyncio.create_task(call())
    try:
        yield
    finally:
        task.cancel()
