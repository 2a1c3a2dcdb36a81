"""`/metrics`: 404 unless TIDINGS_METRICS allows the caller."""

from ipaddress import ip_address
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from tidings.context import Context
from tidings.core.errors import NotFound
from tidings.observe.metrics import CONTENT_TYPE
from tidings.web.deps import get_context

router = APIRouter(tags=["system"])
# A proxy on this machine makes every visitor look local, but says so in one of these.
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@router.get("/metrics", include_in_schema=False)
def metrics(
    request: Request, context: Annotated[Context, Depends(get_context)]
) -> Response:
    """Return what Prometheus reads."""
    access = context.observe.metrics
    if access == "off" or (access == "local" and not _is_local(request)):
        raise NotFound("There is nothing here.")
    return Response(context.metrics.text(), media_type=CONTENT_TYPE)


def _is_local(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
