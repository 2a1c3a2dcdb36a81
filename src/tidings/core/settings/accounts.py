"""The settings of accounts: who may sign in, and how; see `setting_groups`."""

# `setting` and `maybe` wrap dataclasses.field, which this rule cannot see.
# ruff: noqa: RUF009

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.core.settings import kinds
from tidings.core.settings.kinds import maybe, setting
from tidings.core.settings.values import Secret

Registration = Literal["first", "open", "invite", "closed"]


def _client_id(company: str) -> str | None:
    name = f"TIDINGS_OAUTH_{company.upper()}_CLIENT_ID"
    return maybe(name, kinds.TEXT, f"lets people sign in with {company}")


def _client_secret(company: str) -> Secret | None:
    name = f"TIDINGS_OAUTH_{company.upper()}_CLIENT_SECRET"
    return maybe(name, kinds.SECRET, f"the secret that {company} gave with that name")


@dataclass(frozen=True, slots=True)
class AccountSettings:
    """Who may sign in, and how."""

    password: Secret | None = maybe(
        "TIDINGS_PASSWORD",
        kinds.SECRET,
        "turns on single-user mode: one account, admin, with this password",
    )
    registration: Registration = setting(
        "TIDINGS_REGISTRATION",
        kinds.one_of(Registration),
        "first",
        "who may create an account",
    )
    login_rate: int = setting(
        "TIDINGS_LOGIN_RATE_LIMIT",
        kinds.whole(1, 1_000),
        "5",
        "how many passwords may be tried a minute, by account and by address",
    )
    session_length: timedelta = setting(
        "TIDINGS_SESSION_LIFETIME",
        kinds.DURATION,
        "30d",
        "how long a session lives after the last visit",
    )
    secret_key: Secret | None = maybe(
        "TIDINGS_SECRET_KEY",
        kinds.SECRET_KEY,
        "encrypts stored credentials; generated and kept beside the database when empty",
    )
    oidc_issuer: str | None = maybe(
        "TIDINGS_OIDC_ISSUER",
        kinds.HTTP_URL,
        "the OpenID Connect provider, exactly as it spells its issuer",
    )
    oidc_client_id: str | None = maybe(
        "TIDINGS_OIDC_CLIENT_ID",
        kinds.TEXT,
        "this installation's name at the OpenID Connect provider",
    )
    oidc_client_secret: Secret | None = maybe(
        "TIDINGS_OIDC_CLIENT_SECRET",
        kinds.SECRET,
        "its secret there; a public client has none",
    )
    google_client_id: str | None = _client_id("Google")
    google_client_secret: Secret | None = _client_secret("Google")
    facebook_client_id: str | None = _client_id("Facebook")
    facebook_client_secret: Secret | None = _client_secret("Facebook")
    apple_client_id: str | None = _client_id("Apple")
    apple_client_secret: Secret | None = _client_secret("Apple")
    apple_team_id: str | None = maybe(
        "TIDINGS_OAUTH_APPLE_TEAM_ID", kinds.TEXT, "your team at Apple"
    )
    apple_key_id: str | None = maybe(
        "TIDINGS_OAUTH_APPLE_KEY_ID", kinds.TEXT, "the name that Apple gave the key"
    )
    apple_private_key: Secret | None = maybe(
        "TIDINGS_OAUTH_APPLE_PRIVATE_KEY",
        kinds.SECRET,
        "the key that signs the secret for Apple, so that nobody has to renew it",
    )
