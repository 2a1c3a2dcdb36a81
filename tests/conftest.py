"""Fixtures that every test may use: real engines, a fresh database for each test."""

import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from tests import engines
from tidings.store.database import Database, open_database
from tidings.store.maintenance import integrity_problems
from tidings.store.migrate import upgrade

ENGINES = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with engines.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with engines.redis() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> str:
    name = f"template_{uuid.uuid4().hex[:12]}"
    _administer(postgres_server, f"create database {name}")
    upgrade(_address(postgres_server, name))
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "tidings.db"
    upgrade(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    return path


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The test runs once for each engine."""
    return request.param


@pytest.fixture
def new_url(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., str]]:
    """Makes databases of either engine: empty ones, or migrated ones without rows."""
    with ExitStack() as stack:

        def make(engine: str, *, migrated: bool = False) -> str:
            if engine == "sqlite":
                path = tmp_path / f"{uuid.uuid4().hex[:12]}" / "tidings.db"
                path.parent.mkdir()
                if migrated:
                    shutil.copyfile(request.getfixturevalue("sqlite_template"), path)
                return f"sqlite:///{path}"
            server = request.getfixturevalue("postgres_server")
            template = "template1"
            if migrated:
                template = request.getfixturevalue("postgres_template")
            return stack.enter_context(_postgres_database(server, template))

        yield make


@pytest.fixture
def empty_url(engine: str, new_url: Callable[..., str]) -> str:
    """The address of a database with nothing in it."""
    return new_url(engine)


@pytest.fixture
def database_url(engine: str, new_url: Callable[..., str]) -> str:
    """The address of a migrated, empty database."""
    return new_url(engine, migrated=True)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A migrated, empty database, open; whatever a test does must leave it sound."""
    opened = open_database(database_url, pool=8)
    yield opened
    opened.close_now()
    if opened.engine == "sqlite":
        assert integrity_problems(database_url) == []


class _postgres_database:  # noqa: N801 - reads as a verb where it is used
    def __init__(self, server: str, template: str) -> None:
        self._server = server
        self._template = template
        self._name = f"test_{uuid.uuid4().hex[:12]}"

    def __enter__(self) -> str:
        _administer(
            self._server, f"create database {self._name} template {self._template}"
        )
        return _address(self._server, self._name)

    def __exit__(self, *_: object) -> None:
        _administer(self._server, f"drop database {self._name} with (force)")


def _administer(server: str, statement: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)


def _address(server: str, name: str) -> str:
    return f"{server.rsplit('/', 1)[0]}/{name}"
