"""The installation as a whole: for administrators, and for nobody else."""

import pytest

from tests import make
from tests.web.conftest import Person
from tidings.context import Context
from tidings.jobs.clean_up import clean_up
from tidings.jobs.long_job_kinds import KINDS
from tidings.jobs.run_long_jobs import run_next_job
from tidings.store.connection import Connection

API = "/api/v1"


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/admin/cleanup-log"), ("POST", "/admin/vacuum"), ("GET", "/feeds")],
)
async def test_others_may_not(bob: Person, method: str, path: str) -> None:
    answer = await bob.http.request(method, API + path)
    assert answer.status_code == 403


async def test_clean_ups_are_listed_newest_first(context: Context, ann: Person) -> None:
    for _ in range(3):
        await clean_up(context)
    first = (await ann.http.get(f"{API}/admin/cleanup-log?limit=2")).json()
    cursor = first["next_cursor"]
    rest = (await ann.http.get(f"{API}/admin/cleanup-log?cursor={cursor}")).json()
    ids = [one["id"] for one in first["items"] + rest["items"]]
    assert ids == sorted(ids, reverse=True)
    assert len(ids) == 3
    assert rest["next_cursor"] is None
    assert first["items"][0]["removed"]["entries"] == 0


async def test_all_feeds_are_listed_in_pages(context: Context, ann: Person) -> None:
    def fill(db: Connection) -> list[int]:
        return [make.a_feed(db) for _ in range(3)]

    feeds = await context.database.write(fill)
    first = (await ann.http.get(f"{API}/feeds?limit=2")).json()
    rest = await ann.http.get(f"{API}/feeds", params={"cursor": first["next_cursor"]})
    found = first["items"] + rest.json()["items"]
    assert [one["id"] for one in found] == feeds
    assert found[0]["subscribers"] == 0


async def test_a_vacuum_is_a_job_that_says_what_it_freed(
    context: Context, ann: Person
) -> None:
    answer = await ann.http.post(f"{API}/admin/vacuum")
    assert answer.status_code == 202
    assert (answer.json()["kind"], answer.json()["state"]) == ("vacuum", "waiting")
    # A vacuum talks to no stranger.
    assert await run_next_job(context, None, KINDS)
    job = (await ann.http.get(f"{API}/jobs/{answer.json()['id']}")).json()
    assert job["state"] == "done"
    assert job["result"]["freed_bytes"] >= 0
