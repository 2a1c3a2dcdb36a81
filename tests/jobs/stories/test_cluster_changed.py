"""Entries that change are looked at again: they join, stay in and leave stories."""

from datetime import timedelta

import pytest

from tests import make
from tests.contexts import Clock, make_context
from tests.jobs.stories.test_cluster_stories import (
    TITLE,
    publish_event,
    rows_in,
    stories,
)
from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.errors import LeaseLost
from tidings.core.stories.plan import StoryPlan
from tidings.jobs.stories.cluster_stories import cluster_stories
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.entry_rows import listed_entries
from tidings.store.stories.changed_fingerprints import (
    next_changes,
    save_changed_fingerprints,
)
from tidings.store.stories.stories import split_entry
from tidings.store.system import events

SOUP = "Pumpkin soup with ginger wins the village prize"


def change(db: Connection, entry: int, title: str) -> None:
    """Let an entry say something else, as a check of its feed does."""
    db.run("update entries set title = :t where id = :id", t=title, id=entry)
    feed = db.value("select feed_id from entries where id = :id", id=entry)
    payload = {"ids": [entry]}
    events.publish_event(db, "entry_changed", NOON, feed_id=feed, payload=payload)


def everything(db: Connection) -> list[object]:
    tables = (
        "stories",
        "story_entries",
        "story_fingerprints",
        "story_keys",
        "story_words",
    )
    return [sorted(db.rows(f"select * from {table}")) for table in tables]


def marked(db: Connection, user: int, ids: list[int]) -> set[int]:
    return {entry.id for entry in listed_entries(db, user, ids) if entry.story}


async def test_an_entry_that_tells_the_event_now_joins_it(database: Database) -> None:
    context = make_context(database)
    first = database.write_now(publish_event)
    late = database.write_now(publish_event, "Live: what we know so far")
    await cluster_stories(context)
    assert database.read_now(stories) == []
    database.write_now(change, late, TITLE)
    await cluster_stories(context)
    found = database.read_now(stories)
    assert [entry for _, entry in found] == [first, late]
    # Later ones find it by its new words.
    third = database.write_now(publish_event)
    await cluster_stories(context)
    assert [entry for _, entry in database.read_now(stories)] == [first, late, third]


@pytest.mark.both_engines
async def test_an_entry_that_tells_something_else_leaves_its_story(
    database: Database,
) -> None:
    context = make_context(database)
    ids = [database.write_now(publish_event) for _ in range(3)]
    soup = database.write_now(publish_event, SOUP)
    await cluster_stories(context)
    database.write_now(change, ids[0], SOUP)
    await cluster_stories(context)
    by_story: dict[int, list[int]] = {}
    for story, entry in database.read_now(stories):
        by_story.setdefault(story, []).append(entry)
    assert sorted(by_story.values()) == sorted([[ids[0], soup], ids[1:]])


async def test_a_correction_stays_in_its_story_and_a_split_stays_a_split(
    database: Database,
) -> None:
    context = make_context(database)
    ids = [database.write_now(publish_event) for _ in range(3)]
    await cluster_stories(context)

    def read(db: Connection) -> int:
        user = make.a_user(db)
        for (feed,) in db.rows("select id from feeds"):
            follow_feed(db, user, feed, NOON)
        split_entry(db, user, ids[0], NOON)
        return user

    user = database.write_now(read)
    before = database.read_now(stories)
    database.write_now(change, ids[0], TITLE.replace("400", "500"))
    database.write_now(change, ids[1], TITLE + " by the fire brigade")
    await cluster_stories(context)
    assert database.read_now(stories) == before
    assert database.read_now(marked, user, ids) == set(ids[1:])
    database.write_now(change, ids[0], SOUP)
    await cluster_stories(context)
    database.write_now(change, ids[0], TITLE)
    await cluster_stories(context)
    assert [entry for _, entry in database.read_now(stories)] == ids
    assert database.read_now(marked, user, ids) == set(ids[1:])


async def test_looking_again_at_the_same_changes_nothing(database: Database) -> None:
    context = make_context(database)
    ids = [database.write_now(publish_event) for _ in range(2)]
    other = database.write_now(publish_event, SOUP)
    await cluster_stories(context)
    database.write_now(change, other, TITLE)
    await cluster_stories(context)
    before = database.read_now(everything)
    for entry in [*ids, other, 4711]:
        database.write_now(change, entry, TITLE)
    await cluster_stories(context)
    await cluster_stories(context)
    assert database.read_now(everything) == before


async def test_what_is_old_or_was_never_looked_at_is_left_alone(
    database: Database,
) -> None:
    clock = Clock()
    context = make_context(database, clock=clock)
    old = [database.write_now(publish_event), database.write_now(publish_event, SOUP)]
    await cluster_stories(context)
    clock.move(timedelta(hours=80))
    database.write_now(change, old[1], TITLE)
    # Changed before anyone looked: it is looked at once, as it is now.
    at = NOON + micros(timedelta(hours=80))
    new = [database.write_now(lambda db: publish_event(db, at=at)) for _ in range(2)]
    database.write_now(change, new[0], SOUP)
    await cluster_stories(context)
    assert database.read_now(stories) == []
    assert database.read_now(rows_in, "story_fingerprints") == 4


async def test_changes_come_in_bounded_parts_and_none_is_left_out(
    database: Database,
) -> None:
    await cluster_stories(make_context(database))
    ids = [database.write_now(publish_event) for _ in range(5)]
    for entry in ids:
        database.write_now(change, entry, SOUP)
    few = database.read_now(next_changes, 2, 100)
    assert few.ids == ids[:2]
    some = database.read_now(next_changes, 100, 3)
    assert some.ids == ids[:3]
    everything_ = database.read_now(next_changes, 100, 100)
    assert everything_.ids == ids
    await cluster_stories(make_context(database))
    assert database.read_now(next_changes, 100, 100).ids == []
    with pytest.raises(LeaseLost):
        database.write_now(
            save_changed_fingerprints, few, [], [], StoryPlan((), ()), NOON
        )
