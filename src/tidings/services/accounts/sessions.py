"""Sessions: opening one, finding whose it is, ending it."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context
from tidings.core.accounts.visitor import Caller, Holder, Visitor
from tidings.core.clock import micros
from tidings.core.errors import (
    DatabaseBusy,
    DatabaseTimeout,
    DatabaseUnavailable,
    NotFound,
    Unauthorized,
)
from tidings.core.views import view_of
from tidings.services.accounts.sign_in_limits import change_access, count_wrong_token
from tidings.services.accounts.single_user import settle_single_user
from tidings.store.accounts import api_tokens, sessions
from tidings.store.accounts.sessions import NewSession, Session
from tidings.store.engine.connection import Connection

# A visit is written down this often at most, so that reading stays reading.
_NOTE_VISITS_EVERY = micros(timedelta(minutes=1))
_LONGEST_USER_AGENT = 300
_OUT_OF_REACH = (DatabaseBusy, DatabaseTimeout, DatabaseUnavailable)


@dataclass(frozen=True, slots=True)
class SessionView(Session):
    """Where somebody is signed in; `current` is the session that asks."""

    current: bool


def new_session(
    context: Context, user_id: int, caller: Caller
) -> tuple[str, NewSession]:
    """Return a session to be kept and its token, which is nowhere kept."""
    now = context.clock()
    token = token_text(context.random_bytes(TOKEN_BYTES))
    new = NewSession(
        id=context.new_id(),
        user_id=user_id,
        token_hash=token_hash(token),
        created_at=now,
        expires_at=now + micros(context.accounts.session_length),
        user_agent=caller.user_agent[:_LONGEST_USER_AGENT],
        address=caller.address,
    )
    return token, new


async def open_session(
    context: Context, user_id: int, *, user_agent: str = "", address: str = ""
) -> tuple[str, NewSession]:
    """Begin a session; return its token, which is nowhere kept, and what is."""
    token, new = new_session(context, user_id, Caller(address, user_agent))
    await change_access(context, sessions.insert_session, new)
    return token, new


async def visitor_of(
    context: Context,
    token: str,
    *,
    by_cookie: bool = False,
    caller: Caller | None = None,
) -> Visitor:
    """Return whose session or API token this is, or refuse it."""
    await settle_single_user(context)
    key = token_hash(token)
    holder = await _holder(context, key)
    # A cookie is a browser's, and a browser has a session.
    if holder is None or (by_cookie and not holder.is_session):
        if caller is not None:
            await count_wrong_token(context, caller)
        raise Unauthorized("Sign in first: this session has ended.")
    if abs(context.clock() - holder.seen_at) >= _NOTE_VISITS_EVERY:
        await _note_visit(context, key, holder)
    return holder.visitor(by_cookie=by_cookie)


async def list_sessions(context: Context, visitor: Visitor) -> list[SessionView]:
    """Return where somebody is signed in."""
    found = await context.database.read(
        sessions.list_sessions, visitor.user_id, context.clock()
    )
    return [
        view_of(
            SessionView,
            each,
            user_agent=each.user_agent or None,
            address=each.address or None,
            current=each.id == visitor.session_id,
        )
        for each in found
    ]


async def end_session(context: Context, visitor: Visitor, session_id: str) -> None:
    """End one of somebody's sessions."""
    ended = await change_access(
        context,
        sessions.revoke_session,
        visitor.user_id,
        session_id,
        context.clock(),
    )
    if not ended:
        raise NotFound("There is no such session.")


async def end_other_sessions(context: Context, visitor: Visitor) -> int:
    """End all of somebody's sessions but this one; return how many those were."""
    return await change_access(
        context,
        sessions.revoke_sessions,
        visitor.user_id,
        context.clock(),
        but=visitor.session_id,
    )


async def _holder(context: Context, key: bytes) -> Holder | None:
    now = context.clock()
    cache = context.sign_in_state.sessions
    holder = await cache.recall(key, now)
    if holder is None:
        holder = await context.database.read(sessions.find_holder, key, now)
        if holder is not None:
            await cache.learn(key, holder, now)
    return holder


async def _note_visit(context: Context, key: bytes, holder: Holder) -> None:
    now = context.clock()
    lives_until = now + micros(context.accounts.session_length)
    expires_at = lives_until if holder.is_session else holder.expires_at
    # Before the write: the requests that come with this one need not write, too.
    seen = replace(holder, seen_at=now, expires_at=expires_at)
    await context.sign_in_state.sessions.keep(key, seen)
    # Nobody waits for it: behind a long write of the worker that would take a while.
    context.sign_in_state.errands.start("note visit", _write_visit(context, seen))


async def _write_visit(context: Context, seen: Holder) -> None:
    with suppress(*_OUT_OF_REACH):  # it is noted a minute later
        await context.database.write(_touch, seen)


def _touch(db: Connection, holder: Holder) -> None:
    if holder.is_session and holder.expires_at is not None:
        sessions.touch_session(db, holder.id, holder.seen_at, holder.expires_at)
    else:
        api_tokens.touch_token(db, holder.id, holder.seen_at)
