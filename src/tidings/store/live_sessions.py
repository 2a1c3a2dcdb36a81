"""Who may go on listening: the sessions and tokens of some users that are alive now."""

from collections.abc import Sequence

from tidings.store.connection import Connection

_SESSIONS = """
select s.id from ids(:users) i cross join users u cross join sessions s
where u.id = i.id and u.disabled_at is null and s.user_id = u.id
  and s.revoked_at is null and s.expires_at > :now
"""
_TOKENS = """
select t.token_hash from ids(:users) i cross join users u cross join api_tokens t
where u.id = i.id and u.disabled_at is null and t.user_id = u.id
  and t.revoked_at is null and (t.expires_at is null or t.expires_at > :now)
"""


def live_sessions(db: Connection, users: Sequence[int], now: int) -> set[str | bytes]:
    """Return the ids of these users' sessions and the hashes of their API tokens."""
    known = {"users": list(users), "now": now}
    alive: set[str | bytes] = {row[0] for row in db.rows(_SESSIONS, **known)}
    return alive | {bytes(row[0]) for row in db.rows(_TOKENS, **known)}
