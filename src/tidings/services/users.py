"""What an administrator does with accounts."""

import asyncio

from tidings.auth.passwords import check_password, hash_password
from tidings.context import Context
from tidings.core.account import Role, User, user_name
from tidings.store import accounts
from tidings.store.accounts import NewUser
from tidings.store.connection import Connection
from tidings.store.sessions import revoke_sessions


async def add_user(context: Context, name: str, password: str, role: Role) -> User:
    """Add an account; the first one is an administrator whatever is asked for."""
    name = user_name(name)
    check_password(name, password)
    new = NewUser(name, await asyncio.to_thread(hash_password, password), role)
    return await context.database.write(accounts.insert_user, new, context.clock())


async def list_users(context: Context) -> list[User]:
    """Return all accounts, by name."""
    return await context.database.read(accounts.list_users)


async def change_password(context: Context, name: str, password: str) -> int:
    """Set a new password, end the user's sessions and return how many those were."""
    user = await context.database.read(accounts.require_user, name)
    check_password(user.name, password)
    password_hash = await asyncio.to_thread(hash_password, password)
    return await context.database.write(
        _change, user.id, password_hash, context.clock()
    )


async def delete_user(context: Context, name: str) -> User:
    """Delete an account with all that is its own and return what it was."""
    return await context.database.write(_delete, name)


def _change(db: Connection, user_id: int, password_hash: str, now: int) -> int:
    accounts.set_password_hash(db, user_id, password_hash)
    return revoke_sessions(db, user_id, now)


def _delete(db: Connection, name: str) -> User:
    user = accounts.require_user(db, name)
    accounts.delete_user(db, user.id)
    return user
