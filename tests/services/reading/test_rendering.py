"""Protocols pass in how they render what services return."""

import threading
from dataclasses import replace

import pytest

from tests import make
from tests.contexts import make_context
from tidings.services.reading.counts import count_entries
from tidings.services.reading.entries import (
    EntryQuery,
    OpenEntry,
    list_entries,
    open_entry,
)
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries
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
    assert threading.current_thread() not in threads


@pytest.mark.parametrize("letters", [1_000, 200_000])
async def test_a_text_of_usual_length_is_rendered_by_the_thread_that_read_it(
    database: Database, letters: int
) -> None:
    context = make_context(database)
    user = await database.write(make.a_user)
    feed = await database.write(make.a_feed)
    await database.write(follow_feed, user, feed, make.NOON)
    new = replace(make.new_entry("long"), content=f"<p>{'x' * letters}</p>".encode())
    (entry,) = await database.write(append_entries, feed, [new], make.NOON)
    threads = []

    def html(opened: OpenEntry) -> str:
        threads.append(threading.current_thread().name)
        return opened.html

    assert await open_entry(context, user, entry, html) == f"<p>{'x' * letters}</p>"
    reads = [
        name.startswith(("tidings-reader", "tidings-database")) for name in threads
    ]
    assert reads == [letters < 100_000]
    assert threading.current_thread().name not in threads
