"""Checks due feeds: claim, fetch side by side, write. Waiting feeds give up their place.

A feed whose host is busy goes back to the queue with a time; nobody sleeps for it.
"""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND, micros
from tidings.core.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
    TidingsError,
)
from tidings.core.outcome import SlowDown
from tidings.core.refresh import RefreshPlan, plan_after_mistake
from tidings.core.schedule import horizon
from tidings.core.urls import host_of
from tidings.fetch.politeness import ComeBackAt, Entered
from tidings.jobs.check_feed import check_feed
from tidings.observe.logs import get_log
from tidings.store.claims import (
    ClaimedFeed,
    ClaimRules,
    claim_due_feeds,
    next_due_at,
    postpone_claims,
    release_claims,
    rescue_from_clock_jump,
)
from tidings.worker.plan_writer import PlanWriter

_LONGEST_NAP = timedelta(seconds=5)
_SHORTEST_NAP = timedelta(milliseconds=20)
_LINGER = timedelta(milliseconds=5)
_TO_WRITE = timedelta(seconds=75)
_AFTER_TROUBLE = timedelta(seconds=5)
# Says nothing about the feed: what was learnt is lost, and its lease runs out.
_DATABASE_TROUBLE = (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
)

log = get_log()


class FeedLoop:
    """One worker's checks. `stop` ends claiming; what runs may finish."""

    def __init__(
        self,
        context: Context,
        fetching: Fetching,
        worker: str,
        *,
        to_write: timedelta = _TO_WRITE,
    ) -> None:
        self._context = context
        self._fetching = fetching
        self._rules = _claim_rules(fetching, to_write)
        self._worker = worker
        self._writer = PlanWriter(context)
        self._running: dict[asyncio.Task[None], ClaimedFeed] = {}
        self._visiting: set[int] = set()  # those of them that are not being written
        self._stop = asyncio.Event()
        self._wake = asyncio.Event()  # a check ended, or all is to end

    async def run(self, stop: asyncio.Event, patience: timedelta) -> None:
        """Check feeds until told to stop, then let what runs end within `patience`."""
        self._stop = stop
        async with asyncio.TaskGroup() as tasks:
            beside = [
                tasks.create_task(self._writer.run()),
                tasks.create_task(self._wake_at_stop()),
            ]
            try:
                while not stop.is_set():
                    await self._once()
            finally:
                await self._end(patience)
                for task in beside:
                    task.cancel()

    async def work_off(self) -> int:
        """Check everything that is due, then stop; return how many checks that were."""
        checked = 0
        trouble: TidingsError | None = None
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self._writer.run())
            try:
                while (started := await self._work_on()) is not None:
                    checked += started
            except TidingsError as error:
                trouble = error
            finally:
                await self._end(timedelta(0))
                writer.cancel()
        if trouble is not None:
            raise trouble
        return checked

    async def _once(self) -> None:
        # Before anything is looked at, so that no end of a check goes unnoticed.
        self._wake.clear()
        try:
            if self._room <= 0 or await self._start_due():
                await self._wait_for_room()
            else:
                await self._nap()
        except TidingsError as error:
            log.warning("feeds wait", code=error.code, reason=error.message)
            await self._sleep(_AFTER_TROUBLE)

    async def _work_on(self) -> int | None:
        """Start what is due and return how many; None if all is done."""
        self._wake.clear()
        started = await self._start_due() if self._room > 0 else 0
        if started or self._room <= 0:
            await self._wait_for_room()
        elif self._running or await self._something_soon():
            await self._nap()
        else:
            return None
        return started

    async def _wake_at_stop(self) -> None:
        await self._stop.wait()
        self._wake.set()

    @property
    def _room(self) -> int:
        """How many feeds may be visited beside those that are."""
        most = self._fetching.concurrency
        # What waits to be written is in memory, so its number has a bound too.
        return min(most - len(self._visiting), 2 * most - len(self._running))

    async def _start_due(self) -> int:
        """Claim as many feeds as there is room for, and start those that may enter."""
        claimed = await self._context.database.write(
            claim_due_feeds,
            self._worker,
            self._context.clock(),
            replace(self._rules, many=self._room),
        )
        postponed = []
        for claim in claimed:
            at = await self._enter(claim)
            if at is not None:
                postponed.append((claim.feed.id, claim.feed.lease_token, at))
        if postponed:
            await self._context.database.write(postpone_claims, postponed)
        return len(claimed) - len(postponed)

    async def _enter(self, claim: ClaimedFeed) -> int | None:
        """Start a check, or return when its host may be visited."""
        host = host_of(claim.feed.url) or ""
        answer = await self._fetching.pace.try_enter(host, self._context.clock())
        match answer:
            case ComeBackAt(at):
                return at
            case Entered(token):
                work = self._check(claim, host, token)
                task = asyncio.create_task(work, name=f"feed {claim.feed.id}")
                self._running[task] = claim
                self._visiting.add(claim.feed.id)
                task.add_done_callback(self._ended)
        return None

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._left(self._running.pop(task))

    def _left(self, claim: ClaimedFeed) -> None:
        self._visiting.discard(claim.feed.id)
        self._wake.set()

    async def _check(self, claim: ClaimedFeed, host: str, token: str) -> None:
        clock, number = self._context.clock, claim.feed.id
        begun = clock()
        try:
            plan = await self._visit(claim, host, token)
            applied = await self._writer.write(plan)
        except _DATABASE_TROUBLE as error:
            log.warning("check not written", feed_id=number, code=error.code)
        except Exception:
            # A mistake of ours met by one feed must not stop the others.
            log.exception("check failed", feed_id=number)
            await self._set_back(claim)
        else:
            # Most checks find nothing new: said aloud, they would drown the rest.
            say = log.debug if plan.outcome == "not_modified" else log.info
            say(
                "feed checked",
                feed_id=number,
                outcome=plan.outcome,
                new=len(applied.new) if applied else 0,
                changed=len(applied.changed) if applied else 0,
                ms=(clock() - begun) // 1000,
                lost_lease=applied is None,
            )

    async def _visit(self, claim: ClaimedFeed, host: str, token: str) -> RefreshPlan:
        """Check a feed while its host counts the visit."""
        clock, pace = self._context.clock, self._fetching.pace
        try:
            plan = (await check_feed(self._context, self._fetching, claim)).plan
        finally:
            await pace.leave(host, token, clock())
            self._left(claim)
        if plan.outcome == SlowDown().code and plan.state.next_check.at:
            await pace.hold(host, plan.state.next_check.at, clock())
        return plan

    async def _set_back(self, claim: ClaimedFeed) -> None:
        now, policy = self._context.clock(), self._fetching.policy
        try:
            await self._writer.write(plan_after_mistake(claim.feed, policy, now=now))
        except Exception:
            log.exception("feed waits for its lease to end", feed_id=claim.feed.id)

    async def _wait_for_room(self) -> None:
        if self._room > 0:
            await asyncio.sleep(0)
            return
        await self._sleep(_LONGEST_NAP)
        # Those that end together are replaced together, by one claim.
        await asyncio.sleep(_LINGER.total_seconds())

    async def _nap(self) -> None:
        """Sleep until something is due, until woken, or for a few seconds."""
        now = self._context.clock()
        at = await self._context.database.read(next_due_at)
        wait = _LONGEST_NAP if at is None else (at - now) * MICROSECOND
        await self._sleep(min(max(wait, _SHORTEST_NAP), _LONGEST_NAP))

    async def _sleep(self, length: timedelta) -> None:
        if self._stop.is_set():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(length.total_seconds()):
                await self._wake.wait()

    async def _something_soon(self) -> bool:
        """Whether a feed of a busy host is due within moments."""
        at = await self._context.database.read(next_due_at)
        return at is not None and at <= self._context.clock() + micros(_LONGEST_NAP)

    async def _end(self, patience: timedelta) -> None:
        if self._running:
            await asyncio.wait(self._running, timeout=patience.total_seconds())
        left = list(self._running.items())
        for task, _ in left:
            task.cancel()
        if left:
            await asyncio.wait([task for task, _ in left])
            claims = [(claim.feed.id, claim.feed.lease_token) for _, claim in left]
            with suppress(TidingsError):
                await self._context.database.write(release_claims, claims)


def _claim_rules(fetching: Fetching, to_write: timedelta) -> ClaimRules:
    patient = fetching.host_delay > timedelta(0)
    return ClaimRules(
        share=fetching.host_concurrency if patient else fetching.concurrency,
        gap=fetching.host_delay,
        # Longer than any check may take, so that no lease ends while its holder lives.
        lease=fetching.job_timeout + to_write,
    )


async def keep_clock_sane(context: Context, fetching: Fetching) -> None:
    """Rescue feeds that a clock which jumped ahead has put off for years."""
    now = context.clock()
    await context.database.write(
        rescue_from_clock_jump, now, horizon(now, fetching.policy)
    )
