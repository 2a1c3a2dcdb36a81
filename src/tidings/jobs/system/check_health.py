"""Looks every few minutes whether all is well, and warns everybody while it is not."""

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

from tidings.context import Context
from tidings.core.errors import TidingsError
from tidings.core.system.health_checks import Readings, problems_of
from tidings.observe.logs import get_log
from tidings.operations.ai.asking import breaker_of
from tidings.store.ai.calls import lane_now
from tidings.store.engine.database import sqlite_path
from tidings.store.engine.maintenance import database_size
from tidings.store.system.health_state import oldest_lock, save_health

_PATIENCE = timedelta(seconds=10)

log = get_log()


async def check_health(context: Context) -> None:
    """Measure, judge, and set or clear the warning that readers are shown.

    While the database does not answer, there is nowhere to keep a warning: the log has
    it, and the next check after that sets things right.
    """
    readings = await _measure(context)
    problems = problems_of(readings)
    for problem in problems:
        log.warning("not well", code=problem.code, reason=problem.message)
    if not readings.database_answers:
        return
    changed = await context.database.write(save_health, readings, problems)
    if changed and not problems:
        log.info("all is well again")


async def _measure(context: Context) -> Readings:
    now = context.clock()
    limit = context.retention.database_megabytes
    try:
        database = context.database.with_timeout(_PATIENCE)
        locked_since = await database.read(oldest_lock, now)
        lane = await database.read(
            lane_now, context.ai.provider, now, breaker_of(context.ai)
        )
        size = await asyncio.to_thread(database_size, context.database.url)
    except TidingsError:
        return Readings(now, database_answers=False)
    free = await asyncio.to_thread(_free_space, context.database.url)
    return Readings(
        now,
        disk_free=free,
        database_size=size,
        database_limit=limit,
        locked_since=locked_since,
        breaker_open_since=lane.opened_at,
    )


def _free_space(url: str) -> int | None:
    """Return the free bytes where the database is; None if that is another machine."""
    if not url.startswith("sqlite:"):
        return None
    folder: Path = sqlite_path(url).parent
    return shutil.disk_usage(folder).free
