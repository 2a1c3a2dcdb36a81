"""What a login page must know."""

from dataclasses import dataclass

from tidings.context import Context
from tidings.core.settings.accounts import Registration
from tidings.services.accounts.passkeys import passkey_origin
from tidings.services.accounts.registration import (
    has_accounts,
    is_registration_open,
    registration_mode,
)
from tidings.services.accounts.single_user import is_single_user
from tidings.services.system.mail import can_send_mail


@dataclass(frozen=True, slots=True)
class SignInOptions:
    """What a login page must know."""

    registration: Registration
    registration_open: bool  # without an invite, now
    single_user: bool
    providers: list[str]  # for auth/oauth/{provider}
    has_accounts: bool
    mail: bool  # whether forgotten passwords can be reset by mail
    passkey_origin: str | None  # where browsers can use passkeys; None: nowhere
    signed_in: bool  # whether whoever asks has a session already


async def sign_in_options(context: Context, *, signed_in: bool) -> SignInOptions:
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
