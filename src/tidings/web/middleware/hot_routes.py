"""Usual requests find their route by their path in one look.

The router asks one route after the other, through several layers of its own: for a short
read that takes about as long as the read. Whatever is not found here goes that way.
"""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.core.errors import TidingsError
from tidings.web.errors import http_error, refusal
from tidings.web.json_route import JsonRoute
from tidings.web.short_way import (
    Handler,
    NotAsUsual,
    has_short_way,
    short_way,
    with_number,
)


class HotRoutes:
    """Answers for routes that have a short way, as the router would. Their paths are
    fixed, or have one number in them."""

    def __init__(
        self, app: ASGIApp, *, routers: Sequence[tuple[str, APIRouter]]
    ) -> None:
        self._app = app
        self._routes = {
            (method, with_number(prefix + route.path)): route
            for prefix, router in routers
            for route in router.routes
            if isinstance(route, JsonRoute) and has_short_way(route)
            for method in route.methods or ()
        }
        # Made when the first request comes: all of them would take long at the start.
        self._ways: dict[int, Handler] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] == "http" and not scope.get("root_path"):
            found = self._find(scope)
        if found is None:
            await self._app(scope, receive, send)
            return
        scope["route"] = found
        request = Request(scope, receive, send)
        try:
            answer = await self._way_to(found)(request)
        except NotAsUsual:
            await self._app(scope, _read_already(request, receive), send)
            return
        except TidingsError as error:
            answer = refusal(request, error)
        except HTTPException as error:
            answer = http_error(request, error)
        await answer(scope, receive, send)

    def _find(self, scope: Scope) -> JsonRoute | None:
        method, path = scope["method"], scope["path"]
        found = self._routes.get((method, path))
        if found is not None:
            return found
        parts = path.split("/")
        numbers = [
            place
            for place, part in enumerate(parts)
            if part.isascii() and part.isdigit()
        ]
        if len(numbers) != 1:
            return None
        (place,) = numbers
        number, parts[place] = parts[place], "{}"
        found = self._routes.get((method, "/".join(parts)))
        if found is not None:
            scope["path_params"] = dict.fromkeys(found.param_convertors, number)
        return found

    def _way_to(self, route: JsonRoute) -> Handler:
        way = self._ways.get(id(route))
        if way is None:
            way = self._ways[id(route)] = short_way(route)
        return way


def _read_already(request: Request, receive: Receive) -> Receive:
    """Return what gives a body again that was read."""
    left: list[Message] = []
    if hasattr(request, "_body"):
        left = [{"type": "http.request", "body": request._body}]

    async def receive_again() -> Message:
        return left.pop() if left else await receive()

    return receive_again
