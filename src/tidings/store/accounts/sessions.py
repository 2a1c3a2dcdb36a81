"""Sessions: who is signed in. Only the hash of a token is ever here.

Every change to what a token is good for is counted in the same commit, so that whoever
remembers a holder notices.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tidings.core.accounts.visitor import Holder
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import all_of, insert, one_of, values_of
from tidings.store.system.events import publish_session_ended

# More than anyone has devices; beyond it the one that was seen longest ago ends.
MOST_SESSIONS = 100
_ENDED_AT_ONCE = 1000
_LIVE_SESSIONS = """
select s.id from ids(:users) i cross join users u cross join sessions s
where u.id = i.id and u.disabled_at is null and s.user_id = u.id
  and s.revoked_at is null and s.expires_at > :now
"""
_LIVE_TOKENS = """
select t.token_hash from ids(:users) i cross join users u cross join api_tokens t
where u.id = i.id and u.disabled_at is null and t.user_id = u.id
  and t.revoked_at is null and (t.expires_at is null or t.expires_at > :now)
"""


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


@dataclass(frozen=True, slots=True)
class Session:
    """A session as its owner sees it."""

    id: str
    created_at: int
    expires_at: int
    last_seen_at: int
    user_agent: str | None  # None: it said nothing
    address: str | None  # None: not known


def count_change(db: Connection) -> None:
    """Count a change to sessions, tokens or accounts that ends or alters a right."""
    next_number(db, "access")


def insert_session(db: Connection, new: NewSession) -> None:
    """Keep a session; the ones seen longest ago end if there are too many."""
    insert(db, "sessions", **values_of(new), last_seen_at=new.created_at)
    surplus = db.rows(
        """
        select id from sessions
        where user_id = :user_id and revoked_at is null and expires_at > :now
        order by last_seen_at desc, id desc
        limit :many offset :most
        """,
        user_id=new.user_id,
        now=new.created_at,
        many=_ENDED_AT_ONCE,
        most=MOST_SESSIONS,
    )
    for (session_id,) in surplus:
        revoke_session(db, new.user_id, session_id, new.created_at)


def find_holder(db: Connection, token_hash: bytes, now: int) -> Holder | None:
    """Return whose session or API token this is, if it lives and they may sign in."""
    return one_of(
        db,
        Holder,
        """
        select held.id, u.id, u.name, u.role, held.scope, held.expires_at, held.seen_at,
            coalesce((select last from numbers where name = 'access'), 0)
        from (
            select id, user_id, 'all' as scope, expires_at, last_seen_at as seen_at
            from sessions
            where token_hash = :token_hash and revoked_at is null
              and expires_at > :now
            union all
            select id, user_id, scope, expires_at, coalesce(last_used_at, 0)
            from api_tokens
            where token_hash = :token_hash and revoked_at is null
              and (expires_at is null or expires_at > :now)
        ) held
        join users u on u.id = held.user_id
        where u.disabled_at is null
        """,
        token_hash=token_hash,
        now=now,
    )


def touch_session(db: Connection, session_id: str, now: int, expires_at: int) -> None:
    """Note that a session is in use, and let it live on from here."""
    db.run(
        """
        update sessions set last_seen_at = :now, expires_at = :expires_at
        where id = :id and revoked_at is null and last_seen_at < :now
        """,
        id=session_id,
        now=now,
        expires_at=expires_at,
    )


def session_addresses(db: Connection, name: str) -> list[str]:
    """Return from where the account with this key signed in, as far as is remembered."""
    rows = db.rows(
        """
        select s.address from users u cross join sessions s
        where u.name_key = :name and s.user_id = u.id and s.address is not null
        order by s.last_seen_at desc, s.id desc limit :many
        """,
        name=name,
        many=2 * MOST_SESSIONS,
    )
    return list({address for (address,) in rows})


def list_sessions(db: Connection, user_id: int, now: int) -> list[Session]:
    """Return a user's living sessions, the one seen last first."""
    return all_of(
        db,
        Session,
        """
        select {*}
        from sessions
        where user_id = :user_id and revoked_at is null and expires_at > :now
        order by last_seen_at desc, id desc
        """,
        user_id=user_id,
        now=now,
    )


def revoke_session(db: Connection, user_id: int, session_id: str, now: int) -> bool:
    """End one of a user's sessions; False if there is none such."""
    ended = db.row(
        """
        update sessions set revoked_at = :now
        where id = :id and user_id = :user_id and revoked_at is null
          and expires_at > :now
        returning id
        """,
        id=session_id,
        user_id=user_id,
        now=now,
    )
    _note_ended(db, user_id, [session_id] if ended else [], now)
    return ended is not None


def revoke_sessions(
    db: Connection, user_id: int, now: int, *, but: str | None = None
) -> int:
    """End all of a user's sessions but one and return how many were still alive."""
    ended = db.rows(
        """
        update sessions set revoked_at = :now
        where user_id = :user_id and revoked_at is null and expires_at > :now
          and id <> :but
        returning id
        """,
        user_id=user_id,
        now=now,
        but=but or "",
    )
    _note_ended(db, user_id, [session_id for (session_id,) in ended], now)
    return len(ended)


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


def _note_ended(
    db: Connection, user_id: int, session_ids: Sequence[str], now: int
) -> None:
    if session_ids:
        count_change(db)
        publish_session_ended(db, user_id, session_ids, now)


def live_sessions(db: Connection, users: Sequence[int], now: int) -> set[str | bytes]:
    """Return the ids of these users' sessions and the hashes of their API tokens."""
    known = {"users": list(users), "now": now}
    alive: set[str | bytes] = {row[0] for row in db.rows(_LIVE_SESSIONS, **known)}
    return alive | {bytes(row[0]) for row in db.rows(_LIVE_TOKENS, **known)}
