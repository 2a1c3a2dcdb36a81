"""Checks due feeds: claim, fetch side by side, write.

A claim begins the visits to the hosts as well, in the same commit; feeds of a host that
is busy or held stay in the queue, and nobody sleeps for them.
"""

import asyncio
import os
import platform
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
)
from tidings.core.feeds.host_pace import PaceRules, VisitEnd, with_outcome
from tidings.core.feeds.refresh import plan_after_mistake
from tidings.core.feeds.schedule import horizon
from tidings.core.urls import place_of
from tidings.observe.logs import get_log
from tidings.operations.feeds.check_feed import Check, check_feed
from tidings.operations.feeds.log_check import log_check
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.store.engine.connection import Connection
from tidings.store.feeds.claims import (
    LEASE,
    ClaimedFeed,
    ClaimRules,
    claim_due_feeds,
    next_due_at,
    release_claims,
    renew_claims,
    rescue_from_clock_jump,
)
from tidings.store.feeds.host_pace import end_visits
from tidings.worker.loop import Queue
from tidings.worker.plan_writer import PlanWriter

_TO_WRITE = timedelta(seconds=75)
_SOON = timedelta(seconds=5)
# Says nothing about the feed: what was learnt is lost, and its lease runs out.
_DATABASE_TROUBLE = (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTimeout,
    DatabaseUnavailable,
)

log = get_log()


class FeedChecks(ClaimedWork[ClaimedFeed]):
    """Feeds that are due. A check leaves its place when the visit is over, and is
    written with others in one commit."""

    def __init__(
        self,
        context: Context,
        fetching: Fetching,
        worker: str,
        lease: timedelta = LEASE,
    ) -> None:
        super().__init__()
        self.lease: timedelta = lease
        self._context = context
        self._fetching = fetching
        self._rules = ClaimRules(
            pace=fetching.pace,
            lease=lease,
            longest_visit=fetching.job_timeout + _TO_WRITE,
        )
        self._worker = worker
        self._writer = PlanWriter(context)
        self._checking: set[int] = set()
        self._visiting: set[int] = set()  # those of them that are not being written
        self._ended: list[VisitEnd] = []  # not yet noted

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        writing = asyncio.create_task(self._writer.run())
        try:
            yield
        finally:
            writing.cancel()
            await asyncio.wait({writing})

    def room(self, most: int, running: int) -> int:
        most = self._fetching.concurrency
        # What waits to be written is in memory, so its number has a bound too.
        return min(most - len(self._visiting), 2 * most - running)

    async def claim(self, many: int) -> list[ClaimedFeed]:
        ended, self._ended = self._ended, []
        try:
            claimed = await self._context.database.write(
                claim_due_feeds,
                self._worker,
                self._context.clock(),
                replace(self._rules, many=many),
                ended,
                set(self._checking),
            )
        except BaseException:
            self._ended += ended
            raise
        numbers = [claim.feed.id for claim in claimed]
        self._checking.update(numbers)
        self._visiting.update(numbers)
        return claimed

    async def work(self, item: ClaimedFeed) -> int:
        number = item.feed.id
        try:
            check = await self._visit(item)
            applied = await self._writer.write(check.plan)
        except _DATABASE_TROUBLE as error:
            log.warning("check not written", feed_id=number, code=error.code)
        except Exception:
            # A mistake of ours met by one feed must not stop the others.
            log.exception("check failed", feed_id=number)
            await self._set_back(item)
        else:
            log_check(item.feed, check, applied)
        finally:
            self._checking.discard(number)
            self._visiting.discard(number)
        return 1

    async def renew(self, items: Sequence[ClaimedFeed]) -> tuple[()]:
        """Hold on to feeds; who has lost one finds out when it is written."""
        until = self._context.clock() + micros(self.lease)
        await self._context.database.write(renew_claims, _keys(items), until)
        return ()

    async def release(self, items: Sequence[ClaimedFeed]) -> None:
        await self._context.database.write(
            _let_go,
            _keys(items),
            self._ended,
            self._context.clock(),
            self._fetching.pace,
        )

    async def next_due(self) -> int | None:
        now = self._context.clock()
        return await self._context.database.read(next_due_at, now, self.lease)

    async def is_due_soon(self) -> bool:
        """Whether a feed of a busy host is due within moments."""
        at = await self.next_due()
        return at is not None and at <= self._context.clock() + micros(_SOON)

    async def _visit(self, claim: ClaimedFeed) -> Check:
        """Check a feed; its host counts the visit until the download is over."""
        host, token = place_of(claim.feed.url), str(claim.feed.id)
        end = VisitEnd(host, token, 0, feed_id=claim.feed.id)

        def downloaded() -> None:
            # The host is free while the document is read; whether it was a feed, and
            # so a good answer, is noted afterwards.
            nonlocal end
            end = replace(end, at=self._context.clock())
            self._ended.append(end)
            self.leave()

        try:
            check = await check_feed(
                self._context, self._fetching, claim, downloaded=downloaded
            )
            end = with_outcome(end, check.outcome, check.plan.state.next_check.at)
        finally:
            self._ended.append(replace(end, at=end.at or self._context.clock()))
            self._visiting.discard(claim.feed.id)
            self.leave()
        return check

    async def _set_back(self, claim: ClaimedFeed) -> None:
        now, policy = self._context.clock(), self._fetching.policy
        try:
            await self._writer.write(plan_after_mistake(claim.feed, policy, now=now))
        except Exception:
            log.exception("feed waits for its lease to end", feed_id=claim.feed.id)


def open_feed_checks(context: Context, fetching: Fetching) -> FeedChecks:
    """Return the queue as this worker works on it."""
    return FeedChecks(context, fetching, worker_name(context))


# How many side by side is a setting, which the queue itself knows.
FEEDS = Queue("feeds", open_feed_checks, timedelta(seconds=5), is_prompt=True)


def worker_name(context: Context) -> str:
    """Return a name that no other worker has, for leases."""
    return f"{platform.node()}:{os.getpid()}:{context.random_bytes(4).hex()}"


def _keys(claims: Sequence[ClaimedFeed]) -> list[tuple[int, int]]:
    return [(claim.feed.id, claim.feed.lease_token) for claim in claims]


def _let_go(
    db: Connection,
    claims: list[tuple[int, int]],
    ended: list[VisitEnd],
    now: int,
    pace: PaceRules,
) -> None:
    release_claims(db, claims)
    end_visits(db, ended, now, pace)


async def keep_clock_sane(context: Context, fetching: Fetching) -> None:
    """Rescue feeds that a clock which jumped ahead has put off for years."""
    now = context.clock()
    await context.database.write(
        rescue_from_clock_jump, now, horizon(now, fetching.policy)
    )
