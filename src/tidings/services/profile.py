"""What somebody changes about their own account."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tidings.auth.passwords import check_password
from tidings.context import Context
from tidings.core.account import (
    Account,
    changed_preferences,
    email_address,
    preferences_text,
    user_name,
)
from tidings.core.visitor import Caller, Visitor
from tidings.services.doors import change_access
from tidings.services.sign_in import ask_password
from tidings.services.single_user import refuse_in_single_user_mode
from tidings.store import accounts
from tidings.store.api_tokens import drop_fever_hash
from tidings.store.connection import Connection
from tidings.store.events import tell_settings_changed
from tidings.store.password_resets import void_resets
from tidings.store.sessions import revoke_sessions


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to change; None leaves a thing as it is."""

    name: str | None = None
    email: str | None = None  # empty: none any more
    preferences: Mapping[str, Any] | None = None
    password: str | None = None

    @property
    def need_the_password(self) -> bool:
        """Whoever found an open browser must not be able to take the account over."""
        return not (self.name is None and self.email is None and self.password is None)


async def my_account(context: Context, visitor: Visitor) -> Account:
    """Return somebody's account as they see it."""
    return await context.database.read(accounts.account_of, visitor.user_id)


async def change_account(
    context: Context,
    visitor: Visitor,
    changes: Changes,
    current_password: str | None,
    caller: Caller,
) -> Account:
    """Change what is given, all or nothing; a new password ends the other sessions."""
    checked = _checked(context, visitor, changes)
    if checked.need_the_password:
        await ask_password(context, visitor, current_password, caller)
    password_hash = None
    if checked.password is not None:
        password_hash = await context.doors.hashing.hash(checked.password)
    return await change_access(
        context, _change, visitor, checked, password_hash, context.clock()
    )


async def delete_account(
    context: Context, visitor: Visitor, password: str | None, caller: Caller
) -> None:
    """Delete somebody's own account with all that is theirs."""
    await ask_password(context, visitor, password, caller)
    await change_access(context, _delete, visitor.user_id, context.clock())


def _checked(context: Context, visitor: Visitor, changes: Changes) -> Changes:
    if changes.password is not None or changes.name is not None:
        refuse_in_single_user_mode(context)
    name = None if changes.name is None else user_name(changes.name)
    if changes.password is not None:
        check_password(name or visitor.name, changes.password)
    email = changes.email and email_address(changes.email)
    return Changes(name, email, changes.preferences, changes.password)


def _change(
    db: Connection,
    visitor: Visitor,
    changes: Changes,
    password_hash: str | None,
    now: int,
) -> Account:
    user_id = visitor.user_id
    if changes.name is not None and changes.name != visitor.name:
        accounts.rename_user(db, user_id, changes.name)
        drop_fever_hash(db, user_id)
    if changes.email is not None:
        accounts.set_email(db, user_id, changes.email or None)
        void_resets(db, user_id)
    if changes.preferences is not None:
        before = accounts.account_of(db, user_id).preferences
        merged = changed_preferences(before, changes.preferences)
        accounts.set_preferences(db, user_id, preferences_text(merged))
    if password_hash is not None:
        accounts.set_password_hash(db, user_id, password_hash)
        void_resets(db, user_id)
        revoke_sessions(db, user_id, now, but=visitor.session_id)
    if changes.preferences is not None:
        tell_settings_changed(db, user_id, "preferences", now)
    return accounts.account_of(db, user_id)


def _delete(db: Connection, user_id: int, now: int) -> None:
    accounts.keep_an_administrator(db, user_id)
    accounts.delete_user(db, user_id, now)
