"""What does the work of each kind of long job.

A function here may be run again after a kill: it goes on from `job.done` and
`job.result` (see `Progress`), or repeats work that is idempotent. What it returns becomes
the job's result; a `TidingsError` that it raises is shown to the reader.

Each kind is imported when the first job of it runs: most workers never see one, and what
they need is large.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from tidings.context import Context, Fetching
from tidings.core.system.long_job_kind import LongJobKind
from tidings.operations.system.long_job_progress import Progress
from tidings.store.system.long_jobs import LongJob

_Given = tuple[Context, Fetching, LongJob, Progress]
Work = Callable[[Context, Fetching, LongJob, Progress], Awaitable[dict[str, Any]]]


async def _apply_rule(*given: *_Given) -> dict[str, Any]:
    from tidings.jobs.automation.apply_rules import apply_rule

    return await apply_rule(*given)


async def _import_listed(*given: *_Given) -> dict[str, Any]:
    from tidings.operations.moving.import_opml import import_listed

    return await import_listed(*given)


async def _import_user(*given: *_Given) -> dict[str, Any]:
    from tidings.jobs.moving.import_user import import_user

    return await import_user(*given)


async def _follow_addresses(*given: *_Given) -> dict[str, Any]:
    from tidings.jobs.feeds.follow_addresses import follow_addresses

    return await follow_addresses(*given)


async def _vacuum_database(*given: *_Given) -> dict[str, Any]:
    from tidings.jobs.system.vacuum_database import vacuum_database

    return await vacuum_database(*given)


KINDS: dict[str, Work] = {
    LongJobKind.APPLY_RULE: _apply_rule,
    LongJobKind.IMPORT_OPML: _import_listed,
    LongJobKind.IMPORT_USER: _import_user,
    LongJobKind.SUBSCRIBE: _follow_addresses,
    LongJobKind.VACUUM: _vacuum_database,
}
