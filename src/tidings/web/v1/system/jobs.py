"""Long work that a reader asked for: how far it is, and what came of it."""

from fastapi import APIRouter

from tidings.core.pages import Page
from tidings.services.system import long_jobs
from tidings.services.system.long_jobs import JobView
from tidings.store.system.long_jobs import JobLine
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["jobs"], route_class=JsonRoute)


@router.get("/jobs")
async def list_jobs(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Page[JobLine]:
    """List your imports and other long work of the last 30 days, newest first, with how
    far each of them is."""
    return await long_jobs.list_jobs(context, visitor.user_id, cursor, limit)


@router.get("/jobs/{job_id}")
async def get_job(context: Given, visitor: Reader, job_id: IdInPath) -> JobView:
    """Return one job of yours; events `job_progress` say when it is worth asking."""
    return await long_jobs.show_job(context, visitor.user_id, job_id)
