"""People who sign in: what an account is, which names one may have, what it remembers."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tidings.core.codes import Code
from tidings.core.errors import Invalid

Role = Literal["user", "admin"]
ProviderName = Literal["oidc", "google", "facebook", "apple"]

_LONGEST_NAME = 64
_SIGNS = frozenset("._-@+")
_LONGEST_PREFERENCES = 32 * 1024
# What mail servers take; whether somebody reads it, only a mail can show.
_LONGEST_EMAIL = 254
_EMAIL = re.compile(
    r"[^\s@<>\"(),:;\\\x00-\x1f\x7f]{1,64}@[^\s@.<>\"(),:;\\]+(\.[^\s@.<>\"(),:;\\]+)*"
)


@dataclass(frozen=True, slots=True)
class User:
    """An account as others see it, without anything secret."""

    id: int
    name: str
    role: Role
    created_at: int
    disabled_at: int | None  # None: may sign in
    last_seen_at: int | None  # None: no session is known


@dataclass(frozen=True, slots=True)
class Account:
    """An account as its owner sees it, without anything secret."""

    id: int
    name: str
    email: str | None  # None: none is known
    email_proven: bool  # somebody vouched that the address is theirs
    role: Role
    preferences: Mapping[str, Any]
    created_at: int
    updated_at: int  # name, address, password, preferences, rights
    has_password: bool
    api_password_set_at: int | None  # None: old clients cannot sign in


def email_address(text: str) -> str:
    """Return an address in its one spelling, or say that it is none."""
    address = unicodedata.normalize("NFKC", text).strip().lower()
    if len(address) > _LONGEST_EMAIL or not _EMAIL.fullmatch(address):
        raise Invalid(
            "This is not an e-mail address.",
            code=Code.BAD_EMAIL,
            details={"field": "email"},
        )
    return address


def changed_preferences(
    before: Mapping[str, Any], changes: Mapping[str, Any]
) -> dict[str, Any]:
    """Return preferences with some of them changed; None removes one."""
    merged = {**before, **changes}
    return {name: value for name, value in merged.items() if value is not None}


def preferences_text(preferences: Mapping[str, Any]) -> str:
    """Return preferences as they are stored, or refuse what cannot be read back."""
    try:
        text = json.dumps(preferences, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except (ValueError, RecursionError) as error:
        raise _odd_preferences("Preferences must be plain JSON values.") from error
    if "\\u0000" in text:
        raise _odd_preferences("Preferences may not hold the character NUL.")
    if size > _LONGEST_PREFERENCES:
        raise _odd_preferences("These are too many preferences to remember.")
    return text


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


def _odd_preferences(message: str) -> Invalid:
    return Invalid(message, details={"field": "preferences"})


def _refused(message: str) -> Invalid:
    return Invalid(message, code=Code.BAD_USER_NAME, details={"field": "name"})
