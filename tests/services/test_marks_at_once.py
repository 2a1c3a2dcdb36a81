"""Marking everything read while somebody marks an entry unread: what is stored is what is
told, whichever comes first."""

import asyncio
import json
import threading

from tests import make
from tests.contexts import make_context
from tidings.services.mark import UpTo, mark_read_up_to, tell_marks
from tidings.store.connection import Connection
from tidings.store.counts import unread_counts
from tidings.store.database import Database
from tidings.store.follow import follow_feed
from tidings.store.mark_all import mark_all_read
from tidings.store.marking import mark_entries

NOW = make.NOON


async def test_mark_all_waits_for_who_marks_unread_right_now(
    database: Database,
) -> None:
    context = make_context(database)
    user = await database.write(make.a_user)
    feed = await database.write(make.a_feed)
    ids = await database.write(make.some_entries, feed, [NOW] * 5)
    await database.write(follow_feed, user, feed, NOW)
    await database.write(mark_all_read, user, ids[-1])
    marked, done = threading.Event(), threading.Event()

    def mark_unread(db: Connection) -> None:
        changed = mark_entries(db, user, ids[:2], read=False)
        tell_marks(db, user, NOW, {"ids": changed, "read": False})
        marked.set()
        done.wait(10)

    unread = asyncio.create_task(database.write(mark_unread))
    await asyncio.to_thread(marked.wait, 10)
    wish = UpTo(before=ids[-1])
    everything = asyncio.create_task(mark_read_up_to(context, user, wish))
    await asyncio.wait({everything}, timeout=0.3)
    done.set()
    await unread
    assert await everything == 2
    counts = await database.read(unread_counts, user)
    assert sum(each.unread for each in counts) == 0
    told = await database.read(_told)
    assert [sorted(each) for each in told[-2:]] == [["ids", "read"], ["all_read"]]


def _told(db: Connection) -> list[dict[str, object]]:
    sql = "select payload from events where kind = 'state_changed' order by id"
    return [json.loads(row[0]) for row in db.rows(sql)]
