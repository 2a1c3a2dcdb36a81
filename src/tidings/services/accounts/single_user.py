"""Single-user mode: one account, whose password is a setting and follows it."""

import hashlib
import hmac
import unicodedata

from tidings.context import Context
from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.services.accounts.sign_in_limits import change_access
from tidings.store.accounts import accounts
from tidings.store.accounts.accounts import NewUser
from tidings.store.accounts.sessions import revoke_sessions
from tidings.store.engine.connection import Connection

SINGLE_USER = "admin"


class SetByOperator(Forbidden):
    """The password is a setting; only the administrator can change it."""

    code = Code.SINGLE_USER


def is_single_user(context: Context) -> bool:
    return context.accounts.password is not None


def refuse_in_single_user_mode(context: Context) -> None:
    """Refuse what makes no sense where a setting says who signs in, and how."""
    if is_single_user(context):
        raise SetByOperator(
            "There is one account here, and its password is the setting"
            " TIDINGS_PASSWORD."
        )


def is_the_password(context: Context, password: str) -> bool:
    """Say whether this is the password of single-user mode."""
    setting = context.accounts.password
    return setting is not None and hmac.compare_digest(
        _digest(setting.reveal()), _digest(password)
    )


async def settle_single_user(context: Context) -> None:
    """Make the one account as the setting says, once for each process.

    Sessions that began under another password end.
    """
    setting = context.accounts.password
    sign_in_state = context.sign_in_state
    if setting is None or sign_in_state.settled:
        return
    async with sign_in_state.settling:
        if sign_in_state.settled:
            return
        known = await context.database.read(accounts.find_credentials, SINGLE_USER)
        stored = known.password_hash if known else None
        if not await sign_in_state.hashing.matches(stored, setting.reveal()):
            password_hash = await sign_in_state.hashing.hash(setting.reveal())
            await change_access(context, _settle, password_hash, context.clock())
        sign_in_state.settled = True


def _settle(db: Connection, password_hash: str, now: int) -> None:
    user = accounts.find_user(db, SINGLE_USER)
    if user is None:
        new = NewUser(SINGLE_USER, password_hash, "admin")
        accounts.insert_user(db, new, now)
        return
    accounts.set_password_hash(db, user.id, password_hash)
    accounts.set_role(db, user.id, "admin")
    accounts.set_disabled(db, user.id, False, now)
    revoke_sessions(db, user.id, now)


def _digest(password: str) -> bytes:
    text = unicodedata.normalize("NFC", password)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
