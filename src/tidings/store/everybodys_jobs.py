"""The long jobs of all users, for whoever looks after the installation."""

from dataclasses import dataclass

from tidings.store.connection import Connection
from tidings.store.long_jobs import State

_NEWEST = (2**63 - 1, "")
# Limited before it is joined. What a job found is its owner's business.
_JOBS = """
select j.id, j.kind, j.state, j.done, j.total, j.error, j.created_at, j.started_at,
  j.ended_at, j.user_id, u.name
from (
  select id, kind, state, done, total, error, created_at, started_at, ended_at, user_id
  from long_jobs
  where created_at < :at or (created_at = :at and id < :id)
  order by created_at desc, id desc limit :limit) j
join users u on u.id = j.user_id
order by j.created_at desc, j.id desc
"""


@dataclass(frozen=True, slots=True)
class OwnedJob:
    """How far somebody's job is; `total` is 0 as long as it is not known."""

    id: str
    kind: str
    state: State
    done: int
    total: int
    error: str | None  # None: it did not fail
    created_at: int
    started_at: int | None  # None: nobody has begun
    ended_at: int | None  # None: it has not ended
    user_id: int
    user_name: str


def list_everybodys_jobs(
    db: Connection, before: tuple[int, str] | None, limit: int
) -> list[OwnedJob]:
    """Return jobs of all users, newest first, those after a place in that order."""
    at, job_id = before or _NEWEST
    rows = db.rows(_JOBS, at=at, id=job_id, limit=limit)
    return [OwnedJob(*row) for row in rows]
