"""Invites: an administrator lets somebody make an account."""

from datetime import timedelta

from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.errors import Conflict, NotFound
from tidings.core.visitor import Visitor
from tidings.store import invites
from tidings.store.connection import Connection
from tidings.store.invites import Invite, NewInvite

MOST_INVITES = 200


async def invite(
    context: Context, visitor: Visitor, note: str, lasts: timedelta
) -> tuple[Invite, str]:
    """Make an invite; return it and its token, which is nowhere kept."""
    now = context.clock()
    token = token_text(context.random_bytes(TOKEN_BYTES))
    new = NewInvite(
        id=context.new_id(),
        token_hash=token_hash(token),
        created_by=visitor.user_id,
        note=note,
        created_at=now,
        expires_at=now + micros(lasts),
    )
    await context.database.write(_insert, new)
    made = Invite(new.id, note, visitor.name, now, new.expires_at)
    return made, token


async def list_invites(context: Context) -> list[Invite]:
    """Return the invites that can still be used."""
    return await context.database.read(invites.list_invites, context.clock())


async def withdraw_invite(context: Context, invite_id: str) -> None:
    """Take an invite back."""
    if not await context.database.write(invites.delete_invite, invite_id):
        raise NotFound("There is no such invite.")


def invite_link(context: Context, token: str) -> str:
    """Return where the invited person registers."""
    # Behind the #, so that it reaches no server's log.
    return f"{context.server.base_url}/register#invite={token}"


def _insert(db: Connection, new: NewInvite) -> None:
    if len(invites.list_invites(db, new.created_at)) >= MOST_INVITES:
        raise Conflict("There are too many open invites; withdraw some first.")
    invites.insert_invite(db, new)
