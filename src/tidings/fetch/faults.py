"""What the exceptions of aiohttp mean in our words."""

import ssl
from collections.abc import Callable
from typing import Any

from aiohttp import (
    ClientConnectionError,
    ClientConnectorCertificateError,
    ClientConnectorDNSError,
    ClientConnectorError,
    ClientError,
    ClientHttpProxyError,
    ClientPayloadError,
    ClientProxyConnectionError,
    ClientResponseError,
    InvalidURL,
)
from aiohttp.http_exceptions import ContentLengthError, LineTooLong

from tidings.core.feeds.outcome import FailureCode

Fault = tuple[FailureCode, str]

EXPECTED_ERRORS = (ClientError, OSError)


class FreshConnectionLost(ClientError):
    """A new connection was closed before the answer.

    aiohttp tries once more when a connection breaks. That is right for one that was kept
    open and wrong for a new one: the server would be asked twice.
    """


def fault_of(error: Exception) -> Fault:
    """Return the code and the detail for an error that the world caused."""
    for kind, fault in _FAULTS:
        if isinstance(error, kind):
            return fault(error) if callable(fault) else fault
    return "bad_answer", ""


def _bad_certificate(error: ClientConnectorCertificateError) -> Fault:
    return "tls", getattr(error.certificate_error, "verify_message", "")


def _refused_by_proxy(error: ClientHttpProxyError) -> Fault:
    return "proxy", f"it answered with HTTP {error.status}"


def _unconnected(error: ClientConnectorError) -> Fault:
    match error.os_error:
        case TimeoutError():
            return "timeout", "no connection in time"
        case ConnectionRefusedError():
            return "refused", ""
        case ConnectionResetError():
            return "connection_lost", "it was closed at once"
        case _:
            return "unreachable", ""


def _broken_body(error: ClientPayloadError) -> Fault:
    cause = error.__cause__
    if isinstance(cause, ContentLengthError) or "Not enough data" in str(cause):
        return "connection_lost", ""
    return "bad_answer", "its body is not framed as HTTP asks"


def _broken_head(error: ClientResponseError) -> Fault:
    cause = error.__cause__
    if isinstance(cause and cause.__cause__, LineTooLong):
        return "too_large", "a header is too long"
    if "Too many headers" in error.message:
        return "too_large", "there are too many headers"
    return "bad_answer", ""


# The first match counts: these classes derive from each other and from OSError.
_FAULTS: tuple[tuple[type[Exception], Fault | Callable[[Any], Fault]], ...] = (
    (TimeoutError, ("timeout", "")),
    (FreshConnectionLost, ("connection_lost", "it was closed without an answer")),
    (ClientConnectorDNSError, ("dns", "")),
    (ClientConnectorCertificateError, _bad_certificate),
    (ssl.SSLError, ("tls", "")),
    (ClientProxyConnectionError, ("proxy", "no connection to it could be made")),
    (ClientHttpProxyError, _refused_by_proxy),
    (ClientConnectorError, _unconnected),
    (ClientPayloadError, _broken_body),
    (ClientResponseError, _broken_head),
    (InvalidURL, ("bad_url", "")),
    (ClientConnectionError, ("connection_lost", "")),
    (OSError, ("connection_lost", "")),
)
