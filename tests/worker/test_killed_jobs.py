"""kill -9 in the middle of an import: another worker goes on, nothing is done twice."""

import json
import os
import subprocess
import sys
import time

from tests.make import a_user
from tidings.formats.opml import read_opml
from tidings.operations.moving.import_opml import packed_list
from tidings.store.engine.database import Database
from tidings.store.system.long_jobs import LongJob, find_job, insert_job
from tidings.wiring import now

FEEDS = 1000
_WAIT = 120.0


def start(database_url: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.worker.killable_jobs", database_url],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def a_list() -> bytes:
    rows = (
        f'<outline text="F{n}" xmlUrl="https://f{n}.example/"/>' for n in range(FEEDS)
    )
    return f"<opml><body>{''.join(rows)}</body></opml>".encode()


def wait_until(database: Database, user: int, is_so) -> LongJob:
    deadline = time.monotonic() + _WAIT
    while True:
        job = database.read_now(find_job, user, "job")
        if is_so(job):
            return job
        assert time.monotonic() < deadline, job
        time.sleep(0.005)


def test_a_killed_import_is_gone_on_with_and_counts_rightly(
    database: Database, database_url: str
) -> None:
    user = database.write_now(a_user)
    data = packed_list(read_opml(a_list()))
    database.write_now(insert_job, "job", user, "import_opml", data, now())
    first = start(database_url)
    second = None
    try:
        wait_until(database, user, lambda job: job.done > 0)
        end(first)
        cut = database.read_now(find_job, user, "job")
        assert (cut.state, cut.ended_at) == ("running", None)
        assert cut.done < FEEDS
        second = start(database_url)
        done = wait_until(database, user, lambda job: job.state == "done")
    finally:
        end(first)
        if second is not None:
            end(second)
    assert (done.done, done.error) == (FEEDS, None)
    assert (done.result["followed"], done.result["followed_before"]) == (FEEDS, 0)
    rows = database.read_now(
        lambda db: db.row("select count(*), count(distinct feed_id) from subscriptions")
    )
    assert rows == (FEEDS, FEEDS)
    told = database.read_now(
        lambda db: db.rows(
            "select payload from events where kind = 'job_progress' order by id"
        )
    )
    states = [json.loads(payload)["state"] for (payload,) in told]
    assert (states[0], states[-1], states.count("done")) == ("waiting", "done", 1)
