"""Forgets what has served its time: delivered events, stale fair lists, ended sessions and
jobs, messages to webhooks, idle hosts."""

from collections.abc import Callable
from datetime import timedelta

from tidings.context import Context
from tidings.core.clock import micros
from tidings.observe.logs import get_log
from tidings.store.accounts.api_tokens import forget_ended_tokens
from tidings.store.accounts.invites import forget_ended_invites
from tidings.store.accounts.password_resets import forget_ended_resets
from tidings.store.accounts.sessions import forget_ended_sessions
from tidings.store.ai.calls import forget_calls
from tidings.store.ai.queue import (
    ResultPlace,
    forget_results,
    unused_results,
)
from tidings.store.automation.deliveries import forget_deliveries
from tidings.store.engine.connection import Connection
from tidings.store.feeds.host_pace import forget_idle_hosts
from tidings.store.feeds.not_fetched import stop_unfollowed
from tidings.store.reading.fair_lists import forget_fair_lists
from tidings.store.reading.highlights import forget_deleted_highlights
from tidings.store.system.events import forget_events
from tidings.store.system.long_jobs import forget_ended_jobs

KEEP_EVENTS = timedelta(days=7)
KEEP_FAIR_LISTS = timedelta(days=1)
# Long enough for people to see on their list of sessions that one has ended.
KEEP_ENDED_SESSIONS = timedelta(days=7)
KEEP_ENDED_JOBS = timedelta(days=30)
KEEP_DELIVERIES = timedelta(days=30)
# A device that was not used for longer loads everything again.
KEEP_DELETED_HIGHLIGHTS = timedelta(days=90)
KEEP_UNUSED_AI = timedelta(days=90)
KEEP_AI_CALLS = timedelta(days=7)
# Small, so that a reader's write waits only a moment behind each slice.
_SLICE = 1000
# Whoever leaves a feed may come back in a few days and miss nothing.
FETCH_UNFOLLOWED = timedelta(days=7)

log = get_log()


async def forget_old(context: Context) -> None:
    """Delete in slices, each in a short transaction of its own."""
    now = context.clock()
    lists = await context.database.write(
        forget_fair_lists, now - micros(KEEP_FAIR_LISTS)
    )
    events = await _in_slices(context, forget_events, now - micros(KEEP_EVENTS))
    sessions = await _in_slices(
        context, forget_ended_sessions, now - micros(KEEP_ENDED_SESSIONS)
    )
    await _in_slices(context, forget_deliveries, now - micros(KEEP_DELIVERIES))
    await _in_slices(context, forget_ended_jobs, now - micros(KEEP_ENDED_JOBS))
    await _in_slices(
        context, forget_deleted_highlights, now - micros(KEEP_DELETED_HIGHLIGHTS)
    )
    for forget in (forget_ended_tokens, forget_ended_resets, forget_ended_invites):
        await _in_slices(context, forget, now - micros(KEEP_ENDED_SESSIONS))
    await _forget_unused_results(context, now - micros(KEEP_UNUSED_AI))
    await _in_slices(context, forget_calls, now - micros(KEEP_AI_CALLS))
    await _in_slices(context, forget_idle_hosts, now)
    log.info("forgot the old", events=events, fair_lists=lists, sessions=sessions)
    stopped = await context.database.write(
        stop_unfollowed, now - micros(FETCH_UNFOLLOWED)
    )
    if stopped:
        log.info("feeds that nobody follows are no longer fetched", feeds=stopped)


async def _forget_unused_results(context: Context, before: int) -> None:
    place: ResultPlace | None = (-1, b"")
    while place is not None:
        unused, place = await context.database.read(
            unused_results, place, before, _SLICE
        )
        if unused:
            await context.database.write(forget_results, unused)


async def _in_slices(
    context: Context, forget: Callable[[Connection, int, int], int], before: int
) -> int:
    total = 0
    while gone := await context.database.write(forget, before, _SLICE):
        total += gone
    return total
