"""How things stand: for the reader, and with the machine."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from tidings import __version__
from tidings.services.status import show_status
from tidings.web.deps import Given
from tidings.web.signed_in import Reader

router = APIRouter(tags=["system"])


class RemovedAnswer(BaseModel):
    """How many unread entries went, and when."""

    count: int
    at: int


class StatusAnswer(BaseModel):
    """The reader's figures, and whether the installation is well."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "version": "1.0.0",
                "feeds": 120,
                "entries": 45000,
                "unread": 310,
                "next_check_at": 1760000000000000,
                "worker_alive": True,
                "worker_seen_until": 1760000040000000,
                "database_bytes": 73400320,
                "measured_at": 1760000000000000,
                "health_warning": None,
                "health_problems": [],
                "warned_since": None,
                "unread_removed": {"count": 12, "at": 1760000000000000},
                "circuit_breaker": "CLOSED",
                "queue_size": 5,
            }
        }
    )
    version: str
    feeds: int = Field(description="how many the reader follows")
    entries: int = Field(description="how many the reader can see")
    unread: int
    next_check_at: int | None = Field(description="of the reader's feeds, the next")
    worker_alive: bool = Field(description="whether background work is being done")
    worker_seen_until: int | None = Field(description="null: there was never a worker")
    database_bytes: int | None = Field(description="null: not measured yet")
    measured_at: int | None
    health_warning: str | None = Field(description="null: all is well")
    health_problems: list[str] = Field(description="codes of what is not well")
    warned_since: int | None
    unread_removed: RemovedAnswer | None = Field(
        description="unread entries that the last clean-up forgot"
    )
    circuit_breaker: str = Field(description="of the AI provider: CLOSED, OPEN or HALF")
    queue_size: int = Field(description="AI tasks that wait, are worked on, or rest")


@router.get(
    "/status",
    operation_id="get_status",
    summary="How things stand",
    response_description="Figures of the reader, and the health of the installation.",
)
async def get_status(context: Given, visitor: Reader) -> StatusAnswer:
    figures = await show_status(context, visitor.user_id)
    return StatusAnswer(version=__version__, **figures)
