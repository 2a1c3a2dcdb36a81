"""HEAD wherever there is GET: the same answer without its body."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# In the scope of a request that was made by HEAD: an answer without end must know.
WAS_HEAD = "tidings.was_head"


class HeadAsGet:
    """Asks the routes as if by GET and drops the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        inner = {**scope, "method": "GET", WAS_HEAD: True}
        try:
            await self._app(inner, receive, without_body)
        finally:
            # Whoever measures outside must still learn which route it was.
            scope["route"] = inner.get("route")
