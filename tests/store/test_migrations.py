"""Migrating gives exactly the declared schema, once, whatever happens meanwhile."""

import ast
import os
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine

from tests.store import processes
from tests.store.schema import Schema, schema_of, without_search_index
from tidings.core.errors import DatabaseTooNew, DatabaseUnavailable
from tidings.store import migrate
from tidings.store.database import sqlite_path
from tidings.store.migrate import (
    current_revision,
    known_revisions,
    pending_revisions,
    upgrade,
)
from tidings.store.tables import metadata

KILLS = int(os.environ.get("TIDINGS_TEST_KILLS", "15"))
STARTERS = 6


@pytest.fixture
def declared(engine: str, new_url: Callable[..., str]) -> Schema:
    """The schema as the tables declare it, without any migration."""
    url = new_url(engine)
    alchemy = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    metadata.create_all(alchemy)
    alchemy.dispose()
    return schema_of(url)


@pytest.fixture
def whole(engine: str, new_url: Callable[..., str]) -> Schema:
    """The schema after a migration that nothing disturbed."""
    url = new_url(engine)
    upgrade(url)
    return schema_of(url)


def run_elsewhere(url: str, *statements: str) -> None:
    if url.startswith("sqlite:"):
        with closing(sqlite3.connect(sqlite_path(url))) as connection, connection:
            for statement in statements:
                connection.execute(statement)
    else:
        with psycopg.connect(url) as connection:
            for statement in statements:
                connection.execute(statement)


def test_migrating_from_empty_gives_exactly_the_declared_schema(
    empty_url: str, declared: Schema
) -> None:
    assert current_revision(empty_url) is None
    assert upgrade(empty_url) == known_revisions()
    assert without_search_index(schema_of(empty_url)) == declared
    assert current_revision(empty_url) == known_revisions()[-1]
    assert pending_revisions(empty_url) == []


def test_a_difference_of_schemas_would_be_seen(
    empty_url: str, declared: Schema
) -> None:
    upgrade(empty_url)
    run_elsewhere(empty_url, "drop index entries_shown")
    assert without_search_index(schema_of(empty_url)) != declared


def test_migrating_again_does_nothing(empty_url: str) -> None:
    upgrade(empty_url)
    assert upgrade(empty_url) == []


def _upgrade_at_signal(pipe: Pipe, url: str) -> None:
    pipe.send("ready")
    pipe.recv()
    pipe.send(upgrade(url))


def test_several_processes_may_start_at_once(empty_url: str, whole: Schema) -> None:
    started = [processes.start(_upgrade_at_signal, empty_url) for _ in range(STARTERS)]
    for _, pipe in started:
        assert pipe.recv() == "ready"
    for _, pipe in started:
        pipe.send("go")
    ran = [pipe.recv() for _, pipe in started]
    for process, _ in started:
        process.join()
        assert process.exitcode == 0
    assert sorted(ran) == [[]] * (STARTERS - 1) + [known_revisions()]
    assert schema_of(empty_url) == whole


def test_a_newer_database_is_refused_and_left_alone(database_url: str) -> None:
    run_elsewhere(database_url, "update alembic_version set version_num = '9999'")
    before = _traces(database_url)
    with pytest.raises(DatabaseTooNew, match=r"revision 9999.*restore a backup"):
        upgrade(database_url)
    with pytest.raises(DatabaseTooNew):
        pending_revisions(database_url)
    assert _traces(database_url) == before


def _traces(url: str) -> object:
    if url.startswith("sqlite:"):
        return sqlite_path(url).read_bytes()
    return current_revision(url), schema_of(url)


def test_a_server_that_is_not_there_is_an_error_with_words() -> None:
    with pytest.raises(DatabaseUnavailable, match="PostgreSQL cannot be reached"):
        upgrade("postgresql://tidings@127.0.0.1:1/nothing")


def test_there_is_no_way_down() -> None:
    folder = Path(migrate.__file__).parent / "migrations"
    for path in folder.glob("*.py"):
        functions = {
            node.name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.FunctionDef)
        }
        assert "downgrade" not in functions, path.name


def _upgrade_and_tell(pipe: Pipe, url: str) -> None:
    pipe.send("begins")
    began_at = time.perf_counter()
    upgrade(url)
    pipe.send(time.perf_counter() - began_at)


def test_a_migration_killed_anywhere_leaves_all_or_nothing(
    empty_url: str, whole: Schema
) -> None:
    """Each start meets what the killed one before it left."""
    dice = random.Random()
    duration = _duration_of_a_migration(empty_url)
    unfinished = 0
    _empty(empty_url)
    for kill in range(KILLS):
        process, pipe = processes.start(_upgrade_and_tell, empty_url)
        assert pipe.recv() == "begins"
        time.sleep(dice.uniform(0, duration))
        process.kill()
        process.join()
        left = schema_of(empty_url)
        assert left == whole or not any(left.values())
        unfinished += left != whole
        if left == whole or kill % 5 == 4:
            upgrade(empty_url)
            assert schema_of(empty_url) == whole
            _empty(empty_url)
    assert unfinished > KILLS // 5, "most kills came too late to prove anything"


def _duration_of_a_migration(url: str) -> float:
    """Return the shortest of three, or a busy machine would make most kills late."""
    durations: list[float] = []
    for _ in range(3):
        _empty(url)
        process, pipe = processes.start(_upgrade_and_tell, url)
        assert pipe.recv() == "begins"
        durations.append(pipe.recv())
        process.join()
    return min(durations)


def _empty(url: str) -> None:
    if url.startswith("sqlite:"):
        for file in sqlite_path(url).parent.iterdir():
            file.unlink()
    else:
        run_elsewhere(url, "drop schema public cascade", "create schema public")
