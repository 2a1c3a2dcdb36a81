"""Accounts: finding, adding, changing and deleting them."""

from dataclasses import dataclass

from tidings.core.account import Role, User, name_key
from tidings.core.errors import Conflict, NotFound
from tidings.store.connection import Connection, Row
from tidings.store.numbers import next_number

_USERS = """
    select users.id, users.name, users.role, users.created_at, users.disabled_at,
        (select max(last_seen_at) from sessions where user_id = users.id)
    from users
"""


@dataclass(frozen=True, slots=True)
class NewUser:
    """An account to be made; the name is in its one spelling already."""

    name: str
    password_hash: str | None  # None: signs in by other means only
    role: Role


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
            f"There is a user {new.name} already.", details={"field": "name"}
        )
    return User(user_id, new.name, added[0], now, None, None)


def count_users(db: Connection) -> int:
    count: int = db.value("select count(*) from users")
    return count


def list_users(db: Connection) -> list[User]:
    """Return all accounts, by name."""
    return [_user(row) for row in db.rows(f"{_USERS} order by name_key")]


def find_user(db: Connection, name: str) -> User | None:
    """Return the account with a name, in whatever spelling it is given."""
    row = db.row(f"{_USERS} where name_key = :key", key=name_key(name))
    return _user(row) if row else None


def require_user(db: Connection, name: str) -> User:
    """Return the account with a name, or raise NotFound."""
    user = find_user(db, name)
    if user is None:
        raise NotFound(f"There is no user {name}.", details={"field": "name"})
    return user


def set_password_hash(db: Connection, user_id: int, password_hash: str) -> None:
    db.run(
        "update users set password_hash = :password_hash where id = :user_id",
        user_id=user_id,
        password_hash=password_hash,
    )


def delete_user(db: Connection, user_id: int) -> None:
    """Delete an account and all that is its own; shared feeds and entries stay."""
    db.run("delete from events where user_id = :user_id", user_id=user_id)
    # Everything else that names a user is tied to this row and goes with it.
    db.run("delete from users where id = :user_id", user_id=user_id)


def _user(row: Row) -> User:
    return User(*row)
