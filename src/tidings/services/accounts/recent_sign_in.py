"""Adding a way to sign in needs a recent sign-in: an open browser is not an owner."""

from datetime import timedelta

from tidings.context import Context
from tidings.core.accounts.visitor import Visitor
from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.store.accounts.identities import session_began_at

RECENT = timedelta(hours=1)


class SignInAgain(Forbidden):
    """The session is too old for this; a new one may."""

    code = Code.SIGN_IN_AGAIN


async def require_recent_sign_in(context: Context, visitor: Visitor) -> None:
    """Refuse whoever signed in long ago: they may have left an open browser behind."""
    now = context.clock()
    began_at = await context.database.read(
        session_began_at, visitor.session_id or "", visitor.user_id, now
    )
    if began_at is None or now - began_at >= micros(RECENT):
        raise SignInAgain(
            "Sign in again first: adding a way to sign in needs a recent sign-in."
        )
