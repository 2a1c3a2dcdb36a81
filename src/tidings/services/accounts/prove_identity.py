"""What a provider's answer proves: a code becomes tokens, and tokens become a person."""

import asyncio
import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, urlencode

from tidings.auth.apple_secret import client_secret
from tidings.auth.oidc import (
    Configuration,
    Expected,
    IdentityRefused,
    Person,
    ProviderUnavailable,
    UnknownKey,
    person_of,
    read_object,
    verify_id_token,
)
from tidings.auth.providers import Graph, OpenId, SignInProvider
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import Request
from tidings.fetch.target import Credentials
from tidings.services.accounts.provider_documents import (
    ProviderDocuments,
    ask_provider,
    send_to_provider,
)

_ERROR_WORD = re.compile("[a-z_]{1,60}")


@dataclass(frozen=True, slots=True)
class Grant:
    """A code that came back, and what we remember of asking for it."""

    code: str
    issuer: str | None  # None: the answer did not say
    redirect_uri: str
    verifier: str
    nonce: str
    begun_at: int
    now: int


async def prove_identity(
    client: FetchClient,
    documents: ProviderDocuments,
    provider: SignInProvider,
    grant: Grant,
) -> Person:
    """Return whom the code was given to; raises IdentityRefused or ProviderUnavailable."""
    if isinstance(provider.speaks, Graph):
        return await _ask_graph(client, provider, provider.speaks, grant)
    return await _ask_openid(client, documents, provider, provider.speaks, grant)


async def _ask_openid(
    client: FetchClient,
    documents: ProviderDocuments,
    provider: SignInProvider,
    speaks: OpenId,
    grant: Grant,
) -> Person:
    configuration = await documents.configuration(speaks)
    if grant.issuer is None and configuration.names_itself:
        raise IdentityRefused("The provider's answer does not say who it is from.")
    if grant.issuer not in (None, speaks.issuer):
        raise IdentityRefused("The answer comes from another provider than was asked.")
    tokens = await _redeem(
        client, configuration.token, provider, grant, by_basic=configuration.by_basic
    )
    expected = Expected(
        speaks.issuer, provider.client_id, grant.nonce, grant.begun_at, grant.now
    )
    claims = await _verified(
        documents, configuration.keys, tokens.get("id_token"), expected
    )
    if "email" not in claims:
        # The address and whether it is proven must come from the same document.
        more = await _userinfo(client, configuration, tokens, claims["sub"])
        claims = {**claims, "email_verified": False, **more}
    return person_of(claims)


async def _verified(
    documents: ProviderDocuments, address: str, token: object, expected: Expected
) -> dict[str, Any]:
    """Verify with the keys at hand, then once more with fresh ones: keys change."""
    keys = await documents.keys(address)
    try:
        return await asyncio.to_thread(verify_id_token, token, keys, expected)
    except UnknownKey:
        keys = await documents.keys(address, refresh=True)
    try:
        return await asyncio.to_thread(verify_id_token, token, keys, expected)
    except UnknownKey as error:
        raise IdentityRefused(
            "The ID token has no valid signature of the provider."
        ) from error


async def _redeem(
    client: FetchClient,
    address: str,
    provider: SignInProvider,
    grant: Grant,
    *,
    by_basic: bool,
) -> dict[str, Any]:
    """Exchange the code for tokens."""
    form = {
        "grant_type": "authorization_code",
        "code": grant.code,
        "redirect_uri": grant.redirect_uri,
        "code_verifier": grant.verifier,
    }
    secret = provider.client_secret
    if provider.signing_key is not None:
        secret = client_secret(provider.signing_key, provider.client_id, grant.now)
    credentials = None
    if secret is not None and by_basic:
        # RFC 6749, 2.3.1: both are form-encoded before they go into the header.
        credentials = Credentials(
            quote_plus(provider.client_id), quote_plus(secret.reveal())
        )
    else:
        form["client_id"] = provider.client_id
        if secret is not None:
            form["client_secret"] = secret.reveal()
    answer = await send_to_provider(
        client,
        Request(
            address,
            "POST",
            headers={"Content-Type": "application/x-www-form-urlencoded"},
            credentials=credentials,
            body=urlencode(form).encode(),
        ),
    )
    tokens = read_object(answer.body) or {}
    if answer.status != 200:
        raise _not_redeemed(answer.status, tokens.get("error"))
    return tokens


def _not_redeemed(status: int, error: object) -> IdentityRefused | ProviderUnavailable:
    word = error if isinstance(error, str) and _ERROR_WORD.fullmatch(error) else ""
    said = word or f"status {status}"
    if status >= 500 or word == "invalid_client":
        return ProviderUnavailable(f"The provider does not serve us: {said}.")
    return IdentityRefused(f"The provider did not accept its own code: {said}.")


async def _userinfo(
    client: FetchClient,
    configuration: Configuration,
    tokens: dict[str, Any],
    subject: str,
) -> dict[str, Any]:
    """Return what else the provider knows; only if it speaks of the same person."""
    access = tokens.get("access_token")
    if configuration.userinfo is None or not isinstance(access, str):
        return {}
    answer = await ask_provider(
        client, Request(configuration.userinfo, private_headers=_bearer(access))
    )
    if answer.get("sub") != subject:
        raise IdentityRefused("The provider's user info is about someone else.")
    return answer


async def _ask_graph(
    client: FetchClient, provider: SignInProvider, graph: Graph, grant: Grant
) -> Person:
    assert provider.client_secret is not None
    tokens = await _redeem(client, graph.token, provider, grant, by_basic=False)
    access = tokens.get("access_token")
    if not isinstance(access, str) or not access:
        raise IdentityRefused("The provider sent no access token.")
    secret = provider.client_secret.reveal().encode()
    proof = hmac.digest(secret, access.encode("utf-8", "replace"), hashlib.sha256)
    query = urlencode({"fields": "id,name", "appsecret_proof": proof.hex()})
    answer = await ask_provider(
        client, Request(f"{graph.me}?{query}", private_headers=_bearer(access))
    )
    # No address: Facebook does not say whether anybody proved it.
    return person_of({"sub": answer.get("id"), "name": answer.get("name")})


def _bearer(token: str) -> dict[str, str]:
    if not token.isascii() or not token.isprintable() or len(token) > 7000:
        raise IdentityRefused("The provider sent an access token that cannot be used.")
    return {"Authorization": f"Bearer {token}"}
