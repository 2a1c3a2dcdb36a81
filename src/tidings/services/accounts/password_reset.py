"""A forgotten password: a link by mail or from the command line, good once and soon."""

from datetime import timedelta

from tidings.auth.passwords import check_password
from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context
from tidings.core.accounts.account import name_key
from tidings.core.accounts.visitor import Caller
from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.services.accounts.sign_in_limits import change_access, limit_sign_in
from tidings.services.accounts.single_user import refuse_in_single_user_mode
from tidings.services.fields import (
    NameOrEmail,
    Password,
    RequestModel,
    SecretText,
)
from tidings.services.system.mail import can_send_mail, send_mail
from tidings.store.accounts import accounts, password_resets
from tidings.store.accounts.sessions import revoke_sessions
from tidings.store.engine.connection import Connection

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

    code = Code.RESET_INVALID


class ForgottenPassword(RequestModel):
    """Who has forgotten their password: a user name or an e-mail address."""

    username: NameOrEmail


class NewPassword(RequestModel):
    """The token of the link, and the new password."""

    token: SecretText
    password: Password


async def ask_for_reset(
    context: Context, forgotten: ForgottenPassword, caller: Caller
) -> None:
    """Send a link to whoever that is, if anybody; nobody learns which it was."""
    refuse_in_single_user_mode(context)
    name_or_email = forgotten.username
    await limit_sign_in(context, caller, name_key(name_or_email))
    # After the answer, so that its time does not reveal whether there was work to do.
    context.sign_in_state.errands.start(
        "password reset", _send_link(context, name_or_email)
    )


async def reset_link(context: Context, name: str) -> str:
    """Return a link by which a user chooses a new password."""
    user = await context.database.read(accounts.require_user, name)
    return await _make_link(context, user.id)


async def reset_password(context: Context, chosen: NewPassword, caller: Caller) -> None:
    """Set a new password for whoever holds a link, and end all of their sessions."""
    refuse_in_single_user_mode(context)
    key = token_hash(chosen.token)
    await limit_sign_in(context, caller, key.hex())
    found = await context.database.read(
        password_resets.find_reset, key, context.clock()
    )
    if found is None:
        raise _bad_link()
    user_id, name = found
    check_password(name, chosen.password)
    password_hash = await context.sign_in_state.hashing.hash(chosen.password)
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
    accounts.touch_user(db, user_id, now)
    revoke_sessions(db, user_id, now)


def _bad_link() -> LinkInvalid:
    return LinkInvalid("This link is invalid, used or expired.")
