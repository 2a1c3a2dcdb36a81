"""Accounts: finding, adding, changing and deleting them."""

import json
from dataclasses import dataclass

from tidings.core.accounts.account import Account, Role, User, name_key
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.core.system.events import SESSION_ENDED
from tidings.store.accounts.sessions import count_change, revoke_sessions
from tidings.store.ai.choices import note_requests
from tidings.store.ai.ledger import disown_lines
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import all_of, one_of, update
from tidings.store.feeds.not_fetched import note_left
from tidings.store.feeds.subscriptions import followed_feed_ids

_USERS = """
    select users.id, users.name, users.role, users.created_at, users.disabled_at,
        (select max(last_seen_at) from sessions where user_id = users.id)
    from users
"""
_CREDENTIALS = "select id, name, password_hash from users where disabled_at is null"


@dataclass(frozen=True, slots=True)
class NewUser:
    """An account to be made; the name is in its one spelling already."""

    name: str
    password_hash: str | None  # None: signs in by other means only
    role: Role


@dataclass(frozen=True, slots=True)
class StoredCredentials:
    """What somebody who may sign in is known by."""

    user_id: int
    name: str
    password_hash: str | None  # None: signs in by other means only


def insert_user(db: Connection, new: NewUser, now: int) -> User:
    """Add an account, or refuse a name that is taken under any spelling.

    The first one becomes an administrator: otherwise nobody could ever be. Taking the
    number first makes two that come at once wait for each other.
    """
    user_id = next_number(db, "user")
    added = db.row(
        """
        insert into users (id, name, name_key, password_hash, role, created_at)
        select :id, :name, :key, :password_hash,
            case when exists (select 1 from users) then :role else 'admin' end, :now
        where true
        on conflict (name_key) do nothing
        returning role
        """,
        id=user_id,
        name=new.name,
        key=name_key(new.name),
        password_hash=new.password_hash,
        role=new.role,
        now=now,
    )
    if added is None:
        raise Conflict(
            f"There is a user {new.name} already.",
            code=Code.NAME_TAKEN,
            details={"field": "name"},
        )
    return User(user_id, new.name, added[0], now, None, None)


def count_users(db: Connection) -> int:
    count: int = db.value("select count(*) from users")
    return count


def user_ids(db: Connection) -> list[int]:
    """Return the numbers of all users."""
    return [row[0] for row in db.rows("select id from users order by id")]


def list_users(db: Connection) -> list[User]:
    """Return all accounts, by name."""
    return all_of(db, User, f"{_USERS} order by name_key")


def find_user(db: Connection, name: str) -> User | None:
    """Return the account with a name, in whatever spelling it is given."""
    return one_of(db, User, f"{_USERS} where name_key = :key", key=name_key(name))


def require_user(db: Connection, name: str) -> User:
    """Return the account with a name, or raise NotFound."""
    user = find_user(db, name)
    if user is None:
        raise NotFound(f"There is no user {name}.", details={"field": "name"})
    return user


def require_user_number(db: Connection, user_id: int) -> User:
    """Return the account with a number, or raise NotFound."""
    found = one_of(db, User, f"{_USERS} where id = :user_id", user_id=user_id)
    if found is None:
        raise NotFound("There is no such user.")
    return found


def users_after(db: Connection, after: str, limit: int) -> list[User]:
    """Return the accounts that follow a folded name, by name."""
    sql = f"{_USERS} where name_key > :after order by name_key limit :limit"
    return all_of(db, User, sql, after=after, limit=limit)


def find_credentials(db: Connection, name: str) -> StoredCredentials | None:
    """Return how the account with a name signs in; None if it may not."""
    sql = f"{_CREDENTIALS} and name_key = :key"
    return one_of(db, StoredCredentials, sql, key=name_key(name))


def credentials_of(db: Connection, user_id: int) -> StoredCredentials | None:
    """Return how an account signs in; None if it may not."""
    sql = f"{_CREDENTIALS} and id = :user_id"
    return one_of(db, StoredCredentials, sql, user_id=user_id)


def find_by_name_or_email(db: Connection, text: str) -> tuple[int, str, str] | None:
    """Return the id, name and address of who may sign in and can be written to."""
    row = db.row(
        """
        select id, name, email from users
        where (name_key = :key or email = :key)
          and email is not null and disabled_at is null
        order by case when name_key = :key then 0 else 1 end
        limit 1
        """,
        key=name_key(text),
    )
    return (row[0], row[1], row[2]) if row else None


