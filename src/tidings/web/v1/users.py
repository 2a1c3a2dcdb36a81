"""Accounts and invites, for administrators."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from tidings.core import cursor as cursors
from tidings.services.invites import (
    invite,
    invite_link,
    list_invites,
    withdraw_invite,
)
from tidings.services.users import add_user, change_user, remove_user, users_after
from tidings.web.deps import Given
from tidings.web.signed_in import Administrator
from tidings.web.v1.account_answers import RoleName, Time, UserAnswer
from tidings.web.v1.auth import Name, Password
from tidings.web.v1.fields import (
    Body,
    Cursor,
    IdInPath,
    Limit,
    NumberInPath,
    Storable,
)

router = APIRouter(tags=["users"])

_INVITE: dict[str, Any] = {
    "id": "0199c1a2-7b00-7000-8000-000000000001",
    "note": "for Bob",
    "created_by": "ann",
    "created_at": 1_760_000_000_000_000,
    "expires_at": 1_760_604_800_000_000,
}


class NewUserBody(Body):
    """An account to be made."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "bob", "password": "correct horse"}}
    )
    name: Name
    password: Password
    role: RoleName = "user"


class UserChange(Body):
    """What is to change about an account; what is left out stays."""

    model_config = ConfigDict(json_schema_extra={"example": {"disabled": True}})
    role: RoleName | None = None
    disabled: bool | None = None


class UserList(BaseModel):
    """Accounts, by name."""

    items: list[UserAnswer]
    next_cursor: str | None


class InviteBody(Body):
    """Whom an invite is for, and how many days it is good."""

    model_config = ConfigDict(json_schema_extra={"example": {"note": "for Bob"}})
    note: Annotated[Storable, Field(max_length=200)] = ""
    days: Annotated[int, Field(ge=1, le=90)] = 7


class InviteAnswer(BaseModel):
    """An invite that can still be used."""

    model_config = ConfigDict(json_schema_extra={"example": _INVITE})
    id: str
    note: str
    created_by: str
    created_at: Time
    expires_at: Time


class NewInviteAnswer(InviteAnswer):
    """An invite that was just made; its link is shown this once."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                **_INVITE,
                "token": "Wk3n1Yw9",
                "url": "https://news.example.org/register#invite=Wk3n1Yw9",
            }
        }
    )
    token: str
    url: str


class InviteList(BaseModel):
    """The invites that can still be used, the newest first."""

    items: list[InviteAnswer]
    next_cursor: None = None


@router.get(
    "/users",
    operation_id="list_users",
    summary="All accounts",
    response_description="Accounts, by name.",
)
async def get_users(
    visitor: Administrator, context: Given, limit: Limit = 50, cursor: Cursor = None
) -> UserList:
    """List the accounts of this installation."""
    after = "" if cursor is None else str(cursors.decode("users", cursor, (str,))[0])
    users = await users_after(context, after, limit + 1)
    more = len(users) > limit
    users = users[:limit]
    return UserList(
        items=[UserAnswer.of(user) for user in users],
        next_cursor=cursors.encode("users", (users[-1].name,)) if more else None,
    )


@router.post(
    "/users",
    status_code=201,
    operation_id="add_user",
    summary="Add an account",
    response_description="The account.",
)
async def post_user(
    body: NewUserBody, visitor: Administrator, context: Given
) -> UserAnswer:
    """Add an account for somebody."""
    return UserAnswer.of(await add_user(context, body.name, body.password, body.role))


@router.patch(
    "/users/{id}",
    operation_id="change_user",
    summary="Change an account",
    response_description="The account as it is now.",
)
async def patch_user(
    id: NumberInPath, body: UserChange, visitor: Administrator, context: Given
) -> UserAnswer:
    """Lock or unlock an account, or change its role; the last administrator stays."""
    return UserAnswer.of(await change_user(context, id, body.role, body.disabled))


@router.delete(
    "/users/{id}",
    status_code=204,
    operation_id="delete_user",
    summary="Delete an account",
    response_description="The account and all that was its own are gone.",
)
async def delete_user(id: NumberInPath, visitor: Administrator, context: Given) -> None:
    """Delete an account for good; the last administrator stays."""
    await remove_user(context, id)


@router.get(
    "/invites",
    operation_id="list_invites",
    summary="Open invites",
    response_description="The invites that can still be used, without their links.",
)
async def get_invites(visitor: Administrator, context: Given) -> InviteList:
    """List the invites that can still be used."""
    items = [
        InviteAnswer.model_validate(one, from_attributes=True)
        for one in await list_invites(context)
    ]
    return InviteList(items=items)


@router.post(
    "/invites",
    status_code=201,
    operation_id="make_invite",
    summary="Invite somebody",
    response_description="The invite; its link is shown this once.",
)
async def post_invite(
    body: InviteBody, visitor: Administrator, context: Given
) -> NewInviteAnswer:
    """Make a link by which somebody can register once."""
    made, token = await invite(context, visitor, body.note, timedelta(days=body.days))
    told = InviteAnswer.model_validate(made, from_attributes=True)
    return NewInviteAnswer(
        **told.model_dump(), token=token, url=invite_link(context, token)
    )


@router.delete(
    "/invites/{id}",
    status_code=204,
    operation_id="withdraw_invite",
    summary="Withdraw an invite",
    response_description="The invite is worth nothing any more.",
)
async def delete_invite(id: IdInPath, visitor: Administrator, context: Given) -> None:
    """Take an invite back."""
    await withdraw_invite(context, id)
