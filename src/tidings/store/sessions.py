"""Sessions: who is signed in. Only the hash of a token is ever here."""

from dataclasses import asdict, dataclass

from tidings.core.visitor import Visitor
from tidings.store.connection import Connection


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session to be kept; whoever holds the token behind the hash has it."""

    id: str
    user_id: int
    token_hash: bytes
    created_at: int
    expires_at: int
    user_agent: str
    address: str


def insert_session(db: Connection, new: NewSession) -> None:
    db.run(
        """
        insert into sessions (id, user_id, token_hash, created_at, expires_at,
            last_seen_at, user_agent, address)
        values (:id, :user_id, :token_hash, :created_at, :expires_at,
            :created_at, :user_agent, :address)
        """,
        **asdict(new),
    )


def find_visitor(
    db: Connection, token_hash: bytes, now: int, by_cookie: bool
) -> Visitor | None:
    """Return whose session this is, if it lives and its user may sign in."""
    row = db.row(
        """
        select u.id, u.name, u.role, s.id from sessions s, users u
        where s.token_hash = :token_hash and s.revoked_at is null
          and s.expires_at > :now and u.id = s.user_id and u.disabled_at is null
        """,
        token_hash=token_hash,
        now=now,
    )
    if row is None:
        return None
    user_id, name, role, session_id = row
    return Visitor(user_id, name, role, "all", session_id, by_cookie)


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
