"""Sessions: who is signed in. Only the hash of a token is ever here."""

from tidings.store.connection import Connection


def revoke_sessions(db: Connection, user_id: int, now: int) -> int:
    """End all of a user's sessions and return how many were still alive."""
    return db.run(
        """
        update sessions set revoked_at = :now
        where user_id = :user_id and revoked_at is null and expires_at > :now
        """,
        user_id=user_id,
        now=now,
    )


def forget_ended_sessions(db: Connection, before: int, most: int) -> int:
    """Delete sessions that ended before a time, oldest first, and return how many."""
    return db.run(
        """
        delete from sessions where id in (
            select id from sessions
            where expires_at < :before or revoked_at < :before
            order by expires_at, id
            limit :most
        )
        """,
        before=before,
        most=most,
    )
