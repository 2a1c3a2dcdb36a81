"""New entries are looked at once, in order, and old ones are forgotten again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests import make
from tests.contexts import Clock, make_context
from tests.make import NOON, new_entry
from tidings.core.clock import micros
from tidings.core.errors import LeaseLost
from tidings.core.stories.plan import StoryPlan
from tidings.jobs.stories.cluster_stories import (
    cluster_stories,
    forget_old_fingerprints,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.packing import PLAIN, ZSTD
from tidings.store.entries.append_entries import append_entries
from tidings.store.stories.fingerprints import next_slice, save_fingerprints

HOUR = micros(timedelta(hours=1))
TITLE = "Warehouse fire in Brannock, 400 evacuated"


def publish_event(
    db: Connection,
    title: str = TITLE,
    *,
    at: int = NOON,
    url: str | None = None,
    language: str | None = "en",
) -> int:
    """Let a feed of its own tell something; return the entry."""
    feed = make.a_feed(db)
    entry = replace(
        new_entry(f"{feed}"),
        title=title,
        published_at=at,
        url=url or f"https://a.example/{feed}",
        language=language,
        content=b"",
        excerpt="",
    )
    return append_entries(db, feed, [entry], max(at, NOON))[0]


def stories(db: Connection) -> list[tuple[int, int]]:
    rows = db.rows("select story_id, entry_id from story_entries order by entry_id")
    return [(story, entry) for story, entry in rows]


def rows_in(db: Connection, table: str) -> int:
    return db.value(f"select count(*) from {table}")


async def test_a_later_entry_joins_what_is_known(database: Database) -> None:
    context = make_context(database)
    first = database.write_now(publish_event)
    await cluster_stories(context)
    assert database.read_now(stories) == []
    second = database.write_now(publish_event)
    await cluster_stories(context)
    third = database.write_now(publish_event)
    database.write_now(publish_event, "Pumpkin soup with ginger and nothing else")
    await cluster_stories(context)
    await cluster_stories(context)
    found = database.read_now(stories)
    assert [entry for _, entry in found] == [first, second, third]
    assert len({story for story, _ in found}) == 1


async def test_the_same_page_is_one_story_in_any_language(database: Database) -> None:
    one = database.write_now(
        lambda db: publish_event(db, "Fire", url="http://a.example/fire?utm_source=x")
    )
    other = database.write_now(
        lambda db: publish_event(
            db, "Fogo", url="https://a.example/fire", language="pt"
        )
    )
    await cluster_stories(make_context(database))
    assert [entry for _, entry in database.read_now(stories)] == [one, other]


async def test_old_entries_of_a_new_feed_are_not_looked_at(database: Database) -> None:
    for _ in range(2):
        database.write_now(lambda db: publish_event(db, at=NOON - 100 * HOUR))
    await cluster_stories(make_context(database))
    assert database.read_now(stories) == []
    assert database.read_now(rows_in, "story_fingerprints") == 0


async def test_many_slices_find_the_same_as_one(database: Database) -> None:
    ids = [database.write_now(publish_event) for _ in range(3)]
    feed = database.write_now(make.a_feed)
    database.write_now(make.some_entries, feed, [NOON] * 600)
    ids.append(database.write_now(publish_event))
    await cluster_stories(make_context(database))
    assert [entry for _, entry in database.read_now(stories)] == ids


async def test_what_another_worker_looked_at_is_not_counted_twice(
    database: Database,
) -> None:
    database.write_now(publish_event)
    taken = database.read_now(next_slice, 10, 0)
    assert taken is not None
    database.write_now(publish_event)
    await cluster_stories(make_context(database))
    before = database.read_now(rows_in, "story_words")
    with pytest.raises(LeaseLost):
        database.write_now(
            save_fingerprints, taken, [], {1: {1: 1}}, StoryPlan((), ()), NOON
        )
    assert database.read_now(rows_in, "story_words") == before


async def test_how_entries_told_it_is_forgotten_and_stories_stay(
    database: Database,
) -> None:
    clock = Clock()
    context = make_context(database, clock=clock)
    ids = [database.write_now(publish_event) for _ in range(2)]
    await cluster_stories(context)
    await forget_old_fingerprints(context)
    assert database.read_now(rows_in, "story_fingerprints") == 2
    clock.move(timedelta(days=6))
    await forget_old_fingerprints(context)
    for table in ("story_fingerprints", "story_keys", "story_words"):
        assert database.read_now(rows_in, table) == 0
    assert len(database.read_now(stories)) == 2
    database.write_now(
        lambda db: db.run(
            "delete from entries where id in (select id from ids(:ids))", ids=ids
        )
    )
    await forget_old_fingerprints(context)
    assert database.read_now(rows_in, "stories") == 0


async def test_an_entry_that_went_meanwhile_is_no_mistake(database: Database) -> None:
    context = make_context(database)
    gone = database.write_now(publish_event)
    await cluster_stories(context)
    database.write_now(lambda db: db.run("delete from entries where id = :id", id=gone))
    ids = [database.write_now(publish_event) for _ in range(2)]
    await cluster_stories(context)
    assert [entry for _, entry in database.read_now(stories)] == ids


async def test_a_damaged_text_holds_up_nobody(database: Database) -> None:
    def damage(db: Connection) -> None:
        publish_event(db)
        for codec, content in ((ZSTD, b"no frame"), (PLAIN, b"\xff")):
            known = {"id": publish_event(db), "codec": codec, "content": content}
            db.run("delete from entry_bodies where entry_id = :id", id=known["id"])
            db.run(
                "insert into entry_bodies (entry_id, codec, content)"
                " values (:id, :codec, :content)",
                **known,
            )

    database.write_now(damage)
    await cluster_stories(make_context(database))
    assert len(database.read_now(stories)) == 3


async def test_what_another_layout_told_tells_nothing(database: Database) -> None:
    context = make_context(database)
    database.write_now(publish_event)
    await cluster_stories(context)
    database.write_now(
        lambda db: db.run(
            "update story_fingerprints set packed = :packed", packed=b"0123456789"
        )
    )
    database.write_now(publish_event)
    await cluster_stories(context)
    assert database.read_now(stories) == []
