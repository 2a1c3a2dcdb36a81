"""How the engines go about the queries that must stay flat as history grows.

A plan that reads a whole table is quick in a test and slow for a real reader.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from bench.history import READERS, Size, answer_by_ai, fill, recount_everything

from tests.recorder import Recorder, Statement
from tests.store.generic_plans import generic_plan
from tidings.core.ai.tasks import AiInstance
from tidings.core.reading.reading import BEYOND, EntryFilter, ListQuery, Place
from tidings.store.ai.readings import lines_for
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import probed_places, walked_places
from tidings.store.reading.entry_rows import listed_entries
from tidings.store.reading.fair_lists import make_fair_list
from tidings.store.reading.kept_lists import starred_places
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import mark_entries
from tidings.store.reading.score_lists import score_page
from tidings.store.stories.changed_fingerprints import changed_entries
from tidings.store.stories.stories import reported_elsewhere

SIZE = Size(entries=100_000, feeds=1000)
PAGE = 51
START = Place(BEYOND, BEYOND)
BIG_TABLES = ("entries", "entry_states", "ai_targets", "ai_results")
NEWEST = list(range(SIZE.entries - 49, SIZE.entries + 1))
IN_STORIES = 9_000
AI = AiInstance("extractive", "model", "en", True)


def _probe(**rest: Any) -> Callable[[Connection, int], Any]:
    return lambda db, user: probed_places(db, ListQuery(user, PAGE, **rest))


def _walk(**rest: Any) -> Callable[[Connection, int], Any]:
    return lambda db, user: walked_places(db, ListQuery(user, PAGE, **rest))


LISTS: dict[str, Callable[[Connection, int], Any]] = {
    "unread": _probe(),
    "unread oldest": _probe(order="oldest"),
    "all": _probe(unread=False),
    "all oldest": _probe(unread=False, order="oldest"),
    "one feed": _probe(feeds=(7,)),
    "one feed, all": _probe(feeds=(7,), unread=False),
    "folder": _probe(feeds=tuple(range(1, 31))),
    "folder, all": _probe(feeds=tuple(range(1, 31)), unread=False, order="oldest"),
    "walk": _walk(),
    "walk oldest": _walk(order="oldest"),
    "walk all": _walk(unread=False),
    "counts": unread_counts,
    "columns": lambda db, user: listed_entries(db, user, list(range(100, 150))),
    "starred": lambda db, user: starred_places(db, user, START, PAGE),
    "AI beside a list": lambda db, user: lines_for(db, AI, user, NEWEST),
    "reported elsewhere": lambda db, user: reported_elsewhere(
        db, user, [7], SIZE.entries
    ),
    "reported elsewhere, folder": lambda db, user: reported_elsewhere(
        db, user, list(range(1, 31)), SIZE.entries
    ),
    "changed entries": lambda db, user: changed_entries(db, NEWEST, 0),
}
WRITES: dict[str, Callable[[Connection, int], Any]] = {
    "mark": lambda db, user: mark_entries(db, user, list(range(1, 51)), read=True),
    "mark all": lambda db, user: mark_all_read(db, user, SIZE.entries),
    "fair": lambda db, user: make_fair_list(db, user, 1),
    "by score": lambda db, user: score_page(
        db, user, EntryFilter(unread=True), None, PAGE, 1
    ),
}


@pytest.fixture
def history(database: Database) -> Iterator[Database]:
    def write(db: Connection) -> None:
        fill(db, SIZE)
        recount_everything(db, SIZE)
        answer_by_ai(db, SIZE, 5_000)
        _tell_stories(db)

    database.write_now(write)
    if database.engine == "postgres":
        with psycopg.connect(database.url, autocommit=True) as server:
            server.execute("vacuum analyze")
    return database


def _tell_stories(db: Connection) -> None:
    """Let the newest entries tell stories of three each, to readers who read them as
    one."""
    known = {"after": SIZE.entries - IN_STORIES}
    db.run(
        "insert into stories (id, first_at, last_at) select id, sort_at, sort_at"
        " from entries where id > :after and id % 3 = 0",
        **known,
    )
    db.run(
        "insert into story_entries (entry_id, story_id) select id, id - id % 3"
        " from entries where id - id % 3 > :after",
        **known,
    )
    db.run("""update users set preferences = '{"story_read_together": true}'""")


def test_no_query_reads_a_whole_table_or_history(history: Database) -> None:
    problems = []
    for reader in ("all unread", "5 % unread", "daily reader", "none unread"):
        for name, function in {**LISTS, **WRITES}.items():
            plans = history.write_now(_plans, function, READERS[reader])
            problems += [f"{reader}, {name}: {plan}" for plan in plans]
    assert problems == []


def _plans(
    db: Connection, function: Callable[[Connection, int], Any], user: int
) -> list[str]:
    recorder = Recorder(db)
    function(recorder, user)
    explain = _sqlite_problems if db.engine == "sqlite" else _postgres_problems
    return [problem for each in recorder.statements for problem in explain(db, each)]


def _sqlite_problems(db: Connection, statement: Statement) -> list[str]:
    sql, parameters = statement
    lines = [row[3] for row in db.rows(f"explain query plan {sql}", **parameters)]
    tables = r"(e|x|st|s|f|m|t|entries|entry_states|subscriptions|feed_heads)"
    bad = re.compile(rf"SCAN {tables}\b|SEARCH {tables} USING AUTOMATIC|BLOOM")
    return [line for line in lines if bad.search(line)]


def _postgres_problems(db: Connection, statement: Statement) -> list[str]:
    is_read = statement[0].lstrip().startswith(("select", "with"))
    how = "analyze, timing off" if is_read else "costs off"
    return list(_expensive_nodes(generic_plan(db, statement, how)))


def _expensive_nodes(node: dict[str, Any]) -> Iterator[str]:
    table = node.get("Relation Name")
    if node["Node Type"] == "Seq Scan" and table in BIG_TABLES:
        yield f"reads all of {table}"
    touched = node.get("Actual Rows", 0) * node.get("Actual Loops", 0)
    if table in BIG_TABLES and touched > 20 * (SIZE.feeds + PAGE):
        yield f"touches {touched} rows of {table}"
    if table == "entries" and "seq" in node.get("Index Cond", "seq"):
        index = node.get("Index Name", "")
        if index == "entries_feed_time" and "sort_at" not in node["Index Cond"]:
            yield "goes through a feed's history by seq"
    for child in node.get("Plans", []):
        yield from _expensive_nodes(child)
