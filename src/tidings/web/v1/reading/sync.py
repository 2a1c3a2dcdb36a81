"""Marks made offline, brought in all at once."""

from fastapi import APIRouter

from tidings.services.reading.sync_marks import OfflineMarks, SyncedMarks, sync_marks
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Writer

router = APIRouter(tags=["entries"], route_class=JsonRoute)


@router.post("/entries/sync")
async def sync_offline_marks(
    context: Given, visitor: Writer, body: OfflineMarks
) -> SyncedMarks:
    """Bring in what was marked offline. The newest change of each mark holds, also
    against marks made elsewhere meanwhile; repeating does no harm. Times are corrected by
    how far the device's clock is off when it sends. At most 50 different tags at once."""
    return await sync_marks(context, visitor.user_id, body)
