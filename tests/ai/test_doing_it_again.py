"""Work that is asked for anew: after another prompt or model, or for a bad answer."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.ai.lab import TEXT, AiLab, open_lab
from tests.make import a_feed, a_user
from tidings.core.clock import micros
from tidings.services.ai.choices import FeedPrompts, set_feed_prompts
from tidings.store.accounts.accounts import set_preferences
from tidings.store.ai.bulk import Bulk, estimate_bulk, redo_content, request_in_bulk
from tidings.store.ai.readings import shown_for
from tidings.store.ai.requests import request_for_arrived
from tidings.store.feeds.follow import follow_feed


@pytest.fixture
async def lab(database_url: str) -> AsyncIterator[AiLab]:
    async with open_lab(database_url) as opened:
        yield opened


def summaries_of(lab: AiLab) -> Bulk:
    return Bulk("summary", lab.clock() - micros(timedelta(days=7)))


def spoken(lab: AiLab) -> list[str]:
    said = (call.body["messages"][0]["content"] for call in lab.server.asked)
    return sorted(each.rsplit(" ", 1)[-1].strip(".") for each in said)


def only_polish(lab: AiLab) -> None:
    preferences = '{"ai": true, "ai_deframing": false, "language": "pl"}'
    lab.write(set_preferences, lab.user, preferences)


async def test_each_entry_is_done_again_in_the_languages_it_is_read_in(
    lab: AiLab,
) -> None:
    lab.entry()
    await lab.work()
    only_polish(lab)
    lab.entry(
        "Another", "<p>Ten words that are read in Polish and in nothing else.</p>"
    )
    await lab.work()
    assert spoken(lab) == ["pl", "pt-BR"]
    lab.write(lambda db: db.run("delete from ai_results"))
    instance = lab.asking.instance
    found = lab.context.database.read_now(estimate_bulk, instance, summaries_of(lab))
    # The first one is there in Portuguese, and its reader reads Polish by now.
    assert (found.entries, found.cached, found.calls) == (2, 0, 3)
    assert lab.write(request_in_bulk, instance, summaries_of(lab), lab.clock()) == 2
    await lab.work()
    assert spoken(lab)[2:] == ["pl", "pt-BR", "pt-BR"]
    assert lab.write(request_in_bulk, instance, summaries_of(lab), lab.clock()) == 0


async def test_an_estimate_counts_equal_content_once_and_leaves_out_what_nobody_reads(
    lab: AiLab,
) -> None:
    lab.entry()
    lab.entry()
    lab.entry("Hardly a word", "<p>See the picture.</p>")
    lab.entry("Of a feed without readers", feed=lab.write(a_feed))
    found = lab.context.database.read_now(
        estimate_bulk, lab.asking.instance, summaries_of(lab)
    )
    assert (found.entries, found.calls) == (2, 1)


async def test_what_is_somebodys_own_is_not_sent_because_an_operator_does_it_again(
    lab: AiLab,
) -> None:
    def own_feed(db) -> int:
        owner = a_user(db, "bea")
        feed = a_feed(db)
        follow_feed(db, owner, feed, lab.clock())
        db.run("update feeds set owner_id = :u where id = :f", u=owner, f=feed)
        return feed

    letters = lab.write(own_feed)
    lab.entry("Dear Bea", feed=letters)
    instance = lab.asking.instance
    assert lab.write(request_in_bulk, instance, summaries_of(lab), lab.clock()) == 0
    assert await lab.work() == 0


async def test_a_bad_answer_is_forgotten_and_the_better_one_told(lab: AiLab) -> None:
    entry = lab.entry()
    await lab.work()
    ((digest,),) = lab.rows("select content_hash from ai_results")
    lab.write(lambda db: db.run("delete from events"))
    assert lab.write(redo_content, lab.asking.instance, bytes(digest), lab.clock()) == 1
    look = lab.context.database.read_now
    assert look(shown_for, entry, "summary", "pt-BR").state == "pending"
    lab.server.answer = {"one_line": "A better line.", "text": "A better text."}
    await lab.work()
    shown = look(shown_for, entry, "summary", "pt-BR")
    assert shown.state == "ready"
    assert shown.result is not None
    assert shown.result["one_line"] == "A better line."
    told = lab.rows("select kind from events")
    assert told == [("summary_ready",)]


@pytest.mark.both_engines
async def test_a_version_that_is_no_more_is_deframed_again_too(lab: AiLab) -> None:
    lab.write(set_preferences, lab.user, '{"ai": true}')
    entry = lab.entry("SHOCKING bridge!!")
    await lab.work()
    ((digest,),) = lab.rows("select content_hash from entries")

    def change(db) -> None:
        db.run(
            "insert into entry_versions (entry_id, version, seen_at, replaced_at, title,"
            " author, url, content_hash, codec, content) select e.id, e.version, 1, 2,"
            " e.title, '', null, e.content_hash, b.codec, b.content from entries e"
            " cross join entry_bodies b where e.id = :id and b.entry_id = e.id",
            id=entry,
        )
        db.run(
            "update entries set title = 'A bridge', version = 2, content_hash = :hash"
            " where id = :id",
            id=entry,
            hash=b"x" * 32,
        )
        request_for_arrived(db, [], [entry], lab.clock())

    lab.write(change)
    await lab.work()
    lab.write(redo_content, lab.asking.instance, bytes(digest), lab.clock())
    await lab.work()
    sent = [call.body["messages"][1]["content"] for call in lab.server.asked]
    assert [("SHOCKING" in each) for each in sent] == [True, True, False, False, True]
    version = lab.context.database.read_now(shown_for, entry, "deframe", "", 1)
    assert version.state == "ready"
    assert version.result is not None


@pytest.mark.both_engines
async def test_what_waits_is_asked_by_the_prompt_that_its_feed_has_now(
    lab: AiLab,
) -> None:
    second = lab.write(a_feed)
    lab.write(follow_feed, lab.user, second, lab.clock())
    lab.entry("A bridge", TEXT)
    lab.entry("A bridge", TEXT, feed=second)
    await set_feed_prompts(
        lab.context, lab.feed, FeedPrompts(summary="Name the league.")
    )
    assert await lab.work() == 2
    said = [call.body["messages"][0]["content"] for call in lab.server.asked]
    assert sorted("Name the league." in each for each in said) == [False, True]
    ready = lab.rows("select count(*) from ai_targets where ready_key = key")
    assert ready == [(2,)]
