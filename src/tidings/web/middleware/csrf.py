"""Requests that a foreign page makes a browser send change nothing here.

Browsers say where a request comes from (Origin, Fetch Metadata); programs say nothing
and carry their own token, which no foreign page can make a browser send.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tidings.core.codes import Code
from tidings.web.errors import error_answer

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# Apple answers a sign-in by a form; its state and our cookie prove that we asked for it.
_POSTED_BY_OTHERS = frozenset({"/api/v1/auth/oauth/apple/callback"})


class SameOrigin:
    """Refuses unsafe requests from pages that are neither ours nor on the list."""

    def __init__(
        self, app: ASGIApp, *, base_url: str, allowed: Iterable[str] = ()
    ) -> None:
        self._app = app
        self._own = _origin(base_url)
        self._own_host = urlsplit(base_url).netloc.lower()
        self._allowed = frozenset(_origin(origin) for origin in allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _may_change_something(scope):
            headers = Headers(scope=scope)
            if not _brings_its_own_proof(headers) and self._is_foreign(headers):
                answer = error_answer(
                    403, Code.CROSS_SITE, "This request comes from another site's page."
                )
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_foreign(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is not None and _origin(origin) in self._allowed:
            return False
        # "none" is the person themselves; programs and old browsers say nothing.
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        return origin is not None and not self._is_own(origin, headers)

    def _is_own(self, origin: str, headers: Headers) -> bool:
        if _origin(origin) == self._own:
            return True
        # People may come by another name than the configured one, such as an address.
        host = headers.get("host", "").lower()
        own_names = (f"http://{host}", f"https://{host}")
        return host != self._own_host and _origin(origin) in own_names


def _may_change_something(scope: Scope) -> bool:
    return (
        scope["method"] not in _SAFE_METHODS and scope["path"] not in _POSTED_BY_OTHERS
    )


def _brings_its_own_proof(headers: Headers) -> bool:
    kind = headers.get("authorization", "").partition(" ")[0].lower()
    # Browsers send Basic by themselves, wherever the request comes from.
    return kind not in ("", "basic")


def _origin(url: str) -> str:
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
