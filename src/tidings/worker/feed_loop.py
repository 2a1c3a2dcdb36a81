"""Checks due feeds: claim, fetch side by side, write. Waiting feeds give up their place.

A feed whose host is busy goes back to the queue with a time; nobody sleeps for it.
"""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND, micros
from tidings.core.errors import TidingsError
from tidings.core.outcome import SlowDown
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
_TO_WRITE = timedelta(seconds=75)
_AFTER_TROUBLE = timedelta(seconds=5)

log = get_log()


class FeedLoop:
    """One worker's checks. `stop` ends claiming; what runs may finish."""

    def __init__(self, context: Context, fetching: Fetching, worker: str) -> None:
        self._context = context
        self._fetching = fetching
        self._rules = _claim_rules(fetching)
        self._worker = worker
        self._writer = PlanWriter(context)
        self._running: dict[asyncio.Task[None], ClaimedFeed] = {}
        self._freed = asyncio.Event()

    async def run(self, stop: asyncio.Event, patience: timedelta) -> None:
        """Check feeds until told to stop, then let what runs end within `patience`."""
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self._writer.run())
            try:
                while not stop.is_set():
                    await self._once(stop)
            finally:
                await self._end(patience)
                writer.cancel()

    async def work_off(self) -> int:
        """Check everything that is due, then stop; return how many checks that were."""
        checked = 0
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self._writer.run())
            while True:
                started = await self._start_due()
                checked += started
                if not started and not self._running:
                    if not await self._something_soon():
                        break
                    await asyncio.sleep(0.05)
                await self._wait_for_room(timedelta(seconds=1))
            writer.cancel()
        return checked

    async def _once(self, stop: asyncio.Event) -> None:
        try:
            started = await self._start_due()
        except TidingsError as error:
            log.warning("feeds wait", code=error.code, reason=error.message)
            await _sleep(_AFTER_TROUBLE, stop)
            return
        if started:
            await self._wait_for_room(_LONGEST_NAP)
        else:
            await self._nap(stop)

    async def _start_due(self) -> int:
        """Claim as many feeds as there is room for, and start those that may enter."""
        room = self._fetching.concurrency - len(self._running)
        if room <= 0:
            return 0
        claimed = await self._context.database.write(
            claim_due_feeds,
            self._worker,
            self._context.clock(),
            replace(self._rules, many=room),
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
                task.add_done_callback(self._ended)
        return None

    def _ended(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._freed.set()

    async def _check(self, claim: ClaimedFeed, host: str, token: str) -> None:
        context, pace = self._context, self._fetching.pace
        begun = context.clock()
        try:
            try:
                check = await check_feed(context, self._fetching, claim)
            finally:
                await pace.leave(host, token, context.clock())
            plan = check.plan
            if plan.outcome == SlowDown().code and plan.state.next_check.at:
                await pace.hold(host, plan.state.next_check.at, context.clock())
            applied = await self._writer.write(plan)
        except TidingsError as error:
            log.warning("check not written", feed_id=claim.feed.id, code=error.code)
        except Exception:
            # A bug met by one feed must not stop the others; its lease runs out.
            log.exception("check failed", feed_id=claim.feed.id)
        else:
            log.info(
                "feed checked",
                feed_id=claim.feed.id,
                outcome=plan.outcome,
                new=len(applied.new) if applied else 0,
                changed=len(applied.changed) if applied else 0,
                ms=(context.clock() - begun) // 1000,
                lost_lease=applied is None,
            )

    async def _wait_for_room(self, longest: timedelta) -> None:
        if len(self._running) < self._fetching.concurrency:
            await asyncio.sleep(0)
        if self._running and len(self._running) >= self._fetching.concurrency:
            self._freed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(longest.total_seconds()):
                    await self._freed.wait()

    async def _nap(self, stop: asyncio.Event) -> None:
        """Sleep until something is due, or for a few seconds."""
        now = self._context.clock()
        at = await self._context.database.read(next_due_at)
        wait = (
            _LONGEST_NAP if at is None else min((at - now) * MICROSECOND, _LONGEST_NAP)
        )
        await _sleep(max(wait, timedelta(milliseconds=20)), stop)

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


def _claim_rules(fetching: Fetching) -> ClaimRules:
    patient = fetching.host_delay > timedelta(0)
    return ClaimRules(
        share=fetching.host_concurrency if patient else fetching.concurrency,
        gap=fetching.host_delay,
        # Longer than any check may take, so that no lease ends while its holder lives.
        lease=fetching.job_timeout + _TO_WRITE,
    )


async def keep_clock_sane(context: Context, fetching: Fetching) -> None:
    """Rescue feeds that a clock which jumped ahead has put off for years."""
    now = context.clock()
    await context.database.write(
        rescue_from_clock_jump, now, horizon(now, fetching.policy)
    )


async def _sleep(length: timedelta, stop: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), length.total_seconds())
