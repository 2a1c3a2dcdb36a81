"""Marking everything read while somebody marks an entry unread: what is stored is what is
told, whichever comes first."""

import asyncio
import json
import threading

import pytest

from tests import make
from tests.contexts import make_context
from tidings.core.reading.intents import READ
from tidings.services.reading.mark import AllRead, mark_read_up_to, publish_marks
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.mark_times import note_marks
from tidings.store.reading.marking import mark_entries

pytestmark = pytest.mark.both_engines

NOW = make.NOON


async def test_mark_all_waits_for_who_marks_unread_right_now(
    database: Database,
) -> None:
    user, ids = await _all_read(database)
    marking = _Marking(database, user, ids[:2])
    assert await marking.beside(AllRead(all=True, before=ids[-1])) == 2
    counts = await database.read(unread_counts, user)
    assert sum(each.unread for each in counts) == 0
    told = await database.read(_told)
    assert [sorted(each) for each in told[-2:]] == [["ids", "read"], ["all_read"]]


async def test_mark_all_that_comes_late_leaves_what_is_marked_unread_right_now(
    database: Database,
) -> None:
    user, ids = await _all_read(database)
    marking = _Marking(database, user, ids[:2])
    await marking.beside(AllRead(all=True, before=ids[-1], at=NOW - 2))
    counts = await database.read(unread_counts, user)
    assert sum(each.unread for each in counts) == 2


async def _all_read(database: Database) -> tuple[int, list[int]]:
    user = await database.write(make.a_user)
    feed = await database.write(make.a_feed)
    ids = await database.write(make.some_entries, feed, [NOW] * 5)
    await database.write(follow_feed, user, feed, NOW)
    await database.write(mark_all_read, user, ids[-1])
    return user, ids


class _Marking:
    """Somebody who marks entries unread, and does not commit until others have begun."""

    def __init__(self, database: Database, user: int, ids: list[int]) -> None:
        self._database = database
        self._user = user
        self._ids = ids
        self._marked, self._done = threading.Event(), threading.Event()

    async def beside(self, up_to: AllRead) -> int:
        """Return what marking everything read beside that returns."""
        unread = asyncio.create_task(self._database.write(self._mark))
        await asyncio.to_thread(self._marked.wait, 10)
        context = make_context(self._database)
        everything = asyncio.create_task(mark_read_up_to(context, self._user, up_to))
        await asyncio.wait({everything}, timeout=0.3)
        self._done.set()
        await unread
        return (await everything).changed

    def _mark(self, db: Connection) -> None:
        changed = mark_entries(db, self._user, self._ids, read=False)
        note_marks(db, self._user, self._ids, READ, False, NOW - 1)
        publish_marks(db, self._user, NOW, {"ids": changed, "read": False})
        self._marked.set()
        self._done.wait(10)


def _told(db: Connection) -> list[dict[str, object]]:
    sql = "select payload from events where kind = 'state_changed' order by id"
    return [json.loads(row[0]) for row in db.rows(sql)]
