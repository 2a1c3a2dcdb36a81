"""Feeds that become one keep what AI said of their entries, and their stories."""

import json

import pytest

from tests import make
from tests.contexts import make_context
from tests.make import NOON, new_entry
from tidings.jobs.stories.cluster_stories import cluster_stories
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.opening import opening_of
from tidings.store.feeds.feeds import delete_feed
from tidings.store.feeds.follow import follow_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.merge_feeds import merge_feeds
from tidings.store.publishing.builds import all_published, publish_feed
from tidings.store.publishing.publications import deframings_of
from tidings.store.stories.stories import seen_stories, split_entry

KEYS = [bytes([number]) * 32 for number in range(9)]
RESULT = json.dumps({"overall": 0.5})


class Town:
    """A feed that will leave, one that will stay, and a third; ann follows all, bob the
    first and the third."""

    def __init__(self, database: Database) -> None:
        self.database = database
        database.write_now(self._fill)

    def _fill(self, db: Connection) -> None:
        self.ann, self.bob = make.a_user(db, "ann"), make.a_user(db, "bob")
        self.leaving, self.staying, self.third = (make.a_feed(db) for _ in range(3))
        for feed in (self.leaving, self.staying, self.third):
            follow_feed(db, self.ann, feed, NOON)
        for feed in (self.leaving, self.third):
            follow_feed(db, self.bob, feed, NOON)
        self.old = self.tell(db, self.leaving, "both", "edited", "only")
        self.here = self.tell(db, self.staying, "both", "edited")
        (self.other,) = self.tell(db, self.third, "elsewhere")
        db.run(
            "update entries set content_hash = :other where id = :id",
            other=KEYS[8],
            id=self.here[1],
        )

    def tell(self, db: Connection, feed: int, *guids: str) -> list[int]:
        return list(append_entries(db, feed, [new_entry(g) for g in guids], NOON))

    def merge(self) -> list[int]:
        """Merge, and return the entries of the staying feed in the order of the old."""

        def run(db: Connection) -> list[int]:
            for feed in sorted((self.leaving, self.staying)):
                lock_head(db, feed)
            merge_feeds(db, self.leaving, self.staying, NOON)
            delete_feed(db, self.leaving, NOON)
            rows = db.rows(
                "select guid, id from entries where feed_id = :f", f=self.staying
            )
            ids = dict(rows)
            return [ids[guid] for guid in ("both", "edited", "only")]

        return self.database.write_now(run)


def point(db: Connection, entry: int, key: bytes, version: int = 0) -> None:
    db.run(
        "insert into ai_targets (entry_id, kind, language, version, key, ready_key,"
        " overall, wanted_at) values (:e, 'deframe', '', :v, :k, :k, 500, 1)",
        e=entry,
        v=version,
        k=key,
    )
    db.run(
        "insert into ai_results (key, kind, content_hash, language, prompt_key, model,"
        " provider, made_at, line, result) values (:k, 'deframe', :k, '', '', '', '', 1,"
        " '{}', :r) on conflict (key) do nothing",
        k=key,
        r=RESULT,
    )


def targets(db: Connection) -> dict[tuple[int, int], bytes]:
    rows = db.rows("select entry_id, version, ready_key from ai_targets")
    return {(entry, version): bytes(key) for entry, version, key in rows}


@pytest.fixture
def town(database: Database) -> Town:
    return Town(database)


def test_answers_go_along_where_they_are_about_the_same_words(town: Town) -> None:
    def ask(db: Connection) -> None:
        for place, entry in enumerate(town.old):
            point(db, entry, KEYS[place])
        point(db, town.old[2], KEYS[5], version=1)
        point(db, town.old[0], KEYS[6], version=1)

    town.database.write_now(ask)
    both, edited, only = town.merge()
    found = town.database.read_now(targets)
    assert found[both, 0] == KEYS[0]
    assert (both, 1) not in found  # the staying feed saw other versions
    assert (edited, 0) not in found
    assert (found[only, 0], found[only, 1]) == (KEYS[2], KEYS[5])
    shown = town.database.read_now(deframings_of, [both, edited, only])
    assert shown == {both: RESULT, only: RESULT}


def test_what_is_known_of_a_copy_is_known_under_the_same_name(town: Town) -> None:
    """Its full text would be asked about again otherwise, and what is published gone."""

    def fill(db: Connection) -> None:
        db.run(
            "insert into entry_full_texts (entry_id, tried_at, codec, content,"
            " content_hash) values (:e, :now, 0, :text, :hash)",
            e=town.old[2],
            now=NOON,
            text=b"<p>All of it</p>",
            hash=KEYS[4],
        )
        assert publish_feed(db, town.leaving, NOON)

    town.database.write_now(fill)
    *_, only = town.merge()
    opening = town.database.read_now(opening_of, None, town.ann, only, NOON)
    assert opening is not None
    assert opening.content_hash == KEYS[4]
    assert town.database.read_now(all_published) == [town.staying]


def test_the_staying_feeds_own_answers_stay(town: Town) -> None:
    def ask(db: Connection) -> None:
        point(db, town.old[0], KEYS[0])
        point(db, town.here[0], KEYS[7])

    town.database.write_now(ask)
    both, _, _ = town.merge()
    assert town.database.read_now(targets)[both, 0] == KEYS[7]


def test_who_wanted_no_ai_for_a_feed_wants_none_after(town: Town) -> None:
    def choose(db: Connection) -> None:
        for user, feed, ai in (
            (town.bob, town.leaving, 0),
            (town.ann, town.leaving, 0),
            (town.ann, town.staying, 1),
        ):
            db.run(
                "insert into ai_feed_choices (user_id, feed_id, ai)"
                " values (:u, :f, :a)",
                u=user,
                f=feed,
                a=ai,
            )

    town.database.write_now(choose)
    town.merge()
    rows = town.database.read_now(
        lambda db: db.rows(
            "select user_id, ai from ai_feed_choices where feed_id = :f order by user_id",
            f=town.staying,
        )
    )
    assert rows == [(town.ann, 1), (town.bob, 0)]


async def test_stories_go_along_and_are_not_found_twice(town: Town) -> None:
    def story(db: Connection) -> None:
        db.run("insert into numbers (name, last) values ('story', 2)")
        for number, entries in ((1, [town.old[2], town.other]), (2, [town.old[0]])):
            db.run("insert into stories values (:id, :at, :at)", id=number, at=NOON)
            for entry in entries:
                db.run("insert into story_entries values (:e, :s)", e=entry, s=number)
        split_entry(db, town.bob, town.old[2], NOON)

    town.database.write_now(story)
    both, _, only = town.merge()
    await cluster_stories(make_context(town.database))
    rows = town.database.read_now(
        lambda db: db.rows(
            "select entry_id, story_id from story_entries"
            " where entry_id in (:both, :only, :other) order by entry_id",
            both=both,
            only=only,
            other=town.other,
        )
    )
    assert sorted(rows) == sorted([(both, 2), (town.other, 1), (only, 1)])
    seen = town.database.read_now(seen_stories, town.ann, [1])
    assert [outlet.entry_id for outlet in seen[1]] == sorted([town.other, only])
    # What bob took out of it stays out.
    assert town.database.read_now(seen_stories, town.bob, [1]) == {}
    left = town.database.read_now(
        lambda db: db.rows(
            "select m.entry_id from story_entries m cross join entries e"
            " where e.id = m.entry_id and e.feed_id = :f",
            f=town.leaving,
        )
    )
    assert left == []