def account_of(db: Connection, user_id: int) -> Account:
    """Return an account as its owner sees it."""
    row = db.row(
        """
        select u.id, u.name, u.email, u.email = u.proven_email, u.role,
            u.preferences, u.created_at, coalesce(u.updated_at, u.created_at),
            u.password_hash is not null, p.set_at
        from users u left join api_passwords p on p.user_id = u.id
        where u.id = :user_id
        """,
        user_id=user_id,
    )
    if row is None:
        raise NotFound("There is no such user.")
    number, name, email, email_proven, role, *rest = row
    preferences, created_at, updated_at, has_password, set_at = rest
    return Account(
        id=number,
        name=name,
        email=email,
        email_proven=bool(email_proven),
        role=role,
        preferences=json.loads(preferences),
        created_at=created_at,
        updated_at=updated_at,
        has_password=bool(has_password),
        api_password_set_at=set_at,
    )


def touch_user(db: Connection, user_id: int, now: int) -> None:
    """Note that somebody changed an account."""
    db.run(
        "update users set updated_at = :now where id = :user_id",
        now=now,
        user_id=user_id,
    )


def set_password_hash(db: Connection, user_id: int, password_hash: str) -> None:
    update(db, "users", "id", id=user_id, password_hash=password_hash)


def rename_user(db: Connection, user_id: int, name: str) -> None:
    """Change a name, or refuse one that is taken under any spelling."""
    key = name_key(name)
    _take_turns(db)
    taken = db.value(
        "select 1 from users where name_key = :key and id <> :user_id",
        key=key,
        user_id=user_id,
    )
    if taken:
        raise Conflict(
            f"There is a user {name} already.",
            code=Code.NAME_TAKEN,
            details={"field": "name"},
        )
    update(db, "users", "id", id=user_id, name=name, name_key=key)
    count_change(db)


def set_email(db: Connection, user_id: int, email: str | None) -> None:
    """Change an address, or refuse one that somebody else has."""
    _take_turns(db)
    taken = db.value(
        "select 1 from users where email = :email and id <> :user_id",
        email=email,
        user_id=user_id,
    )
    if taken:
        raise Conflict(
            "This address cannot be used.",
            code=Code.EMAIL_UNUSABLE,
            details={"field": "email"},
        )
    update(db, "users", "id", id=user_id, email=email)


def set_preferences(db: Connection, user_id: int, text: str) -> None:
    update(db, "users", "id", id=user_id, preferences=text)
    note_requests(db, user_id, json.loads(text))


def set_role(db: Connection, user_id: int, role: Role) -> None:
    update(db, "users", "id", id=user_id, role=role)
    count_change(db)


def set_disabled(db: Connection, user_id: int, disabled: bool, now: int) -> None:
    """Lock an account and end its sessions, or let it sign in again."""
    update(db, "users", "id", id=user_id, disabled_at=now if disabled else None)
    count_change(db)
    if disabled:
        revoke_sessions(db, user_id, now)


def keep_an_administrator(db: Connection, user_id: int) -> None:
    """Refuse to go on if this user is the last one who can look after everything."""
    # Counting first makes two administrators who remove each other take turns.
    count_change(db)
    others = db.value(
        "select count(*) from users"
        " where role = 'admin' and disabled_at is null and id <> :user_id",
        user_id=user_id,
    )
    is_one = db.value(
        "select 1 from users where role = 'admin' and id = :user_id", user_id=user_id
    )
    if is_one and not others:
        raise LastAdministrator("The last administrator must stay one.")


class LastAdministrator(Conflict):
    """Nobody would be left to look after the installation."""

    code = Code.LAST_ADMINISTRATOR


def delete_user(db: Connection, user_id: int, now: int) -> None:
    """Delete an account and all that is its own; shared feeds and entries stay."""
    count_change(db)
    revoke_sessions(db, user_id, now)  # tells the streams
    db.run(
        "delete from events where user_id = :user_id and kind <> :ended",
        user_id=user_id,
        ended=SESSION_ENDED,
    )
    disown_lines(db, user_id)
    followed = followed_feed_ids(db, user_id)
    # Everything else that names a user is tied to this row and goes with it.
    db.run("delete from users where id = :user_id", user_id=user_id)
    note_left(db, followed, now)


def _take_turns(db: Connection) -> None:
    # Adding an account takes this number, too: nobody can take a name in between.
    db.run("update numbers set last = last where name = 'user'")
