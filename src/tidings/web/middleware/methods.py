"""405 with a complete `Allow` header for methods that a path does not have."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.core.codes import Code
from tidings.web.errors import error_answer

Addresses = Mapping[str, frozenset[str]]  # path -> methods
_PART = re.compile(r"\\{[^}]*\\}")


class KnownMethods:
    """Refuses methods by 405, with all that the address knows, not only one route's.

    The router asks one route after the other, so `PATCH /folders/reorder` would be taken
    for a folder named reorder.
    """

    def __init__(self, app: ASGIApp, *, addresses: Addresses) -> None:
        self._app = app
        self._plain: dict[str, frozenset[str]] = {}
        self._patterns: list[tuple[re.Pattern[str], frozenset[str]]] = []
        for path, methods in addresses.items():
            if "{" in path:
                pattern = _PART.sub("[^/]+", re.escape(path))
                self._patterns.append((re.compile(pattern), methods))
            else:
                self._plain[path] = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        known = self._plain.get(scope["path"])
        if known is not None and scope["method"] not in known:
            # Whoever measures outside asks which route it was; this path holds no id.
            scope["route"] = SimpleNamespace(path=scope["path"])
            message = "This address does not do that."
            answer = error_answer(
                405, Code.METHOD_NOT_ALLOWED, message, headers=_allow(known)
            )
            await answer(scope, receive, send)
            return

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 405:
                message = {**message, "headers": self._all_of(message, scope["path"])}
            await send(message)

        await self._app(scope, receive, complete)

    def _all_of(self, message: Message, path: str) -> list[Any]:
        headers = [pair for pair in message["headers"] if pair[0].lower() != b"allow"]
        known = self._plain.get(path) or frozenset().union(
            *(methods for pattern, methods in self._patterns if pattern.fullmatch(path))
        )
        allow = ", ".join(sorted(known)).encode() if known else None
        old = [pair for pair in message["headers"] if pair[0].lower() == b"allow"]
        return [*headers, (b"allow", allow)] if allow else [*headers, *old]


def _allow(known: frozenset[str]) -> dict[str, str]:
    return {"allow": ", ".join(sorted(known))}


def addresses_of(routers: Iterable[tuple[str, APIRouter]]) -> Addresses:
    """Return every path of these routers, each with its prefix, and what it does."""
    found: dict[str, set[str]] = defaultdict(set)
    for prefix, router in routers:
        for route in router.routes:
            if isinstance(route, APIRoute):
                found[prefix + route.path] |= route.methods or set()
    return {path: frozenset(methods) for path, methods in found.items()}
