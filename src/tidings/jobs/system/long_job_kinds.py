"""What does the work of each kind of long job.

A function here may be run again after a kill: it goes on from `job.done` and
`job.result` (see `Progress`), or repeats work that is idempotent. What it returns becomes
the job's result; a `TidingsError` that it raises is shown to the reader.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from tidings.context import Context, Fetching
from tidings.core.system.long_job_kind import LongJobKind
from tidings.jobs.automation.apply_rules import apply_rule
from tidings.jobs.feeds.follow_addresses import follow_addresses
from tidings.jobs.moving.import_user import import_user
from tidings.jobs.system.vacuum_database import vacuum_database
from tidings.operations.moving.import_opml import import_listed
from tidings.operations.system.long_job_progress import Progress
from tidings.store.system.long_jobs import LongJob

Work = Callable[[Context, Fetching, LongJob, Progress], Awaitable[dict[str, Any]]]

KINDS: dict[str, Work] = {
    LongJobKind.APPLY_RULE: apply_rule,
    LongJobKind.IMPORT_OPML: import_listed,
    LongJobKind.IMPORT_USER: import_user,
    LongJobKind.SUBSCRIBE: follow_addresses,
    LongJobKind.VACUUM: vacuum_database,
}
