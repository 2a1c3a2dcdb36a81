"""No statement about checks, marks, AI, stories, publications or digests reads a whole
table that grows with entries, readers or days."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from bench.history import DAY, START, Size, fill

from tests.recorder import Recorder, Statement
from tests.store.generic_plans import generic_plan
from tidings.core.ai.budget import Caps, Usage
from tidings.core.ai.prompts import SCORES
from tidings.core.ai.retries import Attempts, GiveUp
from tidings.core.ai.tasks import AiInstance
from tidings.core.reading.reading import Place
from tidings.store.ai import bulk as ai_bulk
from tidings.store.ai import calls as ai_calls
from tidings.store.ai import embeddings
from tidings.store.ai import ledger as ai_ledger
from tidings.store.ai import queue as ai_queue
from tidings.store.ai import readings as ai_readings
from tidings.store.ai import requests as ai_wishes
from tidings.store.ai import tasks as ai_tasks
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds import checks as feed_checks
from tidings.store.publishing import builds, digests, publications
from tidings.store.reading import mark_times
from tidings.store.stories import fingerprints, stories

MANY = 5000
SIZE = Size(entries=MANY, feeds=100)
NOW = START + 10**15
LATER = NOW + 1
LEASE = timedelta(minutes=1)
USER = 1
LINE = json.dumps({"overall": 0.5, "scores": dict.fromkeys(SCORES, 0.5)})
IDS = list(range(100, 150))
INSTANCE = AiInstance("openai", "model", "en", True)
TABLES = (
    "entries", "entry_states", "feed_checks", "mark_times", "all_read_times",
    "ai_tasks", "ai_results", "ai_targets", "ai_calls", "ai_ledger", "stories",
    "story_entries", "story_splits", "story_fingerprints", "story_keys", "story_words",
    "story_doubts", "story_embeddings",
    "publications", "digests", "digest_plans",
)  # fmt: skip
# Each holds only rows that somebody will soon see to.
SMALL_INDEXES = ("ai_calls_open", "digests_waiting", "story_embeddings_waiting")
KEY, HASH = "cast('key ' || i.id as {data})", "cast('hash ' || i.id as {data})"
NAME, SOME = "'name ' || i.id", "1 + i.id % 7"
# What each column of row `i.id` holds.
ROWS = {
    "feed_checks": {
        "feed_id": "1 + i.id % 100", "slot": "i.id / 100", "at": "i.id", "took": "1",
        "outcome": "'ok'", "size": "1", "added": "0", "changed": "0",
    },
    "mark_times": {
        "user_id": SOME, "entry_id": "i.id", "field": "'read'", "at": "i.id",
    },
    "all_read_times": {
        "user_id": SOME, "feed_id": "i.id", "at": "i.id", "up_to": "i.id",
    },
    "ai_tasks": {
        "key": KEY, "kind": "'summary'", "content_hash": HASH, "language": "'en'",
        "prompt_key": "''", "model": "'model'", "entry_id": "i.id", "feed_id": "1",
        "priority": "10 * (i.id % 2)", "created_at": "i.id", "changed_at": "i.id",
        "state": "case when i.id % 10 = 0 then 'failed' else 'waiting' end",
    },
    "ai_results": {
        "key": KEY, "kind": "'deframe'", "content_hash": HASH, "language": "''",
        "prompt_key": "''", "model": "'model'", "provider": "'p'", "made_at": "i.id",
        "line": ":line", "result": ":line",
    },
    "ai_targets": {
        "entry_id": "i.id", "kind": "'deframe'", "language": "''", "version": "0",
        "key": KEY, "ready_key": KEY, "wanted_at": "1",
    },
    "ai_calls": {
        "id": NAME, "lane": "'lane'", "task_key": KEY, "at": "i.id", "reserved": "1",
        "ended_at": "1",
    },
    "ai_ledger": {
        "day": NAME, "kind": "'summary'", "provider": "'p'", "model": "'model'",
        "feed_id": "i.id", "user_id": "i.id % 7",
    },
    "stories": {"id": "i.id", "first_at": "i.id", "last_at": "i.id"},
    "story_entries": {"entry_id": "i.id", "story_id": "i.id"},
    "story_splits": {"user_id": SOME, "entry_id": "i.id", "at": "1"},
    "story_fingerprints": {
        "entry_id": "i.id", "feed_id": "1", "at": "i.id", "language": "'en'",
        "packed": "cast('0123456789' as {data})",
    },
    "story_keys": {"day": "i.id", "key": "i.id", "entry_id": "i.id"},
    "story_words": {"day": "i.id", "word": "i.id", "entries": "1"},
    "story_doubts": {"entry_id": "i.id", "other_id": "1 + i.id", "at": "i.id"},
    "story_embeddings": {
        "key": KEY, "model": "'m'", "input": "''", "vector": KEY, "at": "i.id",
    },
    "users": {
        "id": "100 + i.id", "name": NAME, "name_key": NAME, "created_at": "1",
    },
    "digest_plans": {
        "user_id": "100 + i.id", "every": "'daily'", "weekday": "0", "hour": "7",
        "time_zone": "'UTC'", "length": "10", "since": "1", "next_at": "i.id",
    },
    "digests": {
        "user_id": "100 + i.id", "due_at": "i.id", "since": "1", "material": "'-'",
        "made_at": "i.id", "entry_id": "i.id",
    },
    "publications": {
        "id": NAME, "user_id": SOME, "secret_hash": HASH, "sealed": HASH,
        "source": "'all'", "title": "''", "created_at": "1", "changed_at": "1",
    },
}  # fmt: skip


def key(number: int) -> bytes:
    return b"key %d" % number


def hash_(number: int) -> bytes:
    return b"hash %d" % number


def claimed(db: Connection) -> ai_tasks.ClaimedTask:
    task = ai_tasks.claim_task(db, NOW, LEASE)
    assert task is not None
    return task


def claim_and_finish(db: Connection) -> None:
    task = claimed(db)
    ai_tasks.material_of(db, task)
    ai_tasks.finish_task(db, task, "p", {"one_line": "x"}, NOW)


def claim_and_give_up(db: Connection) -> None:
    decision = GiveUp(Attempts(1), "no", "internal")
    ai_tasks.put_off_task(db, claimed(db), decision, NOW, NOW)
    ai_tasks.give_task_back(db, claimed(db))
    ai_tasks.drop_task(db, claimed(db))


def call_and_settle(db: Connection) -> None:
    rules = ai_calls.LaneRules("lane", 60, Caps(10**9, 10**9), LEASE)
    call, _ = ai_calls.reserve_call(db, rules, "call", key(1), 100, NOW)
    assert isinstance(call, ai_calls.Call)
    ai_calls.settle_call(db, call, Usage(1, 1), "ok", NOW)
    ai_calls.note_success(db, "lane", NOW)


def doubt(db: Connection) -> None:
    embeddings.keep_doubts(db, [(1, 2)], NOW)
    embeddings.open_doubts(db, MANY - 5, 10)
    embeddings.drop_doubts(db, [(1, 2), (2, 3)])


def embed(db: Connection) -> None:
    embeddings.vectors_of(db, [key(1)])
    embeddings.want_embeddings(db, "m", {b"new": "text"}, 10, NOW)
    (text,) = embeddings.next_to_embed(db, "m", 10, NOW)
    embeddings.lease_texts(db, [text.key], NOW)
    embeddings.save_vectors(db, {text.key: b"1234"})


def publish_and_find(db: Connection) -> None:
    (first, *_) = publications.list_publications(db, USER)
    publications.find_publication(db, USER, first.id)
    publications.publication_at(db, hash_(7))
    publications.update_publication(db, first)
    publications.set_secret(db, first, b"x", b"x")
    publications.delete_publication(db, USER, first.id)


def digest(db: Connection) -> None:
    (plan, *_) = digests.due_plans(db, NOW, 10)
    digests.plan_of(db, plan.user_id)
    digests.begin_digest(db, plan, "{}", None, None)
    digests.move_plan(db, plan, NOW, NOW)
    digests.waiting_digests(db, 10)


Call = Callable[[Connection], Any]
CALLS: dict[str, Call] = {
    "checks of a feed": lambda db: feed_checks.checks_of_feed(db, 3, (NOW, 0), 20),
    "checks of feeds": lambda db: feed_checks.recent_checks(db, [1, 2, 3], 10),
    "note marks": lambda db: mark_times.note_marks(db, USER, IDS, "read", True, NOW),
    "note all read": lambda db: mark_times.note_all_read(db, USER, [1, 2], 9, NOW),
    "times of marks": lambda db: mark_times.times_of_marks(
        db, USER, mark_times.marks_of_entries(db, USER, IDS)
    ),
    "forget times": lambda db: mark_times.forget_mark_times(db, USER, 5),
    "do a task": claim_and_finish,
    "give a task up": claim_and_give_up,
    "do tasks of own keys": lambda db: ai_tasks.claim_task(
        db, NOW, LEASE, only_own=True
    ),
    "queue": lambda db: ai_queue.queued_tasks(db, None, (50, key(50)), 20, NOW),
    **{
        f"queue, {state}": lambda db, state=state: ai_queue.queued_tasks(
            db, state, (50, key(50)), 20, NOW
        )
        for state in ("waiting", "working", "cooling", "failed")
    },
    "send one again": lambda db: ai_queue.send_again(db, key(10), NOW),
    "forget failed tasks": lambda db: ai_queue.forget_failed_tasks(db, 5, 10),
    "unused results": lambda db: ai_queue.unused_results(db, (40, key(40)), 50, 10),
    "forget results": lambda db: ai_queue.forget_results(db, [key(40)]),
    "call": call_and_settle,
    "forget calls": lambda db: ai_calls.forget_calls(db, 50, 10),
    "ledger": lambda db: ai_ledger.ledger_lines(db, None, "name 4990", 0, 20),
    "own ledger": lambda db: ai_ledger.ledger_lines(db, USER, "name 4990", 0, 20),
    "sum of ledger": lambda db: ai_ledger.ledger_total(db, None, "name 4990"),
    "own sum": lambda db: ai_ledger.ledger_total(db, USER, "name 4990"),
    "disown": lambda db: ai_ledger.disown_lines(db, USER),
    "bulk": lambda db: ai_bulk.request_in_bulk(
        db, INSTANCE, ai_bulk.Bulk("summary", since=START + 49 * DAY), NOW
    ),
    "bulk of a feed": lambda db: ai_bulk.estimate_bulk(
        db, INSTANCE, ai_bulk.Bulk("summary", since=START, feed_id=7)
    ),
    "redo": lambda db: ai_bulk.redo_content(db, INSTANCE, hash_(7), NOW),
    "wish": lambda db: ai_wishes.request_for_entries(db, INSTANCE, IDS, NOW),
    "follow": lambda db: ai_wishes.follow_text(db, INSTANCE, IDS, NOW),
    "lines": lambda db: ai_readings.lines_for(db, INSTANCE, USER, IDS),
    "shown": lambda db: ai_readings.shown_for(db, 7, "deframe", ""),
    "framing": lambda db: ai_readings.framing_of(db, USER, 7, START),
    "stories of entries": lambda db: stories.story_marks(db, USER, IDS, IDS),
    "page of stories": lambda db: stories.story_page(db, USER, Place(90, 90), 5),
    "split": lambda db: stories.split_entry(db, USER, 7, NOW),
    "told in": lambda db: stories.is_in_story(db, USER, 7, 7),
    "put back": lambda db: stories.join_entry(db, USER, 7),
    "next slice": lambda db: fingerprints.next_slice(db, 50, START),
    "days told": lambda db: fingerprints.days_with_entries(db, [1, 2]),
    "word counts": lambda db: fingerprints.word_counts(db, [1, 2], [1, 2]),
    "found under": lambda db: fingerprints.entries_under(db, [1, 2], [1, 2]),
    "rivals": lambda db: fingerprints.rivals_among(db, IDS),
    "doubt": doubt,
    "embed": embed,
    "forget tellings": lambda db: fingerprints.forget_fingerprints(db, 50, 10),
    "forget stories": lambda db: fingerprints.forget_empty_stories(db, 5, 50),
    "publications": publish_and_find,
    "deframings": lambda db: publications.deframings_of(db, IDS),
    "bodies": lambda db: publications.bodies_of(db, IDS),
    "published at": lambda db: builds.deframed_at(db, 7, 5),
    "published of a feed": lambda db: builds.deframed_entries(db, 7, 5),
    "digests": digest,
    "mail": lambda db: digests.digests_to_mail(db, MANY - 5, 10),
    "own digests": lambda db: digests.list_digests(db, 107, NOW, 10),
    "forget digests": lambda db: digests.forget_digests(db, 107, NOW),
}


@pytest.fixture
def large(database: Database) -> Iterator[Database]:
    data = "bytea" if database.engine == "postgres" else "blob"

    def write(db: Connection) -> None:
        fill(db, SIZE)
        db.run("insert into published_feeds (feed_id, since) select id, 1 from feeds")
        for table, columns in ROWS.items():
            sql = f"insert into {table} ({', '.join(columns)})"
            sql += f" select {', '.join(columns.values())} from ids(:ids) i"
            known = {"line": LINE} if ":line" in sql else {}
            db.run(sql.format(data=data), ids=list(range(1, MANY + 1)), **known)

    database.write_now(write)
    if database.engine == "postgres":
        with psycopg.connect(database.url, autocommit=True) as server:
            server.execute("vacuum analyze")
    return database


def test_no_statement_reads_a_whole_table(large: Database) -> None:
    problems = []
    for name, call in CALLS.items():
        found = large.write_now(_problems, call)
        problems += [f"{name}: {problem}" for problem in found]
    assert not problems, "\n".join(problems)


def _problems(db: Connection, call: Call) -> list[str]:
    recorder = Recorder(db)
    call(recorder)
    if db.engine == "sqlite":
        return [line for each in recorder.statements for line in _sqlite(db, each)]
    # Tables of a test are small: what could use an index is shown by having to.
    for way in ("seqscan", "hashjoin", "mergejoin"):
        db.run(f"set local enable_{way} = off")
    return [line for each in recorder.statements for line in _postgres(db, each)]


def _sqlite(db: Connection, statement: Statement) -> list[str]:
    sql, parameters = statement
    names = {*TABLES, *re.findall(rf"\b(?:{'|'.join(TABLES)}) (\w+)\b", sql)}
    bad = re.compile(rf"SCAN ({'|'.join(names)})\b|AUTOMATIC|BLOOM")
    lines = [row[3] for row in db.rows(f"explain query plan {sql}", **parameters)]
    return [
        line for line in lines if bad.search(line) and not line.endswith(SMALL_INDEXES)
    ]


def _postgres(db: Connection, statement: Statement) -> list[str]:
    return list(_whole_tables(generic_plan(db, statement, "costs off")))


def _whole_tables(node: dict[str, Any], is_limited: bool = False) -> Iterator[str]:
    kind = node["Node Type"]
    if node.get("Relation Name") in TABLES and kind != "ModifyTable":
        searched = "Index Cond" in node or kind in ("Bitmap Heap Scan", "Tid Scan")
        # The first or last one by an index, whatever it is.
        searched |= kind.startswith("Index") and "Filter" not in node and is_limited
        if not searched and node.get("Index Name") not in SMALL_INDEXES:
            yield f"{kind} of {node['Relation Name']}"
    for child in node.get("Plans", []):
        yield from _whole_tables(child, kind == "Limit")
