"""Tokens for one's programs, and the password for old clients."""

from datetime import timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from tidings.services.tokens import (
    drop_api_password,
    end_token,
    list_tokens,
    make_token,
    set_api_password,
)
from tidings.web.client_address import From
from tidings.web.deps import Given
from tidings.web.signed_in import Owner
from tidings.web.v1.account_answers import Time
from tidings.web.v1.auth import Password
from tidings.web.v1.fields import Body, IdInPath, Storable

router = APIRouter(tags=["me"])

_TOKEN: dict[str, Any] = {
    "id": "0199c1a2-7b00-7000-8000-000000000001",
    "name": "my phone",
    "scope": "write",
    "created_at": 1_760_000_000_000_000,
    "expires_at": None,
    "last_used_at": None,
}


class TokenBody(Body):
    """A token: `read` looks only, `write` does all that reading needs."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "my phone", "scope": "write"}}
    )
    name: Annotated[Storable, Field(min_length=1, max_length=100)]
    scope: Literal["read", "write"] = "read"
    days: Annotated[int, Field(ge=1, le=3650)] | None = None  # None: for ever


class TokenAnswer(BaseModel):
    """A token as its owner sees it later."""

    model_config = ConfigDict(json_schema_extra={"example": _TOKEN})
    id: str
    name: str
    scope: Literal["read", "write"]
    created_at: Time
    expires_at: Time | None
    last_used_at: Time | None


class NewTokenAnswer(TokenAnswer):
    """A token that was just made; its text is shown this once."""

    model_config = ConfigDict(
        json_schema_extra={"example": {**_TOKEN, "token": "Wk3n1Yw9"}}
    )
    token: str


class TokenList(BaseModel):
    """All tokens that live, the newest first."""

    items: list[TokenAnswer]
    next_cursor: None = None


class ApiPasswordBody(Body):
    """The password for old clients; one is made up if none is given."""

    model_config = ConfigDict(json_schema_extra={"example": {}})
    password: Password | None = None


class ApiPasswordAnswer(BaseModel):
    """The password for old clients, shown this once."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"username": "ann", "password": "k7tq2m4z"}}
    )
    username: str
    password: str


@router.get(
    "/users/me/tokens",
    operation_id="list_tokens",
    summary="The tokens of one's programs",
    response_description="All tokens that live, without their texts.",
)
async def get_tokens(visitor: Owner, context: Given) -> TokenList:
    """List the tokens of whoever asks."""
    items = [
        TokenAnswer.model_validate(token, from_attributes=True)
        for token in await list_tokens(context, visitor)
    ]
    return TokenList(items=items)


@router.post(
    "/users/me/tokens",
    status_code=201,
    operation_id="make_token",
    summary="Make a token for a program",
    response_description="The token; its text is shown this once.",
)
async def post_token(body: TokenBody, visitor: Owner, context: Given) -> NewTokenAnswer:
    """Make a token that works as `Authorization: Bearer` with its scope."""
    lasts = None if body.days is None else timedelta(days=body.days)
    made, text = await make_token(
        context, visitor.user_id, body.name, body.scope, lasts
    )
    told = TokenAnswer.model_validate(made, from_attributes=True)
    return NewTokenAnswer(**told.model_dump(), token=text)


@router.delete(
    "/users/me/tokens/{id}",
    status_code=204,
    operation_id="end_token",
    summary="End a token",
    response_description="The token is worth nothing any more.",
)
async def delete_token(id: IdInPath, visitor: Owner, context: Given) -> None:
    """End one token."""
    await end_token(context, visitor, id)


@router.put(
    "/users/me/api-password",
    operation_id="set_api_password",
    summary="Set the password for old clients",
    response_description="The password, shown this once.",
)
async def put_api_password(
    body: ApiPasswordBody, visitor: Owner, context: Given, caller: From
) -> ApiPasswordAnswer:
    """Set what clients use that know only a name and a password."""
    password = await set_api_password(context, visitor, body.password, caller)
    return ApiPasswordAnswer(username=visitor.name, password=password)


@router.delete(
    "/users/me/api-password",
    status_code=204,
    operation_id="drop_api_password",
    summary="Take the password for old clients away",
    response_description="Old clients cannot sign in any more.",
)
async def delete_api_password(visitor: Owner, context: Given) -> None:
    """Take it away."""
    await drop_api_password(context, visitor)
