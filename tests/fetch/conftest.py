"""An origin and a client that may talk to it, for each test."""

import socket
from collections.abc import AsyncIterator

import pytest

from tests.fetch.lab import client_for
from tests.fetch.origin import Canary, Origin, canary
from tidings.fetch.client import FetchClient


@pytest.fixture
async def origin() -> AsyncIterator[Origin]:
    async with Origin() as running:
        yield running


@pytest.fixture
async def untouchable() -> AsyncIterator[Canary]:
    async with canary() as running:
        yield running
        assert running.connections == 0


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.fixture
async def client(origin: Origin) -> AsyncIterator[FetchClient]:
    async with client_for(origin) as running:
        yield running
