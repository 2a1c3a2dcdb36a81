"""aiohttp, set up so that nothing of its own convenience works around the guard.

No proxies, cookies or passwords from the environment, no decompression, no redirects,
no name cache, and no connection but through the guard.
"""

from dataclasses import dataclass
from datetime import timedelta

from aiohttp import (
    ClientConnectorError,
    ClientHandlerType,
    ClientOSError,
    ClientRequest,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    DummyCookieJar,
    ServerDisconnectedError,
    TCPConnector,
)

from tidings.fetch.faults import FreshConnectionLost
from tidings.fetch.guard import Guard, GuardedResolver, current_attempt


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """What no request may exceed; the defaults suit feeds and pages."""

    deadline: timedelta = timedelta(seconds=30)
    connect_timeout: timedelta = timedelta(seconds=10)
    body: int = 10 * 1024 * 1024  # bytes, before and after decoding
    header: int = 16 * 1024  # bytes of one header line
    headers: int = 100
    connections: int = 200
    connections_per_host: int = 32
    keep_alive: timedelta = timedelta(seconds=15)


def guarded_session(limits: ClientLimits, guard: Guard) -> ClientSession:
    """Make the session; a running event loop is needed."""
    connector = TCPConnector(
        resolver=GuardedResolver(guard),
        socket_factory=guard.open_socket,
        use_dns_cache=False,
        limit=limits.connections,
        limit_per_host=limits.connections_per_host,
        keepalive_timeout=limits.keep_alive.total_seconds(),
    )
    return ClientSession(
        connector=connector,
        cookie_jar=DummyCookieJar(),
        trust_env=False,
        auto_decompress=False,
        timeout=ClientTimeout(sock_connect=limits.connect_timeout.total_seconds()),
        max_line_size=limits.header,
        max_field_size=limits.header,
        max_headers=limits.headers,
        middlewares=[_ask_once],
    )


async def _ask_once(
    request: ClientRequest, handler: ClientHandlerType
) -> ClientResponse:
    try:
        return await handler(request)
    except ClientConnectorError:
        raise
    except (ClientOSError, ServerDisconnectedError) as error:
        if current_attempt().dialled:
            raise FreshConnectionLost from error
        raise
