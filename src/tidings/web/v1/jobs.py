"""Long work that a reader asked for: how far it is, and what came of it."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from tidings.services import long_jobs
from tidings.store.long_jobs import LongJob, State
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Reader
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["jobs"])
_EXAMPLE: dict[str, Any] = {
    "id": "0199c5a1-7d00-7000-8000-000000000001",
    "kind": "import_opml",
    "state": "running",
    "done": 300,
    "total": 1000,
    "error": None,
    "created_at": 1760000000000000,
    "started_at": 1760000001000000,
    "ended_at": None,
}


@dataclass(frozen=True, slots=True)
class JobLine:
    """One job; `total` is 0 as long as it is not known."""

    id: str
    kind: str
    state: State
    done: int
    total: int
    error: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None


class JobPage(BaseModel):
    """Jobs, newest first."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"items": [_EXAMPLE], "next_cursor": None}}
    )
    items: list[JobLine]
    next_cursor: str | None


class JobAnswer(BaseModel):
    """One job with what it has found so far; what that is depends on its kind."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {**_EXAMPLE, "result": {"feeds": 300, "followed": 298}}
        }
    )
    id: str
    kind: str
    state: State
    done: int
    total: int
    error: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    result: dict[str, Any]


def job_answer(job: LongJob, status: int = 200) -> Response:
    """Return a job as an answer."""
    line = _line(job)
    told = {name: getattr(line, name) for name in JobLine.__slots__}
    return json_answer({**told, "result": job.result}, status)


@router.get(
    "/jobs",
    operation_id="list_jobs",
    summary="List long jobs",
    response_model=JobPage,
    response_description="Your jobs of the last 30 days, newest first.",
)
async def list_jobs(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Return your imports and other long work, with how far each of them is."""
    jobs, following = await long_jobs.list_jobs(context, visitor.user_id, cursor, limit)
    return json_answer(
        {"items": [_line(job) for job in jobs], "next_cursor": following}
    )


@router.get(
    "/jobs/{job_id}",
    operation_id="get_job",
    summary="Look at a long job",
    response_model=JobAnswer,
    response_description="The job and its result so far.",
)
async def get_job(context: Given, visitor: Reader, job_id: IdInPath) -> Response:
    """Return one job of yours; events `job_progress` tell when it is worth asking."""
    return job_answer(await long_jobs.show_job(context, visitor.user_id, job_id))


def _line(job: LongJob) -> JobLine:
    return JobLine(
        id=job.id,
        kind=job.kind,
        state=job.state,
        done=job.done,
        total=job.total,
        error=job.error,
        created_at=job.created_at,
        started_at=job.started_at,
        ended_at=job.ended_at,
    )
