"""Clients that talk to the application in this process."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import BaseRoute

from tests.contexts import make_context
from tests.web.promised import PromisedAnswers
from tidings.context import Context, Fetching
from tidings.services.accounts.sessions import open_session
from tidings.store.accounts.accounts import NewUser, insert_user
from tidings.store.engine.database import Database, open_database
from tidings.web.app import create_app


@dataclass(frozen=True)
class Person:
    """Somebody signed in: `person.http.get("/api/v1/…")`."""

    id: int
    name: str
    token: str
    http: httpx.AsyncClient


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


@pytest.fixture
async def ann(context: Context) -> AsyncIterator[Person]:
    """A reader who is signed in; the first account, so an administrator."""
    async with signed_in(context, "ann") as person:
        yield person


@pytest.fixture
async def bob(context: Context, ann: Person) -> AsyncIterator[Person]:
    """Another reader, who is nobody special."""
    async with signed_in(context, "bob") as person:
        yield person


@asynccontextmanager
async def signed_in(
    context: Context, name: str, fetching: Fetching | None = None
) -> AsyncIterator[Person]:
    """Add an account and give a client that is signed in to it."""
    new = NewUser(name, None, "user")
    user = await context.database.write(insert_user, new, context.clock())
    token, _ = await open_session(context, user.id)
    async with client_for(context, fetching=fetching) as http:
        http.headers["authorization"] = f"Bearer {token}"
        yield Person(user.id, name, token, http)


def client_for(
    context: Context, address: str = "127.0.0.1", fetching: Fetching | None = None
) -> httpx.AsyncClient:
    """Return a client whose requests seem to come from an address."""
    transport = httpx.ASGITransport(
        app_for(context, fetching), client=(address, 50_000)
    )
    return httpx.AsyncClient(
        transport=PromisedAnswers(transport), base_url="http://tidings.lan"
    )


def app_for(context: Context, fetching: Fetching | None = None) -> FastAPI:
    """Return an application that shares its routes with those of other tests.

    At the first request of an app, FastAPI prepares its routes, which takes it longer
    than most tests take. They know of no context: the app tells them which.
    """
    app = create_app(context, fetching)
    routes = app.router.routes
    addresses = tuple(str(getattr(route, "path", "")) for route in routes)
    app.router.routes = _routes.setdefault(addresses, routes)
    return app


_routes: dict[tuple[str, ...], list[BaseRoute]] = {}
