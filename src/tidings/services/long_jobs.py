"""Work that a person asks for and does not wait for: begun here, done by a worker."""

from tidings.context import Context
from tidings.core import cursor
from tidings.jobs.long_job_kinds import KINDS, Work
from tidings.services.subscribe_batch import follow_addresses
from tidings.store import long_jobs
from tidings.store.long_jobs import LongJob

# What needs services cannot be listed beside the rest: services know jobs, not the
# other way round.
ALL_KINDS: dict[str, Work] = {**KINDS, "subscribe": follow_addresses}
_LIST = "jobs"


async def start_long_job(
    context: Context, user_id: int, kind: str, data: bytes
) -> LongJob:
    """Note work to be done; raises `TooManyJobs` if too much of it waits already."""
    if kind not in ALL_KINDS:
        raise ValueError(f"{kind} is not a kind of long job")
    return await context.database.write(
        long_jobs.insert_job, context.new_id(), user_id, kind, data, context.clock()
    )


async def show_job(context: Context, user_id: int, job_id: str) -> LongJob:
    """Return a job of a user with how far it has come."""
    return await context.database.read(long_jobs.find_job, user_id, job_id)


async def list_jobs(
    context: Context, user_id: int, after: str | None, limit: int
) -> tuple[list[LongJob], str | None]:
    """Return jobs of a user, newest first, and the cursor of the next page."""
    place: tuple[int, str] | None = None
    if after is not None:
        at, job_id = cursor.decode(_LIST, after, (int, str))
        place = int(at), str(job_id)
    found = await context.database.read(long_jobs.list_jobs, user_id, place, limit + 1)
    page = found[:limit]
    if len(found) <= limit:
        return page, None
    return page, cursor.encode(_LIST, (page[-1].created_at, page[-1].id))
