"""Operators of the search language, each with the values that it takes.

What none of them takes is refused by a code, with the nearest that there is.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum

from tidings.core.clock import from_datetime, micros
from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.core.reading.search_leaves import (
    Before,
    Extra,
    Has,
    InLanguage,
    InPlace,
    InState,
    InUrl,
    Leaf,
    Newer,
    Older,
    PlaceKind,
    Since,
    State,
    TextField,
    Words,
)
from tidings.core.reading.search_words import words_of

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)
_AGE = re.compile(r"(\d{1,4})([hdwmy])", re.ASCII)
_UNITS = {
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "m": timedelta(days=30),
    "y": timedelta(days=365),
}
_AGES = ("24h", "7d", "2w", "3m", "1y")
# What people know from elsewhere, where the letters would lead astray.
_ELSEWHERE = {
    "date": "after",
    "since": "after",
    "until": "before",
    "from": "author",
    "by": "author",
    "subject": "title",
    "site": "inurl",
    "url": "inurl",
    "link": "inurl",
    "label": "tag",
    "category": "tag",
    "source": "feed",
    "type": "has",
    "filetype": "has",
    "status": "is",
    "list": "in",
}
_NEAR = 0.5  # of all letters, how many two names must share


def read_leaf(operator: str, value: str, *, prefix: bool) -> Leaf | None:
    """Return what an operator, or none, asks by a value; None: the value says nothing.

    `prefix`: a star stood behind the value.
    """
    if operator in _TEXTS:
        return _words(value, _TEXTS[operator], prefix=prefix)
    read = _READERS.get(operator)
    if read is None:
        raise _unknown(operator)
    return read(operator, value)


def _words(text: str, where: TextField, *, prefix: bool) -> Words | None:
    # Marks belong to the letters before them; without them many scripts fall apart.
    letters = (
        letter if unicodedata.category(letter)[0] in "LNM" else " "
        for letter in unicodedata.normalize("NFC", text)
    )
    words = tuple("".join(letters).split())
    return Words(words, where, prefix=prefix) if words_of(" ".join(words)) else None


def _place(operator: str, value: str) -> InPlace | None:
    kind = PlaceKind(operator)
    # Names of feeds and folders are given in part anyway; a tag may be called `c*`.
    name = value if kind is PlaceKind.TAG else value.rstrip("*")
    name = " ".join(name.split())
    return InPlace(kind, name) if name else None


def _state(operator: str, value: str) -> InState:
    return InState(State(_one_of(operator, value, State)))


def _extra(operator: str, value: str) -> Has:
    singular = {extra.rstrip("s"): extra for extra in Extra}
    known = singular.get(value.lower().rstrip("s"), value)
    return Has(Extra(_one_of(operator, known, Extra)))


def _language(operator: str, value: str) -> InLanguage:
    tag = value.lower().replace("_", "-")
    if not _LANGUAGE.fullmatch(tag):
        raise _refused(operator, value, ("en", "pt-br"))
    return InLanguage(tag)


def _address(_operator: str, value: str) -> InUrl:
    return InUrl(small(value))


def _date(operator: str, value: str) -> Since | Before:
    """Read the first moment of a day, a month or a year, in UTC."""
    parts = _DATE.fullmatch(value)
    try:
        if parts is None:
            raise ValueError(value)
        year, month, day = (int(part or "1") for part in parts.groups())
        at = from_datetime(datetime(year, month, day, tzinfo=UTC))
    except ValueError as error:
        raise Invalid(
            f"“{operator}:” needs a date such as 2024-05-31.",
            code=Code.SEARCH_DATE,
            details={"field": operator},
        ) from error
    return Since(at) if operator == "after" else Before(at)


def _age(operator: str, value: str) -> Newer | Older:
    parts = _AGE.fullmatch(value.lower())
    if parts is None:
        raise _refused(operator, value, _AGES)
    age = int(parts[1]) * micros(_UNITS[parts[2]])
    return Newer(age) if operator == "newer" else Older(age)


def small(address: str) -> str:
    """Return an address in small letters, as both engines make them: ASCII only."""
    return "".join(each.lower() if each.isascii() else each for each in address)


def _one_of(operator: str, value: str, known: Iterable[StrEnum]) -> str:
    values = [each.value for each in known]
    if value.lower() not in values:
        raise _refused(operator, value, values)
    return value.lower()


def _refused(operator: str, value: str, known: Iterable[str]) -> Invalid:
    suggested = ", ".join(known)
    return Invalid(
        f"“{operator}:” does not take “{value}”. Try {suggested}.",
        code=Code.SEARCH_VALUE,
        details={"field": operator, "value": value, "known": suggested},
    )


def _unknown(operator: str) -> Invalid:
    details = {"field": operator}
    near = get_close_matches(operator, sorted(OPERATORS), 1, _NEAR)
    nearest = _ELSEWHERE.get(operator) or (near[0] if near else None)
    question = ""
    if nearest is not None:
        details["nearest"] = nearest
        question = f" Did you mean “{nearest}:”?"
    return Invalid(
        f"There is no operator “{operator}:”.{question}"
        " To search for it as text, put it in quotes.",
        code=Code.SEARCH_OPERATOR,
        details=details,
    )


_TEXTS = {
    "": TextField.ANYWHERE,
    "title": TextField.TITLE,
    "author": TextField.AUTHOR,
}
_READERS: dict[str, Callable[[str, str], Leaf | None]] = {
    **dict.fromkeys(PlaceKind, _place),
    "is": _state,
    "has": _extra,
    "lang": _language,
    "inurl": _address,
    "after": _date,
    "before": _date,
    "newer": _age,
    "older": _age,
}
OPERATORS = frozenset({*_TEXTS, *_READERS} - {""})
