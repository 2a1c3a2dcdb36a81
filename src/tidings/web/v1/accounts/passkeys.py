"""Passkeys: signing in by one, and keeping one's own."""

from fastapi import APIRouter, Response

from tidings.core.pages import WholeList
from tidings.services.accounts import passkeys as service
from tidings.services.accounts.flow_limit import count_flow_step
from tidings.services.accounts.passkeys import (
    PasskeyOptions,
    PasskeySignIn,
    PasskeyToAdd,
)
from tidings.services.accounts.sign_in import SignedIn, begin_session
from tidings.store.accounts.passkeys import Passkey
from tidings.web.client_address import From
from tidings.web.cookies import set_session_cookie
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.fields import IdInPath

router = APIRouter(tags=["passkeys"], route_class=JsonRoute)


@router.post("/users/me/passkeys/options")
async def begin_passkey(context: Given, visitor: Owner) -> PasskeyOptions:
    """Return what a browser needs to make a passkey: options for
    `navigator.credentials.create`."""
    return await service.options_to_add(context, visitor)


@router.post("/users/me/passkeys", status_code=201)
async def add_passkey(context: Given, visitor: Owner, body: PasskeyToAdd) -> Passkey:
    """Keep a passkey that the browser made."""
    return await service.add_passkey(context, visitor, body)


@router.get("/users/me/passkeys")
async def list_passkeys(context: Given, visitor: Reader) -> WholeList[Passkey]:
    """List your passkeys, oldest first."""
    return await service.own_passkeys(context, visitor.user_id)


@router.delete("/users/me/passkeys/{passkey_id}", status_code=204)
async def delete_passkey(context: Given, visitor: Owner, passkey_id: IdInPath) -> None:
    """Remove a passkey: it opens the account no longer."""
    await service.delete_passkey(context, visitor.user_id, passkey_id)


@router.post("/auth/passkey/options")
async def begin_passkey_sign_in(context: Given, caller: From) -> PasskeyOptions:
    """Return what a browser needs to sign in by a passkey: options for
    `navigator.credentials.get`."""
    await count_flow_step(context, caller)
    return await service.options_to_sign_in(context)


@router.post("/auth/passkey")
async def sign_in_by_passkey(
    response: Response, context: Given, caller: From, body: PasskeySignIn
) -> SignedIn:
    """Sign in by a passkey. The token of the session is also in the cookie."""
    await count_flow_step(context, caller)
    user_id = await service.sign_in_by_passkey(context, body)
    session = await begin_session(context, user_id, caller)
    set_session_cookie(response, context, session.token)
    return session
