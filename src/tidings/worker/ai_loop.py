"""Does AI tasks while a worker runs; without AI it does nothing and costs nothing."""

import asyncio
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.ai_tasks import AiInstance, instance_of
from tidings.core.errors import TidingsError
from tidings.jobs.ai_asking import Asking, asking_with
from tidings.jobs.ai_calling import Sleep
from tidings.jobs.build_feeds import MOST_ENTRIES
from tidings.jobs.run_ai_tasks import run_next_task
from tidings.observe.logs import get_log
from tidings.store.ai_bulk import follow_model, wish_for_newest
from tidings.store.ai_choices import save_instance, stored_instance
from tidings.store.ai_tasks import free_all_tasks
from tidings.store.app_settings import forget_value, get_value, set_value
from tidings.store.builds import all_published
from tidings.store.connection import Connection
from tidings.worker.again import rest

# As many calls as the breaker lets be open at once, whoever makes them.
SIDE_BY_SIDE = 5
_LOOK_EVERY = timedelta(seconds=2)
_MICROSECONDS = 1_000_000
_BEHIND = "ai.behind"

log = get_log()


async def keep_ai(context: Context, fetching: Fetching, stop: asyncio.Event) -> None:
    """Do tasks until stopped."""
    asking = await _begin(context, fetching, stop)
    if asking is None:
        return
    async with asyncio.TaskGroup() as tasks:
        for _ in range(SIDE_BY_SIDE):
            tasks.create_task(_keep(context, asking, stop))


async def work_off_ai(
    context: Context, fetching: Fetching, sleep: Sleep | None = None
) -> int:
    """Do every task that can be done now; return how many were tried."""
    await announce(context)
    asking = asking_with(context, fetching)
    done = 0
    while asking is not None and await run_next_task(context, asking, sleep) is None:
        done += 1
    return done


async def announce(context: Context) -> None:
    """Let whoever stores entries know what is done with them, and begin with what is
    there already."""
    instance, now = instance_of(context.ai), context.clock()
    is_behind = await context.database.write(_save, instance, now)
    if instance is None:
        return
    moved = 0
    while some := await context.database.write(follow_model, instance, now):
        moved += some
    if moved:
        log.info("AI tasks moved to another model", entries=moved)
    if is_behind:
        await _catch_up(context, instance, now)


def _save(db: Connection, instance: AiInstance | None, now: int) -> bool:
    """Keep what is done; return whether what is published was never deframed."""
    known = stored_instance(db)
    save_instance(db, instance, now)
    if instance is None:
        free_all_tasks(db)
    if instance is None or not instance.deframes:
        return False
    if known is None or not known.deframes:
        set_value(db, _BEHIND, True, now)
    return get_value(db, _BEHIND) is not None


async def _catch_up(context: Context, instance: AiInstance, now: int) -> None:
    """Wish for what published feeds had before there was a model. It may be done twice:
    a wish has one name."""
    for feed in await context.database.read(all_published):
        await context.database.write(wish_for_newest, instance, feed, MOST_ENTRIES, now)
    await context.database.write(forget_value, _BEHIND)


async def _begin(
    context: Context, fetching: Fetching, stop: asyncio.Event
) -> Asking | None:
    while not stop.is_set():
        try:
            await announce(context)
        except TidingsError as error:
            log.warning("AI waits", code=error.code, reason=error.message)
            await rest(_LOOK_EVERY, stop)
        else:
            return asking_with(context, fetching)
    return None


async def _keep(context: Context, asking: Asking, stop: asyncio.Event) -> None:
    while not stop.is_set():
        wait = _LOOK_EVERY
        try:
            until = await run_next_task(context, asking)
            if until is None:
                continue
            left = timedelta(seconds=(until - context.clock()) / _MICROSECONDS)
            wait = min(_LOOK_EVERY, max(timedelta(milliseconds=10), left))
        except TidingsError as error:
            log.warning("AI waits", code=error.code, reason=error.message)
        except Exception:
            # A mistake of ours met by one text must not stop the others.
            log.exception("AI task failed")
        await rest(wait, stop)
