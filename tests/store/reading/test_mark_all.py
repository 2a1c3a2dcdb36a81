"""Marking all read: it reads no more for what came after the point, and misses nothing."""

import shutil
from pathlib import Path

import pytest

from tests import make
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.sqlite_connection import SqliteConnection
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import recount_feed, unread_total
from tidings.store.reading.mark_all import mark_all_read

HOUR = 3_600_000_000
MARKED = 10


def _steps_to_mark(path: Path, later: int) -> int:
    """Return what SQLite does to mark ten entries of a feed with so many later ones."""
    connection = SqliteConnection(path, write=True)
    connection.begin(write=True, stop_asked=bool)
    user, feed = make.a_user(connection), make.a_feed(connection)
    follow_feed(connection, user, feed, make.NOON)
    ids = [
        entry
        for hour in range(MARKED + later)
        for entry in make.some_entries(
            connection, feed, [None], make.NOON + hour * HOUR
        )
    ]
    recount_feed(connection, feed)
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection._sqlite.set_progress_handler(step, 1)
    mark_all_read(connection, user, ids[MARKED - 1])
    connection._sqlite.set_progress_handler(None, 1)
    assert unread_total(connection, user, None) == later
    connection.commit()
    connection.close()
    return steps


def test_what_came_after_the_point_is_not_read(
    sqlite_template: Path, tmp_path: Path
) -> None:
    few, many = (
        _steps_to_mark(
            shutil.copyfile(sqlite_template, tmp_path / f"{later}.db"), later
        )
        for later in (5, 200)
    )
    assert few <= many < few * 1.2


@pytest.mark.parametrize("is_set_back", [False, True])
async def test_a_clock_that_was_set_back_leaves_nothing_unread(
    database: Database, is_set_back: bool
) -> None:
    def read(db: Connection) -> tuple[int, int]:
        user, early, late = make.a_user(db), make.a_feed(db), make.a_feed(db)
        for feed in (early, late):
            follow_feed(db, user, feed, make.NOON)
        hours = (10, 0, 20) if is_set_back else (0, 10, 20)
        before, point, after = (make.NOON + hour * HOUR for hour in hours)
        make.some_entries(db, early, [None, None], before)
        *_, shown = make.some_entries(db, late, [None], point)
        make.some_entries(db, early, [None], after)
        mark_all_read(db, user, shown)
        return unread_total(db, user, [early]), unread_total(db, user, [late])

    assert await database.write(read) == (1, 0)
