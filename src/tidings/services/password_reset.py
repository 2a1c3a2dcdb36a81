"""A forgotten password: a link by mail or from the command line, good once and soon."""

from datetime import timedelta

from tidings.auth.passwords import check_password
from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context
from tidings.core.account import name_key
from tidings.core.clock import micros
from tidings.core.errors import Forbidden
from tidings.core.visitor import Caller
from tidings.services.doors import change_access, knock
from tidings.services.mail import can_send_mail, send_mail
from tidings.services.single_user import refuse_in_single_user_mode
from tidings.store import accounts, password_resets
from tidings.store.connection import Connection
from tidings.store.sessions import revoke_sessions

LINK_LASTS = timedelta(hours=1)

_SUBJECT = "A new password for Tidings"
_LETTER = """Hello {name},

somebody, hopefully you, asked for a new password at {where}.
Choose it here within the next hour:

{link}

If it was not you, do nothing: your password stays as it is.
"""


class LinkInvalid(Forbidden):
    """The link was never made, is used up, or has run out."""

    code = "RESET_INVALID"


async def ask_for_reset(context: Context, name_or_email: str, caller: Caller) -> None:
    """Send a link to whoever that is, if anybody; nobody learns which it was."""
    refuse_in_single_user_mode(context)
    await knock(context, caller, name_key(name_or_email))
    # After the answer, so that its time does not tell whether there was work to do.
    context.doors.errands.start("password reset", _send_link(context, name_or_email))


async def reset_link(context: Context, name: str) -> str:
    """Return a link by which a user chooses a new password."""
    user = await context.database.read(accounts.require_user, name)
    return await _make_link(context, user.id)


async def reset_password(
    context: Context, token: str, password: str, caller: Caller
) -> None:
    """Set a new password for whoever holds a link, and end all of their sessions."""
    refuse_in_single_user_mode(context)
    key = token_hash(token)
    await knock(context, caller, key.hex())
    found = await context.database.read(
        password_resets.find_reset, key, context.clock()
    )
    if found is None:
        raise _bad_link()
    user_id, name = found
    check_password(name, password)
    password_hash = await context.doors.hashing.hash(password)
    await change_access(context, _reset, key, user_id, password_hash, context.clock())


async def _send_link(context: Context, name_or_email: str) -> None:
    if not can_send_mail(context):
        return
    found = await context.database.read(accounts.find_by_name_or_email, name_or_email)
    if found is None:
        return
    user_id, name, email = found
    link = await _make_link(context, user_id)
    letter = _LETTER.format(name=name, where=context.server.base_url, link=link)
    await send_mail(context, email, _SUBJECT, letter)


async def _make_link(context: Context, user_id: int) -> str:
    now = context.clock()
    token = token_text(context.random_bytes(TOKEN_BYTES))
    await context.database.write(
        password_resets.insert_reset,
        token_hash(token),
        user_id,
        now,
        now + micros(LINK_LASTS),
    )
    # Our own address, never the one that a request names; and behind the #, so that
    # it reaches no server's log.
    return f"{context.server.base_url}/login#reset={token}"


def _reset(
    db: Connection, key: bytes, user_id: int, password_hash: str, now: int
) -> None:
    if not password_resets.use_reset(db, key, now):
        raise _bad_link()
    password_resets.void_resets(db, user_id)
    accounts.set_password_hash(db, user_id, password_hash)
    revoke_sessions(db, user_id, now)


def _bad_link() -> LinkInvalid:
    return LinkInvalid("This link is not valid, or not any more.")
