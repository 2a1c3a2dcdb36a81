"""What a reader takes out of one installation comes into another as it was."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from io import BytesIO

import pytest

from tests.make import NOON, a_user, new_entry, stars
from tests.services.site import Services, open_services
from tests.store.rule_lab import a_rule, a_webhook, condition, stored
from tidings.core.entries.identity import EntryKeys, IdentityRules, keys_of, url_key
from tidings.services.moving.user_data import export_data, start_import
from tidings.services.publishing import publications
from tidings.services.reading.entries import open_entry
from tidings.store.accounts.accounts import set_preferences
from tidings.store.automation.rule_effects import ensure_tag
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.change_entries import change_entries
from tidings.store.feeds.feeds import add_feed, delete_feed
from tidings.store.feeds.folders import ensure_folders
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.own_feed import own_feed
from tidings.store.feeds.subscriptions import set_subscriptions
from tidings.store.publishing.digests import DigestPlan, plan_of, save_plan
from tidings.store.publishing.publications import Publication, publish
from tidings.store.reading.mark_times import note_times
from tidings.store.reading.marking import (
    mark_entries,
    marking,
    star_entries,
    tag_entries,
)
from tidings.store.reading.saved_searches import SavedSearch, insert_search
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

IDS = [f"0199c5a1-7d00-7000-8000-00000000000{n}" for n in range(9)]
OTHER = {"sqlite": "postgres", "postgres": "sqlite"}
EXTRAS = {
    "categories": ["Weather"],
    "enclosures": [{"url": "https://x.example/a.mp3", "type": "audio/mpeg"}],
}


def keyed(guid, published_at=None):
    """An entry with the keys that a check of a feed gives it."""
    entry = new_entry(guid, published_at)
    keys = keys_of(guid, entry.url, entry.title, guid, IdentityRules())
    return replace(entry, keys=keys)


def fill(db, user):
    """A reader with one of everything. Two feeds: one is left, one is deleted later."""
    set_preferences(db, user, '{"language": "pl"}')
    folders = ensure_folders(db, user, [("News", "Local"), ("Aside",)], NOON)
    kept, gone = (add_feed(db, f"https://x.example/{n}", NOON)[0] for n in "ab")
    follow_feed(db, user, kept, NOON, folder_id=folders["News", "Local"], title="My")
    follow_feed(db, user, gone, NOON)
    mute(db, user, kept, folders[("Aside",)])
    whole = replace(
        keyed("whole", NOON - 5),
        author="Ann",
        language="en",
        image_url="https://x.example/i.png",
        extras=json.dumps(EXTRAS),
        content=b"<p>Hello <script>alert(1)</script><b>world</b></p>",
    )
    first = list(append_entries(db, kept, [whole, keyed("plain", NOON)], NOON))
    second = list(append_entries(db, gone, [keyed("other", NOON)], NOON))
    url = "https://pages.example/saved"
    page = replace(keyed("page"), guid=None, url=url)
    page = replace(page, keys=EntryKeys(None, url_key(url), page.keys.content_hash))
    append_entries(db, own_feed(db, user, NOON)[0], [page], NOON)
    star_entries(db, user, stars([first[0], second[0]], NOON - 7))
    mark_entries(db, user, [first[0]], read=True)
    note_times(db, user, [(first[0], "read", NOON - 3, True)])
    change_entries(db, [(first[0], reworded(whole))], NOON)
    tag = ensure_tag(db, user, "wind", NOON)
    ensure_tag(db, user, "unused", NOON)
    tag_entries(db, user, [first[0]], tag, tagged=True)
    with marking(db, user, [first[0]]):
        db.run(
            """
            insert into highlights (user_id, id, entry_id, quote, note, created_at,
              changed_at) values (:user, :id, :entry, 'Hello', 'A note', 5, 6)
            """,
            user=user,
            id=IDS[0],
            entry=first[0],
        )
    hook = a_webhook(db, user, IDS[1])
    conditions = stored(
        condition("feed", "is_one_of", [kept]),
        condition("folder", "equals", folders[("News",)]),
        condition("title", "contains", "x"),
        condition("score", "above", 0.5),
    )
    actions = (("star", ""), ("tag", "wind"), ("webhook", hook))
    a_rule(db, user, conditions, *actions, rule_id=IDS[2])
    insert_search(db, user, SavedSearch(IDS[3], "Storms", "storm -sun", 0, NOON, NOON))
    for number, source, place in (
        (4, "folder", {"folder_id": folders["News", "Local"]}),
        (5, "tag", {"tag": "wind"}),
        (6, "search", {"search_id": IDS[3]}),
        (7, "starred", {}),
    ):
        publish(db, a_publication(user, number, source, **place), bytes([user, number]))
    save_plan(
        db,
        DigestPlan(user, "weekly", 4, 6, "Europe/Warsaw", 12, "pl", True, 1, 2),
    )
    return kept, gone


def mute(db, user, feed, folder):
    set_subscriptions(db, user, [feed], "muted", 1, NOON)
    db.run("update folders set muted = 1 where id = :id", id=folder)


def reworded(entry):
    """The same entry, with words that it got after it was starred."""
    keys = replace(entry.keys, content_hash=b"reworded".ljust(32, b"."))
    content = entry.content.replace(b"Hello", b"Hello again")
    return replace(entry, keys=keys, content=content)


def a_publication(user, number, source, **place):
    nowhere = {"folder_id": None, "tag": None, "search_id": None}
    return Publication(
        id=f"{user}-{number}",
        user_id=user,
        source=source,
        title=f"What I read, {number}",
        ceilings='{"overall": 0.5}',
        neutral=True,
        full_content=False,
        most=20,
        created_at=NOON,
        changed_at=NOON,
        sealed=b"sealed",
        **{**nowhere, **place},
    )


async def exported(services: Services, user: int) -> list[dict[str, object]]:
    pieces = [piece async for piece in export_data(services.context, user)]
    return [json.loads(line) for line in b"".join(pieces).splitlines()]


def as_file(lines: list[dict[str, object]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


async def imported(services: Services, user: int, file: bytes) -> dict[str, object]:
    job = await start_import(services.context, user, BytesIO(file))
    assert await work_off_queue(services.context, services.fetching, LONG_JOBS) == 1
    ((state, result, error),) = services.read(
        lambda db: db.rows(
            "select state, result, error from long_jobs where id = :id", id=job.id
        )
    )
    assert (state, error) == ("done", None)
    return json.loads(result)


@pytest.fixture
def elsewhere(engine: str, new_url: Callable[..., str]):
    """An empty installation on the other engine."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Services]:
        url = new_url(OTHER[engine], migrated=True)
        async with open_services(url) as services:
            yield services

    return opened


