"""Fixtures that every test may use: real engines, a fresh database for each test."""

import os
import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from hypothesis import settings

from tests import engines
from tests.effort import effort
from tests.every_answer import EveryAnswer
from tests.fresh_databases import FreshDatabases, address, create, drop
from tests.long_first import long_first
from tests.small_disk import SmallDisk, open_small_disk
from tests.sql_on_both import SqlOnBoth
from tests.sql_texts import SOURCE
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.maintenance import integrity_problems
from tidings.store.engine.migrate import upgrade

ENGINES = ("sqlite", "postgres")
ALWAYS_ON_BOTH = {Path(__file__).parent / name for name in ("cli", "store", "worker")}
EVERYTHING_ON_BOTH = effort("BOTH_ENGINES", 0)

# On a busy machine any example can take long; what must be quick has a test of its own.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    plugin = SqlOnBoth(config, files=sorted((SOURCE / "store").rglob("*.py")))
    plugin.texts.watch()
    config.pluginmanager.register(plugin, "sql_on_both")
    config.pluginmanager.register(EveryAnswer(config), "every_answer")


@pytest.hookimpl(trylast=True)  # after they were shuffled
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = long_first(items, lambda item: item.nodeid.partition("::")[0], workers)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run some folders and what is marked once for each engine, the rest on SQLite."""
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", engines_of(metafunc.definition), indirect=True)


def engines_of(test: pytest.Item) -> tuple[str, ...]:
    on_both = (
        EVERYTHING_ON_BOTH
        or not ALWAYS_ON_BOTH.isdisjoint(test.path.parents)
        or test.get_closest_marker("both_engines")
    )
    return ENGINES if on_both else ENGINES[:1]


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


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """SQLite; PostgreSQL too for cli, store, worker, and what is `both_engines`."""
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
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A disk that can be filled up, for a database on SQLite."""
    with open_small_disk(tmp_path) as disk:
        yield disk


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
