"""The columns of a page: looked up by id after the page itself is known."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import msgspec

from tidings.core.ai.deframing import DeframedLine
from tidings.core.reading.reading import reading_minutes
from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.rows import columns, fields_of
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, READ_AT, VISIBLE
from tidings.store.stories.stories import StoryMark, story_marks


class EntryFacts(msgspec.Struct, frozen=True, gc=False):
    """What is known of an entry wherever it is shown; the body is elsewhere."""

    id: int
    feed_id: int
    subscription_id: int
    title: str
    author: str
    url: str | None
    excerpt: str
    image_url: str | None
    image_width: int | None  # pixels; None: not known, and so the height
    image_height: int | None
    language: str | None
    published_at: int | None
    sort_at: int
    received_at: int
    changed_at: int | None
    version: int
    reading_minutes: int | None
    has_enclosures: bool  # files beside pictures
    read: bool
    read_at: int | None  # None: unread, or nobody marked it by itself
    starred: bool
    starred_at: int | None  # None: not starred
    starred_version: int | None  # what it said then; None: not starred
    tags: Sequence[str]
    story: StoryMark | None  # None: nobody else tells it


class ListedEntry(EntryFacts, frozen=True, gc=False):
    """An entry as lists show it. Encoded as it is."""

    summary: str | None  # by AI, one line; None: there is none, or it is not wanted
    deframed: Annotated[msgspec.Raw, DeframedLine] | None  # likewise


# Tags and stories are looked up afterwards: only whether there are any, and which, is
# read here.
_LISTED = with_words(
    """
select {columns} from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    columns=columns(
        EntryFacts,
        "e",
        subscription_id="s.id",
        reading_minutes="e.words",
        read="{read_now}",
        read_at="case when {read_now} = 1 then {read_at} end",
        starred="coalesce(st.starred, 0)",
        starred_at="st.starred_at",
        starred_version="st.starred_version",
        tags="coalesce(st.marks, 0)",
        story="(select m.story_id from story_entries m where m.entry_id = e.id)",
    ),
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
    read_now=READ,
    read_at=READ_AT,
)
_FIELDS = fields_of(EntryFacts)
_ID, _IMAGE_URL, _MINUTES, _TAGS, _STORY = (
    _FIELDS.index(name)
    for name in ("id", "image_url", "reading_minutes", "tags", "story")
)
_FLAGS = [_FIELDS.index(name) for name in ("has_enclosures", "read", "starred")]
_TAG_NAMES = """
select t.entry_id, g.name from ids(:ids) i cross join entry_tags t cross join tags g
where t.entry_id = i.id and t.user_id = :user and g.id = t.tag_id
order by g.name
"""


def listed_entries(
    db: Connection,
    user_id: int,
    ids: list[int],
    picture: Callable[[str], str] | None = None,
) -> list[ListedEntry]:
    """Return the entries a user may see among `ids`, in the order of `ids`; `picture`
    says from where a picture is to be loaded instead."""
    rows = {row[_ID]: row for row in db.rows(_LISTED, user=user_id, ids=ids)}
    marked = [id_ for id_, row in rows.items() if row[_TAGS]]
    tags = tags_of(db, user_id, marked) if marked else {}
    listed = [
        _listed(row, tags.get(row[_ID], ()), picture)
        for row in map(rows.get, ids)
        if row is not None
    ]
    stories = {row[_STORY] for row in rows.values() if row[_STORY] is not None}
    marks = story_marks(db, user_id, rows, stories)
    return [_in_story(entry, marks) for entry in listed] if marks else listed


def _in_story(entry: ListedEntry, marks: Mapping[int, StoryMark]) -> ListedEntry:
    mark = marks.get(entry.id)
    return entry if mark is None else msgspec.structs.replace(entry, story=mark)


def _listed(
    row: Row, tags: Sequence[str], picture: Callable[[str], str] | None
) -> ListedEntry:
    facts = list(row)
    if picture is not None and facts[_IMAGE_URL]:
        facts[_IMAGE_URL] = picture(facts[_IMAGE_URL])
    facts[_MINUTES] = reading_minutes(facts[_MINUTES])
    for flag in _FLAGS:
        facts[flag] = bool(facts[flag])
    facts[_TAGS], facts[_STORY] = tags, None
    facts += (None, None)  # what AI says comes later
    return ListedEntry(*facts)


def tags_of(db: Connection, user_id: int, ids: list[int]) -> dict[int, list[str]]:
    """Return the names of the tags of each of these entries, by name."""
    found: dict[int, list[str]] = {}
    for entry_id, name in db.rows(_TAG_NAMES, user=user_id, ids=ids):
        found.setdefault(entry_id, []).append(name)
    return found
