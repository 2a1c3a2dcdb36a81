"""Passwords: Argon2id, and the same work whether or not there is anything to compare."""

import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from tidings.auth.hashing import USUAL_COST, HashCost
from tidings.core.accounts.account import name_key
from tidings.core.codes import Code
from tidings.core.errors import Invalid

SHORTEST_PASSWORD = 10
# Longer ones only make the server work; nobody types them.
_LONGEST_PASSWORD = 1000


def check_password(name: str, password: str) -> None:
    """Refuse a password that is too short, too long, or just the user's name."""
    length = len(unicodedata.normalize("NFC", password))
    if length < SHORTEST_PASSWORD:
        raise _refused(f"A password needs at least {SHORTEST_PASSWORD} characters.")
    if length > _LONGEST_PASSWORD:
        raise _refused(f"A password has at most {_LONGEST_PASSWORD} characters.")
    if name_key(password) == name_key(name):
        raise _refused("The password must not be the user name.")


def hash_password(password: str, cost: HashCost = USUAL_COST) -> str:
    """Return the salted hash; slow on purpose, so keep it off the event loop."""
    return _hasher(cost).hash(_normal(password))


def password_matches(
    stored: str | None, password: str, cost: HashCost = USUAL_COST
) -> bool:
    """Say whether a password fits; no stored hash costs the same time as a wrong one."""
    if len(password) > _LONGEST_PASSWORD:
        password, stored = "", None
    try:
        _hasher(cost).verify(stored or _nobody(cost), _normal(password))
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def is_outdated(stored: str, cost: HashCost = USUAL_COST) -> bool:
    """Say whether a hash was made with other parameters and should be rehashed."""
    return _hasher(cost).check_needs_rehash(stored)


@cache
def _hasher(cost: HashCost) -> PasswordHasher:
    return PasswordHasher(
        time_cost=cost.rounds, memory_cost=cost.kibibytes, parallelism=1, type=Type.ID
    )


def _nobody(cost: HashCost) -> str:
    """Return a hash that no password fits; to find that out costs what others cost."""
    return (
        f"$argon2id$v=19$m={cost.kibibytes},t={cost.rounds},p=1"
        "$bm9ib2R5IGhhcyB0aGlzLg$r3pJf6N0V2v0Gm3y1mE3k8m3G1mB1k7y3m1c5oQ9sVY"
    )


def _normal(password: str) -> bytes:
    # Keyboards compose accents differently; the same text must stay the same password.
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def _refused(message: str) -> Invalid:
    return Invalid(message, code=Code.BAD_PASSWORD, details={"field": "password"})
