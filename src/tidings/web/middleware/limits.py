"""Limits on what a request may cost: its size here, its frequency by the rate limits."""

from fastapi import Request
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.context import Context
from tidings.core.accounts.visitor import Visitor
from tidings.core.codes import Code
from tidings.services.accounts.sign_in_limits import count_refresh, count_request
from tidings.services.moving.user_data import LARGEST_FILE
from tidings.web.client_address import caller_of
from tidings.web.errors import error_answer

_MOST_BYTES = 1024 * 1024
_MOST_IMPORTED_BYTES = 20 * 1024 * 1024
# A whole account; it goes to disk while it comes.
_MOST_EXPORTED_BYTES = LARGEST_FILE + 1024 * 1024


class BodyLimit:
    """Refuses bodies that are too large, before they are in memory."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = _most_bytes(scope["path"])
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and int(length[:20]) > most:
            message = f"This is too large: at most {most // 1024**2} MB are taken."
            answer = error_answer(413, Code.TOO_LARGE, message)
            await answer(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413)
            return message

        await self._app(scope, counted, send)


async def limit_requests(request: Request, context: Context, visitor: Visitor) -> None:
    """Let a signed-in request through, or refuse one too many of its kind."""
    # Not `request.url` and its like: to build them costs more than this whole check.
    path = request.scope["path"]
    asks = b"q" in request.scope["query_string"]
    search = path.endswith("/search") or bool(asks and request.query_params.get("q"))
    await count_request(context, visitor.user_id, search=search)
    if request.method == "POST" and path.endswith("/refresh"):
        await count_refresh(context, caller_of(request))


def _most_bytes(path: str) -> int:
    if path.endswith("/users/me/import"):
        return _MOST_EXPORTED_BYTES
    return _MOST_IMPORTED_BYTES if path.endswith("/import") else _MOST_BYTES
