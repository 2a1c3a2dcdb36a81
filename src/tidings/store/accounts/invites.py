"""Invites: one account each, for whoever holds the link."""

from dataclasses import dataclass

from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert, values_of


@dataclass(frozen=True, slots=True)
class NewInvite:
    """An invite to be kept; only its maker has the text behind the hash."""

    id: str
    token_hash: bytes
    created_by: int
    note: str
    created_at: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class Invite:
    """An invite as administrators see it."""

    id: str
    note: str
    created_by: str  # the name of an administrator
    created_at: int
    expires_at: int


def insert_invite(db: Connection, new: NewInvite) -> None:
    insert(db, "invites", **values_of(new))


def list_invites(db: Connection, now: int) -> list[Invite]:
    """Return the invites that can still be used, the newest first."""
    return all_of(
        db,
        Invite,
        """
        select i.id, i.note, u.name, i.created_at, i.expires_at
        from invites i join users u on u.id = i.created_by
        where i.used_at is null and i.expires_at > :now
        order by i.created_at desc, i.id desc
        """,
        now=now,
    )


def use_invite(db: Connection, token_hash: bytes, now: int) -> bool:
    """Use an invite up; False if there is none such that is still good."""
    used = db.run(
        """
        update invites set used_at = :now
        where token_hash = :token_hash and used_at is null and expires_at > :now
        """,
        token_hash=token_hash,
        now=now,
    )
    return bool(used)


def is_good_invite(db: Connection, token_hash: bytes, now: int) -> bool:
    found = db.value(
        "select 1 from invites where token_hash = :token_hash and used_at is null"
        " and expires_at > :now",
        token_hash=token_hash,
        now=now,
    )
    return found is not None


def delete_invite(db: Connection, invite_id: str) -> bool:
    """Take an invite back; False if there is none such."""
    return bool(db.run("delete from invites where id = :id", id=invite_id))


def forget_ended_invites(db: Connection, before: int, most: int) -> int:
    """Delete invites that ran out before a time, oldest first, and return how many."""
    return db.run(
        """
        delete from invites where id in (
            select id from invites where expires_at < :before order by id limit :most
        )
        """,
        before=before,
        most=most,
    )
