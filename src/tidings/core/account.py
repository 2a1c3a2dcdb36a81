"""People who sign in: what an account is, and which names one may have."""

import unicodedata
from dataclasses import dataclass
from typing import Literal

from tidings.core.errors import Invalid

Role = Literal["user", "admin"]

_LONGEST_NAME = 64
_SIGNS = frozenset("._-@+")


@dataclass(frozen=True, slots=True)
class User:
    """An account as others see it, without anything secret."""

    id: int
    name: str
    role: Role
    created_at: int
    disabled_at: int | None  # None: may sign in
    last_seen_at: int | None  # None: no session is known


def user_name(text: str) -> str:
    """Return the name in its one spelling, or say what is wrong with it."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not name:
        raise _refused("A user name needs at least one letter or digit.")
    if len(name) > _LONGEST_NAME:
        raise _refused(f"A user name has at most {_LONGEST_NAME} characters.")
    if not _is_letter_or_digit(name[0]):
        raise _refused("A user name starts with a letter or a digit.")
    if not all(_is_allowed(character) for character in name):
        raise _refused(
            "A user name has letters, digits and the signs . _ - @ + only, no blanks."
        )
    return name


def name_key(name: str) -> str:
    """Return what two names share when people would take them for the same."""
    folded = unicodedata.normalize("NFKC", name).strip()
    # Folding can undo the normal form and the other way round, in rare scripts.
    for _ in range(4):
        again = unicodedata.normalize("NFKC", folded.casefold()).strip()
        if again == folded:
            break
        folded = again
    return folded


def _is_letter_or_digit(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"


def _is_allowed(character: str) -> bool:
    # M: marks, which many scripts need to write a vowel.
    return character in _SIGNS or unicodedata.category(character)[0] in "LMN"


def _refused(message: str) -> Invalid:
    return Invalid(message, details={"field": "name"})
