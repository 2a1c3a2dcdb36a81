"""Passwords: Argon2id, and the same work whether or not there is anything to compare."""

import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from tidings.core.account import name_key
from tidings.core.errors import Invalid

SHORTEST_PASSWORD = 10
# Longer ones only make the server work; nobody types them.
_LONGEST_PASSWORD = 1000
# Above OWASP's floor (19 MiB, 2 rounds), and light enough for a small computer at home.
_ROUNDS = 3
_KIBIBYTES = 32 * 1024
_HASHER = PasswordHasher(
    time_cost=_ROUNDS, memory_cost=_KIBIBYTES, parallelism=1, type=Type.ID
)
# No password fits it, and finding that out costs what a real hash costs.
_NOBODY = (
    f"$argon2id$v=19$m={_KIBIBYTES},t={_ROUNDS},p=1"
    "$bm9ib2R5IGhhcyB0aGlzLg$r3pJf6N0V2v0Gm3y1mE3k8m3G1mB1k7y3m1c5oQ9sVY"
)


def check_password(name: str, password: str) -> None:
    """Refuse a password that is too short, too long, or just the user's name."""
    length = len(unicodedata.normalize("NFC", password))
    if length < SHORTEST_PASSWORD:
        raise _refused(f"A password needs at least {SHORTEST_PASSWORD} characters.")
    if length > _LONGEST_PASSWORD:
        raise _refused(f"A password has at most {_LONGEST_PASSWORD} characters.")
    if name_key(password) == name_key(name):
        raise _refused("The password must not be the user name.")


def hash_password(password: str) -> str:
    """Return the salted hash; slow on purpose, so keep it off the event loop."""
    return _HASHER.hash(_normal(password))


def password_matches(stored: str | None, password: str) -> bool:
    """Say whether a password fits; no stored hash costs the same time as a wrong one."""
    if len(password) > _LONGEST_PASSWORD:
        password, stored = "", None
    try:
        _HASHER.verify(stored or _NOBODY, _normal(password))
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def is_outdated(stored: str) -> bool:
    """Say whether a hash was made with other parameters and should be made anew."""
    return _HASHER.check_needs_rehash(stored)


def _normal(password: str) -> bytes:
    # Keyboards compose accents differently; the same text must stay the same password.
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def _refused(message: str) -> Invalid:
    return Invalid(message, details={"field": "password"})
