"""The web process: uvicorn on a socket that the supervisor opened.

It stops in an order that fails no request: no new connections, the end of live streams,
a goodbye on the open ones, then the end when the last answer is out.
"""

import asyncio
import resource
from collections.abc import Callable
from email.utils import formatdate

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from tidings.cli.processes.lifetime import collect_rarely, stop_event
from tidings.cli.processes.listen import Listener, stop_accepting
from tidings.context import Context, Fetching
from tidings.web.app import create_app
from tidings.web.live import Live
from tidings.web.sse import HANG_UP

# Requests under way may finish this long after the signal to stop.
_PATIENCE = 10
# Time for what is on its way in the sockets to arrive, and for clients to see the close:
# so long must no request have come, but no longer do we wait for that.
_FAREWELL = 0.25
_LONGEST_FAREWELL = 4.0
# Each live stream holds one; many systems begin with room for about a thousand.
_MOST_FILES = 65_536


_REFUSAL = (
    b'{"error":{"code":"BAD_REQUEST","message":"The request cannot be understood.",'
    b'"details":{}}}'
)
_NOT_HTTP = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n"
    b"x-content-type-options: nosniff\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%b" % (len(_REFUSAL), _REFUSAL)
)


class HttpProtocol(HttpToolsProtocol):
    """Lets a request's handler cut a connection whose other end does not read."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["state"][HANG_UP] = self.transport.abort

    def send_400_response(self, msg: str) -> None:
        """Refuse in the one shape of errors what is not HTTP at all."""
        self.transport.write(_NOT_HTTP)
        self.transport.close()


class DatedState(ServerState):
    """Knows the date that an answer is sent with, when one is."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._second = 0
        self._headers: list[tuple[bytes, bytes]] = []
        super().__init__()

    @property
    def default_headers(self) -> list[tuple[bytes, bytes]]:
        second = self._clock() // 1_000_000
        if second != self._second:
            self._second = second
            self._headers = [(b"date", formatdate(second, usegmt=True).encode())]
        return self._headers

    @default_headers.setter
    def default_headers(self, value: list[tuple[bytes, bytes]]) -> None:
        """What is there at first gets stale."""


class WebServer(uvicorn.Server):
    """Sleeps until it is asked to end: uvicorn's own looks for that ten times a second,
    and writes down the date meanwhile."""

    def __init__(self, config: uvicorn.Config, clock: Callable[[], int]) -> None:
        super().__init__(config)
        self.server_state = DatedState(clock)
        self._asked = asyncio.Event()

    async def main_loop(self) -> None:
        await self._asked.wait()

    def end(self) -> None:
        """Let what is under way finish, and return from serving."""
        self.should_exit = True
        self._asked.set()


async def serve_web(
    context: Context, fetching: Fetching, listener: Listener, lifeline: int
) -> None:
    """Answer requests until asked to stop, then finish those under way."""
    _allow_many_connections()
    stop = stop_event(lifeline)
    goodbye = _Goodbye(stop)
    app = create_app(context, fetching)
    live: Live = app.state.live
    collect_rarely()
    server = WebServer(
        uvicorn.Config(
            goodbye.around(app),
            http=HttpProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_PATIENCE,
        ),
        context.clock,
    )

    async def end_when_asked() -> None:
        await stop.wait()
        stop_accepting(listener)
        await live.close()
        await goodbye.said()
        server.end()

    # uvicorn's own handlers would end it at once; ours set the event alone.
    async with asyncio.TaskGroup() as tasks:
        ending = tasks.create_task(end_when_asked())
        await server._serve(sockets=[listener])
        ending.cancel()


def _allow_many_connections() -> None:
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if most == resource.RLIM_INFINITY else min(most, _MOST_FILES)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class _Goodbye:
    """Asks every client that comes after the signal to come back on a new connection."""

    def __init__(self, stop: asyncio.Event) -> None:
        self._stop = stop
        self._last = 0.0  # when a request came, by the loop's clock

    def around(self, app: ASGIApp) -> ASGIApp:
        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            async def say_goodbye(message: Message) -> None:
                if message["type"] == "http.response.start" and self._stop.is_set():
                    message["headers"] = [
                        *message["headers"],
                        (b"connection", b"close"),
                    ]
                await send(message)

            self._last = asyncio.get_running_loop().time()
            await app(scope, receive, say_goodbye)

        return serve

    async def said(self) -> None:
        """Wait until nobody asks any more: kept connections have been asked to close."""
        loop = asyncio.get_running_loop()
        begun = self._last = loop.time()
        while True:
            end = min(self._last + _FAREWELL, begun + _LONGEST_FAREWELL)
            if end <= loop.time():
                return
            await asyncio.sleep(end - loop.time())
