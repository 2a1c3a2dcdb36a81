"""The one loop: claims until nothing is left, rests when told to, gives back, lets go."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest

from tests.contexts import make_context
from tidings.context import Context
from tidings.operations.system.claimed_work import ClaimedWork, Later
from tidings.store.engine.database import Database
from tidings.worker.loop import Loop, Queue


@pytest.fixture
def context(database: Database) -> Context:
    return make_context(database)


class Numbers(ClaimedWork[int]):
    """Numbers that wait, and what became of them."""

    def __init__(self, *waiting: int) -> None:
        super().__init__()
        self.waiting = list(waiting)
        self.done: list[int] = []
        self.released: list[int] = []
        self.lost: list[int] = []

    async def claim(self, many: int) -> list[int] | None:
        claimed, self.waiting = self.waiting[:many], self.waiting[many:]
        return claimed

    async def work(self, item: int) -> int | Later:
        self.done.append(item)
        return 1

    async def release(self, items: Sequence[int]) -> None:
        self.released += items

    async def renew(self, items: Sequence[int]) -> list[int]:
        return [item for item in items if item in self.lost]


def loop_of(context: Context, work: Numbers, side_by_side: int = 2) -> Loop[int]:
    every = timedelta(milliseconds=5)
    queue = Queue("numbers", lambda *_: work, every, side_by_side)
    return Loop(context, queue, work)


async def test_everything_that_waits_is_done_once(context: Context) -> None:
    work = Numbers(*range(9))
    assert await loop_of(context, work).work_off() == 9
    assert sorted(work.done) == list(range(9))
    assert work.released == []


class OneAtATime(Numbers):
    """The next can only be claimed when the one before has ended; the claim that comes
    too early sees it end."""

    def __init__(self, *waiting: int) -> None:
        super().__init__(*waiting)
        self.has_ended = asyncio.Event()

    async def claim(self, many: int) -> list[int] | None:
        if self.waiting and len(self.done) < 1 and self.has_claimed:
            await self.has_ended.wait()
            await asyncio.sleep(0.01)
            return []
        self.has_claimed = True
        return await super().claim(1)

    has_claimed = False

    async def work(self, item: int) -> int | Later:
        await asyncio.sleep(0.01)
        self.has_ended.set()
        return await super().work(item)


async def test_what_ends_during_a_claim_makes_room_for_another(
    context: Context,
) -> None:
    work = OneAtATime(1, 2)
    assert await loop_of(context, work).work_off() == 2


class Refusing(Numbers):
    """Says after the first that the others must wait."""

    async def work(self, item: int) -> int | Later:
        await super().work(item)
        return Later()


async def test_what_must_wait_is_not_claimed(context: Context) -> None:
    work = Refusing(1, 2, 3)
    assert await loop_of(context, work, 1).work_off() == 0
    assert (work.done, work.waiting) == ([1], [2, 3])


async def test_a_queue_that_never_has_work_ends_the_loop(context: Context) -> None:
    class Never(Numbers):
        async def claim(self, many: int) -> list[int] | None:
            return None

    async with asyncio.timeout(5):
        await loop_of(context, Never()).run(asyncio.Event(), timedelta(0))


class Endless(Numbers):
    """Work that never ends by itself."""

    lease = timedelta(milliseconds=40)

    def __init__(self, *waiting: int) -> None:
        super().__init__(*waiting)
        self.begun: asyncio.Queue[int] = asyncio.Queue()

    async def work(self, item: int) -> int | Later:
        self.begun.put_nowait(item)
        await asyncio.Event().wait()
        return 1


async def test_a_stop_gives_back_what_was_not_done(context: Context) -> None:
    work, stop = Endless(1, 2, 3), asyncio.Event()
    running = asyncio.create_task(loop_of(context, work).run(stop, timedelta(0)))
    async with asyncio.timeout(5):
        for _ in range(2):
            await work.begun.get()
        stop.set()
        await running
    assert (sorted(work.released), work.waiting) == ([1, 2], [3])


async def test_work_whose_lease_is_lost_is_cancelled_and_not_given_back(
    context: Context,
) -> None:
    work = Endless(1)
    work.lost = [1]
    async with asyncio.timeout(5):
        assert await loop_of(context, work).work_off() == 0
    assert (work.begun.qsize(), work.released) == (1, [])


class SlowClaim(Numbers):
    """Its commit takes a moment, and nobody can call it back."""

    def __init__(self, *waiting: int) -> None:
        super().__init__(*waiting)
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def claim(self, many: int) -> list[int] | None:
        self.begun.set()
        await self.may_end.wait()
        return await super().claim(many)


async def test_what_is_claimed_while_it_is_cancelled_is_given_back(
    context: Context,
) -> None:
    work = SlowClaim(1, 2)
    begun = asyncio.create_task(loop_of(context, work).work_off())
    await work.begun.wait()
    begun.cancel()
    await asyncio.sleep(0)
    work.may_end.set()
    await asyncio.wait({begun})
    assert begun.cancelled()
    assert (work.done, work.released) == ([], [1, 2])
