"""The most frequent requests, found by their path in one look.

The router asks one route after the other, through several layers of its own: for a short
read that takes about as long as the read. Whatever is not found here goes that way.
"""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.core.errors import TidingsError
from tidings.web.errors import refusal
from tidings.web.plain_route import Handler, NotAsUsual, PlainRoute

_A_NUMBER = "/{id}"


class HotRoutes:
    """Answers for plain routes, as the router would. What their paths end with is fixed,
    or a number."""

    def __init__(
        self, app: ASGIApp, *, routers: Sequence[tuple[str, APIRouter]]
    ) -> None:
        self._app = app
        self._routes = {
            (method, prefix + route.path): (route, route.short_way())
            for prefix, router in routers
            for route in router.routes
            if isinstance(route, PlainRoute)
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] == "http" and not scope.get("root_path"):
            found = self._find(scope)
        if found is None:
            await self._app(scope, receive, send)
            return
        scope["route"], handle = found
        request = Request(scope, receive, send)
        try:
            answer = await handle(request)
        except NotAsUsual:
            await self._app(scope, _read_already(request, receive), send)
            return
        except TidingsError as error:
            answer = refusal(request, error)
        await answer(scope, receive, send)

    def _find(self, scope: Scope) -> tuple[PlainRoute, Handler] | None:
        method, path = scope["method"], scope["path"]
        found = self._routes.get((method, path))
        if found is None:
            before, _, last = path.rpartition("/")
            if last.isascii() and last.isdigit():
                found = self._routes.get((method, before + _A_NUMBER))
                scope["path_params"] = {"id": last}
        return found


def _read_already(request: Request, receive: Receive) -> Receive:
    """Return what gives a body again that was read."""
    left: list[Message] = []
    if hasattr(request, "_body"):
        left = [{"type": "http.request", "body": request._body}]

    async def receive_again() -> Message:
        return left.pop() if left else await receive()

    return receive_again
