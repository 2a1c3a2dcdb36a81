"""One's own account: name, address, preferences, password, sessions."""

from fastapi import APIRouter

from tidings.core.accounts.account import Account
from tidings.core.pages import Listing, Page, page_of
from tidings.services.accounts import sessions
from tidings.services.accounts.profile import (
    AccountChanges,
    AccountDeletion,
    change_account,
    delete_account,
    my_account,
)
from tidings.services.accounts.sessions import SessionView
from tidings.web.client_address import From
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["me"], route_class=JsonRoute)
_SESSIONS: Listing[SessionView] = Listing(
    "sessions", (int, str), lambda each: (each.last_seen_at, each.id), descending=True
)


@router.get("/users/me")
async def get_me(visitor: Reader, context: Given) -> Account:
    """Return the account of whoever asks."""
    return await my_account(context, visitor)


@router.patch("/users/me")
async def change_me(
    body: AccountChanges, visitor: Owner, context: Given, caller: From
) -> Account:
    """Change what is given; a new password ends all other sessions."""
    return await change_account(context, visitor, body, caller)


@router.delete("/users/me", status_code=204)
async def delete_me(
    body: AccountDeletion, visitor: Owner, context: Given, caller: From
) -> None:
    """Delete the account with its subscriptions, stars and tags, for good."""
    await delete_account(context, visitor, body, caller)


@router.get("/users/me/sessions")
async def list_sessions(
    visitor: Owner, context: Given, cursor: Cursor = None, limit: Limit = 50
) -> Page[SessionView]:
    """List where you are signed in, the session seen last first."""
    found = await sessions.list_sessions(context, visitor)
    return page_of(_SESSIONS, found, cursor, limit)


@router.delete("/users/me/sessions", status_code=204)
async def end_other_sessions(visitor: Owner, context: Given) -> None:
    """End all sessions but the one that asks."""
    await sessions.end_other_sessions(context, visitor)


@router.delete("/users/me/sessions/{id}", status_code=204)
async def end_session(id: IdInPath, visitor: Owner, context: Given) -> None:
    """End one session."""
    await sessions.end_session(context, visitor, id)
