"""Protocols pass in how they render what services return."""

import threading

from tests import make
from tests.contexts import make_context
from tidings.services.reading.counts import count_entries
from tidings.services.reading.entries import EntryQuery, list_entries, open_entry
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed


async def test_a_protocol_renders_values_where_they_are_read(
    database: Database,
) -> None:
    context = make_context(database)
    user = await database.write(make.a_user)
    feed = await database.write(make.a_feed)
    await database.write(follow_feed, user, feed, make.NOON)
    (entry,) = await database.write(make.some_entries, feed, [None])
    threads = set()

    def numbers(page):
        threads.add(threading.current_thread())
        return [each.id for each in page.items]

    assert await list_entries(context, user, EntryQuery(), numbers) == [entry]
    counts = await count_entries(context, user, lambda counts: counts)
    assert (counts.unread, counts.feeds[0].feed_id) == (1, feed)
    html = await open_entry(context, user, entry, lambda opened: opened.html)
    assert isinstance(html, str)
    assert threading.current_thread() not in threads
