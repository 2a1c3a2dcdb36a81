"""Follows many addresses, as a long job: one that fails stops no other."""

from typing import Any

from tidings.context import Context, Fetching
from tidings.core.urls import without_login
from tidings.operations.system.long_job_progress import Progress
from tidings.services.feeds.subscribe import Attempt, subscribe_to_all
from tidings.services.feeds.subscribe_batch import opened_addresses
from tidings.store.system.long_jobs import LongJob, save_step

# As many as are visited side by side; after each of these groups all is noted.
_GROUP = 8


async def follow_addresses(
    context: Context, fetching: Fetching, job: LongJob, progress: Progress
) -> dict[str, Any]:
    """Follow sealed addresses; a group that a kill cut short is tried again, which
    finds what it had done already."""
    wanted = opened_addresses(fetching, job.input)
    items: list[dict[str, Any]] = list(job.result.get("items", ()))
    for start in range(len(items), len(wanted.urls), _GROUP):
        group = wanted.urls[start : start + _GROUP]
        attempts = await subscribe_to_all(
            context, fetching, job.user_id, group, folder_id=wanted.folder_id
        )
        items += map(_as_item, attempts)
        step = progress.step(len(items), len(wanted.urls))
        await context.database.write(save_step, step, _result(items))
    return _result(items)


def _result(items: list[dict[str, Any]]) -> dict[str, Any]:
    followed = sum(1 for item in items if "subscription_id" in item)
    return {"followed": followed, "failed": len(items) - followed, "items": items}


def _as_item(attempt: Attempt) -> dict[str, Any]:
    if attempt.done is not None:
        done = attempt.done
        return {
            "url": without_login(attempt.address),
            "subscription_id": done.subscription_id,
            "feed_id": done.feed_id,
            "title": done.title,
            "is_new": done.is_new,
            "problem": done.problem,
        }
    error = attempt.error
    item: dict[str, Any] = {"url": without_login(attempt.address)}
    if error is not None:
        item |= {"code": error.code, "message": error.message}
        item |= {
            name: error.details[name]
            for name in ("feeds", "field", "reason")
            if name in error.details
        }
    return item
