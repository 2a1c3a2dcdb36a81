"""Who somebody is elsewhere, and which account that opens."""

from dataclasses import dataclass

from tidings.core.accounts.account import ProviderName
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, one_of, update


@dataclass(frozen=True, slots=True)
class Identity:
    """A provider's word for a person; the pair names one person for ever."""

    provider: str
    subject: str


@dataclass(frozen=True, slots=True)
class LinkedProvider:
    """A provider that opens the account."""

    provider: ProviderName
    email: str | None  # None: the provider named none that is proven
    linked_at: int
    last_used_at: int | None  # None: never since it was linked


@dataclass(frozen=True, slots=True)
class SignInAccount:
    """An account that an identity or a proven address leads to."""

    user_id: int
    is_disabled: bool


def find_sign_in(db: Connection, identity: Identity) -> SignInAccount | None:
    """Return the account that an identity is linked to."""
    return one_of(
        db,
        SignInAccount,
        """
        select u.id, u.disabled_at is not null from identities i, users u
        where i.provider = :provider and i.subject = :subject and u.id = i.user_id
        """,
        provider=identity.provider,
        subject=identity.subject,
    )


def find_sign_in_by_email(db: Connection, email: str) -> SignInAccount | None:
    """Return the account whose owner proved that this address is theirs."""
    return one_of(
        db,
        SignInAccount,
        """
        select id, disabled_at is not null from users
        where lower(email) = :email and proven_email = :email
        """,
        email=email,
    )


def is_email_taken(db: Connection, email: str) -> bool:
    """Say whether an account has this address, proven or not, in any spelling."""
    return bool(
        db.value("select 1 from users where lower(email) = :email", email=email)
    )


def set_proven_email(db: Connection, user_id: int, email: str) -> None:
    """Give a new account the address that its provider vouches for."""
    update(db, "users", "id", id=user_id, email=email, proven_email=email)


def prove_email(db: Connection, user_id: int, email: str) -> None:
    """Note that a user's own address was proven, if it is this one."""
    db.run(
        """
        update users set proven_email = :email
        where id = :user_id and lower(email) = :email
        """,
        user_id=user_id,
        email=email,
    )


def link_identity(
    db: Connection, identity: Identity, user_id: int, email: str | None, now: int
) -> None:
    """Let an identity open an account; one of each provider, and nobody else's."""
    # Two links at once would each see none: the user's row makes them wait.
    db.row("select 1 from users where id = :id for update", id=user_id)
    others = db.value(
        """
        select 1 from identities where user_id = :user_id and provider = :provider
          and subject <> :subject
        """,
        user_id=user_id,
        provider=identity.provider,
        subject=identity.subject,
    )
    if others:
        raise Conflict(
            "Another account of this provider is linked: unlink it first.",
            code=Code.ALREADY_LINKED,
        )
    owner = db.value(
        """
        insert into identities (provider, subject, user_id, email, linked_at)
        values (:provider, :subject, :user_id, :email, :now)
        on conflict (provider, subject) do update set email = excluded.email
        returning user_id
        """,
        provider=identity.provider,
        subject=identity.subject,
        user_id=user_id,
        email=email,
        now=now,
    )
    if owner != user_id:
        raise Conflict(
            "This identity is linked to somebody else's account already.",
            code=Code.IDENTITY_TAKEN,
        )


def note_use(db: Connection, identity: Identity, now: int) -> None:
    update(
        db,
        "identities",
        "provider, subject",
        provider=identity.provider,
        subject=identity.subject,
        last_used_at=now,
    )


def list_identities(db: Connection, user_id: int) -> list[LinkedProvider]:
    """Return what a user has linked, by provider."""
    return all_of(
        db,
        LinkedProvider,
        """
            select {*} from identities
            where user_id = :user_id order by provider, subject
            """,
        user_id=user_id,
    )


def unlink_identity(db: Connection, user_id: int, provider: str) -> None:
    """Remove what a user has linked of one provider, unless nothing else lets them in."""
    removed = _remove(
        db,
        "delete from identities where user_id = :user_id and provider = :which",
        user_id,
        provider,
    )
    if not removed:
        raise NotFound("No account of this provider is linked.")
    _keep_a_way_in(db, user_id)


def remove_passkey(db: Connection, user_id: int, passkey_id: str) -> None:
    """Remove one of a user's passkeys, unless nothing else lets them in."""
    removed = _remove(
        db,
        "delete from passkeys where user_id = :user_id and id = :which",
        user_id,
        passkey_id,
    )
    if not removed:
        raise NotFound("You have no such passkey.")
    _keep_a_way_in(db, user_id)


def session_began_at(
    db: Connection, session_id: str, user_id: int, now: int
) -> int | None:
    """Return when a user's session began; None once it has ended."""
    began_at: int | None = db.value(
        """
        select s.created_at from sessions s, users u
        where s.id = :session_id and s.user_id = :user_id
          and s.revoked_at is null and s.expires_at > :now
          and u.id = s.user_id and u.disabled_at is null
        """,
        session_id=session_id,
        user_id=user_id,
        now=now,
    )
    return began_at


def _remove(db: Connection, sql: str, user_id: int, which: str) -> int:
    # Two removals at once would each leave the other's way in: one waits.
    db.row("select 1 from users where id = :id for update", id=user_id)
    return db.run(sql, user_id=user_id, which=which)


def _keep_a_way_in(db: Connection, user_id: int) -> None:
    """Undo the removal, by refusing, when it took the last way in."""
    left = db.value(
        """
        select 1 from users where id = :user_id and (
            password_hash is not null
            or exists (select 1 from identities where user_id = :user_id)
            or exists (select 1 from passkeys where user_id = :user_id)
        )
        """,
        user_id=user_id,
    )
    if not left:
        raise Conflict(
            "This is your last way to sign in: set a password or link another first.",
            code=Code.LAST_WAY_IN,
        )
