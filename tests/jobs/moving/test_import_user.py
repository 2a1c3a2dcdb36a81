"""An import that is cut short goes on, and says what is true of its file."""

import json
from collections.abc import Callable
from io import BytesIO

from tests.make import NOON
from tests.services.site import open_services
from tidings.jobs.moving.import_user import import_user
from tidings.jobs.system.run_long_jobs import LEASE
from tidings.operations.system.long_job_progress import Progress
from tidings.services.moving.user_data import start_import
from tidings.store.system.long_jobs import claim_job, find_job, release_jobs
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

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
        services.write(release_jobs, [job])
        assert await work_off_queue(context, fetching, LONG_JOBS) == 1
        ended = services.read(find_job, services.user, started.id)
        assert (ended.state, ended.result["problems"]) == ("done", [])


async def test_each_line_that_is_refused_has_a_code(
    new_url: Callable[..., str],
) -> None:
    number = "0199c5a1-7d00-7000-8000-000000000001"
    search = {"kind": "search", "id": number, "name": "May", "query": "after:May"}
    lines = [*FILE[:2], {"kind": "unknown"}, search]
    file = "".join(json.dumps(line) + "\n" for line in lines).encode()
    async with open_services(new_url("sqlite", migrated=True)) as services:
        context, fetching = services.context, services.fetching
        started = await start_import(context, services.user, BytesIO(file))
        assert await work_off_queue(context, fetching, LONG_JOBS) == 1
        ended = services.read(find_job, services.user, started.id)
    assert [(each["line"], each["code"]) for each in ended.result["problems"]] == [
        (3, "unreadable"),
        (4, "no_sense"),
        (4, "cut_off"),
    ]
