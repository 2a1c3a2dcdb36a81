"""The web process: uvicorn on a socket that the supervisor opened.

It stops in an order that fails no request: no new connections, a goodbye on the open
ones, then the end when the last answer is out.
"""

import asyncio

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.cli.lifetime import stop_event
from tidings.cli.listen import Listener, stop_accepting
from tidings.context import Context, Fetching
from tidings.web.app import create_app

# Requests under way may finish this long after the signal to stop.
_PATIENCE = 10
# Time for what is on its way in the sockets to arrive, and for clients to hear goodbye.
_FAREWELL = 0.25


async def serve_web(
    context: Context, fetching: Fetching, listener: Listener, lifeline: int
) -> None:
    """Answer requests until asked to stop, then finish those under way."""
    stop = stop_event(lifeline)
    server = uvicorn.Server(
        uvicorn.Config(
            _with_goodbye(create_app(context, fetching), stop),
            http="httptools",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_PATIENCE,
        )
    )

    async def end_when_asked() -> None:
        await stop.wait()
        stop_accepting(listener)
        await asyncio.sleep(_FAREWELL)
        server.should_exit = True

    # uvicorn's own handlers would end it at once; ours set the event alone.
    async with asyncio.TaskGroup() as tasks:
        ending = tasks.create_task(end_when_asked())
        await server._serve(sockets=[listener])
        ending.cancel()


def _with_goodbye(app: ASGIApp, stop: asyncio.Event) -> ASGIApp:
    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        async def say_goodbye(message: Message) -> None:
            if message["type"] == "http.response.start" and stop.is_set():
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        await app(scope, receive, say_goodbye)

    return serve
