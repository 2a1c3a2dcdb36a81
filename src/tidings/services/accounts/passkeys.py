"""Passkeys: adding, listing and removing one's own, and signing in by one.

A challenge is good for one answer within five minutes, and only for what it was made for.
"""

import asyncio
import hmac
from datetime import timedelta
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from tidings.auth import passkeys as keys
from tidings.auth.passkeys import (
    CHALLENGE_BYTES,
    PasskeyRefused,
    PasskeysUnavailable,
    site_of,
)
from tidings.auth.tokens import token_hash
from tidings.context import Context
from tidings.core.accounts.visitor import Visitor
from tidings.core.clock import micros
from tidings.core.pages import WholeList
from tidings.services.accounts.admit_person import AccountDisabled
from tidings.services.accounts.recent_sign_in import require_recent_sign_in
from tidings.services.fields import RequestModel, Storable
from tidings.store.accounts import passkeys
from tidings.store.accounts.identities import remove_passkey
from tidings.store.accounts.passkeys import NewPasskey, Passkey
from tidings.store.accounts.sign_in_flows import Flow, insert_flow, take_flow

CHALLENGE_LENGTH = timedelta(minutes=5)

_TO_ADD = "passkey-to-add"
_TO_SIGN_IN = "passkey"


_Encoded = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$", max_length=20_000)]
_Transport = Annotated[str, Field(pattern=r"^[a-z-]{1,30}$")]
_MADE: JsonDict = {
    "id": "q83vASNFZ4k",
    "rawId": "q83vASNFZ4k",
    "type": "public-key",
    "response": {
        "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
        "attestationObject": "o2NmbXRkbm9uZQ",
        "transports": ["internal"],
    },
}
_SIGNED: JsonDict = {
    "id": "q83vASNFZ4k",
    "rawId": "q83vASNFZ4k",
    "type": "public-key",
    "response": {
        "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
        "authenticatorData": "SZYN5YgOjGh0NBcPZHZgWw",
        "signature": "MEUCIQDF",
        "userHandle": "AAAAAAAAAAE",
    },
}


class _FromBrowser(BaseModel):
    """Browsers add fields as the standard grows; those we do not know are left out."""

    model_config = ConfigDict(extra="ignore")

    def spelt(self) -> dict[str, Any]:
        """Return it as browsers spell it."""
        return self.model_dump(by_alias=True, exclude_none=True)


class MadeResponse(_FromBrowser):
    """The inner part of a new passkey."""

    client_data: _Encoded = Field(alias="clientDataJSON")
    attestation: _Encoded = Field(alias="attestationObject")
    transports: list[_Transport] = Field(default=[], max_length=10)


class SignedResponse(_FromBrowser):
    """The inner part of a signature."""

    client_data: _Encoded = Field(alias="clientDataJSON")
    authenticator_data: _Encoded = Field(alias="authenticatorData")
    signature: _Encoded
    user_handle: _Encoded | None = Field(default=None, alias="userHandle")


class MadeCredential(_FromBrowser):
    """What `navigator.credentials.create` gave, as `toJSON` spells it."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"example": _MADE})
    id: _Encoded
    raw_id: _Encoded = Field(alias="rawId")
    type: Literal["public-key"]
    response: MadeResponse


class SignedCredential(_FromBrowser):
    """What `navigator.credentials.get` gave, as `toJSON` spells it."""

    model_config = ConfigDict(extra="ignore", json_schema_extra={"example": _SIGNED})
    id: _Encoded
    raw_id: _Encoded = Field(alias="rawId")
    type: Literal["public-key"]
    response: SignedResponse


class PasskeyToAdd(RequestModel):
    """A passkey to be kept, under a name by which its owner knows it."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "Ann's phone", "credential": _MADE}}
    )
    name: Annotated[Storable, Field(min_length=1, max_length=100)]
    credential: MadeCredential


class PasskeySignIn(RequestModel):
    """A passkey's answer to a challenge."""

    credential: SignedCredential


class PasskeyOptions(BaseModel):
    """What the browser's own function takes, in the spelling of WebAuthn."""

    model_config = ConfigDict(extra="allow")
    challenge: str
    timeout: int


def passkey_origin(context: Context) -> str | None:
    """Return where browsers can use passkeys of ours; None: nowhere."""
    try:
        return site_of(context.server.base_url).origin
    except PasskeysUnavailable:
        return None


