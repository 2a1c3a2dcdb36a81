"""Notes which AI there is, and moves what waits to it, before any task is done."""

from tidings.context import Context
from tidings.core.ai.tasks import AiInstance, instance_of
from tidings.observe.logs import get_log
from tidings.operations.publishing.feed_documents import MOST_ENTRIES
from tidings.store.ai.bulk import follow_model, follow_new_prompts, request_for_newest
from tidings.store.ai.choices import (
    request_backlog,
    save_instance,
    stored_instance,
)
from tidings.store.ai.tasks import free_all_tasks
from tidings.store.engine.connection import Connection
from tidings.store.publishing.builds import all_published
from tidings.store.system.app_settings import forget_value, get_value, set_value

_BEHIND = "ai.behind"

log = get_log()


async def announce(context: Context) -> None:
    """Let whoever stores entries know what is done with them, and begin with what is
    there already."""
    instance, now = instance_of(context.ai), context.clock()
    known = await context.database.read(stored_instance)
    is_behind = await context.database.write(_save, instance, now)
    if instance is None:
        return
    if known is not None and known.prompts != instance.prompts:
        after: int | None = 0
        while after is not None:
            after = await context.database.write(
                follow_new_prompts, instance, after, now
            )
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
    elif known is None:
        request_backlog(db)
    if instance is None or not instance.deframes:
        return False
    if known is None or not known.deframes:
        set_value(db, _BEHIND, True, now)
    return get_value(db, _BEHIND) is not None


async def _catch_up(context: Context, instance: AiInstance, now: int) -> None:
    """Request what published feeds had before there was a model. It may be done twice:
    a request has one name."""
    for feed in await context.database.read(all_published):
        await context.database.write(
            request_for_newest, instance, feed, MOST_ENTRIES, now
        )
    await context.database.write(forget_value, _BEHIND)
