"""Whoever makes a request: by the session cookie, or by a token in a header."""

from typing import Annotated

from fastapi import Depends, Request

from tidings.core.accounts.visitor import Visitor
from tidings.core.codes import Code
from tidings.core.errors import Forbidden, Unauthorized
from tidings.services.accounts.sessions import visitor_of
from tidings.web.client_address import caller_of
from tidings.web.cookies import cookie_name
from tidings.web.deps import Given
from tidings.web.middleware.limits import limit_requests

_LONGEST_TOKEN = 200


# All asynchronous, or each request would wait for a thread only to be let through.
async def reader(request: Request, context: Given) -> Visitor:
    """Return who asks; anyone signed in may look."""
    token, by_cookie = _token(request, cookie_name(context))
    visitor = await visitor_of(
        context, token, by_cookie=by_cookie, caller=caller_of(request)
    )
    await limit_requests(request, context, visitor)
    request.state.visitor = visitor
    return visitor


async def is_signed_in(request: Request, context: Given) -> bool:
    """Whether the session that a browser says it has is still one."""
    try:
        await reader(request, context)
    except Unauthorized:
        return False
    return True


async def writer(visitor: Annotated[Visitor, Depends(reader)]) -> Visitor:
    """Return who asks, if they may change what they read, star and follow."""
    if visitor.scope == "read":
        raise Forbidden("This token may only read.", code=Code.READ_ONLY_TOKEN)
    return visitor


async def owner(visitor: Annotated[Visitor, Depends(reader)]) -> Visitor:
    """Return who asks, if they may change the account: a person, not a program."""
    if visitor.scope != "all":
        raise Forbidden(
            "An API token cannot do this: sign in with a password.",
            code=Code.SESSION_REQUIRED,
        )
    return visitor


async def administrator(visitor: Annotated[Visitor, Depends(owner)]) -> Visitor:
    """Return who asks, if they look after the whole installation."""
    if visitor.role != "admin":
        raise Forbidden("Only an administrator may do this.", code=Code.ADMIN_ONLY)
    return visitor


Reader = Annotated[Visitor, Depends(reader)]
Writer = Annotated[Visitor, Depends(writer)]
Owner = Annotated[Visitor, Depends(owner)]
Administrator = Annotated[Visitor, Depends(administrator)]


def _token(request: Request, cookie: str) -> tuple[str, bool]:
    header = request.headers.get("authorization")
    if header is None:
        token, by_cookie = request.cookies.get(cookie, ""), True
    else:
        kind, _, token = header[: _LONGEST_TOKEN + 10].partition(" ")
        token, by_cookie = token.strip() if kind.lower() == "bearer" else "", False
    if not token or len(token) > _LONGEST_TOKEN:
        raise Unauthorized("Sign in first.")
    return token, by_cookie
