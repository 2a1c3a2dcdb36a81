"""What an administrator does with accounts."""

from tidings.auth.passwords import check_password
from tidings.context import Context
from tidings.core import cursor
from tidings.core.accounts.account import Role, User, name_key, user_name
from tidings.core.pages import Page
from tidings.services.accounts.sign_in_limits import change_access
from tidings.services.fields import NameOrEmail, Password, RequestModel
from tidings.store.accounts import accounts
from tidings.store.accounts.accounts import NewUser
from tidings.store.accounts.password_resets import void_resets
from tidings.store.accounts.sessions import revoke_sessions
from tidings.store.engine.connection import Connection

_LIST = "users"


class UserToAdd(RequestModel):
    """An account to be made."""

    name: NameOrEmail
    password: Password
    role: Role = "user"


class UserChanges(RequestModel):
    """What is to change about an account; what is left out stays."""

    role: Role | None = None
    disabled: bool | None = None


async def add_user(context: Context, name: str, password: str, role: Role) -> User:
    """Add an account; the first one is an administrator whatever is asked for."""
    name = user_name(name)
    check_password(name, password)
    new = NewUser(name, await context.sign_in_state.hashing.hash(password), role)
    return await context.database.write(accounts.insert_user, new, context.clock())


async def list_users(context: Context) -> list[User]:
    """Return all accounts, by name."""
    return await context.database.read(accounts.list_users)


async def page_of_users(context: Context, after: str | None, limit: int) -> Page[User]:
    """Return accounts by name."""
    name = "" if after is None else str(cursor.decode(_LIST, after, (str,))[0])
    found = await context.database.read(accounts.users_after, name_key(name), limit + 1)
    page, more = found[:limit], len(found) > limit
    return Page(page, cursor.encode(_LIST, (page[-1].name,)) if more else None)


async def change_user(context: Context, user_id: int, changes: UserChanges) -> User:
    """Change what an account may do, or lock and unlock it."""
    return await change_access(context, _change_user, user_id, changes, context.clock())


async def change_password(context: Context, name: str, password: str) -> int:
    """Set a new password, end the user's sessions and return how many those were."""
    user = await context.database.read(accounts.require_user, name)
    check_password(user.name, password)
    password_hash = await context.sign_in_state.hashing.hash(password)
    return await change_access(
        context, _change_password, user.id, password_hash, context.clock()
    )


async def delete_user(context: Context, name: str) -> User:
    """Delete an account with all that is its own and return what it was; the last
    administrator stays."""
    return await change_access(context, _delete, name, context.clock())


async def remove_user(context: Context, user_id: int) -> None:
    """Delete an account with all that is its own, unless nobody could add others then."""
    await change_access(context, _remove, user_id, context.clock())


def _change_user(db: Connection, user_id: int, changes: UserChanges, now: int) -> User:
    role, disabled = changes.role, changes.disabled
    before = accounts.require_user_number(db, user_id)
    if role == "user" or disabled:
        accounts.keep_an_administrator(db, user_id)
    if role is not None and role != before.role:
        accounts.set_role(db, user_id, role)
    if disabled is not None and disabled != (before.disabled_at is not None):
        accounts.set_disabled(db, user_id, disabled, now)
    after = accounts.require_user_number(db, user_id)
    if after != before:
        accounts.touch_user(db, user_id, now)
    return after


def _change_password(db: Connection, user_id: int, password_hash: str, now: int) -> int:
    accounts.set_password_hash(db, user_id, password_hash)
    accounts.touch_user(db, user_id, now)
    void_resets(db, user_id)
    return revoke_sessions(db, user_id, now)


def _delete(db: Connection, name: str, now: int) -> User:
    user = accounts.require_user(db, name)
    accounts.keep_an_administrator(db, user.id)
    accounts.delete_user(db, user.id, now)
    return user


def _remove(db: Connection, user_id: int, now: int) -> None:
    accounts.require_user_number(db, user_id)
    accounts.keep_an_administrator(db, user_id)
    accounts.delete_user(db, user_id, now)
