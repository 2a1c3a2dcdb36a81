"""OpenID Connect without the network: what is asked, and what an answer must prove.

Nothing here trusts a token before its signature, issuer, audience, times and nonce fit.
"""

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Conflict, Unauthorized

# Clocks at home are seldom right to the second.
SKEW = timedelta(minutes=2)
# Signatures by a public key only: "none" proves nothing, and with HS256 everybody who
# knows the public key could sign.
ALGORITHMS = (
    *("RS256", "RS384", "RS512"),
    *("PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA"),
)
_KEY_TYPES = ("RSA", "EC", "OKP")
_LONGEST_TOKEN = 32_000
_LONGEST_SUBJECT = 255


class IdentityRefused(Unauthorized):
    """What the provider sent does not prove who came."""

    code = Code.IDENTITY_REFUSED


class ProviderUnavailable(Conflict):
    """The provider does not answer, or not as an OpenID provider does."""

    code = Code.PROVIDER_UNAVAILABLE


class UnknownKey(Exception):
    """The token names a key that is not among these; the provider may have a new one."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The endpoints of a provider, as its configuration document says."""

    authorize: str
    token: str
    keys: str
    userinfo: str | None  # None: it has none
    by_basic: bool  # whether our secret goes into a header, else into the form
    names_itself: bool  # whether its answers say `iss` (RFC 9207)


@dataclass(frozen=True, slots=True)
class Expected:
    """What an ID token has to say."""

    issuer: str
    client_id: str
    nonce: str
    begun_at: int
    now: int


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever came, in the provider's words."""

    subject: str
    email: str | None  # None: none that is proven
    has_unproven_email: bool = False
    names: tuple[str, ...] = ()  # to be called by, best first


def authorization_address(endpoint: str, parameters: Mapping[str, str]) -> str:
    """Return where the browser has to go; the endpoint may have a query of its own."""
    sign = "&" if urlsplit(endpoint).query else "?"
    return f"{endpoint}{sign}{urlencode(parameters)}"


def code_challenge(verifier: str) -> str:
    """Return what is shown of the verifier beforehand: RFC 7636, S256."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def read_configuration(document: object, issuer: str) -> Configuration:
    """Return the endpoints that a configuration names, if it is the issuer's own."""
    if not isinstance(document, dict) or document.get("issuer") != issuer:
        raise ProviderUnavailable(
            f"The OpenID configuration of {issuer} names another issuer: set"
            " TIDINGS_OIDC_ISSUER exactly as the provider spells it."
        )
    methods = document.get("token_endpoint_auth_methods_supported")
    return Configuration(
        authorize=_endpoint(document, "authorization_endpoint", issuer),
        token=_endpoint(document, "token_endpoint", issuer),
        keys=_endpoint(document, "jwks_uri", issuer),
        userinfo=_endpoint(document, "userinfo_endpoint", issuer)
        if document.get("userinfo_endpoint")
        else None,
        by_basic=not isinstance(methods, list) or "client_secret_basic" in methods,
        names_itself=document.get("authorization_response_iss_parameter_supported")
        is True,
    )


def _endpoint(document: Mapping[str, object], name: str, issuer: str) -> str:
    address = document.get(name)
    schemes = ("https://",) if issuer.startswith("https:") else ("https://", "http://")
    if not isinstance(address, str) or not address.startswith(schemes):
        raise ProviderUnavailable(
            f"The OpenID configuration of {issuer} has no usable {name}."
        )
    return address


def verify_id_token(
    token: object, keys: Sequence[object], expected: Expected
) -> dict[str, Any]:
    """Return the claims of a token that proves itself; raises UnknownKey or a refusal."""
    # Slow to import, and only those who sign in elsewhere need it.
    from joserfc import jwt
    from joserfc.errors import InvalidKeyIdError, JoseError
    from joserfc.jwk import KeySet

    if not isinstance(token, str) or len(token) > _LONGEST_TOKEN:
        raise IdentityRefused("The provider sent no ID token.")
    usable = [key for data in keys if (key := _public_key(data)) is not None]
    if not usable:
        raise UnknownKey
    try:
        claims = jwt.decode(token, KeySet(usable), algorithms=ALGORITHMS).claims
    except InvalidKeyIdError as error:
        raise UnknownKey from error
    except (JoseError, ValueError) as error:
        raise IdentityRefused(
            "The ID token has no valid signature of the provider."
        ) from error
    _check_claims(claims, expected)
    return claims


def _public_key(data: object) -> Any:
    """Return a key that may sign tokens, None for anything else in the list."""
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry

    if not isinstance(data, dict) or data.get("kty") not in _KEY_TYPES:
        return None
    if data.get("use", "sig") != "sig":
        return None
    try:
        return JWKRegistry.import_key(data)
    except (JoseError, ValueError, TypeError, KeyError):
        return None


def _check_claims(claims: dict[str, Any], expected: Expected) -> None:
    from joserfc.errors import ClaimError
    from joserfc.jwt import JWTClaimsRegistry

    rules = JWTClaimsRegistry(
        now=expected.now // 1_000_000,
        leeway=int(SKEW.total_seconds()),
        iss={"essential": True, "value": expected.issuer},
        aud={"essential": True, "value": expected.client_id},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
    )
    try:
        rules.validate(claims)
    except ClaimError as error:
        raise _wrong(error.claim) from error
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(
        nonce.encode("utf-8", "surrogatepass"), expected.nonce.encode()
    ):
        raise _wrong("nonce")
    if claims["iat"] * 1_000_000 < expected.begun_at - micros(SKEW):
        raise _wrong("iat")
    _check_audience(claims, expected.client_id)


def _check_audience(claims: Mapping[str, Any], client_id: str) -> None:
    """A token for several parties must say that we are the one it was made for."""
    party = claims.get("azp")
    if party is None and claims["aud"] not in (client_id, [client_id]):
        raise _wrong("aud")
    if party is not None and party != client_id:
        raise _wrong("azp")


def _wrong(claim: str) -> IdentityRefused:
    return IdentityRefused(
        f"The ID token was not made for this sign-in: its {claim} is wrong.",
        details={"claim": claim},
    )


def person_of(claims: Mapping[str, Any]) -> Person:
    """Return whom verified claims speak of."""
    subject = claims.get("sub")
    if not isinstance(subject, str) or not _is_storable(subject):
        raise _wrong("sub")
    email = _mail_address(claims.get("email"))
    # Some send the word instead of the value.
    is_proven = claims.get("email_verified") in (True, "true")
    requests = (
        claims.get("preferred_username"),
        (email or "").partition("@")[0],
        claims.get("name"),
    )
    return Person(
        subject,
        email if is_proven else None,
        has_unproven_email=bool(claims.get("email")) and not (is_proven and email),
        names=tuple(
            request for request in requests if isinstance(request, str) and request
        ),
    )


def read_object(body: bytes) -> dict[str, Any] | None:
    """Return a JSON object, None for anything else."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _mail_address(value: object) -> str | None:
    # Only ASCII: lower case of other letters makes two people's addresses one.
    if not isinstance(value, str) or not value.isascii() or not value.isprintable():
        return None
    local, sign, domain = value.strip().lower().partition("@")
    is_address = local and sign and domain and "@" not in domain and " " not in value
    return f"{local}@{domain}" if is_address and len(value) <= 254 else None


def _is_storable(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_SUBJECT and text.isprintable()
