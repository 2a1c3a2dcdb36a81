"""What a frequent request may cost the database: statements and transactions, counted at
the connection. They do not depend on the clock or the machine."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from tests.contexts import make_context
from tests.web.conftest import Person, signed_in
from tests.web.v1.following import a_followed_feed
from tidings.store.engine.database import Database
from tidings.store.engine.lane import Lane
from tidings.store.engine.sqlite_connection import SqliteConnection

_ENTRIES = 30


@dataclass
class Reading:
    """A reader with entries, and every statement that SQLite was given."""

    person: Person
    ids: list[int]
    said: list[str] = field(default_factory=list)


@pytest.fixture
async def reading(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Reading]:
    path = shutil.copyfile(sqlite_template, tmp_path / "tidings.db")
    said: list[str] = []

    def traced(*, write: bool) -> SqliteConnection:
        connection = SqliteConnection(path, write=write)
        connection._sqlite.set_trace_callback(said.append)
        return connection

    lanes = [
        Lane("reader", lambda: traced(write=False), threads=1, limit=100),
        Lane("writer", lambda: traced(write=True), threads=1, limit=100),
    ]
    url = f"sqlite:///{path}"
    database = Database("sqlite", url, lanes[0], lanes[1], timedelta(seconds=30))
    context = make_context(database)
    async with signed_in(context, "ann") as person:
        _, ids = await a_followed_feed(context, person, _ENTRIES)
        # Once, so that the session is known and the visit written down.
        await person.http.get("/api/v1/counts")
        await context.sign_in_state.errands.finish()
        said.clear()
        yield Reading(person, ids, said)
    database.close_now()


# What each takes today. More is a decision: say in the commit what it buys.
BUDGETS = {
    ("GET", "/api/v1/entries?unread=true"): 4,
    ("GET", "/api/v1/counts"): 4,
    ("GET", "/api/v1/entries/{id}"): 3,
    ("POST", "/api/v1/entries/mark-read"): 8,
}


@pytest.mark.parametrize(("method", "path"), BUDGETS)
async def test_a_frequent_request_keeps_to_its_statements_and_one_transaction(
    reading: Reading, method: str, path: str
) -> None:
    id_ = reading.ids[-1]
    body = {"ids": [id_]} if method == "POST" else None
    answer = await reading.person.http.request(method, path.format(id=id_), json=body)
    assert answer.status_code == 200, answer.text
    ends = [each for each in reading.said if each.lower() == "commit"]
    begins = [each for each in reading.said if each.lower().startswith("begin")]
    assert (len(begins), len(ends)) == (1, 1)
    work = len(reading.said) - len(begins) - len(ends)
    # At least one, or the connection that is counted is not the one that works.
    assert 1 <= work <= BUDGETS[method, path], reading.said
