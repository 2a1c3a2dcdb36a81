"""Work that outlives a request: requested, claimed by a lease, reported, ended.

Whoever works on a job holds a token that is checked in every commit, so that a worker
which was thought dead cannot write what another one has done meanwhile.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

from tidings.core.codes import Code
from tidings.core.errors import Conflict, LeaseLost, NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.leases import TAKE, claim_times, free, release_rows
from tidings.store.engine.rows import all_of, columns, fields_of
from tidings.store.engine.sql_words import with_words
from tidings.store.system.events import publish_event

State = Literal["waiting", "running", "done", "failed"]

MOST_WAITING = 10
# Whoever dies this often over one job would do so again.
MOST_CLAIMS = 10

# One job at a time for each reader: what they asked for first is done first.
# `=`, not `in`: PostgreSQL may run a locking sub-select of `in` more than once, and then
# claims more than one.
_CLAIM = """
update long_jobs set state = 'running', {take},
  started_at = coalesce(started_at, :now)
where id = (
  select id from long_jobs j
  where state in ('waiting', 'running')
    and {free}
    and not exists (
      select 1 from long_jobs o
      where o.user_id = j.user_id and o.state in ('waiting', 'running')
        and (o.created_at < j.created_at
             or (o.created_at = j.created_at and o.id < j.id)))
  order by created_at, id limit 1 for update skip locked)
and {free}
returning {columns}, input, lease_token
"""
_NEWEST = (2**63 - 1, "")


class TooManyJobs(Conflict):
    """The reader has as many jobs waiting as anyone may have."""

    code = Code.TOO_MANY_JOBS


@dataclass(frozen=True, slots=True)
class JobLine:
    """One job; `total` is 0 as long as it is not known."""

    id: str
    kind: str
    state: State
    done: int
    total: int
    error: str | None  # None: it did not fail
    error_code: str | None  # the same for programs; None also where it is not known
    created_at: int
    started_at: int | None  # None: nobody has begun
    ended_at: int | None  # None: it has not ended


@dataclass(frozen=True, slots=True)
class LongJob(JobLine):
    """One piece of work. `result` grows while it runs and is whole when it is done."""

    user_id: int
    result: Mapping[str, Any]
    # Only whoever works on the job is given these two.
    input: bytes = field(default=b"", repr=False)
    token: int = 0


@dataclass(frozen=True, slots=True)
class OwnedJob(JobLine):
    """How far somebody's job is; `total` is 0 as long as it is not known."""

    user_id: int
    user_name: str


_COLUMNS = columns(fields_of(LongJob, "input", "token"))
# Limited before it is joined. What a job found is its owner's business.
_EVERYBODYS_JOBS = with_words(
    """
select {of_j}, j.user_id, u.name
from (
  select {own}, user_id from long_jobs
  where created_at < :at or (created_at = :at and id < :id)
  order by created_at desc, id desc limit :limit) j
join users u on u.id = j.user_id
order by j.created_at desc, j.id desc
""",
    of_j=columns(JobLine, "j"),
    own=columns(JobLine),
)


@dataclass(frozen=True, slots=True)
class Step:
    """How far a job has come; `is_published`: its reader is notified now."""

    job_id: str
    token: int
    now: int
    done: int
    total: int
    is_published: bool


def insert_job(
    db: Connection, new_id: str, user_id: int, kind: str, data: bytes, now: int
) -> LongJob:
    """Note work to be done; refuses more than a reader may have waiting."""
    # Two requests at once must not both find room.
    db.row("select id from users where id = :user for update", user=user_id)
    waiting = db.value(
        "select count(*) from long_jobs"
        " where user_id = :user and state in ('waiting', 'running')",
        user=user_id,
    )
    if waiting >= MOST_WAITING:
        raise TooManyJobs(
            f"{MOST_WAITING} jobs of yours are waiting already: let one of them end."
        )
    db.run(
        "insert into long_jobs (id, user_id, kind, input, created_at)"
        " values (:id, :user, :kind, :input, :now)",
        id=new_id,
        user=user_id,
        kind=kind,
        input=data,
        now=now,
    )
    job = find_job(db, user_id, new_id)
    _publish_event(db, job, now)
    return job


def find_job(db: Connection, user_id: int, job_id: str) -> LongJob:
    """Return a job of a user, or raise `NotFound`."""
    row = db.row(
        _with_columns(
            "select {columns} from long_jobs where id = :id and user_id = :user"
        ),
        id=job_id,
        user=user_id,
    )
    if row is None:
        raise NotFound("There is no such job.")
    return _job(row)


def list_jobs(
    db: Connection, user_id: int, before: tuple[int, str] | None, limit: int
) -> list[JobLine]:
    """Return jobs of a user, newest first, those after a place in that order."""
    at, job_id = before or _NEWEST
    sql = """
        select {*} from long_jobs
        where user_id = :user
          and (created_at < :at or (created_at = :at and id < :id))
        order by created_at desc, id desc limit :limit
        """
    return all_of(db, JobLine, sql, user=user_id, at=at, id=job_id, limit=limit)


