"""Signing in by password: the same time and answer whether or not there is such a user."""

from dataclasses import dataclass, field

from tidings.context import Context
from tidings.core.accounts.account import Account, name_key
from tidings.core.accounts.visitor import Caller, Visitor
from tidings.core.codes import Code
from tidings.core.errors import Invalid, Unauthorized
from tidings.services.accounts.sessions import new_session
from tidings.services.accounts.sign_in_limits import change_access, limit_sign_in
from tidings.services.accounts.single_user import (
    SINGLE_USER,
    is_single_user,
    is_the_password,
    settle_single_user,
)
from tidings.services.fields import NameOrEmail, Password, RequestModel
from tidings.store.accounts import accounts
from tidings.store.accounts.accounts import StoredCredentials
from tidings.store.accounts.sessions import NewSession, insert_session
from tidings.store.engine.connection import Connection


class WrongCredentials(Unauthorized):
    """No such user, a wrong password, or an account that is locked: one and the same."""

    code = Code.WRONG_CREDENTIALS


class SignIn(RequestModel):
    """Who somebody is; in single-user mode the password alone."""

    username: NameOrEmail | None = None
    password: Password


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session that has begun; the cookie holds the same token."""

    token: str = field(repr=False)
    expires_at: int
    user: Account


async def sign_in(context: Context, wanted: SignIn, caller: Caller) -> SignedIn:
    """Begin a session for whoever knows the password, or refuse."""
    name, password = wanted.username, wanted.password
    if is_single_user(context):
        proven = await _single_user(context, name, password, caller)
    elif name is None:
        raise Invalid(
            "Enter your user name.", code=Code.MISSING, details={"field": "username"}
        )
    else:
        await limit_sign_in(context, caller, name_key(name))
        known = await context.database.read(accounts.find_credentials, name)
        proven = await _proven(context, known, password)
    return await _open(context, proven, password, caller)


async def ask_password(
    context: Context, visitor: Visitor, password: str | None, caller: Caller
) -> StoredCredentials:
    """Make sure that it is the owner who sits there; return what was proven.

    Whoever has no password (they sign in elsewhere) is not asked for one.
    """
    known = await context.database.read(accounts.credentials_of, visitor.user_id)
    if known is not None and known.password_hash is None:
        return known
    if password is None:
        raise Invalid(
            "Enter the current password.",
            code=Code.MISSING,
            details={"field": "current_password"},
        )
    await limit_sign_in(context, caller, name_key(visitor.name))
    return await _proven(context, known, password)


async def begin_session(context: Context, user_id: int, caller: Caller) -> SignedIn:
    """Begin a session for somebody who has been let in already."""
    token, new = new_session(context, user_id, caller)
    account = await change_access(context, _keep, new)
    return SignedIn(token, new.expires_at, account)


async def _single_user(
    context: Context, name: str | None, password: str, caller: Caller
) -> StoredCredentials:
    await limit_sign_in(context, caller, SINGLE_USER)
    right_name = name is None or name_key(name) == SINGLE_USER
    if not (is_the_password(context, password) and right_name):
        raise WrongCredentials("The password is wrong.")
    # Somebody may have changed or locked the account by other means.
    context.sign_in_state.settled = False
    await settle_single_user(context)
    known = await context.database.read(accounts.find_credentials, SINGLE_USER)
    if known is None:
        raise WrongCredentials("The password is wrong.")
    return known


async def _proven(
    context: Context, known: StoredCredentials | None, password: str
) -> StoredCredentials:
    hashing = context.sign_in_state.hashing
    stored = known.password_hash if known else None
    if not await hashing.matches(stored, password) or known is None:
        raise _wrong()
    return known


async def _open(
    context: Context, proven: StoredCredentials, password: str, caller: Caller
) -> SignedIn:
    token, new = new_session(context, proven.user_id, caller)
    renewed = None
    hashing = context.sign_in_state.hashing
    if proven.password_hash is not None and hashing.is_outdated(proven.password_hash):
        renewed = await hashing.hash(password)
    account = await change_access(context, _keep_if_still_so, new, proven, renewed)
    return SignedIn(token, new.expires_at, account)


def _keep_if_still_so(
    db: Connection, new: NewSession, proven: StoredCredentials, renewed: str | None
) -> Account:
    # The password may have been changed while we were busy checking the old one.
    if accounts.credentials_of(db, proven.user_id) != proven:
        raise _wrong()
    if renewed is not None:
        accounts.set_password_hash(db, proven.user_id, renewed)
    return _keep(db, new)


def _keep(db: Connection, new: NewSession) -> Account:
    insert_session(db, new)
    return accounts.account_of(db, new.user_id)


def _wrong() -> WrongCredentials:
    return WrongCredentials("The user name or the password is wrong.")
