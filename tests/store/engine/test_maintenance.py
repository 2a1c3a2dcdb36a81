"""Damage is found and named, unused space is given back, statistics stay out."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from tests.store.everything import fill_every_table, sums_of
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database, sqlite_path
from tidings.store.engine.maintenance import (
    QUICK_CHECK_ABOVE,
    database_size,
    integrity_problems,
    sqlite_problems,
    vacuum,
)

MEBIBYTE = 1024 * 1024


def add_ballast(db: Connection, mebibytes: int) -> None:
    db.run_many(
        "insert into settings (name, value, changed_at) values (:name, :value, 0)",
        [
            {"name": f"ballast {n}", "value": os.urandom(MEBIBYTE // 2).hex()}
            for n in range(mebibytes)
        ],
    )


def drop_ballast(db: Connection) -> None:
    db.run("delete from settings where name like 'ballast%'")


@pytest.fixture
def sqlite_url(new_url: Callable[..., str]) -> str:
    return new_url("sqlite", migrated=True)


@pytest.fixture
def postgres_url(new_url: Callable[..., str]) -> str:
    return new_url("postgres", migrated=True)


def test_a_sound_database_has_no_problems(
    database: Database, database_url: str
) -> None:
    database.write_now(fill_every_table)
    assert integrity_problems(database_url) == []


def test_a_database_that_is_not_there_has_no_problems_and_is_not_made(
    tmp_path: Path,
) -> None:
    assert integrity_problems(f"sqlite:///{tmp_path / 'none.db'}") == []
    assert list(tmp_path.iterdir()) == []


def test_an_orphan_is_named(sqlite_url: str) -> None:
    with closing(sqlite3.connect(sqlite_path(sqlite_url))) as connection, connection:
        connection.execute("insert into feed_heads (feed_id) values (404)")
    assert integrity_problems(sqlite_url) == [
        "A row of feed_heads belongs to a row of feeds that is not there."
    ]


@pytest.mark.parametrize("part", ["header", "middle"])
def test_damage_is_found(sqlite_url: str, part: str) -> None:
    database = open_database(sqlite_url)
    database.write_now(add_ballast, 1)
    database.close_now()
    path = sqlite_path(sqlite_url)
    with path.open("r+b") as file:
        file.seek(0 if part == "header" else path.stat().st_size // 4)
        file.write(b"\xff" * 20_000)
    assert integrity_problems(sqlite_url)


@pytest.mark.parametrize(
    ("mebibytes", "check"), [(1, "integrity_check"), (101, "quick_check")]
)
def test_only_a_large_database_is_checked_quickly(
    sqlite_url: str, mebibytes: int, check: str
) -> None:
    assert QUICK_CHECK_ABOVE == 100 * MEBIBYTE
    with closing(sqlite3.connect(sqlite_path(sqlite_url))) as connection:
        connection.execute(
            "insert into entry_bodies (entry_id, codec, content)"
            " values (1, 0, zeroblob(?))",
            (mebibytes * MEBIBYTE,),
        )
        statements: list[str] = []
        connection.set_trace_callback(statements.append)
        sqlite_problems(connection)
    assert f"pragma {check}(20)" in statements


def test_an_index_that_postgres_gave_up_on_is_named(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("insert into numbers values ('a', 1), ('b', 1)")
        with suppress(psycopg.errors.UniqueViolation):
            connection.execute(
                "create unique index concurrently broken on numbers (last)"
            )
        connection.execute(
            "alter table numbers add constraint positive check (last > 0) not valid"
        )
    assert integrity_problems(postgres_url) == [
        "The index broken is not valid: reindex it.",
        "The constraint positive of numbers was never validated.",
    ]


def test_vacuum_keeps_every_row(database: Database, database_url: str) -> None:
    database.write_now(fill_every_table)
    before = sums_of(database_url)
    vacuum(database_url)
    assert sums_of(database_url) == before
    assert integrity_problems(database_url) == []


def test_vacuum_gives_space_back_and_says_how_much(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    database.write_now(add_ballast, 20)
    full = database_size(sqlite_url)
    database.write_now(drop_ballast)
    freed = vacuum(sqlite_url)
    database.close_now()
    assert freed > 15 * MEBIBYTE
    assert database_size(sqlite_url) < full - 15 * MEBIBYTE


def test_vacuum_leaves_no_statistics_on_sqlite(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    database.write_now(fill_every_table)
    vacuum(sqlite_url)
    statistics = database.read_now(
        lambda db: db.rows("select name from sqlite_master where name like '%stat%'")
    )
    database.close_now()
    assert [name for (name,) in statistics if name.startswith("sqlite_stat")] == []


def test_size_grows_with_what_is_inside(database: Database, database_url: str) -> None:
    before = database_size(database_url)
    database.write_now(add_ballast, 4)
    assert database_size(database_url) > before + 3 * MEBIBYTE
