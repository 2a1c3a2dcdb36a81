"""Passkeys: public keys that open an account, each with its counter."""

from dataclasses import dataclass

from tidings.core.codes import Code
from tidings.core.errors import Conflict
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert_new, one_of, values_of

MOST_PASSKEYS = 50


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A key that somebody just made for us."""

    id: str
    user_id: int
    credential_id: bytes
    public_key: bytes
    sign_count: int
    name: str
    transports: str  # JSON
    created_at: int


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as its owner sees it."""

    id: str
    name: str
    created_at: int
    last_used_at: int | None  # None: never since it was made


@dataclass(frozen=True, slots=True)
class KnownKey:
    """What checking a passkey's signature needs."""

    id: str
    user_id: int
    public_key: bytes
    sign_count: int
    is_disabled: bool  # whether the owner may not sign in


def insert_passkey(db: Connection, new: NewPasskey) -> None:
    """Keep a passkey; refuses one that is known, and too many of one user."""
    db.row("select 1 from users where id = :id for update", id=new.user_id)
    count = db.value(
        "select count(*) from passkeys where user_id = :user_id", user_id=new.user_id
    )
    if count >= MOST_PASSKEYS:
        raise Conflict(
            f"An account has at most {MOST_PASSKEYS} passkeys.",
            code=Code.LIMIT_REACHED,
            details={"limit": MOST_PASSKEYS},
        )
    added = insert_new(db, "passkeys", "credential_id", **values_of(new))
    if not added:
        raise Conflict("This passkey is already registered.", code=Code.PASSKEY_EXISTS)


def list_passkeys(db: Connection, user_id: int) -> list[Passkey]:
    """Return a user's passkeys, oldest first."""
    return all_of(
        db,
        Passkey,
        """
            select {*} from passkeys
            where user_id = :user_id order by created_at, id
            """,
        user_id=user_id,
    )


def credentials_of(db: Connection, user_id: int) -> list[tuple[bytes, str]]:
    """Return the credential and transports of each passkey, so that none is made twice."""
    return [
        (bytes(credential), transports)
        for credential, transports in db.rows(
            """
            select credential_id, transports from passkeys
            where user_id = :user_id order by id
            """,
            user_id=user_id,
        )
    ]


def find_key(db: Connection, credential_id: bytes) -> KnownKey | None:
    return one_of(
        db,
        KnownKey,
        """
        select p.id, p.user_id, p.public_key, p.sign_count, u.disabled_at is not null
        from passkeys p, users u
        where p.credential_id = :credential_id and u.id = p.user_id
        """,
        credential_id=credential_id,
    )


def note_use(db: Connection, passkey_id: str, sign_count: int, now: int) -> bool:
    """Move the counter on; False when it did not move, so that a copy may be in use."""
    moved = db.run(
        """
        update passkeys set sign_count = :sign_count, last_used_at = :now
        where id = :id and (sign_count < :sign_count
            or (sign_count = 0 and :sign_count = 0))
        """,
        id=passkey_id,
        sign_count=sign_count,
        now=now,
    )
    return moved == 1
