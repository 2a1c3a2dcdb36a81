"""The clean-up: forgets old entries, whole articles and logs, then minds the size.

It works in slices, each a short transaction, with pauses between them: nobody waits long
for it, and a clean-up that is killed has done a part of its work and nothing else.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import TypeVar, TypeVarTuple

from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.entries.retention import (
    FULL_TEXT_KEPT,
    LOGS_KEPT,
    MEGABYTE,
    Fits,
    RetentionLimits,
    Tighten,
    TooLarge,
    clean_up_is_due,
    size_step,
)
from tidings.core.entries.slices import FIRST_SLICE, next_slice, pause_after
from tidings.observe.logs import get_log
from tidings.store.accounts.accounts import user_ids
from tidings.store.ai.queue import forget_failed_tasks
from tidings.store.engine.connection import Connection
from tidings.store.engine.maintenance import database_size, vacuum
from tidings.store.entries.cleanup import (
    clean_feed,
    forget_clean_ups,
    forget_full_texts,
    forget_tombstones,
    has_something_to_forget,
    hide_deleted_feed,
    last_clean_up_at,
    log_clean_up,
    shows_though_deleted,
)
from tidings.store.entries.spans import feeds_after
from tidings.store.publishing.digests import forget_digests
from tidings.store.reading.mark_times import forget_mark_times
from tidings.store.reading.pending_reads import forget_pending_reads
from tidings.store.reading.reading_places import forget_places

_FEEDS_AT_ONCE = 200
_TOMBSTONES_KEPT = timedelta(days=365)
_MARK_TIMES_KEPT = timedelta(days=60)
_PLACES_KEPT = timedelta(days=180)
_DIGESTS_KEPT = timedelta(days=365)
_PENDING_READS_KEPT = timedelta(days=60)
_FAILURES_KEPT = timedelta(days=90)  # of AI

Args = TypeVarTuple("Args")
R = TypeVar("R")

log = get_log()


async def clean_up_when_due(context: Context) -> None:
    """Clean up once a day, in the hour that was set for it."""
    last = await context.database.read(last_clean_up_at)
    hour = context.retention.cleanup_hour
    if clean_up_is_due(last, context.clock(), hour):
        await clean_up(context)


async def clean_up(context: Context) -> dict[str, int | str]:
    """Forget what is past its limits; return how many of what, as the log has it."""
    began = context.clock()
    removed = Counter(entries=0, unread_entries=0)
    limits = limits_of(context)
    await _forget_entries(context, limits, removed)
    for name, forget, kept in (
        ("full_texts", forget_full_texts, FULL_TEXT_KEPT),
        ("tombstones", forget_tombstones, _TOMBSTONES_KEPT),
        ("clean_ups", forget_clean_ups, LOGS_KEPT),
        ("pending_reads", forget_pending_reads, _PENDING_READS_KEPT),
        ("failures", forget_failed_tasks, _FAILURES_KEPT),
    ):
        removed[name] += await _in_slices(context, forget, began - micros(kept))
    for name, forget_of, kept in (
        ("mark_times", forget_mark_times, _MARK_TIMES_KEPT),
        ("digests", forget_digests, _DIGESTS_KEPT),
        ("places", forget_places, _PLACES_KEPT),
    ):
        removed[name] += await _by_reader(context, forget_of, began - micros(kept))
    size = await _mind_size(context, limits, removed)
    report: dict[str, int | str] = {**removed, **size}
    took = context.clock() - began
    await context.database.write(log_clean_up, context.new_id(), began, took, report)
    log.info("cleaned up", ms=took // 1000, **report)
    return report


async def clean_up_preview(context: Context) -> list[int]:
    """Return the feeds in which a clean-up would forget something; change nothing."""
    limits, found = limits_of(context), []
    async for feed_id in _feeds(context):
        if await context.database.read(
            has_something_to_forget, feed_id, limits, context.clock()
        ):
            found.append(feed_id)
    return found


def limits_of(context: Context) -> RetentionLimits:
    """Return what was set about how long entries are kept."""
    kept = context.retention
    return RetentionLimits(
        kept.days_read, kept.days_unread, kept.per_feed, kept.database_megabytes
    )


async def _forget_entries(
    context: Context, limits: RetentionLimits, removed: Counter[str]
) -> None:
    slices = _Slices(context)
    async for feed_id in _feeds(context):
        while await context.database.read(shows_though_deleted, feed_id):
            await slices.write(hide_deleted_feed, feed_id)
        while await context.database.read(
            has_something_to_forget, feed_id, limits, context.clock()
        ):
            gone, unread = await slices.write(
                clean_feed, feed_id, limits, context.clock()
            )
            removed["entries"] += gone
            removed["unread_entries"] += unread


async def _mind_size(
    context: Context, limits: RetentionLimits, removed: Counter[str]
) -> dict[str, int | str]:
    """Make room while the database is too large, cheapest first; say how it ended, how
    many bytes that gave back and how many days read entries were kept for it."""
    url, vacuumed = context.database.url, False
    said: dict[str, int | str] = {}
    freed = 0
    while True:
        size = await asyncio.to_thread(database_size, url)
        match size_step(limits, size / MEGABYTE, vacuumed=vacuumed):
            case Fits():
                return {**said, "bytes_freed": freed, "size": "fits"}
            case TooLarge():
                log.critical("database over its limit", megabytes=size // MEGABYTE)
                return {**said, "bytes_freed": freed, "size": "too large"}
            case Tighten(tighter):
                limits = tighter
                said["days_read"] = (tighter.days_read or timedelta()).days
                await _forget_entries(context, limits, removed)
        freed += await asyncio.to_thread(vacuum, url)
        vacuumed = True


async def _feeds(context: Context) -> AsyncIterator[int]:
    after = 0
    while feeds := await context.database.read(feeds_after, after, _FEEDS_AT_ONCE):
        for feed_id in feeds:
            yield feed_id
        after = feeds[-1]


async def _in_slices(
    context: Context, forget: Callable[[Connection, int, int], int], before: int
) -> int:
    total = 0
    slices = _Slices(context)
    while gone := await slices.write(forget, before):
        total += gone
    return total


async def _by_reader(
    context: Context, forget_of: Callable[[Connection, int, int], int], before: int
) -> int:
    total = 0
    for user_id in await context.database.read(user_ids):
        total += await context.database.write(forget_of, user_id, before)
    return total


class _Slices:
    """Writes as much at once as others can wait for, then lets them go first."""

    def __init__(self, context: Context) -> None:
        self._database = context.database
        self._many = FIRST_SLICE

    async def write(
        self, function: Callable[[Connection, *Args, int], R], *args: *Args
    ) -> R:
        """Run a write that is told last how many rows it may take."""
        began = time.monotonic()
        result = await self._database.write(function, *args, self._many)
        took = timedelta(seconds=time.monotonic() - began)
        self._many = next_slice(self._many, took)
        await asyncio.sleep(pause_after(took).total_seconds())
        return result
