"""A large file goes into the database in parts, comes back whole, and is then forgotten."""

from datetime import timedelta
from io import BytesIO

from tests.make import NOON, a_user
from tidings.store.engine.database import Database
from tidings.store.system.long_job_parts import (
    PART,
    PartsFile,
    insert_job_with_file,
    part_of_job,
)
from tidings.store.system.long_jobs import claim_job, end_job

FILE = bytes(range(256)) * (PART // 256 * 5 // 2)
JOB = "0199c5a1-7d00-7000-8000-000000000001"


def test_a_file_is_read_part_by_part_and_forgotten_at_the_end(
    database: Database,
) -> None:
    user = database.write_now(a_user)
    database.write_now(
        insert_job_with_file, JOB, user, "import_user", BytesIO(FILE), NOON
    )
    opened = PartsFile(lambda part: database.read_now(part_of_job, JOB, part))
    pieces = list(iter(lambda: opened.read(100_000), b""))
    assert b"".join(pieces) == FILE
    assert max(map(len, pieces)) <= 100_000
    job = database.write_now(claim_job, NOON, timedelta(seconds=60))
    assert job is not None
    database.write_now(end_job, job, NOON)
    assert database.read_now(part_of_job, JOB, 0) is None
