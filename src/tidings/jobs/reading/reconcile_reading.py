"""Looks for read state that contradicts itself. There should be nothing to find."""

from tidings.context import Context
from tidings.observe.logs import get_log
from tidings.store.reading.reconcile import feeds_to_check, find_drift, heal_counters

_FEEDS_AT_A_TIME = 100

log = get_log()


async def reconcile_reading(context: Context) -> None:
    """Check every feed, report each contradiction as an error, and recount."""
    checked, last = 0, 0
    while feeds := await context.database.read(feeds_to_check, last, _FEEDS_AT_A_TIME):
        for feed_id in feeds:
            await _check_feed(context, feed_id)
        checked, last = checked + len(feeds), feeds[-1]
    log.info("reconciled read state", feeds=checked)


async def _check_feed(context: Context, feed_id: int) -> None:
    found = await context.database.read(find_drift, feed_id)
    if not found:
        return
    for drift in found:
        log.error(
            "read state drifted",
            what=drift.what,
            feed_id=drift.feed_id,
            user_id=drift.user_id,
            stored=drift.stored,
            counted=drift.counted,
        )
    context.metrics.read_state_drift.inc(len(found))
    await context.database.write(heal_counters, found)
