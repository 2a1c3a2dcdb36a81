"""Highlights when feeds become one, and when entries are forgotten."""

from tests import make
from tidings.core.reading.anchors import Anchor
from tidings.core.reading.highlight import Highlight
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.merge_feeds import merge_feeds
from tidings.store.reading.highlights import (
    add_highlight,
    changed_highlights,
    highlights_of_entry,
)
from tidings.store.reading.marking import tag_entries
from tidings.store.reading.reconcile import find_drift

NOW = make.NOON


def mark(db: Connection, user: int, entry: int, name: str) -> None:
    new = Highlight(name, entry, Anchor("words"), "", "yellow", NOW, NOW, NOW, NOW)
    add_highlight(db, user, new, lambda known: known, NOW)


def join(db: Connection, leaving: int, staying: int) -> None:
    for feed in sorted((leaving, staying)):
        lock_head(db, feed)
    merge_feeds(db, leaving, staying, NOW + 1)


def test_highlights_go_along_when_two_feeds_become_one(database: Database) -> None:
    ann, bob, leaving, staying = database.write_now(
        lambda db: (make.a_user(db), make.a_user(db), make.a_feed(db), make.a_feed(db))
    )
    guids = [make.new_entry("both"), make.new_entry("old")]
    for user in (ann, bob):
        database.write_now(follow_feed, user, leaving, NOW)
    old = database.write_now(append_entries, leaving, guids, NOW)
    database.write_now(append_entries, staying, [make.new_entry("both")], NOW)
    for number, entry in enumerate(old):
        database.write_now(mark, ann, entry, f"a{number}")
    database.write_now(mark, bob, old[0], "b")
    # Bob has left, and keeps what he marked.
    database.write_now(leave_feed, bob, leaving, make.NOON)
    database.write_now(join, leaving, staying)
    assert database.read_now(find_drift, staying) == []
    rows = database.read_now(
        lambda db: db.rows(
            "select h.id, e.guid, e.feed_id, st.marks"
            " from highlights h join entries e on e.id = h.entry_id"
            " join entry_states st on st.user_id = h.user_id and st.entry_id = e.id"
            " order by h.id"
        )
    )
    assert rows == [
        ("a0", "both", staying, 1),
        ("a1", "old", staying, 1),
        ("b", "both", staying, 1),
    ]
    # Other devices learn where they are now.
    moved = database.read_now(changed_highlights, ann, None, (NOW + 1, ""), 10)
    assert {each.id for each in moved} == {"a0", "a1"}


def test_tags_and_highlights_are_counted_together(database: Database) -> None:
    def marks(db: Connection) -> int:
        return db.value("select marks from entry_states")

    user, feed = database.write_now(lambda db: (make.a_user(db), make.a_feed(db)))
    database.write_now(follow_feed, user, feed, NOW)
    (entry,) = database.write_now(append_entries, feed, [make.new_entry("x")], NOW)
    tag = database.write_now(
        lambda db: db.value(
            "insert into tags (id, user_id, name, created_at)"
            " values (1, :user, 'later', 1) returning id",
            user=user,
        )
    )
    database.write_now(mark, user, entry, "one")
    database.write_now(tag_entries, user, [entry], tag, tagged=True)
    database.write_now(mark, user, entry, "two")
    assert database.read_now(marks) == 3
    database.write_now(tag_entries, user, [entry], tag, tagged=False)
    assert database.read_now(marks) == 2
    assert len(database.read_now(highlights_of_entry, user, entry)) == 2
    assert database.read_now(find_drift, feed) == []