def claim_job(db: Connection, now: int, lease: timedelta) -> LongJob | None:
    """Take on the oldest job that nobody works on; None if there is none."""
    row = db.row(_with_columns(_CLAIM), **claim_times(now, lease))
    if row is None:
        return None
    *known, given, token = row
    return _job(known, bytes(given), token)


def is_work_waiting(db: Connection, now: int, lease: timedelta) -> bool:
    """Whether there is a job that nobody works on."""
    found = db.value(
        _with_columns(
            "select 1 from long_jobs where state in ('waiting', 'running')"
            " and {free} limit 1"
        ),
        **claim_times(now, lease),
    )
    return found is not None


def renew_jobs(
    db: Connection, jobs: Sequence[LongJob], now: int, lease: timedelta
) -> list[LongJob]:
    """Hold on to jobs; return those that someone else has now."""
    sql = """
        update long_jobs set leased_until = :until
        where id = :id and lease_token = :token and state = 'running'
        """
    until = claim_times(now, lease)["until"]
    return [
        job for job in jobs if not db.run(sql, id=job.id, token=job.token, until=until)
    ]


def save_step(
    db: Connection, step: Step, result: Mapping[str, Any] | None = None
) -> None:
    """Note how far a job has come, in the commit of what was done; raises `LeaseLost`
    if the job is someone else's now. Without a `result`, the one noted before stays."""
    row = db.row(
        _with_columns(
            """
        update long_jobs set done = :done, total = :total,
          result = coalesce(:result, result)
        where id = :id and lease_token = :token and state = 'running'
        returning {columns}
        """
        ),
        id=step.job_id,
        token=step.token,
        done=step.done,
        total=step.total,
        result=None if result is None else json.dumps(result),
    )
    if row is None:
        raise _lost()
    if step.is_published:
        _publish_event(db, _job(row), step.now)


def end_job(
    db: Connection,
    job: LongJob,
    now: int,
    *,
    result: Mapping[str, Any] | None = None,
    error: tuple[str, str] | None = None,
) -> None:
    """End a job: done or, with an `error` (its code and a sentence), failed. What it was
    given is forgotten."""
    code, sentence = error or (None, None)
    row = db.row(
        _with_columns(
            """
        update long_jobs set state = :state, error = :error, error_code = :code,
          ended_at = :now, leased_until = null, input = :nothing, result = coalesce(:result, result),
          done = case when :state = 'done' then total else done end
        where id = :id and lease_token = :token and state = 'running'
        returning {columns}
        """
        ),
        id=job.id,
        token=job.token,
        state="done" if error is None else "failed",
        error=sentence,
        code=code,
        now=now,
        nothing=b"",
        result=None if result is None else json.dumps(result),
    )
    if row is None:
        raise _lost()
    db.run("delete from long_job_parts where job_id = :id", id=job.id)
    _publish_event(db, _job(row), now)


def release_jobs(db: Connection, jobs: Sequence[LongJob]) -> None:
    """Give jobs back, to be gone on with at once by whoever comes."""
    held = [{"id": job.id, "token": job.token} for job in jobs]
    release_rows(db, "long_jobs", ["id"], held)


def forget_ended_jobs(db: Connection, before: int, most: int) -> int:
    """Delete up to `most` jobs that ended before a time; return how many."""
    return db.run(
        """
        delete from long_jobs where id in (
          select id from long_jobs
          where state in ('done', 'failed') and ended_at < :before
          order by created_at, id limit :most)
        """,
        before=before,
        most=most,
    )


def _publish_event(db: Connection, job: LongJob, now: int) -> None:
    payload = {
        "id": job.id,
        "kind": job.kind,
        "state": job.state,
        "done": job.done,
        "total": job.total,
    }
    publish_event(db, "job_progress", now, user_id=job.user_id, payload=payload)


def _with_columns(sql: str) -> str:
    return with_words(sql, columns=_COLUMNS, free=free(), take=TAKE)


def _job(row: Sequence[Any], given: bytes = b"", token: int = 0) -> LongJob:
    *known, result = row
    values: list[Any] = [*known, json.loads(result), given, token]
    return LongJob(*values)


def _lost() -> LeaseLost:
    return LeaseLost("Someone else works on this job now.")


def list_everybodys_jobs(
    db: Connection, before: tuple[int, str] | None, limit: int
) -> list[OwnedJob]:
    """Return jobs of all users, newest first, those after a place in that order."""
    at, job_id = before or _NEWEST
    return all_of(db, OwnedJob, _EVERYBODYS_JOBS, at=at, id=job_id, limit=limit)
