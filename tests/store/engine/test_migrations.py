"""Migrating gives exactly the declared schema, once, whatever happens meanwhile."""

import random
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine

from tests.effort import effort
from tests.store import processes
from tests.store.everything import fill_every_table, rows_of
from tests.store.schema import Schema, schema_of, without_search_index
from tidings.core.errors import DatabaseBusy, DatabaseTooNew, DatabaseUnavailable
from tidings.store.engine import migrate
from tidings.store.engine.copying import declared_tables
from tidings.store.engine.database import open_database, sqlite_path
from tidings.store.engine.migrate import (
    current_revision,
    known_revisions,
    pending_revisions,
    upgrade,
)
from tidings.store.tables import metadata

KILLS = effort("KILLS", 2)  # in the middle of a migration
_TRIES = 25  # for each: some come too late
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


def test_the_tables_that_are_copied_are_the_declared_ones() -> None:
    copied = {table.name: table.columns for table in declared_tables()}
    assert copied == {
        table.name: tuple(column.name for column in table.columns)
        for table in metadata.sorted_tables
    }
    earlier: set[str] = set()
    for name in copied:
        parents = {key.column.table.name for key in metadata.tables[name].foreign_keys}
        assert parents <= {*earlier, name}
        earlier.add(name)


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Adds migrations to those that this program knows, in order."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate._MIGRATIONS, folder)
    monkeypatch.setattr(migrate, "_MIGRATIONS", folder)

    def add(revision: str, script: str) -> None:
        (folder / f"{revision}_later.sql").write_text(script)

    return add


ENGINE_OF_ITS_OWN = """
-- only sqlite
insert into settings values ('engine', 'sqlite', 0);
-- only postgres
insert into settings values ('engine', 'postgres', 0);
create table moods (
  id int8 not null,
  picture bytea,
  constraint moods_pkey primary key (id)
) without rowid;
"""
# SQLite cannot change a column: the table is made anew, and those that refer to it keep
# their rows.
REBUILT = """
-- only sqlite
create table new_users as select * from users;
-- only sqlite
drop table users;
-- only sqlite
alter table new_users rename to users;
"""


def test_a_later_release_runs_only_what_is_new(
    database_url: str, engine: str, later: Callable[..., None]
) -> None:
    run_elsewhere(database_url, "insert into settings values ('kept', '1', 0)")
    later("0998", ENGINE_OF_ITS_OWN)
    later("0999", "update settings set changed_at = 7;\n")
    assert pending_revisions(database_url) == ["0998", "0999"]
    assert upgrade(database_url) == ["0998", "0999"]
    assert current_revision(database_url) == "0999"
    assert rows_of(database_url)["settings"] == [
        ("engine", engine, 7),
        ("kept", "1", 7),
    ]
    run_elsewhere(database_url, "insert into moods values (1, null)")
    assert upgrade(database_url) == []


def test_no_row_vanishes_when_a_table_is_made_anew(
    database_url: str, later: Callable[..., None]
) -> None:
    database = open_database(database_url)
    database.write_now(fill_every_table)
    database.close_now()
    before = rows_of(database_url)
    later("0999", REBUILT)
    upgrade(database_url)
    assert rows_of(database_url) == before


def test_a_migration_that_fails_takes_those_before_it_back(
    database_url: str, whole: Schema, later: Callable[..., None]
) -> None:
    newest = current_revision(database_url)
    later("0998", ENGINE_OF_ITS_OWN)
    later("0999", "insert into settings values ('half', '1', 0);\nselect nonsense;\n")
    with pytest.raises((sqlite3.Error, psycopg.Error), match="nonsense"):
        upgrade(database_url)
    assert current_revision(database_url) == newest
    assert rows_of(database_url)["settings"] == []
    assert schema_of(database_url) == whole


def test_a_database_of_another_program_is_refused_and_left_alone(
    empty_url: str,
) -> None:
    run_elsewhere(empty_url, "create table users (nick text)")
    before = schema_of(empty_url)
    for ask in (pending_revisions, upgrade):
        with pytest.raises(DatabaseUnavailable, match=r"users.*choose an empty one"):
            ask(empty_url)
    assert schema_of(empty_url) == before


def test_a_lock_that_is_never_given_back_is_an_error_with_words(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "_WAIT_FOR_LOCK", 0.2)
    with _holding_the_lock(empty_url), pytest.raises(DatabaseBusy, match="start again"):
        upgrade(empty_url)
    assert upgrade(empty_url) == known_revisions()


@contextmanager
def _holding_the_lock(url: str) -> Iterator[None]:
    if url.startswith("sqlite:"):
        with closing(sqlite3.connect(sqlite_path(url), isolation_level=None)) as other:
            other.execute("pragma journal_mode = wal")
            other.execute("begin immediate")
            yield
    else:
        with psycopg.connect(url) as postgres:
            postgres.execute("select pg_advisory_xact_lock(%s)", [migrate._LOCK])
            yield


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
    run_elsewhere(database_url, "update schema_revision set revision = '9999'")
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


def test_migrations_are_numbered_one_after_the_other() -> None:
    numbers = [path.name[:5] for path in sorted(migrate._MIGRATIONS.glob("*.sql"))]
    assert numbers == [f"{number:04}_" for number in range(1, len(numbers) + 1)]


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
    for kill in range(KILLS * _TRIES):
        process, pipe = processes.start(_upgrade_and_tell, empty_url)
        assert pipe.recv() == "begins"
        time.sleep(dice.uniform(0, duration))
        process.kill()
        process.join()
        left = schema_of(empty_url)
        assert left == whole or not any(left.values())
        unfinished += left != whole
        if left == whole or unfinished == KILLS or kill % 5 == 4:
            upgrade(empty_url)
            assert schema_of(empty_url) == whole
            _empty(empty_url)
        if unfinished == KILLS:
            break
    assert unfinished == KILLS, "most kills came too late to prove anything"


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
