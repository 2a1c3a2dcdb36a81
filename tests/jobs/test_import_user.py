"""An import that is cut short goes on, and says what is true of its file."""

import json
from collections.abc import Callable
from io import BytesIO

from tests.make import NOON
from tests.services.site import open_services
from tidings.jobs.import_user import import_user
from tidings.jobs.long_job_progress import Progress
from tidings.jobs.run_long_jobs import LEASE
from tidings.services.user_data import start_import
from tidings.store.long_jobs import claim_job, find_job, release_job
from tidings.worker.long_job_loop import work_off_long_jobs

FILE = [
    {"kind": "tidings_export", "version": 1, "exported_at": NOON},
    {"kind": "tag", "name": "a"},
    {"kind": "end", "lines": 2},
]


async def test_a_file_that_was_read_to_its_end_before_a_kill_does_not_break_off(
    new_url: Callable[..., str],
) -> None:
    file = "".join(json.dumps(line) + "\n" for line in FILE).encode()
    async with open_services(new_url("sqlite", migrated=True)) as services:
        context, fetching = services.context, services.fetching
        started = await start_import(context, services.user, BytesIO(file))
        job = services.write(claim_job, context.clock(), LEASE)
        assert job is not None
        await import_user(context, fetching, job, Progress(context, job))
        services.write(release_job, job)
        assert await work_off_long_jobs(context, fetching) == 1
        ended = services.read(find_job, services.user, started.id)
        assert (ended.state, ended.result["problems"]) == ("done", [])
