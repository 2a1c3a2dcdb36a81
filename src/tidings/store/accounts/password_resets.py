"""Links that let somebody choose a new password: once, and soon."""

from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import insert


def insert_reset(
    db: Connection, token_hash: bytes, user_id: int, now: int, expires_at: int
) -> None:
    insert(
        db,
        "password_resets",
        token_hash=token_hash,
        user_id=user_id,
        created_at=now,
        expires_at=expires_at,
    )


def find_reset(db: Connection, token_hash: bytes, now: int) -> tuple[int, str] | None:
    """Return the id and name of whoever a living link belongs to."""
    row = db.row(
        """
        select u.id, u.name from password_resets r join users u on u.id = r.user_id
        where r.token_hash = :token_hash and r.used_at is null
          and r.expires_at > :now and u.disabled_at is null
        """,
        token_hash=token_hash,
        now=now,
    )
    return (row[0], row[1]) if row else None


def use_reset(db: Connection, token_hash: bytes, now: int) -> bool:
    """Use a link up; False if it was used or has run out meanwhile."""
    used = db.run(
        """
        update password_resets set used_at = :now
        where token_hash = :token_hash and used_at is null and expires_at > :now
        """,
        token_hash=token_hash,
        now=now,
    )
    return bool(used)


def void_resets(db: Connection, user_id: int) -> None:
    """Make all of a user's links worthless."""
    db.run("delete from password_resets where user_id = :user_id", user_id=user_id)


def forget_ended_resets(db: Connection, before: int, most: int) -> int:
    """Delete links that ran out before a time, oldest first, and return how many."""
    return db.run(
        """
        delete from password_resets where token_hash in (
            select token_hash from password_resets where expires_at < :before
            order by expires_at, token_hash limit :most
        )
        """,
        before=before,
        most=most,
    )