async def options_to_add(context: Context, visitor: Visitor) -> PasskeyOptions:
    """Return what a browser needs to make a passkey for whoever asks."""
    site = site_of(context.server.base_url)
    await require_recent_sign_in(context, visitor)
    known = await context.database.read(passkeys.credentials_of, visitor.user_id)
    challenge = await _new_challenge(context, _TO_ADD, visitor.user_id)
    user = (visitor.user_id, visitor.name)
    options = await asyncio.to_thread(
        keys.registration_options, site, challenge, user, known
    )
    return PasskeyOptions(**options)


async def add_passkey(
    context: Context, visitor: Visitor, wanted: PasskeyToAdd
) -> Passkey:
    """Keep the passkey that a browser made for whoever asks."""
    site = site_of(context.server.base_url)
    credential = wanted.credential.spelt()
    challenge = await _used_challenge(context, credential, _TO_ADD, visitor.user_id)
    made = await asyncio.to_thread(
        keys.verify_registration, credential, challenge, site
    )
    new = NewPasskey(
        id=context.new_id(),
        user_id=visitor.user_id,
        credential_id=made.credential_id,
        public_key=made.public_key,
        sign_count=made.sign_count,
        name=wanted.name,
        transports=keys.known_transports(tuple(wanted.credential.response.transports)),
        created_at=context.clock(),
    )
    await context.database.write(passkeys.insert_passkey, new)
    return Passkey(new.id, new.name, new.created_at, None)


async def own_passkeys(context: Context, user_id: int) -> WholeList[Passkey]:
    """Return a user's passkeys, oldest first."""
    return WholeList(await context.database.read(passkeys.list_passkeys, user_id))


async def delete_passkey(context: Context, user_id: int, passkey_id: str) -> None:
    """Remove a passkey, unless it is the last way in."""
    await context.database.write(remove_passkey, user_id, passkey_id)


async def options_to_sign_in(context: Context) -> PasskeyOptions:
    """Return what a browser needs to offer the passkeys it has for us."""
    site = site_of(context.server.base_url)
    challenge = await _new_challenge(context, _TO_SIGN_IN, None)
    options = await asyncio.to_thread(keys.sign_in_options, site, challenge)
    return PasskeyOptions(**options)


async def sign_in_by_passkey(context: Context, signed: PasskeySignIn) -> int:
    """Return the user whose passkey signed our challenge."""
    site = site_of(context.server.base_url)
    credential = signed.credential.spelt()
    challenge = await _used_challenge(context, credential, _TO_SIGN_IN, None)
    credential_id = keys.credential_id_in(credential)
    known = await context.database.read(passkeys.find_key, credential_id)
    if known is None:
        raise _unknown()
    await asyncio.to_thread(_check_owner, credential, known.user_id)
    sign_count = await asyncio.to_thread(
        keys.verify_sign_in,
        credential,
        challenge,
        site,
        known.public_key,
        known.sign_count,
    )
    if known.is_disabled:
        raise AccountDisabled("This account is disabled: ask the administrator.")
    moved = await context.database.write(
        passkeys.note_use, known.id, sign_count, context.clock()
    )
    if not moved:
        raise _unknown()
    return known.user_id


def _check_owner(credential: dict[str, Any], user_id: int) -> None:
    """Refuse an answer that names another user than the key's own."""
    handle = keys.user_handle_in(credential)
    if handle is not None and not hmac.compare_digest(
        handle, keys.user_handle(user_id)
    ):
        raise _unknown()


async def _new_challenge(context: Context, kind: str, user_id: int | None) -> bytes:
    challenge = context.random_bytes(CHALLENGE_BYTES)
    now = context.clock()
    flow = Flow(
        key_hash=_hash(challenge),
        kind=kind,
        user_id=user_id,
        browser_hash=None,
        memory=b"",
        created_at=now,
        expires_at=now + micros(CHALLENGE_LENGTH),
    )
    await context.database.write(insert_flow, flow)
    return challenge


async def _used_challenge(
    context: Context, credential: dict[str, Any], kind: str, user_id: int | None
) -> bytes:
    """Return the challenge of an answer; nobody can use it again."""
    challenge = await asyncio.to_thread(keys.challenge_in, credential)
    flow = await context.database.write(
        take_flow, _hash(challenge), kind, context.clock()
    )
    if flow is None or flow.user_id != user_id:
        raise PasskeyRefused("This took too long, or was already used: try again.")
    return challenge


def _hash(challenge: bytes) -> bytes:
    return token_hash(challenge.hex())


def _unknown() -> PasskeyRefused:
    return PasskeyRefused("This passkey could not be verified.")
