"""Tokens for one's programs, and the password for old clients."""

from fastapi import APIRouter

from tidings.core.pages import Listing, Page, page_of
from tidings.services.accounts import tokens
from tidings.services.accounts.tokens import (
    ApiPassword,
    ApiPasswordWanted,
    MadeToken,
    TokenWanted,
)
from tidings.store.accounts.api_tokens import ApiToken
from tidings.web.client_address import From
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["me"], route_class=JsonRoute)
_TOKENS: Listing[ApiToken] = Listing(
    "tokens", (int, str), lambda each: (each.created_at, each.id), descending=True
)


@router.get("/users/me/tokens")
async def list_tokens(
    visitor: Owner, context: Given, cursor: Cursor = None, limit: Limit = 50
) -> Page[ApiToken]:
    """List the tokens of your programs, without their texts, the newest first."""
    found = await tokens.list_tokens(context, visitor)
    return page_of(_TOKENS, found, cursor, limit)


@router.post("/users/me/tokens", status_code=201)
async def make_token(body: TokenWanted, visitor: Owner, context: Given) -> MadeToken:
    """Make a token that works as `Authorization: Bearer` with its scope. Its text is shown
    this once."""
    return await tokens.make_token(context, visitor.user_id, body)


@router.delete("/users/me/tokens/{id}", status_code=204)
async def end_token(id: IdInPath, visitor: Owner, context: Given) -> None:
    """End one token."""
    await tokens.end_token(context, visitor, id)


@router.put("/users/me/api-password")
async def set_api_password(
    body: ApiPasswordWanted, visitor: Owner, context: Given, caller: From
) -> ApiPassword:
    """Set what clients use that know only a name and a password. It is shown this once."""
    return await tokens.set_api_password(context, visitor, body, caller)


@router.delete("/users/me/api-password", status_code=204)
async def drop_api_password(visitor: Owner, context: Given) -> None:
    """Take the password for old clients away."""
    await tokens.drop_api_password(context, visitor)
