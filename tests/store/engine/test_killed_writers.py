"""kill -9 in the middle of writes: nothing half there, nothing promised is lost."""

import random
import time
from multiprocessing.connection import Connection as Pipe

from tests.effort import effort
from tests.store import processes
from tests.store.growing import feeds, grow, half_there
from tidings.store.engine.database import open_database
from tidings.store.engine.maintenance import integrity_problems

KILLS = effort("KILLS", 2)  # of a writer that was busy
_TRIES = 25  # for each; on a busy machine most kills come before anything is written


def _grow_until_killed(pipe: Pipe, url: str) -> None:
    database = open_database(url, pool=1)
    while True:
        pipe.send(database.write_now(grow))


def test_a_killed_writer_leaves_whole_transactions_and_all_it_promised(
    database_url: str,
) -> None:
    dice = random.Random()
    promised: set[int] = set()
    killed_while_busy = 0
    for _ in range(KILLS * _TRIES):
        process, pipe = processes.start(_grow_until_killed, database_url)
        promised.add(pipe.recv())
        time.sleep(dice.uniform(0, 0.02))
        process.kill()
        process.join()
        more = _until_the_end(pipe)
        killed_while_busy += bool(more)
        promised |= more
        database = open_database(database_url, pool=1)
        assert database.read_now(half_there) == {}
        assert promised <= database.read_now(feeds)
        promised.add(database.write_now(grow))
        database.close_now()
        if killed_while_busy == KILLS:
            break
    assert killed_while_busy == KILLS
    assert integrity_problems(database_url) == []


def _until_the_end(pipe: Pipe) -> set[int]:
    found = set()
    try:
        while True:
            found.add(pipe.recv())
    except (EOFError, OSError):
        return found
