"""Sessions: opening one, and finding whose it is."""

from datetime import timedelta

from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.errors import Unauthorized
from tidings.core.visitor import Visitor
from tidings.store import sessions
from tidings.store.sessions import NewSession

# Measured from the last visit.
SESSION_LENGTH = timedelta(days=30)


async def open_session(
    context: Context, user_id: int, *, user_agent: str = "", address: str = ""
) -> tuple[str, NewSession]:
    """Begin a session; return its token, which is nowhere kept, and what is."""
    now = context.clock()
    token = token_text(context.random_bytes(TOKEN_BYTES))
    new = NewSession(
        id=context.new_id(),
        user_id=user_id,
        token_hash=token_hash(token),
        created_at=now,
        expires_at=now + micros(SESSION_LENGTH),
        user_agent=user_agent,
        address=address,
    )
    await context.database.write(sessions.insert_session, new)
    return token, new


async def visitor_of(
    context: Context, token: str, *, by_cookie: bool = False
) -> Visitor:
    """Return whose token this is, or refuse it."""
    visitor = await context.database.read(
        sessions.find_visitor, token_hash(token), context.clock(), by_cookie
    )
    if visitor is None:
        raise Unauthorized("Sign in first: this session has ended.")
    return visitor
