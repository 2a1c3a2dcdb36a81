"""Web apps on other origins: those on the list may call the API with a token."""

from collections.abc import Sequence

from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_SENT = ("authorization", "content-type", "last-event-id", "if-none-match")
_SEEN = ("etag", "retry-after", "x-request-id", "x-server-time")


def cors(origins: Sequence[str]) -> list[Middleware]:
    """Return what lets these origins in; cookies are never part of it."""
    if not origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=_METHODS,
            allow_headers=_SENT,
            expose_headers=_SEEN,
            allow_credentials=False,
            max_age=600,
        )
    ]
