"""Short ways to feeds, folders and lists for tests of reading."""

import json
from dataclasses import replace
from typing import Any

from tests.make import NOON, a_feed, new_entry, some_entries
from tests.web.conftest import Person
from tidings.context import Context
from tidings.core.entries.entry import NewEntry
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed

HOUR = 3_600_000_000


async def a_followed_feed(
    context: Context, reader: Person, many: int = 0, folder: int | None = None
) -> tuple[int, list[int]]:
    """Return a feed that is followed, and its entries, oldest first."""

    def make(db: Connection) -> tuple[int, list[int]]:
        feed = a_feed(db)
        follow_feed(db, reader.id, feed, NOON, folder_id=folder)
        times = [NOON - (many - place) * HOUR for place in range(many)]
        return feed, some_entries(db, feed, times) if many else []

    return await context.database.write(make)


async def more_entries(context: Context, feed: int, many: int) -> list[int]:
    return await context.database.write(some_entries, feed, [None] * many, NOON)


async def an_entry(context: Context, feed: int, **changes: Any) -> int:
    entry: NewEntry = replace(new_entry(f"own-{feed}"), **changes)
    ids = await context.database.write(append_entries, feed, [entry], NOON)
    return ids[0]


async def a_folder(context: Context, reader: Person, parent: int | None = None) -> int:
    def make(db: Connection) -> int:
        number = next_number(db, "folder")
        db.run(
            "insert into folders (id, user_id, parent_id, name, created_at)"
            " values (:id, :user, :parent, 'some', 1)",
            id=number,
            user=reader.id,
            parent=parent,
        )
        return number

    return await context.database.write(make)


async def ids_of(reader: Person, **query: object) -> list[int]:
    """Return all entries of a list, page by page."""
    found: list[int] = []
    while True:
        answer = await reader.http.get("/api/v1/entries", params=query)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += [entry["id"] for entry in page["items"]]
        if page["next_cursor"] is None:
            return found
        query["cursor"] = page["next_cursor"]


async def told(context: Context, reader: Person) -> list[dict[str, Any]]:
    """Return what the reader's devices were told, oldest first."""

    def events(db: Connection) -> list[dict[str, Any]]:
        rows = db.rows(
            "select payload from events where user_id = :user"
            " and kind = 'state_changed' order by id",
            user=reader.id,
        )
        return [json.loads(payload) for (payload,) in rows]

    return await context.database.read(events)
