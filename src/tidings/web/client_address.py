"""Where a request came from, for limits and for the list of sessions."""

from typing import Annotated

from fastapi import Depends, Request

from tidings.core.accounts.client_address import client_address
from tidings.core.accounts.visitor import Caller
from tidings.web.deps import get_context

# A socket file has no address; whoever can open it is on this machine.
_SOCKET_FILE = "local"


def caller_of(request: Request) -> Caller:
    """Return who calls; proxies are believed only if they are trusted."""
    peer = request.client.host if request.client else _SOCKET_FILE
    address = client_address(
        peer,
        request.headers.getlist("x-forwarded-for"),
        get_context(request).server.trusted_proxies,
    )
    return Caller(address, request.headers.get("user-agent", ""))


From = Annotated[Caller, Depends(caller_of)]
