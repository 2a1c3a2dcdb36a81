"""Which account a proven person gets: their own, one with their proven address, a new one."""

from dataclasses import dataclass

from tidings.auth.oidc import Person
from tidings.core.accounts.account import User
from tidings.core.accounts.suggested_name import suggested_names
from tidings.core.codes import Code
from tidings.core.errors import Conflict, Forbidden
from tidings.core.settings.accounts import Registration
from tidings.services.accounts.registration import RegistrationClosed
from tidings.store.accounts import identities
from tidings.store.accounts.accounts import NewUser, count_users, insert_user
from tidings.store.accounts.identities import Identity, SignInAccount
from tidings.store.engine.connection import Connection


class EmailUnverified(Forbidden):
    """The provider does not vouch for the address, so it proves nothing."""

    code = Code.EMAIL_UNVERIFIED


class EmailTaken(Conflict):
    """An account has this address, but nobody has proven that it is theirs."""

    code = Code.EMAIL_TAKEN


class AccountDisabled(Forbidden):
    """The administrator has locked this account."""

    code = Code.ACCOUNT_DISABLED


@dataclass(frozen=True, slots=True)
class Admission:
    """Who wants to sign in, and the rules for new accounts."""

    identity: Identity
    person: Person
    registration: Registration
    now: int


def admit_person(db: Connection, admission: Admission) -> int:
    """Return the user whom an identity opens; links or adds an account if it may."""
    sign_in_row = identities.find_sign_in(db, admission.identity)
    if sign_in_row is None:
        sign_in_row = _sign_in_by_email(db, admission) or _new_account(db, admission)
    if sign_in_row.is_disabled:
        raise AccountDisabled("This account is disabled: ask the administrator.")
    identities.note_use(db, admission.identity, admission.now)
    return sign_in_row.user_id


def link_person(
    db: Connection, admission: Admission, user_id: int, session_id: str
) -> None:
    """Add an identity to the account of whoever asked for it and is still signed in."""
    began_at = identities.session_began_at(db, session_id, user_id, admission.now)
    if began_at is None:
        raise Forbidden(
            "The session that wanted to link this has ended: start again.",
            code=Code.SIGN_IN_EXPIRED,
        )
    _link(db, admission, user_id)
    if admission.person.email is not None:
        identities.prove_email(db, user_id, admission.person.email)


def _sign_in_by_email(db: Connection, admission: Admission) -> SignInAccount | None:
    person = admission.person
    if person.has_unproven_email:
        raise EmailUnverified(
            "The provider does not say that your e-mail address is verified. Verify it"
            " there, or sign in here and link the provider in your settings."
        )
    if person.email is None:
        return None
    sign_in_row = identities.find_sign_in_by_email(db, person.email)
    if sign_in_row is not None and not sign_in_row.is_disabled:
        _link(db, admission, sign_in_row.user_id)
    if sign_in_row is None and identities.is_email_taken(db, person.email):
        raise EmailTaken(
            "There is an account with this e-mail address. Sign in to it as usual and"
            " link the provider in your settings."
        )
    return sign_in_row


def _new_account(db: Connection, admission: Admission) -> SignInAccount:
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
    return SignInAccount(user.id, is_disabled=False)


def _insert(db: Connection, admission: Admission) -> User:
    for name in suggested_names(admission.person.names):
        try:
            return insert_user(db, NewUser(name, None, "user"), admission.now)
        except Conflict:
            continue
    raise Conflict("Every name for this account is taken.", code=Code.NAME_TAKEN)


def _link(db: Connection, admission: Admission, user_id: int) -> None:
    identities.link_identity(
        db, admission.identity, user_id, admission.person.email, admission.now
    )


def _closed() -> RegistrationClosed:
    return RegistrationClosed(
        "There is no account for you here, and none is created this way."
    )
