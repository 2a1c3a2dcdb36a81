"""Named leases: one holder at a time, and a token that unmasks whoever held it before.

A holder renews before the lease ends, and checks its token inside every transaction
that only the holder may make. All who want a name use the same duration.
"""

from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.errors import LeaseLost
from tidings.store.connection import Connection


def take_lease(
    db: Connection, name: str, holder: str, now: int, duration: timedelta
) -> int | None:
    """Return the token of a lease that was free, or None while someone holds it.

    A lease that ends later than any could was taken by a clock that has since been set
    back: nobody should wait hours for it, so it counts as free.
    """
    length = micros(duration)
    token: int | None = db.value(
        """
        insert into leases (name, token, holder, taken_at, until)
        values (:name, 1, :holder, :now, :until)
        on conflict (name) do update set
            token = leases.token + 1,
            holder = excluded.holder,
            taken_at = excluded.taken_at,
            until = excluded.until
        where leases.until <= :now or leases.until > :impossible
        returning token
        """,
        name=name,
        holder=holder,
        now=now,
        until=now + length,
        impossible=now + 2 * length,
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
