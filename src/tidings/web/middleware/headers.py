"""Headers that every answer carries, errors included: browsers keep to them, we rely on it."""

from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from tidings.core.settings.groups import MediaProxy

_CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src {pictures}",
        "font-src 'self'",
        "media-src {sounds}",
        "connect-src 'self'",
        # Our own page around a player, whose policy names the site (decision 17).
        "frame-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
    )
)
# From where pictures, sounds and films come if not all are loaded through us.
_STRANGERS: dict[MediaProxy, str] = {
    "all": "",
    "http": " https:",
    "off": " http: https:",
}
_ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Not no-referrer: browsers would then hide the Origin of our own forms from us.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
# Nobody else says these, whatever a route sets.
_OURS = (b"x-request-id", b"x-server-time")
_ON_HTTPS = {"strict-transport-security": "max-age=31536000"}


class SafeHeaders:
    """Gives each request a number and each answer its headers; a route may set its own."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        https: bool,
        new_id: Callable[[], str],
        now: Callable[[], int],
        media_proxy: MediaProxy = "all",
    ) -> None:
        self._app = app
        strangers = _STRANGERS[media_proxy]
        policy = _CONTENT_POLICY.format(
            pictures=f"'self' data:{strangers}", sounds=f"'self'{strangers}"
        )
        always = {
            "content-security-policy": policy,
            **_ALWAYS,
            **(_ON_HTTPS if https else {}),
        }
        # In bytes, as they are sent: to encode each of them for every answer costs more
        # than the rest of this file.
        self._headers = [
            (name.encode("latin-1"), value.encode("latin-1"))
            for name, value in always.items()
        ]
        self._new_id = new_id
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = self._new_id()
        # `Date` is up to a second old: too coarse to tell what came after a list.
        asked_at = str(self._now())
        scope.setdefault("state", {})["request_id"] = request_id

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [
                    pair for pair in message.get("headers", ()) if pair[0] not in _OURS
                ]
                names = {name for name, _ in own}
                message["headers"] = [
                    *own,
                    *(pair for pair in self._headers if pair[0] not in names),
                    (b"x-request-id", request_id.encode("latin-1")),
                    (b"x-server-time", asked_at.encode("latin-1")),
                ]
            await send(message)

        with bound_contextvars(request_id=request_id):
            await self._app(scope, receive, add_headers)
