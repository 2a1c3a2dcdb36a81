"""Header lines that we send and receive, as plain mappings."""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping

from multidict import CIMultiDict

from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.fetch.body import ACCEPT_ENCODING
from tidings.fetch.exchange import Request
from tidings.fetch.target import Credentials, Proxy

# What frames the message, names the host or speaks to a proxy is the client's own.
_OURS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
# Of what makes sense only once, the first counts: servers that repeat it do not agree
# with themselves.
_SAID_ONCE = frozenset(
    {
        "age",
        "content-length",
        "content-type",
        "date",
        "etag",
        "expires",
        "last-modified",
        "location",
        "retry-after",
    }
)
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}", re.ASCII)
_NOT_IN_VALUE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
_MAX_VALUE_LENGTH = 8000


def check_headers(headers: Mapping[str, str]) -> None:
    """Raise Invalid for a header that must not be sent on someone's behalf."""
    for name, value in headers.items():
        if not _NAME.fullmatch(name) or name.lower() in _OURS:
            raise Invalid(
                f"The header {name[:100]} cannot be set.",
                code=Code.BAD_HEADER,
                details={"header": name},
            )
        if len(value) > _MAX_VALUE_LENGTH or _NOT_IN_VALUE.search(value):
            raise Invalid(
                f"The value of {name} cannot be sent: it is too long, or has"
                " invisible characters.",
                code=Code.BAD_HEADER,
                details={"header": name},
            )


def sent_headers(
    user_agent: str, request: Request, *, trusted: bool
) -> CIMultiDict[str]:
    """Return what is sent to a host; what is private only where that is trusted."""
    headers = CIMultiDict({"User-Agent": user_agent, "Accept": "*/*"})
    headers.update(request.headers)
    headers["Accept-Encoding"] = ACCEPT_ENCODING if request.compressed else "identity"
    if trusted:
        headers.update(request.private_headers)
        if request.credentials is not None:
            headers["Authorization"] = _basic(request.credentials)
    return headers


def proxy_authorization(proxy: Proxy | None) -> dict[str, str]:
    """Return the headers for a proxy, if any."""
    if proxy is None or proxy.credentials is None:
        return {}
    return {"Proxy-Authorization": _basic(proxy.credentials)}


def received_headers(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return headers under lower-case names; repeated lists are joined by commas."""
    headers: dict[str, str] = {}
    for name, value in pairs:
        key = name.lower()
        text = value if value.isascii() else _readable(value)
        if key not in headers:
            headers[key] = text
        elif key not in _SAID_ONCE:
            headers[key] = f"{headers[key]}, {text}"
    return headers


def media_type(headers: Mapping[str, str]) -> str:
    """Return the media type without its parameters; empty when none was given."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _basic(credentials: Credentials) -> str:
    pair = f"{credentials.username}:{credentials.password}"
    return "Basic " + b64encode(pair.encode()).decode()


def _readable(value: str) -> str:
    """Replace bytes that are not UTF-8: no database would take them."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
