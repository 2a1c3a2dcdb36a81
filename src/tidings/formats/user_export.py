"""A reader's data as a file: one JSON value a line, each checked when it is read.

Nothing secret is in it, and nothing that is somebody else's.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.core.moving.user_export import KEY_BYTES

# Rises when a line means something else than before. A new kind of line is no reason: an
# older Tidings refuses that line and brings in the rest.
VERSION = 1
LONGEST_LINE = 16 * 1024 * 1024  # bytes
MOST_KEYS = 5_000  # of entries in one line

_Name = Annotated[str, Meta(min_length=1, max_length=1000)]
_Text = Annotated[str, Meta(max_length=20_000)]
_Url = Annotated[str, Meta(max_length=8192)]
_Html = Annotated[str, Meta(max_length=10_000_000)]
_Time = Annotated[int, Meta(ge=-(2**53), le=2**53)]
_Id = Annotated[str, Meta(pattern=r"^[0-9a-f-]{36}$")]
_Path = Annotated[list[_Name], Meta(min_length=1, max_length=50)]
Flag = Literal[0, 1]


class _Line(Struct, tag_field="kind", frozen=True):
    """One line; its `kind` says which."""


class Header(_Line, tag="tidings_export", frozen=True):
    """The first line."""

    version: int
    exported_at: int


class AccountLine(_Line, tag="account", frozen=True):
    """Who it was. Only preferences can be brought into another account."""

    name: str
    created_at: int
    preferences: dict[str, Any]


class FolderLine(_Line, tag="folder", frozen=True):
    """A folder, outer names first."""

    path: _Path
    muted: Flag = 0


class ExportedSettings(Struct, frozen=True):
    """What was set for a feed."""

    polling: Flag = 1
    enforce_feed_domain: Flag = 0
    allow_duplicate_urls: Flag = 0
    retry_policy: Literal["patient", "strict", "one-strike"] | None = None
    poll_interval: Annotated[int, Meta(ge=1, le=2**53)] | None = None  # microseconds
    user_agent: Annotated[str, Meta(max_length=500)] | None = None


class SubscriptionLine(_Line, tag="subscription", frozen=True):
    """A feed that is followed; `title` is the reader's own."""

    url: _Url
    feed_title: _Text
    title: _Text | None
    folder: _Path | None
    settings: ExportedSettings
    muted: Flag = 0


