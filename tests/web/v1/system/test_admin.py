"""The installation as a whole: for administrators, and for nobody else."""

from datetime import timedelta

import pytest

from tests import make
from tests.web.conftest import Person
from tidings.context import Context
from tidings.core.clock import micros
from tidings.jobs.entries.clean_up import clean_up
from tidings.jobs.system.check_health import check_health
from tidings.store.engine.connection import Connection
from tidings.store.entries.cleanup import log_clean_up
from tidings.store.system.database_sizes import KEPT, note_size, sizes_since
from tidings.store.system.long_jobs import insert_job
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

API = "/api/v1"
SIZES = f"{API}/admin/database-sizes"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/admin/cleanup-log"),
        ("GET", "/admin/database-sizes"),
        ("GET", "/admin/jobs"),
        ("POST", "/admin/vacuum"),
        ("GET", "/feeds"),
    ],
)
async def test_others_may_not(bob: Person, method: str, path: str) -> None:
    answer = await bob.http.request(method, API + path)
    assert answer.status_code == 403


@pytest.mark.both_engines
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


async def test_a_clean_up_says_what_it_gave_back_and_what_to_know(
    context: Context, ann: Person
) -> None:
    def too_large(db: Connection) -> None:
        report = {"entries": 9, "unread_entries": 2, "failures": 1, "days_read": 30}
        log_clean_up(
            db, "7", make.NOON, 5, {**report, "bytes_freed": 4096, "size": "too large"}
        )

    await clean_up(context)
    await context.database.write(too_large)
    items = (await ann.http.get(f"{API}/admin/cleanup-log")).json()["items"]
    quiet, loud = sorted(items, key=lambda each: len(each["notes"]))
    assert (quiet["bytes_freed"], quiet["notes"]) == (0, [])
    assert quiet["removed"]["failures"] == 0
    assert loud["bytes_freed"] == 4096
    assert loud["notes"] == ["unread_removed", "kept_shorter", "too_large"]


async def test_all_feeds_are_listed_in_pages(context: Context, ann: Person) -> None:
    def fill(db: Connection) -> list[int]:
        return [make.a_feed(db) for _ in range(3)]

    feeds = await context.database.write(fill)
    first = (await ann.http.get(f"{API}/feeds?limit=2")).json()
    rest = await ann.http.get(f"{API}/feeds", params={"cursor": first["next_cursor"]})
    found = first["items"] + rest.json()["items"]
    assert [one["id"] for one in found] == feeds
    assert found[0]["subscribers"] == 0


@pytest.mark.both_engines
async def test_jobs_of_all_users_are_listed_with_their_owners(
    context: Context, ann: Person, bob: Person
) -> None:
    # Of two that were asked for at the same moment, the one with the higher id first.
    for name, owner, later in (("a", ann, 0), ("c", bob, 1), ("b", bob, 1)):
        now = make.NOON + later
        await context.database.write(insert_job, name, owner.id, "vacuum", b"", now)
    first = (await ann.http.get(f"{API}/admin/jobs?limit=2")).json()
    query = {"limit": 2, "cursor": first["next_cursor"]}
    rest = (await ann.http.get(f"{API}/admin/jobs", params=query)).json()
    found = [
        (one["id"], one["user_name"], one["user_id"])
        for one in first["items"] + rest["items"]
    ]
    assert found == [("c", "bob", bob.id), ("b", "bob", bob.id), ("a", "ann", ann.id)]
    assert rest["next_cursor"] is None
    assert first["items"][0]["state"] == "waiting"
    assert "result" not in first["items"][0]


@pytest.mark.both_engines
async def test_the_last_size_of_each_day_is_kept_for_400_days(
    context: Context, ann: Person
) -> None:
    await context.database.write(note_size, 10, context.clock())
    await context.database.write(note_size, 20, context.clock())
    context.clock.move(timedelta(days=1))
    await check_health(context)
    items = (await ann.http.get(SIZES)).json()["items"]
    assert [one["day"] for one in items] == ["2025-10-09", "2025-10-10"]
    assert items[0]["bytes"] == 20
    status = (await ann.http.get(f"{API}/status")).json()
    assert items[1]["bytes"] == status["database_bytes"]
    assert (await ann.http.get(f"{SIZES}?days=1")).json()["items"] == items[1:]
    now = context.clock() + micros(KEPT)
    await context.database.write(note_size, 30, now)
    kept = await context.database.read(sizes_since, 0)
    assert [one.bytes for one in kept] == [items[1]["bytes"], 30]
    assert (await ann.http.get(f"{SIZES}?days={KEPT.days + 1}")).status_code == 422


async def test_a_vacuum_is_a_job_that_says_what_it_freed(
    context: Context, ann: Person
) -> None:
    answer = await ann.http.post(f"{API}/admin/vacuum")
    assert answer.status_code == 202
    assert (answer.json()["kind"], answer.json()["state"]) == ("vacuum", "waiting")
    # A vacuum talks to no stranger.
    assert await work_off_queue(context, None, LONG_JOBS) == 1
    job = (await ann.http.get(f"{API}/jobs/{answer.json()['id']}")).json()
    assert job["state"] == "done"
    assert job["result"]["freed_bytes"] >= 0
