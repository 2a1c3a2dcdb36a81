"""Sign-ins that left our page: each may come back once, soon, to the same browser."""

from dataclasses import dataclass

from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import insert, one_of, values_of

# What an insert clears away at most: more than one insert ever adds.
_CLEARED = 100


@dataclass(frozen=True, slots=True)
class Flow:
    """A sign-in under way; whoever holds the key behind the hash may end it."""

    key_hash: bytes
    kind: str
    user_id: int | None  # None: nobody is signed in yet
    browser_hash: bytes | None  # None: any browser may end it
    memory: bytes  # sealed
    created_at: int
    expires_at: int


def insert_flow(db: Connection, flow: Flow) -> None:
    """Keep a flow, and clear some away that nobody ended in time."""
    db.run(
        """
        delete from sign_in_flows where key_hash in (
            select key_hash from sign_in_flows where expires_at <= :now
            order by expires_at, key_hash limit :most
        )
        """,
        now=flow.created_at,
        most=_CLEARED,
    )
    insert(db, "sign_in_flows", **values_of(flow))


def take_flow(db: Connection, key_hash: bytes, kind: str, now: int) -> Flow | None:
    """Take a flow out, so that nobody comes back with it again; None if it is not there."""
    return one_of(
        db,
        Flow,
        """
        delete from sign_in_flows
        where key_hash = :key_hash and kind = :kind and expires_at > :now
        returning key_hash, kind, user_id, browser_hash, memory, created_at, expires_at
        """,
        key_hash=key_hash,
        kind=kind,
        now=now,
    )
