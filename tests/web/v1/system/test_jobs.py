"""Imports over HTTP: any upload, told as it goes, errors by line, once and no more."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest

from tests.web.v1.town import API, Town, open_town
from tidings.store.system.long_jobs import MOST_WAITING
from tidings.web.v1.feeds.subscriptions import LARGEST_LIST
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

IMPORT = f"{API}/subscriptions/import"
TYPE = {"content-type": "text/x-opml"}


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with open_town(database_url) as opened:
        yield opened


def opml(*rows: str) -> bytes:
    lines = ["<opml><body>", *rows, "</body></opml>"]
    return "\n".join(lines).encode()


def row(number: int) -> str:
    return f'<outline text="F{number}" xmlUrl="https://f{number}.example/feed"/>'


async def send(town: Town, body: bytes) -> dict:
    answer = await town.bea.http.post(IMPORT, content=body, headers=TYPE)
    assert answer.status_code == 202, answer.text
    return answer.json()


async def work(town: Town) -> int:
    return await work_off_queue(
        town.services.context, town.services.fetching, LONG_JOBS
    )


async def job_of(town: Town, job: dict) -> dict:
    return (await town.bea.http.get(f"{API}/jobs/{job['id']}")).json()


async def test_a_thousand_feeds_are_imported_with_progress_and_errors_by_line(
    town: Town,
) -> None:
    rows = [row(number) for number in range(1000)]
    rows[10] = '<outline text="bad" xmlUrl="nonsense"/>'
    rows[700] = '<outline text="bad" xmlUrl="https://user:hush@x.example/feed"/>'
    rows.insert(0, '<outline text="News"><outline text="World"/></outline>')
    job = await send(town, opml(*rows))
    assert (job["state"], job["done"], job["kind"]) == ("waiting", 0, "import_opml")
    assert await work(town) == 1
    done = await job_of(town, job)
    assert (done["state"], done["done"], done["error"]) == ("done", done["total"], None)
    result = done["result"]
    assert (result["followed"], result["new_feeds"]) == (998, 998)
    # The list begins on the second line, and a folder stands before its feeds.
    assert [problem["line"] for problem in result["problems"]] == [13, 703]
    assert "hush" not in json.dumps(done)
    assert town.services.rows("select count(*) from subscriptions") == [(998,)]
    assert town.services.rows("select count(*) from folders") == [(2,)]
    assert town.services.site.asked == []


async def test_progress_is_told_at_most_twice_a_second(town: Town) -> None:
    await send(town, opml(*map(row, range(1000))))
    await work(town)
    told = [json.loads(payload) for _, _, payload in town.told("job_progress")]
    # The clock stands still: one for the beginning, one on the way, one for the end.
    assert [(each["state"], each["done"]) for each in told] == [
        ("waiting", 0),
        ("running", 100),
        ("done", 1000),
    ]
    assert {user for user, _, _ in town.told("job_progress")} == {town.bea.id}


async def test_a_form_is_as_good_as_a_body(town: Town) -> None:
    files = {"file": ("mine.opml", opml(row(1)), "text/xml")}
    answer = await town.bea.http.post(IMPORT, files=files)
    assert answer.status_code == 202, answer.text
    await work(town)
    exported = await town.bea.http.get(f"{API}/subscriptions/export")
    assert 'xmlUrl="https://f1.example/feed"' in exported.text
    assert "attachment" in exported.headers["content-disposition"]
    again = await town.bob.http.post(IMPORT, content=exported.content, headers=TYPE)
    await work(town)
    job = (await town.bob.http.get(f"{API}/jobs/{again.json()['id']}")).json()
    assert (job["result"]["followed"], job["result"]["new_feeds"]) == (1, 0)


async def test_importing_twice_follows_once(town: Town) -> None:
    await send(town, opml(row(1), row(2)))
    town.services.clock.move(timedelta(seconds=1))
    second = await send(town, opml(row(1), row(2)))
    assert await work(town) == 2
    result = (await job_of(town, second))["result"]
    assert (result["followed"], result["followed_before"]) == (0, 2)


async def test_what_is_no_list_is_refused_at_once(town: Town) -> None:
    def form(**parts: object) -> httpx.Request:
        return town.bea.http.build_request("POST", IMPORT, **parts)

    boundary = {"content-type": "multipart/form-data; boundary=x; charset=zlib"}
    for request in (
        form(content=b"", headers=TYPE),
        form(content=b"nonsense", headers=TYPE),
        form(content=b"<rss/>", headers=TYPE),
        form(content=b"\xff\xfe\x00", headers=TYPE),
        form(content=b"x", headers={"content-type": "multipart/form-data"}),
        form(content=b"--x\r\n\r\nx", headers=boundary),
        form(files={"other": ("a", b"<opml/>")}),
        form(content=opml(row(1)), headers={"content-type": "multipart/form-data;"}),
    ):
        answer = await town.bea.http.send(request)
        assert answer.status_code == 422, answer.text
    assert town.services.rows("select count(*) from long_jobs") == [(0,)]


async def test_a_list_that_is_too_large_is_refused_before_it_is_read(
    town: Town,
) -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b" " * 1_000_000

    said = {**TYPE, "content-length": str(LARGEST_LIST * 2)}
    answer = await town.bea.http.post(IMPORT, content=b"", headers=said)
    assert answer.status_code == 413
    answer = await town.bea.http.post(IMPORT, content=endless(), headers=TYPE)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "TOO_LARGE")


async def test_nobody_has_more_waiting_than_they_may(town: Town) -> None:
    for _ in range(MOST_WAITING):
        await send(town, opml(row(1)))
    answer = await town.bea.http.post(IMPORT, content=opml(row(1)), headers=TYPE)
    assert (answer.status_code, answer.json()["error"]["code"]) == (
        409,
        "TOO_MANY_JOBS",
    )
    first = (await town.bea.http.get(f"{API}/jobs?limit=6")).json()
    query = {"limit": 6, "cursor": first["next_cursor"]}
    second = (await town.bea.http.get(f"{API}/jobs", params=query)).json()
    ids = [each["id"] for each in first["items"] + second["items"]]
    assert (len(ids), len(set(ids)), second["next_cursor"]) == (10, 10, None)
    assert ids == sorted(ids, reverse=True)


async def test_jobs_of_others_are_not_found(town: Town) -> None:
    job = await send(town, opml(row(1)))
    answer = await town.bob.http.get(f"{API}/jobs/{job['id']}")
    assert answer.status_code == 404
    assert (await town.bob.http.get(f"{API}/jobs")).json()["items"] == []
