"""What a user typed into the search box, as terms that are safe to hand to any engine.

Words hold letters and digits only. Nothing is an error but a date that does not exist:
what is not understood is searched for as text.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from tidings.core.clock import from_datetime
from tidings.core.codes import Code
from tidings.core.entries.content_hash import clean_text
from tidings.core.errors import Invalid

LONGEST_QUERY = 512
MOST_TERMS = 32


class TextField(StrEnum):
    """Where words are looked for."""

    ANYWHERE = "anywhere"
    TITLE = "title"
    AUTHOR = "author"


class PlaceKind(StrEnum):
    """What an entry is in."""

    FEED = "feed"
    FOLDER = "folder"
    TAG = "tag"


class State(StrEnum):
    """How the reader left an entry."""

    UNREAD = "unread"
    READ = "read"
    STARRED = "starred"


@dataclass(frozen=True, slots=True)
class Words:
    """These words, one right after the other."""

    words: tuple[str, ...]
    field: TextField = TextField.ANYWHERE
    negated: bool = False


@dataclass(frozen=True, slots=True)
class InPlace:
    """Entries of a feed, a folder or a tag of this name or number."""

    kind: PlaceKind
    name: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class InState:
    """Entries in this state."""

    state: State
    negated: bool = False


@dataclass(frozen=True, slots=True)
class InLanguage:
    """Entries in this language, a lower-case tag such as `pt` or `pt-br`."""

    language: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Since:
    """Entries of this time or later."""

    at: int


@dataclass(frozen=True, slots=True)
class Before:
    """Entries earlier than this time."""

    at: int


Term = Words | InPlace | InState | InLanguage | Since | Before


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """Everything an entry must meet; no terms at all means that nothing was asked."""

    terms: tuple[Term, ...]
    shortened: bool = False  # the query was too long, its end was left out


def search_terms(query: str) -> SearchTerms:
    """Read a query; `Invalid` names the field if a date in it does not exist."""
    text = clean_text(query[:LONGEST_QUERY]).translate(_STRAIGHT_QUOTES)
    read = dict.fromkeys(
        term for piece in _PIECE.finditer(text) if (term := _term(piece)) is not None
    )
    terms = tuple(read)
    return SearchTerms(
        terms[:MOST_TERMS],
        shortened=len(query) > LONGEST_QUERY or len(terms) > MOST_TERMS,
    )


_PIECE = re.compile(
    r'(?P<negated>-?)(?:(?P<field>[a-zA-Z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))'
)
_STRAIGHT_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»", '"'))
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)


def _term(piece: re.Match[str]) -> Term | None:
    value = piece["phrase"] if piece["word"] is None else piece["word"]
    negated = bool(piece["negated"])
    field = (piece["field"] or "").lower()
    read = _FIELDS.get(field)
    term = read(field, value.strip(), negated) if read else None
    if term is not None:
        return term
    return _words_term(f"{piece['field'] or ''} {value}", TextField.ANYWHERE, negated)


def _words_term(text: str, field: TextField, negated: bool) -> Words | None:
    # Marks belong to the letters before them; without them many scripts fall apart.
    letters = (
        letter if unicodedata.category(letter)[0] in "LNM" else " "
        for letter in unicodedata.normalize("NFC", text)
    )
    words = tuple("".join(letters).split())
    return Words(words, field, negated) if words else None


def _text(field: str, value: str, negated: bool) -> Term | None:
    return _words_term(value, TextField(field), negated)


def _place(field: str, value: str, negated: bool) -> Term | None:
    name = " ".join(value.split())
    return InPlace(PlaceKind(field), name, negated) if name else None


def _state(_field: str, value: str, negated: bool) -> Term | None:
    known = value.lower() in set(State)
    return InState(State(value.lower()), negated) if known else None


def _language(_field: str, value: str, negated: bool) -> Term | None:
    tag = value.lower().replace("_", "-")
    return InLanguage(tag, negated) if _LANGUAGE.fullmatch(tag) else None


def _date(field: str, value: str, negated: bool) -> Term:
    """Read the first moment of a day, a month or a year, in UTC."""
    parts = _DATE.fullmatch(value)
    try:
        if parts is None:
            raise ValueError(value)
        year, month, day = (int(part or "1") for part in parts.groups())
        at = from_datetime(datetime(year, month, day, tzinfo=UTC))
    except ValueError as error:
        raise Invalid(
            f"“{field}:” needs a date such as 2024-05-31.",
            code=Code.SEARCH_DATE,
            details={"field": field},
        ) from error
    return Since(at) if (field == "after") is not negated else Before(at)


_FIELDS: dict[str, Callable[[str, str, bool], Term | None]] = {
    "title": _text,
    "author": _text,
    "feed": _place,
    "folder": _place,
    "tag": _place,
    "is": _state,
    "lang": _language,
    "after": _date,
    "before": _date,
}
