"""Which account a proven person gets: their own, one with their proven address, a new one."""

from dataclasses import dataclass

from tidings.auth.oidc import Person
from tidings.core.account import User
from tidings.core.errors import Conflict, Forbidden
from tidings.core.setting_groups import Registration
from tidings.core.suggested_name import suggested_names
from tidings.services.registration import RegistrationClosed
from tidings.store import identities
from tidings.store.accounts import NewUser, count_users, insert_user
from tidings.store.connection import Connection
from tidings.store.identities import Door, Identity


class EmailUnverified(Forbidden):
    """The provider does not vouch for the address, so it proves nothing."""

    code = "EMAIL_UNVERIFIED"


class EmailTaken(Conflict):
    """An account has this address, but nobody has proven that it is theirs."""

    code = "EMAIL_TAKEN"


class AccountDisabled(Forbidden):
    """The administrator has locked this account."""

    code = "ACCOUNT_DISABLED"


@dataclass(frozen=True, slots=True)
class Admission:
    """Somebody at the door, and what the house rules are."""

    identity: Identity
    person: Person
    registration: Registration
    now: int


def admit_person(db: Connection, admission: Admission) -> int:
    """Return the user whom an identity opens; links or adds an account if it may."""
    door = identities.find_door(db, admission.identity)
    if door is None:
        door = _door_by_email(db, admission) or _new_account(db, admission)
    if door.is_disabled:
        raise AccountDisabled("This account is disabled: ask the administrator.")
    identities.note_use(db, admission.identity, admission.now)
    return door.user_id


def link_person(
    db: Connection, admission: Admission, user_id: int, session_id: str
) -> None:
    """Add an identity to the account of whoever asked for it and is still signed in."""
    began_at = identities.session_began_at(db, session_id, user_id, admission.now)
    if began_at is None:
        raise Forbidden("The session that wanted to link this has ended: start again.")
    _link(db, admission, user_id)
    if admission.person.email is not None:
        identities.prove_email(db, user_id, admission.person.email)


def _door_by_email(db: Connection, admission: Admission) -> Door | None:
    person = admission.person
    if person.has_unproven_email:
        raise EmailUnverified(
            "The provider does not say that your e-mail address is verified. Verify it"
            " there, or sign in here and link the provider in your settings."
        )
    if person.email is None:
        return None
    door = identities.find_door_by_email(db, person.email)
    if door is not None and not door.is_disabled:
        _link(db, admission, door.user_id)
    if door is None and identities.is_email_taken(db, person.email):
        raise EmailTaken(
            "There is an account with this e-mail address. Sign in to it as usual and"
            " link the provider in your settings."
        )
    return door


def _new_account(db: Connection, admission: Admission) -> Door:
    mode, person = admission.registration, admission.person
    if mode != "open" and not (mode == "first" and count_users(db) == 0):
        raise _closed()
    user = _insert(db, admission)
    if mode == "first" and user.role != "admin":
        # Somebody else was first while we looked.
        raise _closed()
    if person.email is not None:
        identities.set_proven_email(db, user.id, person.email)
    _link(db, admission, user.id)
    return Door(user.id, is_disabled=False)


def _insert(db: Connection, admission: Admission) -> User:
    for name in suggested_names(admission.person.names):
        try:
            return insert_user(db, NewUser(name, None, "user"), admission.now)
        except Conflict:
            continue
    raise Conflict("Every name for this account is taken.")


def _link(db: Connection, admission: Admission, user_id: int) -> None:
    identities.link_identity(
        db, admission.identity, user_id, admission.person.email, admission.now
    )


def _closed() -> RegistrationClosed:
    return RegistrationClosed(
        "Nobody here knows you, and this installation takes no new accounts this way."
    )
