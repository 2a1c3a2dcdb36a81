"""The session cookie: out of reach for scripts, other sites and plain HTTP."""

from datetime import timedelta

from fastapi import Response

from tidings.context import Context

# The session itself ends earlier, a while after the last visit; browsers keep none longer.
_KEPT_FOR = timedelta(days=400)
# The prefix makes browsers refuse the cookie from anyone but this very host over HTTPS.
_ON_HTTPS = "__Host-tidings"
_ON_HTTP = "tidings_session"
SESSION_COOKIES = (_ON_HTTPS, _ON_HTTP)


def is_https(context: Context) -> bool:
    """Say whether others reach Tidings by HTTPS."""
    return context.server.base_url.startswith("https:")


def cookie_name(context: Context) -> str:
    return _ON_HTTPS if is_https(context) else _ON_HTTP


def set_session_cookie(response: Response, context: Context, token: str) -> None:
    """Let a browser keep the session."""
    response.set_cookie(
        cookie_name(context),
        token,
        max_age=int(_KEPT_FOR.total_seconds()),
        path="/",
        secure=is_https(context),
        httponly=True,
        samesite="lax",
    )


def clear_session_cookie(response: Response, context: Context) -> None:
    """Let a browser forget the session."""
    response.delete_cookie(
        cookie_name(context),
        path="/",
        secure=is_https(context),
        httponly=True,
        samesite="lax",
    )
