"""Fixtures that every test may use: real engines, a fresh database for each test."""

import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from hypothesis import settings

from tests import engines
from tests.fresh_databases import FreshDatabases, address, create, drop
from tidings.store.database import Database, open_database
from tidings.store.maintenance import integrity_problems
from tidings.store.migrate import upgrade

ENGINES = ("sqlite", "postgres")

# On a busy machine any example can take long; what must be quick has a test of its own.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with engines.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with engines.redis() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    name = f"template_{uuid.uuid4().hex[:12]}"
    create(postgres_server, name, "template1")
    upgrade(address(postgres_server, name))
    yield name
    drop(postgres_server, name)


@pytest.fixture(scope="session")
def fresh_databases(
    postgres_server: str, postgres_template: str
) -> Iterator[FreshDatabases]:
    fresh = FreshDatabases(postgres_server, postgres_template)
    yield fresh
    fresh.close()


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
            if migrated:
                fresh = request.getfixturevalue("fresh_databases")
                name = fresh.take()
                stack.callback(fresh.give_back, name)
            else:
                name = f"test_{uuid.uuid4().hex[:12]}"
                create(server, name, "template1")
                stack.callback(drop, server, name)
            return address(server, name)

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
