"""Digests: made when they are due, once, and for their reader alone."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest

from tests.ai.lab import AiLab, open_lab
from tests.make import NOON, a_feed, some_entries
from tests.web.conftest import Person, signed_in
from tests.web.smtp_server import mail_server
from tests.web.v1.reading_site import ReadingSite, open_reading_site
from tidings.core.clock import micros
from tidings.jobs.publishing.deliver_digests import deliver_digests
from tidings.jobs.publishing.make_digests import PATIENCE, make_digests
from tidings.store.accounts.identities import set_proven_email
from tidings.store.engine.connection import Connection
from tidings.store.feeds.follow import follow_feed
from tidings.store.publishing.digests import begin_digest, move_plan, plan_of

API = "/api/v1/digests"
DAILY = {"every": "daily", "hour": 7, "time_zone": "Europe/Warsaw", "language": "en"}
DAY = timedelta(days=1)


class Reader:
    """Ann, who wants digests."""

    def __init__(self, site: ReadingSite) -> None:
        self.site = site
        self.services = site.services
        self.http = site.ann.http

    async def plan(self, **request: Any) -> dict[str, Any]:
        answer = await self.http.put(f"{API}/plan", json={**DAILY, **request})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def kept_plan(self) -> dict[str, Any] | None:
        answer = await self.http.get(f"{API}/plan")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def made(self) -> list[dict[str, Any]]:
        return (await self.http.get(API)).json()["items"]

    async def text(self, digest: dict[str, Any]) -> str:
        answer = await self.http.get(f"/api/v1/entries/{digest['entry_id']}")
        assert answer.status_code == 200, answer.text
        return answer.json()["html"]

    def go_to(self, at: int) -> None:
        self.services.clock.move(timedelta(microseconds=at - self.services.clock()))

    def entries(self, many: int) -> None:
        self.services.write(_followed_entries, self.site.ann.id, many)


def _followed_entries(db: Connection, user_id: int, many: int) -> None:
    feed = a_feed(db)
    follow_feed(db, user_id, feed, NOON)
    some_entries(db, feed, [None] * many)


@asynccontextmanager
async def open_reader(url: str, **settings: str) -> AsyncIterator[Reader]:
    async with open_reading_site(url, **settings) as site:
        yield Reader(site)


@pytest.fixture
async def reader(database_url: str) -> AsyncIterator[Reader]:
    async with open_reader(database_url) as opened:
        yield opened


async def test_a_digest_is_an_entry_of_the_readers_own_feed(reader: Reader) -> None:
    reader.entries(3)
    plan = await reader.plan(length=2)
    assert await make_digests(reader.services.context) == 0
    reader.go_to(plan["next_at"])
    assert await make_digests(reader.services.context) == 1
    (digest,) = await reader.made()
    assert (digest["due_at"], digest["made_at"]) == (plan["next_at"], plan["next_at"])
    assert (await reader.text(digest)).count("<li>") == 2
    listed = (await reader.http.get("/api/v1/entries")).json()["items"]
    assert listed[0]["id"] == digest["entry_id"]
    assert listed[0]["title"].startswith("Daily briefing, ")
    hidden = await reader.site.bob.http.get(f"/api/v1/entries/{digest['entry_id']}")
    assert hidden.status_code == 404
    assert (await reader.site.bob.http.get(API)).json()["items"] == []


@pytest.mark.both_engines
async def test_a_digest_is_made_at_once_on_request(reader: Reader) -> None:
    reader.entries(2)
    plan = await reader.plan()
    now = reader.services.clock()
    assert await make_digests(reader.services.context) == 0
    answers = [await reader.http.post(API) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {202}
    assert answers[0].json() == {**plan, "next_at": now}
    events = "select count(*) from events where kind = 'settings_changed'"
    ((before,),) = reader.services.rows(events)
    assert await make_digests(reader.services.context) == 1
    # Whoever waits for it with the page open is told.
    assert reader.services.rows(events) == [(before + 1,)]
    (digest,) = await reader.made()
    assert (digest["due_at"], digest["made_at"]) == (now, now)
    assert (await reader.text(digest)).count("<li>") == 2
    # The next one is at its usual time, and tells what came since.
    kept = await reader.kept_plan()
    assert kept == plan
    reader.go_to(plan["next_at"])
    await make_digests(reader.services.context)
    later, _ = await reader.made()
    assert (later["since"], later["due_at"]) == (now, plan["next_at"])


async def test_who_wants_no_digests_cannot_have_one_now(reader: Reader) -> None:
    answer = await reader.http.post(API)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND")
    await reader.plan()
    theirs = await reader.site.bob.http.post(API)
    assert theirs.status_code == 404
    assert await make_digests(reader.services.context) == 0


async def test_no_period_is_told_twice(reader: Reader) -> None:
    reader.entries(2)
    plan = await reader.plan()
    reader.go_to(plan["next_at"])
    context = reader.services.context
    await asyncio.gather(*(make_digests(context) for _ in range(4)))
    assert await make_digests(context) == 0
    assert len(await reader.made()) == 1
    titles = reader.services.rows("select title from entries where title like 'Daily%'")
    assert len(titles) == 1


async def test_a_digest_that_a_crash_left_waiting_is_made_by_the_next_worker(
    reader: Reader,
) -> None:
    plan = await reader.plan()
    reader.go_to(plan["next_at"])

    def begin(db: Connection) -> None:
        known = plan_of(db, reader.site.ann.id)
        assert known is not None
        assert move_plan(db, known, known.next_at, known.next_at + micros(DAY))
        material = json.dumps({"title": "T", "language": "en", "lines": []})
        assert begin_digest(db, known, material, None, made=None)
        assert not begin_digest(db, known, material, None, made=None)

    reader.services.write(begin)
    assert await make_digests(reader.services.context) == 1
    assert await make_digests(reader.services.context) == 0
    (digest,) = await reader.made()
    assert digest["due_at"] == plan["next_at"]


async def test_only_what_came_since_the_last_digest_and_is_unread_is_told(
    reader: Reader,
) -> None:
    reader.entries(2)
    plan = await reader.plan()
    reader.go_to(plan["next_at"])
    await make_digests(reader.services.context)
    later = (await reader.plan())["next_at"]
    assert later == plan["next_at"] + micros(DAY)
    reader.go_to(later)
    # The digest itself is unread and new, and is no news.
    await make_digests(reader.services.context)
    second, first = await reader.made()
    assert first["entry_id"] is not None
    assert (second["entry_id"], second["made_at"]) == (None, later)


async def test_a_worker_that_was_away_makes_one_digest_of_all_periods(
    reader: Reader,
) -> None:
    reader.entries(2)
    plan = await reader.plan()
    reader.go_to(plan["next_at"] + micros(5 * DAY) + 1)
    assert await make_digests(reader.services.context) == 1
    assert len(await reader.made()) == 1
    kept = await reader.kept_plan()
    assert kept == {**plan, "next_at": plan["next_at"] + micros(6 * DAY)}


@pytest.mark.both_engines
async def test_a_plan_can_be_ended(reader: Reader) -> None:
    assert await reader.kept_plan() is None
    plan = await reader.plan(every="weekly", weekday=6)
    assert await reader.kept_plan() == plan
    assert (plan["every"], plan["weekday"]) == ("weekly", 6)
    assert (await reader.http.delete(f"{API}/plan")).status_code == 204
    assert await reader.kept_plan() is None
    reader.go_to(plan["next_at"])
    assert await make_digests(reader.services.context) == 0


async def test_a_disabled_reader_gets_none(reader: Reader) -> None:
    reader.entries(1)
    plan = await reader.plan()
    reader.go_to(plan["next_at"])
    disable = "update users set disabled_at = 1 where name = 'reader'"
    reader.services.write(lambda db: db.run(disable))
    assert await make_digests(reader.services.context) == 0


@pytest.mark.parametrize(
    "asked",
    [
        {"every": "hourly"},
        {"hour": 24},
        {"weekday": 7},
        {"length": 0},
        {"time_zone": "Mars/Base"},
        {"time_zone": "../../etc/passwd"},
        {"time_zone": "Europe"},
        {"language": "not a language"},
        {"odd": 1},
    ],
)
async def test_plans_that_make_no_sense_are_refused(
    database_url: str, asked: dict[str, Any]
) -> None:
    async with open_reader(database_url) as reader:
        answer = await reader.http.put(f"{API}/plan", json={**DAILY, **asked})
        assert answer.status_code == 422, answer.text


@pytest.mark.both_engines
async def test_a_digest_is_mailed_once_and_only_to_a_proven_address(
    database_url: str,
) -> None:
    async with mail_server() as mailbox:
        smtp = {
            "TIDINGS_SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}",
            "TIDINGS_MAIL_FROM": "news@example.org",
        }
        url = database_url
        async with open_reader(url, **smtp) as reader:
            reader.entries(1)
            plan = await reader.plan(by_mail=True)
            claim = "update users set email = 'else@example.org' where name = 'reader'"
            reader.services.write(lambda db: db.run(claim))
            reader.go_to(plan["next_at"])
            await deliver_digests(reader.services.context)
            assert mailbox.messages == []
            reader.services.write(
                set_proven_email, reader.site.ann.id, "ann@example.org"
            )
            for _ in range(3):
                await deliver_digests(reader.services.context)
            assert mailbox.recipients == ["ann@example.org"]
            assert "* Title of" in mailbox.messages[0]
            assert (await reader.made())[0]["mailed_at"] == plan["next_at"]


@asynccontextmanager
async def open_ai(url: str) -> AsyncIterator[tuple[AiLab, Person]]:
    async with (
        open_lab(url) as lab,
        signed_in(lab.context, "reader", lab.fetching) as ann,
    ):
        lab.server.answer = {"title": "News", "text": "All in <b>brief</b>."}
        lab.write(_followed_entries, ann.id, 2)
        chosen = {"preferences": {"ai": True}}
        await ann.http.patch("/api/v1/users/me", json=chosen)
        answer = await ann.http.put(f"{API}/plan", json=DAILY)
        lab.clock.move(timedelta(microseconds=answer.json()["next_at"] - lab.clock()))
        yield lab, ann


async def test_a_model_writes_the_briefing_and_nobody_waits_for_it_too_long(
    database_url: str,
) -> None:
    async with open_ai(database_url) as (lab, ann):
        lab.clock.move(PATIENCE)  # nobody was there when it was due
        assert await make_digests(lab.context) == 0
        (waiting,) = (await ann.http.get(API)).json()["items"]
        assert waiting["made_at"] is None
        await lab.work()
        assert await make_digests(lab.context) == 1
        (digest,) = (await ann.http.get(API)).json()["items"]
        entry = await ann.http.get(f"/api/v1/entries/{digest['entry_id']}")
        assert "All in" in entry.json()["html"]
        assert "<b>" not in entry.json()["html"]
        assert entry.json()["html"].count("<li>") == 2


async def test_while_a_digest_is_written_none_is_begun_and_no_model_is_asked(
    database_url: str,
) -> None:
    async with open_ai(database_url) as (lab, ann):
        await ann.http.put(f"{API}/plan", json=DAILY)
        for _ in range(3):
            assert (await ann.http.post(API)).status_code == 202
            assert await make_digests(lab.context) == 0
            lab.clock.move(timedelta(minutes=1))
        assert len(lab.rows("select 1 from ai_tasks where kind = 'digest'")) == 1
        (waiting,) = (await ann.http.get(API)).json()["items"]
        assert waiting["made_at"] is None


async def test_without_an_answer_in_time_the_digest_is_made_without_a_model(
    database_url: str,
) -> None:
    async with open_ai(database_url) as (lab, ann):
        await make_digests(lab.context)
        lab.clock.move(PATIENCE)
        assert await make_digests(lab.context) == 1
        (digest,) = (await ann.http.get(API)).json()["items"]
        entry = await ann.http.get(f"/api/v1/entries/{digest['entry_id']}")
        assert entry.json()["html"].count("<li>") == 2
        assert lab.rows("select 1 from ai_tasks where kind = 'digest'") == []
        assert lab.server.asked == []


@pytest.mark.both_engines
async def test_no_model_is_told_of_a_feed_that_its_reader_wants_no_ai_for(
    database_url: str,
) -> None:
    async with open_ai(database_url) as (lab, ann):
        lab.write(_followed_entries, ann.id, 1)
        ((quiet,),) = lab.rows("select max(feed_id) from entries")
        chosen = await ann.http.put(f"/api/v1/feeds/{quiet}/ai", json={"ai": False})
        assert chosen.is_success
        await make_digests(lab.context)
        ((told,),) = lab.rows("select input from ai_tasks where kind = 'digest'")
        assert f"Title of {quiet}-0" not in told
        assert "* Title of" in told
        await lab.work()
        await make_digests(lab.context)
        (digest,) = (await ann.http.get(API)).json()["items"]
        entry = await ann.http.get(f"/api/v1/entries/{digest['entry_id']}")
        assert f"Title of {quiet}-0" in entry.json()["html"]
