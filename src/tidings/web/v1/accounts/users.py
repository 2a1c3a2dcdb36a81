"""Accounts and invites, for administrators."""

from fastapi import APIRouter

from tidings.core.accounts.account import User
from tidings.core.pages import Listing, Page, page_of
from tidings.services.accounts import invites, users
from tidings.services.accounts.invites import Invitation, MadeInvite
from tidings.services.accounts.users import UserChanges, UserToAdd
from tidings.store.accounts.invites import Invite
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Administrator
from tidings.web.v1.fields import Cursor, IdInPath, Limit, NumberInPath

router = APIRouter(tags=["users"], route_class=JsonRoute)
_INVITES: Listing[Invite] = Listing(
    "invites", (int, str), lambda each: (each.created_at, each.id), descending=True
)


@router.get("/users")
async def list_users(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> Page[User]:
    """List the accounts of this installation, by name."""
    return await users.page_of_users(context, cursor, limit)


@router.post("/users", status_code=201)
async def add_user(body: UserToAdd, visitor: Administrator, context: Given) -> User:
    """Add an account for somebody."""
    return await users.add_user(context, body.name, body.password, body.role)


@router.patch("/users/{id}")
async def change_user(
    id: NumberInPath, body: UserChanges, visitor: Administrator, context: Given
) -> User:
    """Lock or unlock an account, or change its role; the last administrator stays."""
    return await users.change_user(context, id, body)


@router.delete("/users/{id}", status_code=204)
async def delete_user(id: NumberInPath, visitor: Administrator, context: Given) -> None:
    """Delete an account for good; the last administrator stays."""
    await users.remove_user(context, id)


@router.get("/invites")
async def list_invites(
    visitor: Administrator, context: Given, cursor: Cursor = None, limit: Limit = 50
) -> Page[Invite]:
    """List the invites that can still be used, without their links, the newest first."""
    return page_of(_INVITES, await invites.list_invites(context), cursor, limit)


@router.post("/invites", status_code=201)
async def make_invite(
    body: Invitation, visitor: Administrator, context: Given
) -> MadeInvite:
    """Make a link by which somebody can register once. It is shown this once."""
    return await invites.invite(context, visitor, body)


@router.delete("/invites/{id}", status_code=204)
async def withdraw_invite(id: IdInPath, visitor: Administrator, context: Given) -> None:
    """Take an invite back."""
    await invites.withdraw_invite(context, id)
