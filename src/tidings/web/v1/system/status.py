"""How things stand: for the reader, and with the machine."""

from fastapi import APIRouter

from tidings.services.system.status import Status, show_status
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader

router = APIRouter(tags=["system"], route_class=JsonRoute)


@router.get("/status")
async def get_status(context: Given, visitor: Reader) -> Status:
    """Return figures of the reader, and the health of the installation."""
    return await show_status(context, visitor.user_id)
