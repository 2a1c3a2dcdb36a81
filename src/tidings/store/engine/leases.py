"""Leases: one holder at a time, and a fencing token that unmasks whoever held it before.

A holder renews before the lease ends, and checks its token inside every transaction
that only the holder may make. All who want the same thing use the same duration.

Rows of a queue are leased by their columns `leased_until` and `lease_token`, with the
pieces of SQL below; whatever else is one at a time has a name in the table `leases`.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from tidings.core.clock import micros
from tidings.core.errors import LeaseLost
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words

# `set` of whoever claims.
TAKE = "lease_token = lease_token + 1, leased_until = :until"
# `where` of whoever writes what came of the work: the fence.
OURS = "lease_token = :token and leased_until is not null"

_TAKE_NAMED = """
insert into leases (name, token, holder, taken_at, until)
values (:name, 1, :holder, :now, :until)
on conflict (name) do update set
    token = leases.token + 1,
    holder = excluded.holder,
    taken_at = excluded.taken_at,
    until = excluded.until
where {free}
returning token
"""
_RELEASE = "update {table} set leased_until = null where {key} and lease_token = :token"
_RENEW = "update {table} set leased_until = :until where {key} and {ours}"


def free(column: str = "leased_until") -> str:
    """Return the condition that nobody holds a row; it needs `claim_times`.

    A lease that ends later than any could was given by a clock that has since been set
    back: nobody should wait hours for it, so it counts as over.
    """
    return f"({column} is null or {column} <= :now or {column} > :impossible)"


def claim_times(now: int, lease: timedelta) -> dict[str, int]:
    """Return the parameters of `free` and `TAKE`."""
    length = micros(lease)
    return {"now": now, "until": now + length, "impossible": now + 2 * length}


def release_rows(
    db: Connection, table: str, key: Sequence[str], held: Iterable[Mapping[str, Any]]
) -> None:
    """Give rows back undone, each by its key and `token`; what others hold stays."""
    db.run_many(with_words(_RELEASE, table=table, key=_where(key)), held)


def renew_rows(
    db: Connection,
    table: str,
    key: Sequence[str],
    held: Iterable[Mapping[str, Any]],
    until: int,
) -> None:
    """Hold on to rows, each by its key and `token`; what others hold stays."""
    sql = with_words(_RENEW, table=table, key=_where(key), ours=OURS)
    db.run_many(sql, [{**each, "until": until} for each in held])


def _where(key: Sequence[str]) -> str:
    return " and ".join(f"{column} = :{column}" for column in key)


def take_lease(
    db: Connection, name: str, holder: str, now: int, duration: timedelta
) -> int | None:
    """Return the token of a lease that was free, or None while someone holds it."""
    token: int | None = db.value(
        with_words(_TAKE_NAMED, free=free("leases.until")),
        name=name,
        holder=holder,
        **claim_times(now, duration),
    )
    return token


def renew_lease(
    db: Connection, name: str, token: int, now: int, duration: timedelta
) -> None:
    """Hold on to a lease, or raise LeaseLost if someone else has it now."""
    renewed = db.run(
        "update leases set until = :until where name = :name and token = :token",
        name=name,
        token=token,
        until=now + micros(duration),
    )
    if not renewed:
        raise _lost(name)


def release_lease(db: Connection, name: str, token: int, now: int) -> None:
    """Give a lease back; its number stays, so that the next token is a higher one."""
    db.run(
        "update leases set until = :now where name = :name and token = :token",
        name=name,
        token=token,
        now=now,
    )


def check_token(db: Connection, name: str, token: int) -> None:
    """Raise LeaseLost unless the token is the newest; nobody takes it until the commit."""
    held = db.row(
        "select 1 from leases where name = :name and token = :token for update",
        name=name,
        token=token,
    )
    if held is None:
        raise _lost(name)


def _lost(name: str) -> LeaseLost:
    return LeaseLost(f"The lease {name!r} has another holder now.")
