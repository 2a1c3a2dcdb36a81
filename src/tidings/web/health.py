"""Health for containers, load balancers and people; no version, no detail."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel

from tidings.context import Context
from tidings.services.system.status import database_state, recent_restarts
from tidings.services.system.write_probe import WriteProbe
from tidings.web.deps import get_context
from tidings.web.json_route import NamedRoute

router = APIRouter(tags=["system"], route_class=NamedRoute)


class Health(BaseModel):
    """Whether Tidings can do its work."""

    status: Literal["ok", "error"]
    db: Literal["ok", "error"]


class InstallationHealth(Health):
    """The same, and what else an operator should know: usually nothing."""

    # Nothing more can be written; what is there can still be read.
    disk: Literal["full"] | None = None
    # How often the web process died and was started again, if that was within the hour.
    restarts: int | None = None


class Alive(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


@router.get(
    "/api/health",
    response_description="It is.",
    response_model_exclude_none=True,
    responses={
        503: {
            "model": InstallationHealth,
            "description": "The database does not answer, or takes no writes.",
        }
    },
)
async def health(
    context: Annotated[Context, Depends(get_context)],
    request: Request,
    response: Response,
) -> InstallationHealth:
    """Say whether Tidings is well. The database is asked, also whether it takes writes."""
    restarts = recent_restarts(context)
    if await database_state(context) == "error":
        response.status_code = 503
        return InstallationHealth(status="error", db="error", restarts=restarts)
    probe: WriteProbe = request.app.state.write_probe
    writes = await probe.state()
    if writes == "ok":
        return InstallationHealth(status="ok", db="ok", restarts=restarts)
    response.status_code = 503
    if writes == "full":
        return InstallationHealth(
            status="error", db="ok", disk="full", restarts=restarts
        )
    return InstallationHealth(status="error", db="error", restarts=restarts)


@router.get(
    "/readyz",
    response_description="It can.",
    responses={503: {"model": Health, "description": "Not yet, or not any more."}},
)
async def ready(
    context: Annotated[Context, Depends(get_context)], response: Response
) -> Health:
    """Say whether Tidings can take requests. The database has to answer, and its tables
    to be those of this program."""
    state = await database_state(context)
    if state == "ok":
        return Health(status="ok", db="ok")
    response.status_code = 503
    return Health(status="error", db="error" if state == "error" else "ok")


@router.get(
    "/livez",
    response_description="It does.",
)
@router.get("/healthz", include_in_schema=False)
@router.get("/healthcheck", include_in_schema=False)
async def alive() -> Alive:
    """Say that the process is there. The database is not asked."""
    return Alive()
