"""Clients that talk to the application in this process."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from tests.contexts import make_context
from tidings.context import Context
from tidings.store.database import Database, open_database
from tidings.web.app import create_app


@pytest.fixture
def context(database: Database) -> Context:
    """On both engines, for what depends on them."""
    return make_context(database)


@pytest.fixture
async def client(context: Context) -> AsyncIterator[httpx.AsyncClient]:
    async with client_for(context) as opened:
        yield opened


@pytest.fixture
def plain_context(sqlite_template: Path, tmp_path: Path) -> Iterator[Context]:
    """On one engine, for what has nothing to do with the database."""
    path = shutil.copyfile(sqlite_template, tmp_path / "tidings.db")
    database = open_database(f"sqlite:///{path}")
    yield make_context(database)
    database.close_now()


@pytest.fixture
async def plain_client(plain_context: Context) -> AsyncIterator[httpx.AsyncClient]:
    async with client_for(plain_context) as opened:
        yield opened


def client_for(context: Context, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """Return a client whose requests seem to come from an address."""
    transport = httpx.ASGITransport(create_app(context), client=(address, 50_000))
    return httpx.AsyncClient(transport=transport, base_url="http://tidings.test")
