"""What entries look like in the API: for its description; lists are encoded from rows."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tidings.services.mark import MOST_ALONG
from tidings.web.v1.ai_answers import (
    DEFRAMED,
    SUMMARY,
    DeframedAnswer,
    DeframedLine,
    SummaryAnswer,
)

NOT_CHANGED: dict[int | str, dict[str, Any]] = {
    304: {"description": "Nothing changed since the answer that `If-None-Match` names."}
}
_NOON = 1_760_000_000_000_000
LISTED_EXAMPLE: dict[str, Any] = {
    "id": 4711,
    "feed_id": 12,
    "subscription_id": 31,
    "title": "A bridge for the river",
    "author": "Ann Reporter",
    "url": "https://news.example/bridge",
    "excerpt": "The council has decided …",
    "image_url": None,
    "language": "en",
    "published_at": _NOON,
    "sort_at": _NOON,
    "received_at": _NOON + 60_000_000,
    "changed_at": None,
    "version": 1,
    "reading_minutes": 3,
    "has_enclosures": False,
    "read": False,
    "starred": True,
    "tags": ["city"],
    "summary": "The council decided to build a bridge over the river.",
    "deframed": None,
    "story": {"id": 81, "size": 3},
}
_ENCLOSURE: dict[str, Any] = {
    "url": "https://news.example/bridge.mp3",
    "type": "audio/mpeg",
    "length": 1048576,
    "title": None,
    "play_url": "/api/v1/enclosures/9fG3/aHR0cHM6Ly9uZXdzLmV4YW1wbGUv",
}
_FEED: dict[str, Any] = {
    "id": 12,
    "subscription_id": 31,
    "title": "News of the city",
    "feed_title": "City News",
    "url": "https://news.example/feed.xml",
    "site_url": "https://news.example/",
    "folder_id": 3,
    "followed": True,
}
_OPENED: dict[str, Any] = {
    **LISTED_EXAMPLE,
    "html": "<p>The council has decided.</p>",
    "full_text_html": None,
    "enclosures": [_ENCLOSURE],
    "categories": ["Politics"],
    "comments_url": None,
    "guid": "https://news.example/?p=4711",
    "versions": 1,
    "hidden": False,
    "feed": _FEED,
    "summary": SUMMARY,
    "deframed": DEFRAMED,
}
_VERSION: dict[str, Any] = {
    "version": 2,
    "seen_at": _NOON,
    "replaced_at": None,
    "title": "A bridge for the river",
    "author": "Ann Reporter",
    "url": "https://news.example/bridge",
}
_EARLIER = {**_VERSION, "version": 1, "seen_at": _NOON - 10, "replaced_at": _NOON}


def _example(example: dict[str, Any]) -> ConfigDict:
    return ConfigDict(json_schema_extra={"example": example})


class StoryMark(BaseModel):
    """The story that an entry belongs to, and how many entries of it you see."""

    id: int
    size: int


class _EntryFacts(BaseModel):
    id: int
    feed_id: int
    subscription_id: int
    title: str
    author: str
    url: str | None
    excerpt: str
    image_url: str | None
    language: str | None
    published_at: int | None
    sort_at: int
    received_at: int
    changed_at: int | None
    version: int
    reading_minutes: int | None
    has_enclosures: bool
    read: bool
    starred: bool
    tags: list[str]
    story: StoryMark | None


class ListedEntry(_EntryFacts):
    """An entry as lists show it. Times are microseconds since 1970 UTC. What AI says is
    null where there is none, or where the reader does not want it."""

    model_config = _example(LISTED_EXAMPLE)

    summary: str | None
    deframed: DeframedLine | None


class EntryList(BaseModel):
    """A page of entries. It may be short, or empty, and still have a next page."""

    model_config = _example({"items": [LISTED_EXAMPLE], "next_cursor": None})

    items: list[ListedEntry]
    next_cursor: str | None


class Enclosure(BaseModel):
    """A file that belongs to an entry; `play_url` is from where to play a sound or film
    on a page of ours."""

    url: str
    type: str | None
    length: int | None
    title: str | None
    play_url: str | None


class EntryFeed(BaseModel):
    """Where an entry came from; `title` is the reader's own name for it."""

    id: int
    subscription_id: int
    title: str
    feed_title: str
    url: str | None
    site_url: str | None
    folder_id: int | None
    followed: bool


class OpenEntry(_EntryFacts):
    """An entry as it is read. The HTML is safe to show; what AI says is plain text, and
    null where the installation has no AI."""

    model_config = _example(_OPENED)

    html: str
    full_text_html: str | None
    enclosures: list[Enclosure]
    categories: list[str]
    comments_url: str | None
    guid: str | None
    versions: int
    hidden: bool
    feed: EntryFeed
    summary: SummaryAnswer | None
    deframed: DeframedAnswer | None


class Version(BaseModel):
    """One version of an entry; `replaced_at` is null for the present one."""

    version: int
    seen_at: int
    replaced_at: int | None
    title: str
    author: str
    url: str | None


class VersionList(BaseModel):
    """All versions that are kept, newest first."""

    model_config = _example({"items": [_VERSION, _EARLIER], "next_cursor": None})

    items: list[Version]
    next_cursor: None = None


class TitlePart(BaseModel):
    """A stretch of a title, and what happened to it."""

    kind: Literal["same", "added", "removed"]
    text: str


class EntryDiff(BaseModel):
    """Two versions as one: `<ins>` was added, `<del>` was taken away. When `complete`
    is false the texts are too long to be compared, and the later one stands there."""

    model_config = _example(
        {
            "before": _EARLIER,
            "after": _VERSION,
            "title": [{"kind": "same", "text": "A bridge for the river"}],
            "html": "<p>The council has <del>met</del><ins>decided</ins>.</p>",
            "complete": True,
        }
    )

    before: Version
    after: Version
    title: list[TitlePart]
    html: str
    complete: bool


class Marked(BaseModel):
    """How many entries changed."""

    model_config = _example({"changed": 3})

    changed: int


class MarkedRead(Marked):
    """How many entries changed, and which of them you did not name: others of the same
    stories, if you read stories together. Mark these unread too to undo it all."""

    model_config = _example({"changed": 3, "along": [4712, 4715]})

    along: Annotated[list[int], Field(max_length=MOST_ALONG)]
