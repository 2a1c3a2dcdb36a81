"""Every kind of long work that needs no service, by the name that is kept with a job.

A function here may be run again after a kill: it goes on from `job.done` and
`job.result` (see `Progress`), or does again what does no harm when done twice. What it
returns becomes the job's result; a `TidingsError` that it raises is told to the reader.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from tidings.context import Context, Fetching
from tidings.jobs import apply_rules, import_user, vacuum_database
from tidings.jobs.import_opml import import_listed
from tidings.jobs.long_job_progress import Progress
from tidings.store.long_jobs import LongJob

Work = Callable[[Context, Fetching, LongJob, Progress], Awaitable[dict[str, Any]]]

KINDS: dict[str, Work] = {
    apply_rules.KIND: apply_rules.apply_rule,
    import_user.KIND: import_user.import_user,
    "import_opml": import_listed,
    vacuum_database.KIND: vacuum_database.vacuum_database,
}
