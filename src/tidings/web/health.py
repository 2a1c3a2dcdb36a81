"""Health for containers, load balancers and people; no version, no detail."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel

from tidings.context import Context
from tidings.services.status import database_state
from tidings.web.deps import get_context

router = APIRouter(tags=["system"])


class Health(BaseModel):
    """Whether Tidings can do its work."""

    status: Literal["ok", "error"]
    db: Literal["ok", "error"]


class Alive(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


@router.get(
    "/api/health",
    operation_id="health",
    summary="Is Tidings well?",
    response_description="It is.",
    responses={503: {"model": Health, "description": "The database does not answer."}},
)
async def health(
    context: Annotated[Context, Depends(get_context)], response: Response
) -> Health:
    """Ask the database and say how it is."""
    if await database_state(context) == "error":
        response.status_code = 503
        return Health(status="error", db="error")
    return Health(status="ok", db="ok")


@router.get(
    "/readyz",
    operation_id="ready",
    summary="Can Tidings take requests?",
    response_description="It can.",
    responses={503: {"model": Health, "description": "Not yet, or not any more."}},
)
async def ready(
    context: Annotated[Context, Depends(get_context)], response: Response
) -> Health:
    """Say whether the database answers and its tables fit this program."""
    state = await database_state(context)
    if state == "ok":
        return Health(status="ok", db="ok")
    response.status_code = 503
    return Health(status="error", db="error" if state == "error" else "ok")


@router.get(
    "/livez",
    operation_id="alive",
    summary="Does the process answer?",
    response_description="It does.",
)
@router.get("/healthz", include_in_schema=False)
@router.get("/healthcheck", include_in_schema=False)
async def alive() -> Alive:
    """Answer, without asking the database."""
    return Alive()
