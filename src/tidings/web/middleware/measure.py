"""Counts and times every request, and logs those that failed or took long."""

from collections.abc import Sequence
from time import perf_counter

from fastapi import APIRouter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.observe.logs import get_log, is_logged
from tidings.observe.metrics import Metrics

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SLOW = 1.0  # seconds
_STREAM = (b"content-type", b"text/event-stream; charset=utf-8")

log = get_log()


class Measure:
    """Names requests by route, never by path: paths hold ids, and some hold secrets."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        metrics: Metrics,
        routers: Sequence[tuple[str, APIRouter]] = (),
    ) -> None:
        self._app = app
        self._metrics = metrics
        # A route knows only what its own router says; routers are added under a prefix.
        self._names = {
            id(route): prefix + str(getattr(route, "path", ""))
            for prefix, router in routers
            for route in router.routes
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        status, seconds = 0, None

        async def note_status(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status = message["status"]
                if _STREAM in message["headers"]:
                    # It ends when its reader leaves: only its beginning is our time.
                    seconds = perf_counter() - started
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        finally:
            self._record(scope, status, seconds or perf_counter() - started)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        found = scope.get("route")
        route = self._names.get(id(found)) or str(getattr(found, "path", "unmatched"))
        self._metrics.http_requests.labels(method, route, str(status)).inc()
        self._metrics.http_duration.labels(method, route).observe(seconds)
        worth_logging = status >= 500 or seconds >= _SLOW
        if not worth_logging and not is_logged("debug"):
            return
        (log.info if worth_logging else log.debug)(
            "request",
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
        )
