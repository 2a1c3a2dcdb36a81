"""Registering, signing in and out, and new passwords for forgotten ones."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.errors import Forbidden
from tidings.core.setting_groups import Registration
from tidings.services.mail import can_send_mail
from tidings.services.passkeys import passkey_origin
from tidings.services.password_reset import ask_for_reset, reset_password
from tidings.services.registration import (
    has_accounts,
    is_registration_open,
    register,
    registration_mode,
)
from tidings.services.sessions import end_session
from tidings.services.sign_in import SignedIn, sign_in
from tidings.services.single_user import is_single_user
from tidings.web.client_address import From
from tidings.web.cookies import clear_session_cookie, set_session_cookie
from tidings.web.deps import Given
from tidings.web.errors import ErrorAnswer
from tidings.web.signed_in import Reader, is_signed_in
from tidings.web.v1.account_answers import SignedInAnswer
from tidings.web.v1.fields import Body, Storable

router = APIRouter(tags=["auth"])

Name = Annotated[Storable, Field(min_length=1, max_length=254)]
Password = Annotated[str, Field(min_length=1, max_length=1000)]
TokenText = Annotated[Storable, Field(min_length=1, max_length=200)]
_TOO_MANY: dict[int | str, dict[str, Any]] = {
    429: {"model": ErrorAnswer, "description": "Too many tries; see `Retry-After`."}
}


class LoginBody(Body):
    """Who somebody is; in single-user mode the password alone."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"username": "ann", "password": "correct horse"}}
    )
    username: Name | None = None
    password: Password


class RegisterBody(Body):
    """A new account; `invite` is the token of an invite, where one is needed."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"username": "ann", "password": "correct horse"}}
    )
    username: Name
    password: Password
    invite: TokenText | None = None


class ForgotBody(Body):
    """Who has forgotten their password: a user name or an e-mail address."""

    model_config = ConfigDict(json_schema_extra={"example": {"username": "ann"}})
    username: Name


class ResetBody(Body):
    """The token of the link, and the new password."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"token": "Wk3n1Yw9", "password": "new horse 12"}}
    )
    token: TokenText
    password: Password


class SignInOptions(BaseModel):
    """What a login page must know."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "registration": "first",
                "registration_open": True,
                "single_user": False,
                "providers": ["oidc"],
                "has_accounts": False,
                "mail": False,
                "passkey_origin": "https://reader.example",
                "signed_in": False,
            }
        }
    )
    registration: Registration
    registration_open: bool  # without an invite, now
    single_user: bool
    providers: list[str]  # for auth/oauth/{provider}
    has_accounts: bool
    mail: bool  # whether forgotten passwords can be reset by mail
    passkey_origin: str | None  # where browsers can use passkeys; null: nowhere
    signed_in: bool  # whether whoever asks has a session already


@router.get(
    "/auth/options",
    operation_id="get_sign_in_options",
    summary="What a login page must know",
    response_description="How one can sign in and register here.",
)
async def options(
    context: Given, signed_in: Annotated[bool, Depends(is_signed_in)]
) -> SignInOptions:
    """Say how one can sign in and register here."""
    settings = context.accounts
    providers = {
        "oidc": settings.oidc_issuer and settings.oidc_client_id,
        "google": settings.google_client_id,
        "facebook": settings.facebook_client_id,
        "apple": settings.apple_client_id,
    }
    return SignInOptions(
        registration=registration_mode(context),
        registration_open=await is_registration_open(context),
        single_user=is_single_user(context),
        providers=[name for name, client in providers.items() if client],
        has_accounts=await has_accounts(context),
        mail=can_send_mail(context),
        passkey_origin=passkey_origin(context),
        signed_in=signed_in,
    )


@router.post(
    "/auth/register",
    status_code=201,
    operation_id="register",
    summary="Make an account",
    response_description="The account is made, and its owner signed in.",
    responses=_TOO_MANY,
)
async def register_account(
    body: RegisterBody, context: Given, caller: From, response: Response
) -> SignedInAnswer:
    """Make an account as far as TIDINGS_REGISTRATION allows, and sign in to it."""
    made = await register(context, body.username, body.password, body.invite, caller)
    return _answer(made, context, response)


@router.post(
    "/auth/login",
    operation_id="log_in",
    summary="Sign in",
    response_description="Signed in; the token is also in the cookie.",
    responses=_TOO_MANY,
)
async def log_in(
    body: LoginBody, context: Given, caller: From, response: Response
) -> SignedInAnswer:
    """Begin a session."""
    signed_in = await sign_in(context, body.username, body.password, caller)
    return _answer(signed_in, context, response)


@router.post(
    "/auth/logout",
    status_code=204,
    operation_id="log_out",
    summary="Sign out",
    response_description="The session has ended.",
)
async def log_out(visitor: Reader, context: Given, response: Response) -> None:
    """End the session that this request is made in."""
    if visitor.session_id is None:
        raise Forbidden("An API token has no session; delete the token instead.")
    await end_session(context, visitor, visitor.session_id)
    clear_session_cookie(response, context)


@router.post(
    "/auth/forgot-password",
    status_code=204,
    operation_id="forgot_password",
    summary="Ask for a new password",
    response_description="If there is such an account with an address, a mail is sent.",
    responses=_TOO_MANY,
)
async def forgot_password(body: ForgotBody, context: Given, caller: From) -> None:
    """Send a link by mail; the answer is the same whether or not there is such a user."""
    await ask_for_reset(context, body.username, caller)


@router.post(
    "/auth/reset-password",
    status_code=204,
    operation_id="reset_password",
    summary="Choose a new password by a link",
    response_description="The password is changed and all sessions have ended.",
    responses=_TOO_MANY,
)
async def choose_password(body: ResetBody, context: Given, caller: From) -> None:
    """Set a new password for whoever holds the token of a link."""
    await reset_password(context, body.token, body.password, caller)


def _answer(signed_in: SignedIn, context: Given, response: Response) -> SignedInAnswer:
    set_session_cookie(response, context, signed_in.token)
    return SignedInAnswer.of(signed_in)
