"""What an administrator asks about the installation as a whole."""

import json
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core import cursor
from tidings.core.clock import micros
from tidings.jobs.vacuum_database import KIND
from tidings.services.long_jobs import start_long_job
from tidings.store.cleanup import clean_ups_before
from tidings.store.database_sizes import DatabaseSize, sizes_since
from tidings.store.everybodys_jobs import OwnedJob, list_everybodys_jobs
from tidings.store.feeds import FeedRow, list_feeds
from tidings.store.long_jobs import LongJob

_CLEAN_UPS = "clean-ups"
_FEEDS = "all-feeds"
_JOBS = "all-jobs"
_LATEST = (2**63 - 1, "")


@dataclass(frozen=True, slots=True)
class CleanUp:
    """One clean-up: when it began, how long it took, how many of what it removed."""

    id: str
    at: int
    took: int
    removed: dict[str, int | str]


async def start_vacuum(context: Context, user_id: int) -> LongJob:
    """Let a worker give unused space of the database back."""
    return await start_long_job(context, user_id, KIND, b"")


async def list_sizes(context: Context, days: int) -> list[DatabaseSize]:
    """Return how large the database was on the last days, today included."""
    since = context.clock() - micros(timedelta(days=days - 1))
    return await context.database.read(sizes_since, since)


async def list_all_jobs(
    context: Context, after: str | None, limit: int
) -> tuple[list[OwnedJob], str | None]:
    """Return everybody's jobs, newest first, and the cursor of the next page."""
    place: tuple[int, str] | None = None
    if after is not None:
        at, job_id = cursor.decode(_JOBS, after, (int, str))
        place = int(at), str(job_id)
    rows = await context.database.read(list_everybodys_jobs, place, limit + 1)
    page = rows[:limit]
    if len(rows) <= limit:
        return page, None
    return page, cursor.encode(_JOBS, (page[-1].created_at, page[-1].id))


async def list_clean_ups(
    context: Context, after: str | None, limit: int
) -> tuple[list[CleanUp], str | None]:
    """Return clean-ups, newest first, and the cursor of the next page."""
    place = _LATEST
    if after is not None:
        at, id_ = cursor.decode(_CLEAN_UPS, after, (int, str))
        place = (int(at), str(id_))
    rows = await context.database.read(clean_ups_before, *place, limit + 1)
    page = [
        CleanUp(id_, at, took, json.loads(removed))
        for id_, at, took, removed in rows[:limit]
    ]
    if len(rows) <= limit:
        return page, None
    return page, cursor.encode(_CLEAN_UPS, (page[-1].at, page[-1].id))


async def list_all_feeds(
    context: Context, after: str | None, limit: int
) -> tuple[list[FeedRow], str | None]:
    """Return every feed of the installation by number, and the cursor of the next page."""
    number = 0 if after is None else int(cursor.decode(_FEEDS, after, (int,))[0])
    rows = await context.database.read(list_feeds, number, limit + 1)
    page = rows[:limit]
    more = len(rows) > limit
    return page, cursor.encode(_FEEDS, (page[-1].id,)) if more else None
