"""Registering, signing in and out, and new passwords for forgotten ones."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response

from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.services.accounts import password_reset, registration
from tidings.services.accounts.password_reset import ForgottenPassword, NewPassword
from tidings.services.accounts.registration import NewAccount
from tidings.services.accounts.sessions import end_session
from tidings.services.accounts.sign_in import SignedIn, SignIn, sign_in
from tidings.services.accounts.sign_in_options import SignInOptions, sign_in_options
from tidings.web.client_address import From
from tidings.web.cookies import clear_session_cookie, set_session_cookie
from tidings.web.deps import Given
from tidings.web.errors import ErrorAnswer
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, is_signed_in

router = APIRouter(tags=["auth"], route_class=JsonRoute)

_TOO_MANY: dict[int | str, dict[str, Any]] = {
    429: {"model": ErrorAnswer, "description": "Too many attempts; see `Retry-After`."}
}


@router.get("/auth/options")
async def get_sign_in_options(
    context: Given, signed_in: Annotated[bool, Depends(is_signed_in)]
) -> SignInOptions:
    """Say how one can sign in and register here."""
    return await sign_in_options(context, signed_in=signed_in)


@router.post("/auth/register", status_code=201, responses=_TOO_MANY)
async def register(
    body: NewAccount, context: Given, caller: From, response: Response
) -> SignedIn:
    """Make an account as far as TIDINGS_REGISTRATION allows, and sign in to it."""
    made = await registration.register(context, body, caller)
    set_session_cookie(response, context, made.token)
    return made


@router.post("/auth/login", responses=_TOO_MANY)
async def log_in(
    body: SignIn, context: Given, caller: From, response: Response
) -> SignedIn:
    """Begin a session. Its token is also in the cookie."""
    signed_in = await sign_in(context, body, caller)
    set_session_cookie(response, context, signed_in.token)
    return signed_in


@router.post("/auth/logout", status_code=204)
async def log_out(visitor: Reader, context: Given, response: Response) -> None:
    """End the session that this request is made in."""
    if visitor.session_id is None:
        raise Forbidden(
            "An API token has no session; delete the token instead.",
            code=Code.SESSION_REQUIRED,
        )
    await end_session(context, visitor, visitor.session_id)
    clear_session_cookie(response, context)


@router.post("/auth/forgot-password", status_code=204, responses=_TOO_MANY)
async def forgot_password(
    body: ForgottenPassword, context: Given, caller: From
) -> None:
    """Send a link by mail; the answer is the same whether or not there is such a user."""
    await password_reset.ask_for_reset(context, body, caller)


@router.post("/auth/reset-password", status_code=204, responses=_TOO_MANY)
async def reset_password(body: NewPassword, context: Given, caller: From) -> None:
    """Set a new password for whoever holds the token of a link."""
    await password_reset.reset_password(context, body, caller)
