"""What somebody changes about their own account."""

from typing import Annotated, Any

from pydantic import Field

from tidings.auth.passwords import check_password
from tidings.context import Context
from tidings.core.accounts.account import (
    Account,
    changed_preferences,
    email_address,
    preferences_text,
    user_name,
)
from tidings.core.accounts.visitor import Caller, Visitor
from tidings.services.accounts.sign_in import ask_password
from tidings.services.accounts.sign_in_limits import change_access
from tidings.services.accounts.single_user import refuse_in_single_user_mode
from tidings.services.fields import Password, RequestModel, Storable
from tidings.store.accounts import accounts
from tidings.store.accounts.api_tokens import drop_fever_hash
from tidings.store.accounts.password_resets import void_resets
from tidings.store.accounts.sessions import revoke_sessions
from tidings.store.engine.connection import Connection
from tidings.store.system.events import publish_settings_changed

_PreferenceName = Annotated[Storable, Field(min_length=1, max_length=100)]


class AccountChanges(RequestModel):
    """What is to change. A name, an address or a password needs `current_password`."""

    name: Annotated[Storable, Field(min_length=1, max_length=64)] | None = None
    email: Annotated[
        Annotated[Storable, Field(max_length=254)] | None,
        Field(description="empty takes the address away"),
    ] = None
    preferences: Annotated[
        dict[_PreferenceName, Any] | None,
        Field(max_length=200, description="these are set; null takes one away"),
    ] = None
    password: Password | None = None
    current_password: Password | None = None

    @property
    def need_the_password(self) -> bool:
        """Whoever found an open browser must not be able to take the account over."""
        return not (self.name is None and self.email is None and self.password is None)


class AccountDeletion(RequestModel):
    """Proof that it is the owner who wants the account gone."""

    current_password: Password | None = None


async def my_account(context: Context, visitor: Visitor) -> Account:
    """Return somebody's account as they see it."""
    return await context.database.read(accounts.account_of, visitor.user_id)


async def change_account(
    context: Context, visitor: Visitor, changes: AccountChanges, caller: Caller
) -> Account:
    """Change what is given, all or nothing; a new password ends the other sessions."""
    checked = _checked(context, visitor, changes)
    if checked.need_the_password:
        await ask_password(context, visitor, changes.current_password, caller)
    password_hash = None
    if checked.password is not None:
        password_hash = await context.sign_in_state.hashing.hash(checked.password)
    return await change_access(
        context, _change, visitor, checked, password_hash, context.clock()
    )


async def delete_account(
    context: Context, visitor: Visitor, proof: AccountDeletion, caller: Caller
) -> None:
    """Delete somebody's own account with all that is theirs."""
    await ask_password(context, visitor, proof.current_password, caller)
    await change_access(context, _delete, visitor.user_id, context.clock())


def _checked(
    context: Context, visitor: Visitor, changes: AccountChanges
) -> AccountChanges:
    if changes.password is not None or changes.name is not None:
        refuse_in_single_user_mode(context)
    name = None if changes.name is None else user_name(changes.name)
    if changes.password is not None:
        check_password(name or visitor.name, changes.password)
    email = changes.email and email_address(changes.email)
    return changes.model_copy(update={"name": name, "email": email})


def _change(
    db: Connection,
    visitor: Visitor,
    changes: AccountChanges,
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
    accounts.touch_user(db, user_id, now)
    if changes.preferences is not None:
        publish_settings_changed(db, user_id, "preferences", now)
    return accounts.account_of(db, user_id)


def _delete(db: Connection, user_id: int, now: int) -> None:
    accounts.keep_an_administrator(db, user_id)
    accounts.delete_user(db, user_id, now)
