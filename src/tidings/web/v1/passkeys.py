"""Passkeys: signing in by one, and keeping one's own."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from tidings.services import passkeys as service
from tidings.services.flow_limit import count_flow_step
from tidings.services.passkeys import Answer
from tidings.services.sign_in import begin_session
from tidings.web.client_address import From
from tidings.web.cookies import set_session_cookie
from tidings.web.deps import Given
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.account_answers import SignedInAnswer
from tidings.web.v1.fields import Body, IdInPath, Storable

router = APIRouter(tags=["passkeys"])

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
_PASSKEY: JsonDict = {
    "id": "01890a5d-ac96-774b-bcce-b302099a8057",
    "name": "Ann's phone",
    "created_at": 1760000000000000,
    "last_used_at": None,
}


class _FromBrowser(BaseModel):
    """Browsers add fields as the standard grows; those we do not know are left out."""

    model_config = ConfigDict(extra="ignore")


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


class NewPasskey(Body):
    """A passkey to be kept, under a name by which its owner knows it."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "Ann's phone", "credential": _MADE}}
    )
    name: Annotated[Storable, Field(min_length=1, max_length=100)]
    credential: MadeCredential


class PasskeySignIn(Body):
    """A passkey's answer to a challenge."""

    credential: SignedCredential


class PasskeyAnswer(BaseModel):
    """One of your passkeys."""

    model_config = ConfigDict(json_schema_extra={"example": _PASSKEY})
    id: str
    name: str
    created_at: int
    last_used_at: int | None


class PasskeysAnswer(BaseModel):
    """All your passkeys."""

    items: list[PasskeyAnswer]


class PasskeyOptions(BaseModel):
    """What the browser's own function takes, in the spelling of WebAuthn."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "example": {"challenge": "q83vASNFZ4k", "timeout": 60000, "rpId": "news"}
        },
    )
    challenge: str
    timeout: int


@router.post(
    "/users/me/passkeys/options",
    operation_id="begin_passkey",
    summary="Ask for what a browser needs to make a passkey",
    response_description="Options for `navigator.credentials.create`.",
)
async def begin_passkey(context: Given, visitor: Owner) -> PasskeyOptions:
    return PasskeyOptions(**await service.options_to_add(context, visitor))


@router.post(
    "/users/me/passkeys",
    operation_id="add_passkey",
    summary="Keep a passkey that the browser made",
    status_code=201,
    response_description="The passkey.",
)
async def add_passkey(
    context: Given, visitor: Owner, body: NewPasskey
) -> PasskeyAnswer:
    answer = Answer(_spelt(body.credential), tuple(body.credential.response.transports))
    added = await service.add_passkey(context, visitor, body.name, answer)
    return PasskeyAnswer.model_validate(added, from_attributes=True)


@router.get(
    "/users/me/passkeys",
    operation_id="list_passkeys",
    summary="List your passkeys",
    response_description="The passkeys, oldest first.",
)
async def list_passkeys(context: Given, visitor: Reader) -> PasskeysAnswer:
    found = await service.own_passkeys(context, visitor.user_id)
    return PasskeysAnswer(
        items=[PasskeyAnswer.model_validate(one, from_attributes=True) for one in found]
    )


@router.delete(
    "/users/me/passkeys/{passkey_id}",
    operation_id="delete_passkey",
    summary="Remove a passkey",
    status_code=204,
    response_description="It opens the account no longer.",
)
async def delete_passkey(context: Given, visitor: Owner, passkey_id: IdInPath) -> None:
    await service.delete_passkey(context, visitor.user_id, passkey_id)


@router.post(
    "/auth/passkey/options",
    operation_id="begin_passkey_sign_in",
    summary="Ask for what a browser needs to sign in by a passkey",
    response_description="Options for `navigator.credentials.get`.",
)
async def begin_passkey_sign_in(context: Given, caller: From) -> PasskeyOptions:
    await count_flow_step(context, caller)
    return PasskeyOptions(**await service.options_to_sign_in(context))


@router.post(
    "/auth/passkey",
    operation_id="sign_in_by_passkey",
    summary="Sign in by a passkey",
    response_description="The session, also as a cookie.",
)
async def sign_in_by_passkey(
    response: Response, context: Given, caller: From, body: PasskeySignIn
) -> SignedInAnswer:
    await count_flow_step(context, caller)
    answer = Answer(_spelt(body.credential))
    user_id = await service.sign_in_by_passkey(context, answer)
    session = await begin_session(context, user_id, caller)
    set_session_cookie(response, context, session.token)
    return SignedInAnswer.of(session)


def _spelt(credential: MadeCredential | SignedCredential) -> dict[str, Any]:
    return credential.model_dump(by_alias=True, exclude_none=True)
