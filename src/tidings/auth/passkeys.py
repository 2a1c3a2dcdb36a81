"""Passkeys without the network: what is asked of a browser, and what its answer proves.

The origin and the name of our site are fixed by settings, never taken from a request.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tidings.core.codes import Code
from tidings.core.errors import Conflict, Forbidden

CHALLENGE_BYTES = 32

_SITE_NAME = "Tidings"
_THIS_MACHINE = "localhost"
_TRANSPORTS = ("usb", "nfc", "ble", "smart-card", "internal", "hybrid", "cable")
# We ask for no attestation; authenticators may still sign for themselves.
_FORMATS = ("none", "packed")
_R = TypeVar("_R")


class PasskeyRefused(Forbidden):
    """The browser's answer does not prove that it holds the key."""

    code = Code.PASSKEY_REFUSED


class PasskeysUnavailable(Conflict):
    """Browsers make passkeys for names only, and Tidings is reached by a number."""

    code = Code.PASSKEYS_UNAVAILABLE


@dataclass(frozen=True, slots=True)
class Site:
    """Who we are to browsers."""

    id: str  # the host name
    origin: str


@dataclass(frozen=True, slots=True)
class MadeKey:
    """A key that a browser just made for us."""

    credential_id: bytes
    public_key: bytes
    sign_count: int


def site_of(base_url: str) -> Site:
    """Return who we are by the address that others reach us at.

    The address of this machine itself has a name that nobody else can own: `localhost`.
    """
    parts = urlsplit(base_url)
    host = _name_of(parts.hostname or "", parts.scheme)
    port = "" if parts.port in (None, _default_port(parts.scheme)) else parts.port
    return Site(host, f"{parts.scheme}://{host}{':' if port else ''}{port}")


def user_handle(user_id: int) -> bytes:
    """Return what authenticators call a user: nothing that tells who it is."""
    return user_id.to_bytes(8, "big")


def registration_options(
    site: Site,
    challenge: bytes,
    user: tuple[int, str],
    known: Iterable[tuple[bytes, str]],
) -> dict[str, Any]:
    """Return what a browser needs to make a passkey for a user; none is made twice."""
    # Slow to import, and few sign in this way.
    import webauthn
    from webauthn.helpers import structs

    user_id, name = user
    options = webauthn.generate_registration_options(
        rp_id=site.id,
        rp_name=_SITE_NAME,
        user_id=user_handle(user_id),
        user_name=name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(
                id=credential,
                transports=[
                    structs.AuthenticatorTransport(transport)
                    for transport in json.loads(transports)
                ],
            )
            for credential, transports in known
        ],
    )
    return _as_dict(options)


def sign_in_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to offer its passkeys for our site."""
    import webauthn

    return _as_dict(
        webauthn.generate_authentication_options(rp_id=site.id, challenge=challenge)
    )


def known_transports(names: Sequence[str]) -> str:
    """Return the transports that we know, as JSON to be kept."""
    return json.dumps([name for name in _TRANSPORTS if name in names])


def challenge_in(credential: dict[str, Any]) -> bytes:
    """Return the challenge that an answer says it answers, to find what we remember."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json

    def read() -> bytes:
        client_data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return parse_client_data_json(client_data).challenge

    return _proven(read)


def credential_id_in(credential: dict[str, Any]) -> bytes:
    """Return which passkey an answer says it is from."""
    from webauthn.helpers import base64url_to_bytes

    return _proven(lambda: base64url_to_bytes(credential["rawId"]))


def user_handle_in(credential: dict[str, Any]) -> bytes | None:
    """Return whose passkey an answer says it is; None when it does not say."""
    from webauthn.helpers import base64url_to_bytes

    handle = credential["response"].get("userHandle")
    return _proven(lambda: base64url_to_bytes(handle)) if handle else None


def verify_registration(
    credential: dict[str, Any], challenge: bytes, site: Site
) -> MadeKey:
    """Return the new key if the answer was made for us and for this challenge."""
    import webauthn
    from webauthn.helpers import (
        base64url_to_bytes,
        decode_credential_public_key,
        decoded_public_key_to_cryptography,
        parse_attestation_object,
    )

    def verify() -> MadeKey:
        attestation = base64url_to_bytes(credential["response"]["attestationObject"])
        if parse_attestation_object(attestation).fmt not in _FORMATS:
            raise ValueError("an attestation that nobody asked for")
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
        )
        if made.credential_id != base64url_to_bytes(credential["rawId"]):
            raise ValueError("another passkey than the one that was made")
        # A key that cannot be used must not become somebody's only way in.
        decoded_public_key_to_cryptography(
            decode_credential_public_key(made.credential_public_key)
        )
        return MadeKey(made.credential_id, made.credential_public_key, made.sign_count)

    return _proven(verify)


def verify_sign_in(
    credential: dict[str, Any],
    challenge: bytes,
    site: Site,
    public_key: bytes,
    sign_count: int,
) -> int:
    """Return the key's new counter if the answer is signed, ours, and not a copy's."""
    import webauthn

    return _proven(
        lambda: (
            webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origin,
                credential_public_key=public_key,
                credential_current_sign_count=sign_count,
            ).new_sign_count
        )
    )


def _proven(read: Callable[[], _R]) -> _R:
    """Return what was read; whatever is wrong with it, the answer is the same refusal."""
    import struct

    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return read()
    except (
        WebAuthnException,
        InvalidSignature,
        UnsupportedAlgorithm,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        RecursionError,
        struct.error,
    ) as error:
        raise PasskeyRefused("This passkey could not be verified.") from error


def _as_dict(options: Any) -> dict[str, Any]:
    from webauthn import options_to_json

    read: dict[str, Any] = json.loads(options_to_json(options))
    return read


def _name_of(host: str, scheme: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host
    # A certificate for the number says nothing about the name.
    if address.is_loopback and scheme == "http":
        return _THIS_MACHINE
    raise PasskeysUnavailable(
        "Passkeys need a host name: set TIDINGS_BASE_URL to an address with one."
    )


def _default_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80
