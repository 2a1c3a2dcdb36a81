"""Numbers are dense, rising, and become visible in the order they were given."""

import random
import threading
import time

import pytest

from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.numbers import next_number, next_numbers

WRITERS = 8
EVENTS_EACH = 25


class ChangedMind(Exception):
    """A transaction that took a number and then did not happen."""


def test_numbers_start_at_one_and_leave_no_gap(database: Database) -> None:
    assert database.write_now(next_number, "entry") == 1
    assert list(database.write_now(next_numbers, "entry", 3)) == [2, 3, 4]
    assert database.write_now(next_number, "entry") == 5


def test_counters_do_not_disturb_each_other(database: Database) -> None:
    database.write_now(next_numbers, "entry", 10)
    assert database.write_now(next_number, "event") == 1


def test_a_number_that_was_rolled_back_is_given_again(database: Database) -> None:
    with pytest.raises(ChangedMind):
        database.write_now(_add_event, dice=random.Random(1), change_mind=True)
    assert database.write_now(next_number, "event") == 1


def test_whoever_asks_what_came_after_misses_nothing(database_url: str) -> None:
    """Eight writers whose transactions take random times, and one who follows along."""
    # Two databases, as two processes have them: on SQLite each has its own writer.
    databases = [open_database(database_url, pool=WRITERS // 2) for _ in range(2)]
    reader = open_database(database_url, pool=1)
    threads = [
        threading.Thread(target=_write_events, args=(databases[seed % 2], seed))
        for seed in range(WRITERS)
    ]
    seen: list[int] = []
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        seen += reader.read_now(_events_after, seen[-1] if seen else 0)
    seen += reader.read_now(_events_after, seen[-1] if seen else 0)
    for database in (*databases, reader):
        database.close_now()
    assert seen == list(range(1, WRITERS * EVENTS_EACH + 1))


def _write_events(database: Database, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(EVENTS_EACH):
        if dice.random() < 0.1:
            with pytest.raises(ChangedMind):
                database.write_now(_add_event, dice=dice, change_mind=True)
        database.write_now(_add_event, dice=dice)


def _add_event(
    db: Connection, *, dice: random.Random, change_mind: bool = False
) -> None:
    time.sleep(dice.random() * 0.003)
    db.run(
        "insert into events (id, at, kind) values (:id, 0, 'test')",
        id=next_number(db, "event"),
    )
    time.sleep(dice.random() * 0.003)
    if change_mind:
        raise ChangedMind


def _events_after(db: Connection, last: int) -> list[int]:
    rows = db.rows("select id from events where id > :last order by id", last=last)
    return [row[0] for row in rows]
