"""One's own account: name, address, preferences, password, sessions."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from tidings.services.profile import (
    Changes,
    change_account,
    delete_account,
    my_account,
)
from tidings.services.sessions import (
    end_other_sessions,
    end_session,
    list_sessions,
)
from tidings.web.client_address import From
from tidings.web.deps import Given
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.account_answers import AccountAnswer, Time
from tidings.web.v1.auth import Password
from tidings.web.v1.fields import Body, IdInPath, Storable

router = APIRouter(tags=["me"])

_NOON = 1_760_000_000_000_000
PreferenceName = Annotated[Storable, Field(min_length=1, max_length=100)]


class ChangeBody(Body):
    """What is to change. A name, an address or a password needs `current_password`."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"preferences": {"language": "pt-BR"}}}
    )
    name: Annotated[Storable, Field(min_length=1, max_length=64)] | None = None
    email: Annotated[
        Annotated[Storable, Field(max_length=254)] | None,
        Field(description="empty takes the address away"),
    ] = None
    preferences: Annotated[
        dict[PreferenceName, Any] | None,
        Field(max_length=200, description="these are set; null takes one away"),
    ] = None
    password: Password | None = None
    current_password: Password | None = None


class DeleteBody(Body):
    """Proof that it is the owner who wants the account gone."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"current_password": "correct horse"}}
    )
    current_password: Password | None = None


class SessionAnswer(BaseModel):
    """Where somebody is signed in."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "id": "0199c1a2-7b00-7000-8000-000000000001",
                "created_at": _NOON,
                "expires_at": _NOON + 30 * 86_400_000_000,
                "last_seen_at": _NOON,
                "user_agent": "Mozilla/5.0",
                "address": "192.0.2.7",
                "current": True,
            }
        }
    )
    id: str
    created_at: Time
    expires_at: Time
    last_seen_at: Time
    user_agent: str | None
    address: str | None
    current: bool  # the one that asks


class SessionList(BaseModel):
    """All sessions that live, the one seen last first."""

    items: list[SessionAnswer]
    next_cursor: None = None


@router.get(
    "/users/me",
    operation_id="get_me",
    summary="One's own account",
    response_description="The account.",
)
async def get_me(visitor: Reader, context: Given) -> AccountAnswer:
    """Return the account of whoever asks."""
    return AccountAnswer.of(await my_account(context, visitor))


@router.patch(
    "/users/me",
    operation_id="change_me",
    summary="Change one's own account",
    response_description="The account as it is now.",
)
async def change_me(
    body: ChangeBody, visitor: Owner, context: Given, caller: From
) -> AccountAnswer:
    """Change what is given; a new password ends all other sessions."""
    changes = Changes(body.name, body.email, body.preferences, body.password)
    changed = await change_account(
        context, visitor, changes, body.current_password, caller
    )
    return AccountAnswer.of(changed)


@router.delete(
    "/users/me",
    status_code=204,
    operation_id="delete_me",
    summary="Delete one's own account",
    response_description="The account and all that was its own are gone.",
)
async def delete_me(
    body: DeleteBody, visitor: Owner, context: Given, caller: From
) -> None:
    """Delete the account with its subscriptions, stars and tags, for good."""
    await delete_account(context, visitor, body.current_password, caller)


@router.get(
    "/users/me/sessions",
    operation_id="list_sessions",
    summary="Where one is signed in",
    response_description="All sessions that live.",
)
async def get_sessions(visitor: Owner, context: Given) -> SessionList:
    """List the sessions of whoever asks."""
    items = [
        SessionAnswer(
            id=session.id,
            created_at=session.created_at,
            expires_at=session.expires_at,
            last_seen_at=session.last_seen_at,
            user_agent=session.user_agent or None,
            address=session.address or None,
            current=session.id == visitor.session_id,
        )
        for session in await list_sessions(context, visitor)
    ]
    return SessionList(items=items)


@router.delete(
    "/users/me/sessions",
    status_code=204,
    operation_id="end_other_sessions",
    summary="Sign out everywhere else",
    response_description="All other sessions have ended.",
)
async def delete_other_sessions(visitor: Owner, context: Given) -> None:
    """End all sessions but the one that asks."""
    await end_other_sessions(context, visitor)


@router.delete(
    "/users/me/sessions/{id}",
    status_code=204,
    operation_id="end_session",
    summary="Sign out somewhere",
    response_description="The session has ended.",
)
async def delete_session(id: IdInPath, visitor: Owner, context: Given) -> None:
    """End one session."""
    await end_session(context, visitor, id)
