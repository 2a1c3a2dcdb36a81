"""Export and import over HTTP."""

import json

from tests.make import NOON
from tests.web.conftest import client_for
from tidings.store.feeds.folders import ensure_folders, folder_paths
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

HEADER = b'{"kind":"tidings_export","version":1,"exported_at":1}\n'


async def test_export_is_a_file_to_keep_and_can_be_brought_in(context, ann, bob):
    context.database.write_now(ensure_folders, ann.id, [("News", "Local")], NOON)
    answer = await ann.http.get("/api/v1/users/me/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert "attachment" in answer.headers["content-disposition"]
    kinds = [json.loads(line)["kind"] for line in answer.content.splitlines()]
    assert kinds == ["tidings_export", "account", "folder", "folder", "end"]
    started = await bob.http.post("/api/v1/users/me/import", content=answer.content)
    assert started.status_code == 202
    assert await work_off_queue(context, None, LONG_JOBS) == 1
    paths = context.database.read_now(folder_paths, bob.id).values()
    assert list(paths) == [("News",), ("News", "Local")]
    job = (await bob.http.get(f"/api/v1/jobs/{started.json()['id']}")).json()
    assert (job["state"], job["result"]["brought_in"]) == ("done", {"folder": 2})


async def test_file_may_come_in_a_form(context, ann):
    files = {"file": ("tidings.ndjson", HEADER + b'{"kind":"end","lines":1}\n')}
    answer = await ann.http.post("/api/v1/users/me/import", files=files)
    assert answer.status_code == 202


async def test_an_empty_file_in_a_form_is_called_empty(context, ann):
    files = {"file": ("tidings.ndjson", b"")}
    answer = await ann.http.post("/api/v1/users/me/import", files=files)
    error = answer.json()["error"]
    assert error["message"] == "The file is empty."
    assert (error["code"], error["details"]) == ("EMPTY_FILE", {"field": "file"})


async def test_a_file_of_a_newer_tidings_is_called_so(context, ann):
    newer = HEADER.replace(b'"version":1', b'"version":99')
    answer = await ann.http.post("/api/v1/users/me/import", content=newer)
    assert answer.json()["error"]["code"] == "NEWER_FILE"


async def test_other_files_are_refused(context, ann):
    for content in (b"", b"hello", b"[]"):
        answer = await ann.http.post("/api/v1/users/me/import", content=content)
        assert answer.status_code == 422, content
        assert answer.json()["error"]["details"]["field"] == "file"


async def test_import_that_breaks_off_says_so(context, ann):
    cut = HEADER + b'{"kind":"folder","path":["News"]}\n{"kind":"fol'
    started = await ann.http.post("/api/v1/users/me/import", content=cut)
    await work_off_queue(context, None, LONG_JOBS)
    job = (await ann.http.get(f"/api/v1/jobs/{started.json()['id']}")).json()
    assert job["result"]["brought_in"] == {"folder": 1}
    assert job["result"]["refused"] == 2


async def test_nobody_exports_without_a_sign_in(context, ann):
    async with client_for(context) as stranger:
        assert (await stranger.get("/api/v1/users/me/export")).status_code == 401