class TagLine(_Line, tag="tag", frozen=True):
    """A tag, also one that no entry has."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class HighlightPart(Struct, frozen=True):
    """A marked passage or a note."""

    id: _Id
    quote: _Text
    prefix: _Text
    suffix: _Text
    position: Annotated[int, Meta(ge=0, le=10**9)]
    note: _Text
    color: Annotated[str, Meta(max_length=50)]
    anchor_at: _Time
    note_at: _Time
    color_at: _Time
    created_at: _Time


class StarredPart(Struct, frozen=True):
    """What an entry said when it was starred."""

    title: _Text
    author: _Text
    url: _Url | None
    content: _Html


class EntryLine(_Line, tag="entry", frozen=True):
    """An entry that is kept, whole, with what the reader did to it."""

    feed_url: _Url | None  # None: a page that was saved
    feed_title: _Text
    guid: _Url | None
    url: _Url | None
    title: _Text
    author: _Text
    excerpt: _Text
    image_url: _Url | None
    language: Annotated[str, Meta(max_length=100)] | None
    published_at: _Time | None
    extras: dict[str, Any]
    content: _Html
    full_text: _Html | None
    read: Flag
    starred: Flag
    tags: Annotated[list[TagLine], Meta(max_length=100)]
    highlights: Annotated[list[HighlightPart], Meta(max_length=500)]
    read_at: _Time | None = None  # None: not known
    starred_at: _Time | None = None  # None: not known
    starred_as: StarredPart | None = None  # None: it says the same still


class ReadLine(_Line, tag="read", frozen=True):
    """Entries of a feed that are read, by the keys they have in it, 8 bytes each."""

    feed_url: _Url
    keys: Annotated[bytes, Meta(max_length=MOST_KEYS * KEY_BYTES)]


class WebhookLine(_Line, tag="webhook", frozen=True):
    """A webhook, without what signs its messages."""

    name: Annotated[str, Meta(max_length=200)]
    url: _Url


class ConditionPart(Struct, frozen=True):
    """A condition; feeds and folders are named in `places`, not by number."""

    field: str
    operator: str
    value: str | float | list[str] | None
    places: Annotated[list[_Url | _Path], Meta(max_length=100)] = []


class ActionPart(Struct, frozen=True):
    """An action; a webhook is named by its name and address."""

    do: str
    tag: Annotated[str, Meta(max_length=200)] = ""
    webhook: WebhookLine | None = None


class RuleLine(_Line, tag="rule", frozen=True):
    """A rule; they come in the order they run."""

    id: _Id
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    enabled: Flag
    match: str
    conditions: Annotated[list[ConditionPart], Meta(max_length=20)]
    actions: Annotated[list[ActionPart], Meta(max_length=10)]


class SearchLine(_Line, tag="search", frozen=True):
    """A search that is kept."""

    id: _Id
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    query: Annotated[str, Meta(min_length=1, max_length=2000)]


class PublicationLine(_Line, tag="publication", frozen=True):
    """A list that is published, without its address: that is a secret, and leads to the
    installation that the file comes from."""

    source: Literal["all", "folder", "tag", "search", "starred", "stories"]
    folder: _Path | None
    tag: Annotated[str, Meta(min_length=1, max_length=200)] | None
    search: _Id | None
    title: Annotated[str, Meta(pattern=r"\S", max_length=200)]
    ceilings: dict[str, Annotated[float, Meta(ge=0, le=1)]]
    neutral: Flag
    full_content: Flag
    limit: Annotated[int, Meta(ge=1, le=200)]


class DigestPlanLine(_Line, tag="digest_plan", frozen=True):
    """How digests are wanted."""

    every: Literal["daily", "weekly"]
    weekday: Annotated[int, Meta(ge=0, le=6)]  # 0 is Monday
    hour: Annotated[int, Meta(ge=0, le=23)]
    time_zone: Annotated[str, Meta(min_length=1, max_length=64)]
    length: Annotated[int, Meta(ge=1, le=100)]  # entries
    language: (
        Annotated[str, Meta(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$")] | None
    )
    by_mail: Flag


class End(_Line, tag="end", frozen=True):
    """The last line, so that a file which was cut short is known as such."""

    lines: int


Line = (
    Header
    | AccountLine
    | FolderLine
    | SubscriptionLine
    | TagLine
    | EntryLine
    | ReadLine
    | WebhookLine
    | RuleLine
    | SearchLine
    | PublicationLine
    | DigestPlanLine
    | End
)
# Says that a line is not as we write it.
UNREADABLE = {"reason": "unreadable"}
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def write_line(line: Line) -> bytes:
    """Return a line of the file."""
    return _encoder.encode(line) + b"\n"


def read_line(line: bytes) -> Line:
    """Return what a line says, or say what is wrong with it."""
    if len(line) > LONGEST_LINE:
        raise Invalid("it is too long", details=UNREADABLE)
    if b"\\u0000" in line or b"\0" in line:
        raise Invalid("it holds the character NUL", details=UNREADABLE)
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        words = f"it cannot be read ({error})"[:300]
        raise Invalid(words, details=UNREADABLE) from error


def require_header(beginning: bytes) -> None:
    """Raise Invalid unless a file begins as ours do."""
    first, _, _ = beginning.partition(b"\n")
    try:
        header = read_line(first)
    except Invalid as error:
        raise _not_ours() from error
    if not isinstance(header, Header):
        raise _not_ours()
    if header.version > VERSION:
        raise Invalid(
            "This file was written by a newer Tidings.",
            code=Code.NEWER_FILE,
            details={"field": "file"},
        )


def _not_ours() -> Invalid:
    return Invalid(
        "This is not a file that Tidings exported.",
        code=Code.NOT_AN_EXPORT,
        details={"field": "file"},
    )
