"""Who may vouch for a person: the administrator's OpenID provider, Google, Facebook, Apple.

Only what settings name exists; where a provider lives is fixed here, never asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tidings.auth.apple_secret import APPLE, AppleKey
from tidings.core.accounts.account import ProviderName
from tidings.core.settings.accounts import AccountSettings
from tidings.core.settings.values import Secret

Preset = Literal["google", "facebook", "apple"]


@dataclass(frozen=True, slots=True)
class OpenId:
    """Says who it is by signed ID tokens; its addresses stand in its configuration."""

    issuer: str  # exactly as it spells itself


@dataclass(frozen=True, slots=True)
class Graph:
    """Facebook: OAuth 2 without a signed token, so we ask its graph who the code is for."""

    authorize: str = "https://www.facebook.com/dialog/oauth"
    # No version in the path: Facebook then serves the oldest one that still lives.
    token: str = "https://graph.facebook.com/oauth/access_token"
    me: str = "https://graph.facebook.com/me"


@dataclass(frozen=True, slots=True)
class SignInProvider:
    """One way to sign in elsewhere, and our name and secret there."""

    name: ProviderName
    speaks: OpenId | Graph
    client_id: str
    client_secret: Secret | None  # None: a public client
    scope: str = "openid email profile"
    more: Mapping[str, str] = field(default_factory=dict)  # said when asking
    signing_key: AppleKey | None = None  # None: the secret is a fixed text

    @property
    def posts_back(self) -> bool:
        """Whether the answer comes as a form that another site posts."""
        return self.more.get("response_mode") == "form_post"


def configured_providers(accounts: AccountSettings) -> dict[str, SignInProvider]:
    """Return the providers that the settings name, by their names in addresses."""
    found = {
        "oidc": _oidc(accounts),
        "google": _google(accounts),
        "facebook": _facebook(accounts),
        "apple": _apple(accounts),
    }
    return {name: one for name, one in found.items() if one is not None}


def _oidc(accounts: AccountSettings) -> SignInProvider | None:
    if accounts.oidc_issuer is None or accounts.oidc_client_id is None:
        return None
    return SignInProvider(
        "oidc",
        OpenId(accounts.oidc_issuer),
        accounts.oidc_client_id,
        accounts.oidc_client_secret,
    )


def _google(accounts: AccountSettings) -> SignInProvider | None:
    if accounts.google_client_id is None:
        return None
    return SignInProvider(
        "google",
        OpenId("https://accounts.google.com"),
        accounts.google_client_id,
        accounts.google_client_secret,
    )


def _facebook(accounts: AccountSettings) -> SignInProvider | None:
    # Without the secret we could not prove to the graph that the token is ours.
    if accounts.facebook_client_id is None or accounts.facebook_client_secret is None:
        return None
    return SignInProvider(
        "facebook",
        Graph(),
        accounts.facebook_client_id,
        accounts.facebook_client_secret,
        scope="public_profile",
    )


def _apple(accounts: AccountSettings) -> SignInProvider | None:
    if accounts.apple_client_id is None:
        return None
    return SignInProvider(
        "apple",
        OpenId(APPLE),
        accounts.apple_client_id,
        accounts.apple_client_secret,  # signed by the administrator; the key wins over it
        signing_key=_apple_key(accounts),
        scope="openid email name",
        # Apple insists on it as soon as anything beyond the identity is asked for.
        more={"response_mode": "form_post"},
    )


def _apple_key(accounts: AccountSettings) -> AppleKey | None:
    team, key = accounts.apple_team_id, accounts.apple_key_id
    if team is None or key is None or accounts.apple_private_key is None:
        return None
    return AppleKey(team, key, accounts.apple_private_key)
