"""The single terms of a search: what each asks of an entry.

Words hold letters and digits only, so nothing in them can act as an operator of an engine.
"""

from dataclasses import dataclass
from enum import StrEnum


class TextField(StrEnum):
    """Where words are looked for."""

    ANYWHERE = "anywhere"
    TITLE = "title"
    AUTHOR = "author"


class PlaceKind(StrEnum):
    """What an entry is in; `IN` is a feed or a folder, whichever has the name."""

    FEED = "feed"
    FOLDER = "folder"
    IN = "in"
    TAG = "tag"


class State(StrEnum):
    """How the reader left an entry."""

    UNREAD = "unread"
    READ = "read"
    STARRED = "starred"


class Extra(StrEnum):
    """What an entry has besides its text."""

    AUDIO = "audio"
    VIDEO = "video"
    IMAGE = "image"
    NOTES = "notes"
    HIGHLIGHT = "highlight"


@dataclass(frozen=True, slots=True)
class Words:
    """These words, one right after the other; of the last, `prefix` is the beginning."""

    words: tuple[str, ...]
    field: TextField = TextField.ANYWHERE
    negated: bool = False
    prefix: bool = False


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
class InUrl:
    """Entries with this in their address; in small letters."""

    text: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Has:
    """Entries with this besides their text."""

    extra: Extra
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Since:
    """Entries of this time or later."""

    at: int


@dataclass(frozen=True, slots=True)
class Before:
    """Entries earlier than this time."""

    at: int


@dataclass(frozen=True, slots=True)
class Newer:
    """Entries of this age, in microseconds, or younger."""

    age: int


@dataclass(frozen=True, slots=True)
class Older:
    """Entries older than this age, in microseconds."""

    age: int


Leaf = (
    Words
    | InPlace
    | InState
    | InLanguage
    | InUrl
    | Has
    | Since
    | Before
    | Newer
    | Older
)
