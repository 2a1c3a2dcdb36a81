"""The cookie that ties a sign-in elsewhere to the browser that began it."""

from fastapi import Request, Response

from tidings.context import Context
from tidings.services.accounts.federated_sign_in import FLOW_LENGTH
from tidings.web.cookies import is_https

_NAME = "tidings_flow"
_LONGEST = 200


def flow_in(request: Request, context: Context) -> str:
    """Return what this browser was given when it left; empty if nothing."""
    return request.cookies.get(_name(context), "")[:_LONGEST]


def set_flow_cookie(
    response: Response, context: Context, browser: str, *, posted_back: bool
) -> None:
    """Give the browser its secret until it comes back.

    A form that another site posts brings along only cookies that say so.
    """
    https = is_https(context)
    response.set_cookie(
        _name(context),
        browser,
        max_age=int(FLOW_LENGTH.total_seconds()),
        path="/",
        secure=https,
        httponly=True,
        samesite="none" if posted_back and https else "lax",
    )


def forget_flow_cookie(response: Response, context: Context) -> None:
    response.delete_cookie(
        _name(context), path="/", secure=is_https(context), httponly=True
    )


def _name(context: Context) -> str:
    # Browsers take a __Host- cookie from this very host over https only.
    return f"__Host-{_NAME}" if is_https(context) else _NAME
