"""Servers that are new enough are named; older ones are refused in words."""

import psycopg
import pytest

from tests.old_postgres import greeting_postgres
from tidings.core.errors import DatabaseTooOld, DatabaseUnavailable
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.postgres_server import postgres_version, refuse_old_postgres


@pytest.mark.parametrize("version", [140_000, 150_018, 180_004])
def test_version_14_and_newer_do(version: int) -> None:
    refuse_old_postgres(version)


@pytest.mark.parametrize(("version", "shown"), [(130_022, "13.22"), (120_000, "12.0")])
def test_older_versions_are_refused_by_name(version: int, shown: str) -> None:
    with pytest.raises(DatabaseTooOld, match=rf"PostgreSQL {shown}, .* 14 or newer"):
        refuse_old_postgres(version)


def test_a_real_server_says_its_version(postgres_server: str) -> None:
    with psycopg.connect(postgres_server) as connection:
        said = connection.execute("show server_version").fetchone()
    assert said is not None
    assert said[0].split()[0] == postgres_version(postgres_server)


def test_nothing_is_upgraded_on_a_server_that_is_too_old() -> None:
    with greeting_postgres("13.22") as url, pytest.raises(DatabaseTooOld):
        upgrade(url)


def test_a_server_that_is_away_is_no_old_one() -> None:
    with pytest.raises(DatabaseUnavailable):
        postgres_version("postgresql://tidings@127.0.0.1:1/nothing")
