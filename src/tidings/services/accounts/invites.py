"""Invites: an administrator lets somebody make an account."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context
from tidings.core.accounts.visitor import Visitor
from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.core.views import view_of
from tidings.services.fields import RequestModel, Storable
from tidings.store.accounts import invites
from tidings.store.accounts.invites import Invite, NewInvite
from tidings.store.engine.connection import Connection

MOST_INVITES = 200


class Invitation(RequestModel):
    """Whom an invite is for, and how many days it is good."""

    note: Annotated[Storable, Field(max_length=200)] = ""
    days: Annotated[int, Field(ge=1, le=90)] = 7


@dataclass(frozen=True, slots=True)
class MadeInvite(Invite):
    """An invite that was just made; its link is shown this once."""

    token: str = field(repr=False)
    url: str = field(repr=False)


async def invite(context: Context, visitor: Visitor, wanted: Invitation) -> MadeInvite:
    """Make an invite; its token is nowhere kept."""
    now = context.clock()
    token = token_text(context.random_bytes(TOKEN_BYTES))
    new = NewInvite(
        id=context.new_id(),
        token_hash=token_hash(token),
        created_by=visitor.user_id,
        note=wanted.note,
        created_at=now,
        expires_at=now + micros(timedelta(days=wanted.days)),
    )
    await context.database.write(_insert, new)
    # Behind the #, so that it reaches no server's log.
    url = f"{context.server.base_url}/register#invite={token}"
    return view_of(MadeInvite, new, created_by=visitor.name, token=token, url=url)


async def list_invites(context: Context) -> list[Invite]:
    """Return the invites that can still be used."""
    return await context.database.read(invites.list_invites, context.clock())


async def withdraw_invite(context: Context, invite_id: str) -> None:
    """Take an invite back."""
    if not await context.database.write(invites.delete_invite, invite_id):
        raise NotFound("There is no such invite.")


def _insert(db: Connection, new: NewInvite) -> None:
    if len(invites.list_invites(db, new.created_at)) >= MOST_INVITES:
        raise Conflict(
            "There are too many open invites; withdraw some first.",
            code=Code.LIMIT_REACHED,
            details={"limit": MOST_INVITES},
        )
    invites.insert_invite(db, new)
