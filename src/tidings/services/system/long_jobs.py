"""Work that a person asks for and does not wait for: begun here, done by a worker."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tidings.context import Context
from tidings.core import cursor
from tidings.core.pages import Page
from tidings.core.system.long_job_kind import LongJobKind
from tidings.core.views import view_of
from tidings.store.system import long_jobs
from tidings.store.system.long_jobs import JobLine

_LIST = "jobs"


@dataclass(frozen=True, slots=True)
class JobView(JobLine):
    """One job with what it has found so far; what that is depends on its kind."""

    result: Mapping[str, Any]


async def start_long_job(
    context: Context, user_id: int, kind: LongJobKind, data: bytes
) -> JobView:
    """Note work to be done; raises `TooManyJobs` if too much of it waits already."""
    job = await context.database.write(
        long_jobs.insert_job, context.new_id(), user_id, kind, data, context.clock()
    )
    return view_of(JobView, job)


async def show_job(context: Context, user_id: int, job_id: str) -> JobView:
    """Return a job of a user with how far it has come."""
    job = await context.database.read(long_jobs.find_job, user_id, job_id)
    return view_of(JobView, job)


async def list_jobs(
    context: Context, user_id: int, after: str | None, limit: int
) -> Page[JobLine]:
    """Return jobs of a user, newest first."""
    place: tuple[int, str] | None = None
    if after is not None:
        at, job_id = cursor.decode(_LIST, after, (int, str))
        place = int(at), str(job_id)
    found = await context.database.read(long_jobs.list_jobs, user_id, place, limit + 1)
    page = found[:limit]
    if len(found) <= limit:
        return Page(page, None)
    return Page(page, cursor.encode(_LIST, (page[-1].created_at, page[-1].id)))
