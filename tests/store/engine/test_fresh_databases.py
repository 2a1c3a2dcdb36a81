"""A database that a test left is given to another only if nobody can tell."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.fresh_databases import FreshDatabases, address, shape_of, strategy

CHANGES = (
    "alter table feeds add column x int",
    "alter table feeds alter column title set default 'x'",
    "alter table feeds alter column title set statistics 7",
    "alter table feeds set (fillfactor = 50)",
    "alter table feeds disable trigger all",
    "analyze users",
    "create collation x (locale = 'C')",
    "drop extension plpgsql",
    "create function x() returns int language sql as 'select 1'",
    "create index on feeds (title)",
    "create policy x on feeds",
    "create publication x",
    "create rule x as on delete to feeds do nothing",
    "create schema x",
    "create sequence x",
    "create statistics on id, title from feeds",
    "create table x (y int)",
    "create temporary table x (y int)",
    "create text search configuration x (copy = simple)",
    "create type x as enum ('y')",
    "drop index entries_feed_time",
    "select lo_create(0)",
    "update schema_revision set revision = 'x'",
    "alter database {name} set work_mem = '1MB'",
    "alter database {name} connection limit 9",
)

NUMBER = "select oid from pg_database where datname = current_database()"


@pytest.fixture
def fresh(postgres_server: str, postgres_template: str) -> Iterator[FreshDatabases]:
    made = FreshDatabases(postgres_server, postgres_template)
    yield made
    made.close()


def test_whatever_changes_more_than_rows_is_noticed(
    fresh: FreshDatabases, postgres_server: str
) -> None:
    name = fresh.take()
    unnoticed = []
    with psycopg.connect(address(postgres_server, name)) as connection:
        for change in CHANGES:
            before = shape_of(connection)
            connection.execute(change.format(name=name))
            if shape_of(connection) == before:
                unnoticed.append(change)
            connection.rollback()
    fresh.give_back(name)
    assert unnoticed == []


def test_nothing_of_a_test_that_broke_off_is_left(
    fresh: FreshDatabases, postgres_server: str
) -> None:
    name = fresh.take()
    left = psycopg.connect(address(postgres_server, name), autocommit=True)
    number = left.execute(NUMBER).fetchone()
    left.execute("insert into numbers (name, last) values ('entry', 7)")
    left.execute("select pg_advisory_lock(7)")
    left.execute("listen tidings")
    left.execute("set statement_timeout = 1")
    left.execute("begin")
    left.execute("insert into numbers (name, last) values ('feed', 7)")
    fresh.give_back(name)
    again = fresh.take()
    assert again != name
    with pytest.raises(psycopg.OperationalError):
        left.execute("select 1")
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(address(postgres_server, name))
    with psycopg.connect(address(postgres_server, again)) as connection:
        assert connection.execute(NUMBER).fetchone() == number
        rows = connection.execute("select count(*) from numbers").fetchone()
        held = connection.execute(
            "select count(*) from pg_locks l join pg_database d on d.oid = l.database"
            " where locktype = 'advisory' and d.datname = current_database()"
        ).fetchone()
        assert (rows, held) == ((0,), (0,))
    fresh.give_back(again)


def test_a_database_that_is_not_as_new_is_not_used_again(
    fresh: FreshDatabases, postgres_server: str
) -> None:
    name = fresh.take()
    with psycopg.connect(address(postgres_server, name), autocommit=True) as connection:
        connection.execute("create sequence x")
        connection.execute("select nextval('x')")
    fresh.give_back(name)
    again = fresh.take()
    with psycopg.connect(address(postgres_server, again)) as connection:
        assert connection.execute("select to_regclass('x')").fetchone() == (None,)
    fresh.give_back(again)


@pytest.mark.parametrize(
    ("version", "words"),
    [
        (140_020, ""),
        (150_000, " strategy file_copy"),
        (180_001, " strategy file_copy"),
    ],
)
def test_databases_are_copied_by_files_in_words_that_the_server_knows(
    version: int, words: str
) -> None:
    assert strategy(version) == words
