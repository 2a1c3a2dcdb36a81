"""Registration: who may make an account for themselves."""

from tidings.auth.passwords import check_password
from tidings.auth.tokens import token_hash
from tidings.context import Context
from tidings.core.accounts.account import name_key, user_name
from tidings.core.accounts.visitor import Caller
from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.core.settings.accounts import Registration
from tidings.services.accounts.sign_in import SignedIn, begin_session
from tidings.services.accounts.sign_in_limits import limit_sign_in
from tidings.services.accounts.single_user import is_single_user
from tidings.services.fields import (
    NameOrEmail,
    Password,
    RequestModel,
    SecretText,
)
from tidings.store.accounts import accounts, invites
from tidings.store.accounts.accounts import NewUser
from tidings.store.engine.connection import Connection


class RegistrationClosed(Forbidden):
    """Nobody can make an account for themselves here."""

    code = Code.REGISTRATION_CLOSED


class InviteInvalid(Forbidden):
    """The invite was never made, is used up, or has run out."""

    code = Code.INVITE_INVALID


class NewAccount(RequestModel):
    """A new account; `invite` is the token of an invite, where one is needed."""

    username: NameOrEmail
    password: Password
    invite: SecretText | None = None


async def register(context: Context, wanted: NewAccount, caller: Caller) -> SignedIn:
    """Make an account and sign in to it, as far as the setting allows."""
    await limit_sign_in(context, caller, name_key(wanted.username))
    name, password = user_name(wanted.username), wanted.password
    check_password(name, password)
    mode = registration_mode(context)
    invite_hash = token_hash(wanted.invite or "")
    # First without hashing: whoever may not register should not make us work.
    await context.database.read(_check_allowed, mode, invite_hash, context.clock())
    new = NewUser(name, await context.sign_in_state.hashing.hash(password), "user")
    user_id = await context.database.write(
        _register, new, mode, invite_hash, context.clock()
    )
    return await begin_session(context, user_id, caller)


def registration_mode(context: Context) -> Registration:
    """Return who may register; nobody in single-user mode."""
    return "closed" if is_single_user(context) else context.accounts.registration


async def has_accounts(context: Context) -> bool:
    """Say whether there is any account yet."""
    return await context.database.read(accounts.count_users) > 0


async def is_registration_open(context: Context) -> bool:
    """Say whether a visitor without an invite could register now."""
    mode = registration_mode(context)
    if mode == "first":
        return not await has_accounts(context)
    return mode == "open"


def _check_allowed(
    db: Connection, mode: Registration, invite_hash: bytes, now: int
) -> None:
    if mode == "closed" or (mode == "first" and accounts.count_users(db) > 0):
        raise RegistrationClosed("Registration is closed.")
    if mode == "invite" and not invites.is_good_invite(db, invite_hash, now):
        raise _bad_invite()


def _register(
    db: Connection, new: NewUser, mode: Registration, invite_hash: bytes, now: int
) -> int:
    user = accounts.insert_user(db, new, now)
    # Adding takes turns: of two who came first at once, one is second by now.
    if mode == "first" and accounts.count_users(db) > 1:
        raise RegistrationClosed("Someone else has just registered.")
    if mode == "invite" and not invites.use_invite(db, invite_hash, now):
        raise _bad_invite()
    return user.id


def _bad_invite() -> InviteInvalid:
    return InviteInvalid("This invite is invalid, used or expired.")
