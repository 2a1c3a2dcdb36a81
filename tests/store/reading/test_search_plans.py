"""No search reads a whole table, however long the history is."""

import psycopg
from bench.history import READERS, Size, fill

from tests import make
from tests.recorder import Recorder
from tests.store.reading.test_query_plans import _postgres_problems, _sqlite_problems
from tidings.core.reading.search_terms import search_terms
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.search_index import index_entries, to_index
from tidings.store.reading.search import Work, newest_matches
from tidings.store.reading.search_scope import search_for

SIZE = Size(entries=20_000, feeds=400)
QUERIES = {
    "rare word": "rare",
    "common word": "common",
    "phrase": '"common words"',
    "without": "-common",
    "one feed": "common feed:7",
    "unread": "common is:unread",
    "starred": "is:starred",
    "dates": "is:read before:2021 after:2020-10",
    "language": "lang:en",
    "ways by words": "rare OR title:common",
    "ways by anything": "rare OR is:starred OR feed:7 OR -common",
    "beginning": "rar*",
    "besides the text": "has:audio OR has:notes OR inurl:example",
}


def test_no_search_reads_a_whole_table(database: Database) -> None:
    database.write_now(_fill)
    if database.engine == "postgres":
        with psycopg.connect(database.url, autocommit=True) as server:
            server.execute("vacuum analyze")
    problems = []
    for reader in ("daily reader", "ten quiet feeds"):
        for name, query in QUERIES.items():
            found = database.read_now(_problems, READERS[reader], query)
            problems += [f"{reader}, {name}: {problem}" for problem in found]
    assert problems == []


def _fill(db: Connection) -> None:
    fill(db, SIZE)
    ids = range(1, SIZE.entries + 1)
    texts = ["rare" if id_ % 1000 == 0 else "common words" for id_ in ids]
    index_entries(
        db,
        [
            (id_, to_index(db.engine, "", "", text))
            for id_, text in zip(ids, texts, strict=True)
        ],
    )


def _problems(db: Connection, user: int, query: str) -> list[str]:
    recorder = Recorder(db)
    search = search_for(recorder, user, search_terms(query).terms, make.NOON)
    assert search is not None
    newest_matches(recorder, search, None, 50, Work(sorted=100, countable=1000))
    explain = _sqlite_problems if db.engine == "sqlite" else _postgres_problems
    # Feeds are counted only up to a limit, so that scan has an end.
    harmless = ("explain", "set_config", "from feed_heads limit")
    return [
        problem
        for sql, parameters in recorder.statements
        if not any(word in sql for word in harmless)
        for problem in explain(db, (sql, parameters))
    ]
