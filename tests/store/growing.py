"""A database that grows by whole transactions, and the check that all were whole."""

from tests.make import NOON, a_feed, some_entries
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number

# Each of these must find nothing.
_HALF_THERE = {
    "entry without its body": """
        select id from entries where id not in (select entry_id from entry_bodies)
        """,
    "entry without its event": """
        select id from entries where id not in (select entry_id from events)
        """,
    "event without its entry": """
        select id from events where entry_id not in (select id from entries)
        """,
    "feed without its head": """
        select id from feeds where id not in (select feed_id from feed_heads)
        """,
    "feed whose entries have gaps": """
        select feed_id from feed_heads
        where last_seq <> (select count(*) from entries e
                           where e.feed_id = feed_heads.feed_id)
           or last_seq <> (select max(seq) from entries e
                           where e.feed_id = feed_heads.feed_id)
        """,
    "counter that does not fit its table": """
        select name from numbers
        where (name = 'feed' and last <> (select count(*) from feeds))
           or (name = 'entry' and last <> (select max(id) from entries))
           or (name = 'entry' and last <> (select count(*) from entries))
           or (name = 'event' and last <> (select max(id) from events))
           or (name = 'event' and last <> (select count(*) from events))
        """,
}


def grow(db: Connection, entries: int = 3) -> int:
    """Add a feed, entries with bodies, and an event for each; return the feed."""
    feed = a_feed(db)
    for entry in some_entries(db, feed, [None] * entries):
        db.run(
            "insert into events (id, at, kind, feed_id, entry_id)"
            " values (:id, :at, 'entry_added', :feed, :entry)",
            id=next_number(db, "event"),
            at=NOON,
            feed=feed,
            entry=entry,
        )
    return feed


def feeds(db: Connection) -> set[int]:
    return {row[0] for row in db.rows("select id from feeds")}


def half_there(db: Connection) -> dict[str, list[object]]:
    """Return what is not whole, by what is wrong with it."""
    found = {what: db.rows(sql) for what, sql in _HALF_THERE.items()}
    return {what: [row[0] for row in rows] for what, rows in found.items() if rows}
