"""Visitors who come to a trusted proxy without encryption are sent to the https address.

Only where the base URL is https. Probes are answered as they come: they do not follow.
"""

from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tidings.core.accounts.client_address import is_trusted_peer
from tidings.core.settings.groups import ServerSettings

_PROBES = ("/livez", "/healthz", "/healthcheck", "/readyz", "/api/health", "/metrics")
_SAFE_METHODS = ("GET", "HEAD")


class HttpsOnly:
    """Redirects for good; the address is the base URL's, never the request's Host."""

    def __init__(self, app: ASGIApp, *, server: ServerSettings) -> None:
        self._app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._is_plain(scope):
            place = quote(scope["path"], safe="/:@!$&'()*+,;=~")
            query = scope["query_string"].decode("latin-1")
            address = f"{self._server.base_url}{place}{'?' if query else ''}{query}"
            answer = Response(status_code=308, headers={"location": address})
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_plain(self, scope: Scope) -> bool:
        if scope["method"] not in _SAFE_METHODS or scope["path"] in _PROBES:
            return False
        said = Headers(scope=scope).getlist("x-forwarded-proto")
        # The last word is the one of the proxy nearest to us.
        if not said or said[-1].rpartition(",")[2].strip().lower() != "http":
            return False
        peer = scope["client"][0] if scope.get("client") else ""
        return is_trusted_peer(peer, self._server.trusted_proxies)
