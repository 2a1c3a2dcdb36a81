"""API tokens and the password for old clients: what programs sign in with."""

from dataclasses import dataclass
from typing import Literal

from tidings.core.accounts.account import name_key
from tidings.core.accounts.visitor import Scope
from tidings.store.accounts.sessions import count_change
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert, one_of, upsert, values_of

TokenScope = Literal["read", "write"]

_TOKENS = """
    select id, name, scope, created_at, expires_at, last_used_at from api_tokens
    where user_id = :user_id and revoked_at is null
      and (expires_at is null or expires_at > :now)
"""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token to be kept; only its owner has the text behind the hash."""

    id: str
    user_id: int
    name: str
    token_hash: bytes
    scope: TokenScope
    created_at: int
    expires_at: int | None  # None: never


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as its owner sees it."""

    id: str
    name: str
    scope: TokenScope
    created_at: int
    expires_at: int | None  # None: never
    last_used_at: int | None  # None: not yet


@dataclass(frozen=True, slots=True)
class OldClient:
    """Whose password for old clients it is."""

    user_id: int
    name: str
    role: Literal["user", "admin"]
    password_hash: str
    scope: Scope = "write"


def insert_token(db: Connection, new: NewToken) -> None:
    insert(db, "api_tokens", **values_of(new))


def list_tokens(db: Connection, user_id: int, now: int) -> list[ApiToken]:
    """Return a user's living tokens, the newest first."""
    sql = f"{_TOKENS} order by created_at desc, id desc"
    return all_of(db, ApiToken, sql, user_id=user_id, now=now)


def touch_token(db: Connection, token_id: str, now: int) -> None:
    """Note that a token is in use."""
    db.run(
        "update api_tokens set last_used_at = :now where id = :id"
        " and (last_used_at is null or last_used_at < :now)",
        id=token_id,
        now=now,
    )


def revoke_token(db: Connection, user_id: int, token_id: str, now: int) -> bool:
    """End one of a user's tokens; False if there is none such."""
    ended = db.run(
        """
        update api_tokens set revoked_at = :now
        where id = :id and user_id = :user_id and revoked_at is null
          and (expires_at is null or expires_at > :now)
        """,
        id=token_id,
        user_id=user_id,
        now=now,
    )
    if ended:
        count_change(db)
    return bool(ended)


def forget_ended_tokens(db: Connection, before: int, most: int) -> int:
    """Delete tokens that ended before a time, oldest first, and return how many."""
    return db.run(
        """
        delete from api_tokens where id in (
            select id from api_tokens
            where expires_at < :before or revoked_at < :before
            order by id
            limit :most
        )
        """,
        before=before,
        most=most,
    )


def set_api_password(
    db: Connection, user_id: int, password_hash: str, fever_hash: bytes, now: int
) -> None:
    """Set the password for old clients; the one before it is gone."""
    upsert(
        db,
        "api_passwords",
        "user_id",
        user_id=user_id,
        password_hash=password_hash,
        fever_hash=fever_hash,
        set_at=now,
    )


def drop_fever_hash(db: Connection, user_id: int) -> None:
    """Forget what Fever clients send: it holds the user's name, which has changed."""
    db.run(
        "update api_passwords set fever_hash = null where user_id = :user_id",
        user_id=user_id,
    )


def delete_api_password(db: Connection, user_id: int) -> bool:
    """Take the password for old clients away; False if there was none."""
    sql = "delete from api_passwords where user_id = :user_id"
    return bool(db.run(sql, user_id=user_id))


def find_old_client(db: Connection, name: str) -> OldClient | None:
    """Return whoever has a name and a password for old clients, and may sign in."""
    sql = f"{_OLD_CLIENTS} and u.name_key = :key"
    return one_of(db, OldClient, sql, key=name_key(name))


def find_fever_client(db: Connection, fever_hash: bytes) -> OldClient | None:
    """Return whoever's key a Fever client sent, if they may sign in."""
    sql = f"{_OLD_CLIENTS} and p.fever_hash = :fever_hash"
    return one_of(db, OldClient, sql, fever_hash=fever_hash)


_OLD_CLIENTS = """
    select u.id, u.name, u.role, p.password_hash
    from api_passwords p join users u on u.id = p.user_id
    where u.disabled_at is null
"""
