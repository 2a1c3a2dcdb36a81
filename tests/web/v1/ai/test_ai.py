"""AI over the API: nothing is called in a request, and everything is accounted for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest

from tests.ai.lab import TEXT, AiLab, open_lab
from tests.ai.model_server import DEFRAMED, SUMMARY
from tests.make import some_entries
from tests.web.conftest import Person, signed_in
from tidings.store.ai.requests import request_for_arrived
from tidings.store.feeds.follow import follow_feed

API = "/api/v1"
EVIL = (
    "<p>The shocking bridge opened on Monday and cost 12 million, says the mayor.</p>"
)


@dataclass
class Scene:
    lab: AiLab
    ann: Person
    bob: Person

    async def get(self, path: str, person: Person | None = None, **params: object):
        answer = await (person or self.ann).http.get(f"{API}{path}", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, status: int = 200, **body: object):
        answer = await self.ann.http.post(f"{API}{path}", json=body or None)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def prefer(self, **preferences: object) -> None:
        answer = await self.ann.http.patch(
            f"{API}/users/me", json={"preferences": preferences}
        )
        assert answer.status_code == 200, answer.text


@asynccontextmanager
async def open_scene(url: str, provider: str = "openai") -> AsyncIterator[Scene]:
    async with (
        open_lab(url, {"TIDINGS_AI_PRICE_IN": "0.5"}, provider=provider) as lab,
        signed_in(lab.context, "reader", lab.fetching) as ann,
        signed_in(lab.context, "other", lab.fetching) as bob,
    ):
        lab.write(
            lambda db: db.run("update users set role = 'admin' where id = :i", i=ann.id)
        )
        lab.write(lambda db: db.run("delete from ai_readers"))
        lab.write(lambda db: follow_feed(db, ann.id, lab.feed, lab.clock()))
        yield Scene(lab, ann, bob)


@pytest.fixture
async def scene(database_url: str) -> AsyncIterator[Scene]:
    async with open_scene(database_url) as opened:
        yield opened


@pytest.fixture
async def plain(database_url: str) -> AsyncIterator[Scene]:
    async with open_scene(database_url) as opened:
        yield opened


@pytest.fixture
async def mock(database_url: str) -> AsyncIterator[Scene]:
    async with open_scene(database_url, "mock") as opened:
        yield opened


@pytest.mark.both_engines
async def test_whoever_opens_an_entry_gets_its_summary_as_soon_as_it_is_there(
    scene: Scene,
) -> None:
    entry = scene.lab.entry()
    opened = await scene.get(f"/entries/{entry}")
    assert opened["summary"]["state"] == "none"
    asked = await scene.post(f"/entries/{entry}/summary")
    assert (asked["state"], asked["language"]) == ("pending", "pt-BR")
    assert scene.lab.server.asked == []  # never inside a request
    await scene.lab.work()
    opened = await scene.get(f"/entries/{entry}")
    assert opened["summary"] == {
        "state": "ready",
        "one_line": "A bridge was opened.",
        "text": "A bridge was opened on Monday.",
        "kind": "ai",
        "language": "pt-BR",
        "model": "small",
        "made_at": scene.lab.clock(),
        "waits_for": None,
        "code": None,
        "reason": None,
    }
    assert (await scene.post(f"/entries/{entry}/summary"))["state"] == "ready"
    assert len(scene.lab.server.asked) == 1
    (line,) = (await scene.get("/ai/ledger"))["items"]
    assert (line["calls"], line["user_id"], line["kind"]) == (
        1,
        scene.ann.id,
        "summary",
    )
    assert line["price"] == round(line["tokens_in"] * 0.5 / 1e6, 6)


async def test_lists_show_summaries_and_deframings_to_those_who_want_them(
    scene: Scene,
) -> None:
    await scene.prefer(ai=True)
    entry = scene.lab.entry()
    await scene.lab.work()
    (item,) = (await scene.get("/entries"))["items"]
    assert item["summary"] == "A bridge was opened."
    assert item["deframed"]["title"] == "A bridge opens"
    assert item["deframed"]["overall"] == 0.25
    (found,) = (await scene.get("/entries/search", q="words"))["items"]
    assert (found["id"], found["summary"]) == (entry, "A bridge was opened.")
    await scene.prefer(ai_deframing=False)
    (item,) = (await scene.get("/entries"))["items"]
    assert (item["summary"], item["deframed"]) == ("A bridge was opened.", None)
    await scene.prefer(ai=False)
    (item,) = (await scene.get("/entries"))["items"]
    assert (item["summary"], item["deframed"]) == (None, None)


async def test_a_deframing_keeps_only_facts_whose_quotes_are_in_the_text(
    plain: Scene,
) -> None:
    entry = plain.lab.entry()
    assert (await plain.post(f"/entries/{entry}/deframe"))["state"] == "pending"
    await plain.lab.work()
    deframed = (await plain.get(f"/entries/{entry}"))["deframed"]
    assert deframed["facts"] == [
        {"fact": "It opened.", "quote": "bridge opened on Monday"}
    ]
    assert deframed["scores"]["speculative"] == 0.4
    assert deframed["reasons"]["framing"] == "little"


@pytest.mark.both_engines
async def test_lists_can_leave_out_what_is_framed_and_be_sorted_by_it(
    mock: Scene,
) -> None:
    await mock.prefer(ai=True)
    loud = mock.lab.entry("SHOCKING chaos: you won't believe this!", EVIL)
    calm = mock.lab.entry("A bridge opens!", TEXT)
    await mock.lab.work()
    (unscored,) = mock.lab.write(some_entries, mock.lab.feed, [None])
    listed = await mock.get("/entries", max_score=0.3)
    assert [item["id"] for item in listed["items"]] == [calm]
    page = await mock.get("/entries", order="score", limit=2)
    assert [item["id"] for item in page["items"]] == [calm, loud]
    rest = await mock.get("/entries", order="score", cursor=page["next_cursor"])
    assert [item["id"] for item in rest["items"]] == [unscored]
    assert rest["next_cursor"] is None
    wrong = await mock.ann.http.get(f"{API}/entries", params={"max_score": "nan"})
    assert wrong.status_code == 422


async def test_what_is_cut_out_of_a_text_is_not_passed_off_as_a_models_work(
    database_url: str,
) -> None:
    url = database_url
    async with open_scene(url, "extractive") as scene:
        entry = scene.lab.entry()  # nobody turned it on: it costs nothing
        await scene.lab.work()
        summary = (await scene.get(f"/entries/{entry}"))["summary"]
        assert (summary["state"], summary["kind"]) == ("ready", "excerpt")
        assert summary["one_line"].startswith("The harbour bridge opened")
        status = await scene.get("/ai/status")
        assert (status["shows"], status["deframes"]) == ("excerpt", False)
        await scene.post(f"/entries/{entry}/deframe", 409)


async def test_nobody_sees_or_asks_for_what_is_not_theirs(scene: Scene) -> None:
    entry = scene.lab.entry()
    for path in (f"/entries/{entry}/summary", f"/entries/{entry}/deframe"):
        answer = await scene.bob.http.post(f"{API}{path}")
        assert answer.status_code == 404
    for path in (
        f"/entries/{entry}/deframed-versions",
        f"/feeds/{scene.lab.feed}/framing",
        f"/feeds/{scene.lab.feed}/ai",
    ):
        assert (await scene.bob.http.get(f"{API}{path}")).status_code == 404
    for path in (
        "/ai/ledger?all=true",
        "/ai/estimate",
        "/admin/ai-tasks",
        f"/feeds/{scene.lab.feed}/prompts",
    ):
        assert (await scene.bob.http.get(f"{API}{path}")).status_code == 403
    assert scene.lab.rows("select count(*) from ai_tasks") == [(0,)]


@pytest.mark.both_engines
async def test_failed_work_is_seen_and_can_be_sent_again(plain: Scene) -> None:
    plain.lab.server.behave = lambda number, body: "garbage"
    entry = plain.lab.entry()
    await plain.post(f"/entries/{entry}/summary")
    for _ in range(5):
        await plain.lab.work()
        plain.lab.clock.move(timedelta(seconds=61))
    shown = (await plain.get(f"/entries/{entry}"))["summary"]
    assert (shown["state"], shown["one_line"]) == ("failed", None)
    assert "cannot be read" in shown["reason"]
    # Whoever asks again has one more attempt, not five.
    assert (await plain.post(f"/entries/{entry}/summary"))["state"] == "pending"
    await plain.lab.work()
    assert (await plain.get(f"/entries/{entry}"))["summary"]["state"] == "failed"
    assert len(plain.lab.server.asked) == 6
    (task,) = (await plain.get("/admin/ai-tasks", state="failed"))["items"]
    assert (task["entry_id"], task["attempts"]) == (entry, 5)
    plain.lab.server.behave = lambda number, body: "ok"
    await plain.post(f"/admin/ai-tasks/{task['key']}/send-again", 204)
    await plain.lab.work()
    assert (await plain.get(f"/entries/{entry}"))["summary"]["state"] == "ready"
    await plain.post(f"/admin/ai-tasks/{task['key']}/send-again", 404)
    assert await plain.post("/admin/ai-tasks/send-again") == {"changed": 0}


async def test_an_estimate_comes_before_the_work_and_the_work_can_be_redone(
    scene: Scene,
) -> None:
    for n in range(3):
        scene.lab.entry(f"Bridge {n}")
    found = await scene.get("/ai/estimate", days=30)
    assert (found["entries"], found["cached"], found["calls"]) == (3, 0, 3)
    assert found["price"] > 0
    body = {"kind": "summary", "days": 30}
    assert await scene.post("/admin/reprocess-summary", **body) == {
        "ok": True,
        "queued": 3,
    }
    await scene.lab.work()
    assert (await scene.get("/ai/estimate", days=30))["cached"] == 3
    ((digest,),) = scene.lab.rows("select content_hash from ai_results limit 1")
    again = await scene.post(
        "/admin/reprocess-summary", content_hash=bytes(digest).hex()
    )
    assert again["queued"] == 1
    assert await scene.lab.work() == 1
    assert len(scene.lab.server.asked) == 4
    await scene.post("/admin/reprocess-summary", 404, content_hash="0" * 64)


@pytest.mark.both_engines
async def test_a_feeds_own_prompt_gives_it_results_of_its_own(plain: Scene) -> None:
    path = f"{API}/feeds/{plain.lab.feed}/prompts"
    answer = await plain.ann.http.put(path, json={"summary": "Name the league."})
    assert answer.json() == {"summary": "Name the league.", "deframe": None}
    await plain.prefer(ai=True, ai_deframing=False)
    plain.lab.entry()
    await plain.lab.work()
    (asked,) = plain.lab.server.asked
    assert "Name the league." in asked.body["messages"][0]["content"]
    await plain.ann.http.put(path, json={})
    found = await plain.get("/ai/estimate", days=30)
    assert found["cached"] == 0


async def test_a_choice_for_a_feed_stands_above_the_one_for_all(plain: Scene) -> None:
    path = f"{API}/feeds/{plain.lab.feed}/ai"
    chosen = (await plain.ann.http.put(path, json={"ai": True})).json()
    assert chosen == {"ai": True, "full_text": None}
    plain.lab.entry("One")
    assert len(plain.lab.rows("select key from ai_tasks")) == 2
    await plain.prefer(ai=True)
    await plain.ann.http.put(path, json={"ai": False})
    plain.lab.entry("Two")
    assert len(plain.lab.rows("select key from ai_tasks")) == 2
    kept = await plain.get(f"/feeds/{plain.lab.feed}/ai")
    assert kept == {"ai": False, "full_text": None}


async def test_lists_keep_to_the_choice_for_a_feed(scene: Scene) -> None:
    path = f"{API}/feeds/{scene.lab.feed}/ai"
    await scene.ann.http.put(path, json={"ai": True})
    scene.lab.entry()
    await scene.lab.work()
    (item,) = (await scene.get("/entries"))["items"]
    assert item["summary"] == "A bridge was opened."
    await scene.prefer(ai=True)
    await scene.ann.http.put(path, json={"ai": False})
    (item,) = (await scene.get("/entries"))["items"]
    assert (item["summary"], item["deframed"]) == (None, None)


@pytest.mark.both_engines
async def test_a_key_of_ones_own_is_sealed_and_never_shown(plain: Scene) -> None:
    answer = await plain.ann.http.put(f"{API}/ai/key", json={"key": "sk-my-own-key"})
    assert answer.status_code == 204
    assert (await plain.get("/ai/status"))["own_key"] is True
    ((sealed,),) = plain.lab.rows("select sealed from ai_keys")
    assert b"sk-my-own-key" not in bytes(sealed)
    entry = plain.lab.entry()
    await plain.post(f"/entries/{entry}/summary")
    await plain.lab.work()
    assert plain.lab.server.asked[0].authorization == "Bearer sk-my-own-key"
    assert (await plain.ann.http.delete(f"{API}/ai/key")).status_code == 204
    assert (await plain.get("/ai/status"))["own_key"] is False


async def test_a_softened_headline_shows_in_the_versions(scene: Scene) -> None:
    await scene.prefer(ai=True)
    entry = scene.lab.entry("SHOCKING bridge!!")
    await scene.lab.work()
    scene.lab.server.answer = {**SUMMARY, **DEFRAMED, "title": "A calm bridge"}

    def change(db) -> None:
        db.run(
            "insert into entry_versions (entry_id, version, seen_at, replaced_at, title,"
            " author, url, content_hash, codec, content) select e.id, e.version, 1, 2,"
            " e.title, '', null, e.content_hash, b.codec, b.content from entries e"
            " cross join entry_bodies b where e.id = :id and b.entry_id = e.id",
            id=entry,
        )
        db.run(
            "update entries set title = 'A bridge', version = 2, changed_at = :now,"
            " content_hash = :hash where id = :id",
            id=entry,
            now=scene.lab.clock(),
            hash=b"x" * 32,
        )
        request_for_arrived(db, [], [entry], scene.lab.clock())

    scene.lab.write(change)
    await scene.lab.work()
    found = (await scene.get(f"/entries/{entry}/deframed-versions"))["items"]
    shown = [(item["version"], item["deframed"]["title"]) for item in found]
    assert shown == [(2, "A calm bridge"), (1, "A bridge opens")]


@pytest.mark.both_engines
async def test_a_feed_has_averages_over_time(scene: Scene) -> None:
    await scene.prefer(ai=True)
    scene.lab.entry("One")
    scene.lab.entry("Two")
    await scene.lab.work()
    framing = await scene.get(f"/feeds/{scene.lab.feed}/framing")
    assert (framing["entries"], framing["overall"]) == (2, 0.25)
    (day,) = framing["items"]
    assert (day["day"], day["entries"]) == ("2025-10-09", 2)
    assert day["scores"]["speculative"] == 0.4


async def test_the_status_has_the_breaker_and_the_queue(plain: Scene) -> None:
    await plain.prefer(ai=True, ai_deframing=False)
    plain.lab.entry()
    status = await plain.get("/status")
    assert (status["circuit_breaker"], status["queue_size"]) == ("CLOSED", 1)


async def test_opening_an_entry_asks_for_its_summary(scene: Scene) -> None:
    await scene.prefer(ai=True)
    entry = scene.lab.entry("A bridge", TEXT)
    opened = await scene.post(f"/entries/{entry}/open")
    assert opened["summary"]["state"] == "pending"
    assert opened["deframed"]["state"] == "pending"


@pytest.mark.both_engines
async def test_the_price_of_what_is_there_already_is_estimated(plain: Scene) -> None:
    await plain.prefer(ai=True, ai_deframing=False)
    plain.lab.entry("A bridge", TEXT)
    found = await plain.get("/ai/backlog/estimate", feed_id=plain.lab.feed, newest=5)
    assert (found["entries"], found["calls"]) == (1, 1)


async def test_a_feed_has_the_usual_prompts_until_it_has_its_own(plain: Scene) -> None:
    path = f"/feeds/{plain.lab.feed}/prompts"
    assert await plain.get(path) == {"summary": None, "deframe": None}
    await plain.ann.http.put(f"{API}{path}", json={"summary": "Name the league."})
    assert (await plain.get(path))["summary"] == "Name the league."