async def test_everything_comes_back_on_the_other_engine(services, elsewhere):
    services.write(fill, services.user)
    before = await exported(services, services.user)
    async with elsewhere() as other:
        report = await imported(other, other.user, as_file(before))
        assert report["refused"] == 0, report["problems"]
        after = await exported(other, other.user)
        assert after[1:] == before[1:]
        again = await imported(other, other.user, as_file(before))
        assert again["brought_in"] == {}
        assert await exported(other, other.user) == after


async def test_a_star_comes_back_as_what_was_starred_and_when(services, elsewhere):
    services.write(fill, services.user)
    before = await exported(services, services.user)
    (line,) = [each for each in before if each.get("guid") == "whole"]
    assert (line["starred_at"], line["read_at"]) == (NOON - 7, NOON - 3)
    assert line["content"] == "<p>Hello again <b>world</b></p>"
    assert line["starred_as"]["content"] == "<p>Hello <b>world</b></p>"
    async with elsewhere() as other:
        await imported(other, other.user, as_file(before))
        sql = "select id from entries where guid = 'whole'"
        ((number,),) = other.rows(sql)
        entry = await open_entry(other.context, other.user, number, lambda each: each)
        assert (entry.version, entry.starred_version) == (2, 1)
    # The feed still has it, with the version that was starred.
    again = await imported(services, services.user, as_file(before))
    assert again["brought_in"] == {}


async def test_published_lists_come_back_under_new_addresses(services, elsewhere):
    services.write(fill, services.user)
    lines = await exported(services, services.user)
    async with elsewhere() as other:
        report = await imported(other, other.user, as_file(lines))
        assert report["brought_in"]["publication"] == 4
        assert report["brought_in"]["digest_plan"] == 1
        assert any("new URLs" in note for note in report["notes"])
        there = await publications.list_publications(
            other.context, other.fetching, other.user
        )
        addresses = {each.addresses["rss"] for each in there}
        assert len(addresses) == 4
        plan = other.read(plan_of, other.user)
        assert plan.since < NOON < plan.next_at
        again = await imported(other, other.user, as_file(lines))
        assert again["notes"] == []
        # Another account of the same installation gets its own.
        bob = other.write(a_user, "bob")
        await imported(other, bob, as_file(lines))
        more = await publications.list_publications(other.context, other.fetching, bob)
        assert len(addresses | {each.addresses["rss"] for each in more}) == 8


