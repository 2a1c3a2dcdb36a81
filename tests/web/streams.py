"""A real server in this event loop, and readers of its live streams."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
import uvicorn

from tests.contexts import Clock, make_context
from tests.make import NOON
from tidings.bus.bus import Bus
from tidings.bus.local import LocalBus
from tidings.bus.postgres import PostgresBus
from tidings.cli.processes.web_process import HttpProtocol
from tidings.context import Context
from tidings.services.accounts.sessions import open_session
from tidings.store.accounts.accounts import NewUser, insert_user
from tidings.store.engine.database import open_database
from tidings.store.system.events import publish_event
from tidings.web.app import create_app
from tidings.web.live import Live, LivePace

PATIENCE = 60.0


@contextmanager
def live_context(url: str, clock: Clock | None = None) -> Iterator[Context]:
    """Give a context whose commits wake its streams, as wiring does it."""
    bus: Bus = LocalBus() if url.startswith("sqlite:") else PostgresBus(url)
    database = open_database(url, pool=4, wake=bus.notify)
    yield replace(make_context(database, clock=clock), bus=bus)
    database.close_now()


@dataclass
class Served:
    """The application on a port."""

    context: Context
    live: Live
    port: int
    http: aiohttp.ClientSession

    async def sign_in(self, name: str) -> "Account":
        new = NewUser(name, None, "user")
        user = await self.context.database.write(insert_user, new, self.context.clock())
        return await self.sign_in_again(user.id)

    async def sign_in_again(self, user_id: int) -> "Account":
        token, session = await open_session(self.context, user_id)
        return Account(self, user_id, token, session.id)

    async def streams(self, how_many: int) -> None:
        """Wait until so many streams are open."""
        async with asyncio.timeout(PATIENCE):
            while len(self.live) != how_many:  # noqa: ASYNC110 - nobody is told of it
                await asyncio.sleep(0.01)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@dataclass
class Account:
    """Somebody who is signed in."""

    served: Served
    id: int
    token: str
    session_id: str

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    @asynccontextmanager
    async def listen(
        self, last: int | str | None = None, **more: Any
    ) -> AsyncIterator["Listener"]:
        """Open a stream; it stands as soon as this begins."""
        headers = dict(self.headers)
        if last is not None:
            headers["last-event-id"] = str(last)
        url = self.served.url("/api/v1/events")
        timeout = aiohttp.ClientTimeout(total=None)
        async with self.served.http.get(
            url, headers=headers, timeout=timeout, **more
        ) as answer:
            assert answer.status == 200, await answer.text()
            yield Listener(answer)


@dataclass
class Told:
    """One event as a client sees it."""

    kind: str
    number: int
    data: Any


@dataclass
class Listener:
    """Reads a stream as a browser would: `last` is what it would send on coming back."""

    answer: aiohttp.ClientResponse
    last: int | None = None
    heartbeats: int = field(default=0)

    async def hello(self) -> int:
        """Wait until the stream says where it stands."""
        return await self.heartbeat(-1)

    async def heartbeat(self, after: int) -> int:
        """Wait until the stream says, without an event, that it is past a number."""
        async with asyncio.timeout(PATIENCE):
            while self.last is None or self.last <= after:
                assert await self._block() is None
        return self.last

    async def next(self, patience: float | None = PATIENCE) -> Told | None:
        """Wait for the next event; None when the stream ends."""
        async with asyncio.timeout(patience):
            while not self.answer.content.at_eof():
                told = await self._block()
                if told is not None:
                    return told
        return None

    async def _block(self) -> Told | None:
        lines: dict[str, str] = {}
        while line := (await self.answer.content.readline()).decode().rstrip("\n"):
            name, _, value = line.partition(":")
            lines[name] = value.strip()
        if "" in lines:
            self.heartbeats += 1
        if "id" in lines:
            self.last = int(lines["id"])
        if "data" not in lines:
            return None
        return Told(lines["event"], int(lines["id"]), json.loads(lines["data"]))


@asynccontextmanager
async def serving(
    context: Context, pace: LivePace | None = None
) -> AsyncIterator[Served]:
    """Serve until left, then stop as the web process does."""
    app = create_app(context)
    live = app.state.live = Live(context, pace)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=HttpProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=5,
        )
    )
    running = asyncio.create_task(server._serve(sockets=[listener]))
    try:
        async with aiohttp.ClientSession() as http:
            yield Served(context, live, listener.getsockname()[1], http)
            await live.close()
    finally:
        server.should_exit = True
        await running


async def progress(served: Served, user_id: int, percent: int) -> int:
    """Tell somebody something; return its number."""
    return await served.context.database.write(
        publish_event,
        "job_progress",
        NOON,
        user_id=user_id,
        payload={"percent": percent},
    )