async def test_a_plan_of_ones_own_stays_when_a_file_brings_another(services):
    services.write(fill, services.user)
    lines = await exported(services, services.user)
    bob = services.write(a_user, "bob")
    own = DigestPlan(bob, "daily", 0, 9, "UTC", 5, None, False, 1, 2)
    services.write(save_plan, own)
    report = await imported(services, bob, as_file(lines))
    assert "digest_plan" not in report["brought_in"]
    assert services.read(plan_of, bob) == own


async def test_publishing_that_makes_no_sense_is_refused(services):
    a_list = {
        "kind": "publication",
        "source": "search",
        "folder": None,
        "tag": None,
        "search": IDS[3],
        "title": "A list",
        "ceilings": {},
        "neutral": 0,
        "full_content": 0,
        "limit": 5,
    }
    a_plan = {
        "kind": "digest_plan",
        "every": "daily",
        "weekday": 0,
        "hour": 7,
        "time_zone": "UTC",
        "length": 5,
        "language": None,
        "by_mail": 0,
    }
    bad = [
        a_list,  # there is no such search
        {**a_list, "source": "folder", "folder": ["Nowhere"], "search": None},
        {**a_list, "source": "starred"},
        {**a_list, "source": "all", "search": None, "ceilings": {"overall": 2}},
        {**a_list, "source": "all", "search": None, "ceilings": {"nonsense": 0.1}},
        {**a_list, "source": "all", "search": None, "limit": 0},
        {**a_list, "source": "all", "search": None, "title": " "},
        {**a_plan, "time_zone": "../etc"},
        {**a_plan, "hour": 24},
        {**a_plan, "language": "x"},
    ]
    header = {"kind": "tidings_export", "version": 1, "exported_at": NOON}
    lines = [header, *bad, {"kind": "end", "lines": len(bad) + 1}]
    report = await imported(services, services.user, as_file(lines))
    assert (report["brought_in"], report["refused"]) == ({}, len(bad))


async def test_stars_survive_leaving_and_deleting_their_feeds(services, elsewhere):
    kept, gone = services.write(fill, services.user)
    services.write(leave_feed, services.user, kept, NOON)
    services.write(delete_feed, gone, NOON)
    lines = await exported(services, services.user)
    entries = [line for line in lines if line["kind"] == "entry"]
    assert {line["guid"] for line in entries if line["starred"]} == {"whole", "other"}
    assert [line["url"] for line in entries if line["feed_url"] is None] == [
        "https://pages.example/saved"
    ]
    async with elsewhere() as other:
        await imported(other, other.user, as_file(lines))
        starred = other.rows(
            "select e.title from entry_states s cross join entries e"
            " where e.id = s.entry_id and s.starred = 1 order by e.title"
        )
        assert starred == [("Title of other",), ("Title of whole",)]


async def test_export_has_no_script_and_no_secret(services):
    services.write(fill, services.user)
    file = as_file(await exported(services, services.user))
    assert b"<script" not in file
    assert b"alert(1)" not in file
    assert b"sealed" not in file


async def test_export_has_only_ones_own(services):
    kept, _ = services.write(fill, services.user)
    bob = services.write(a_user, "bob")
    services.write(follow_feed, bob, kept, NOON)
    kinds = [line["kind"] for line in await exported(services, bob)]
    assert kinds == ["tidings_export", "account", "subscription", "end"]


async def test_entry_that_its_feed_still_has_is_marked_there(services):
    kept, _ = services.write(fill, services.user)
    lines = await exported(services, services.user)
    bob = services.write(a_user, "bob")
    services.write(follow_feed, bob, kept, NOON)
    await imported(services, bob, as_file(lines))
    feeds = services.rows(
        f"select e.title, e.feed_id from entry_states s cross join entries e"
        f" where e.id = s.entry_id and s.user_id = {bob} and s.starred = 1"
        " order by e.title desc"
    )
    assert feeds[0] == ("Title of whole", kept)


@pytest.mark.both_engines
async def test_file_puts_no_entry_into_a_feed_that_others_read(services):
    kept, _ = services.write(fill, services.user)
    lines = await exported(services, services.user)
    forged = [
        {**line, "guid": "forged", "url": None, "title": "Forged"}
        if line["kind"] == "entry"
        else line
        for line in lines
    ]
    bob = services.write(a_user, "bob")
    services.write(follow_feed, bob, kept, NOON)
    await imported(services, bob, as_file(forged))
    sql = "select distinct f.owner_id from entries e cross join feeds f where"
    owners = services.rows(f"{sql} f.id = e.feed_id and e.title = 'Forged'")
    assert owners == [(bob,)]
