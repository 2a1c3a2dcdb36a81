"""The columns of a page: looked up by id after the page itself is known."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from tidings.core.reading import reading_minutes
from tidings.store.connection import Connection, Row
from tidings.store.sql_words import with_words
from tidings.store.stories import StoryMark, story_marks
from tidings.store.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

# Feeds write their enclosures first: see jobs/read_document.py.
_LISTED = with_words(
    """
select e.id, e.feed_id, s.id, e.title, e.author, e.url, e.excerpt, e.image_url,
       e.language, e.published_at, e.sort_at, e.received_at, e.changed_at, e.version,
       e.words, substr(e.extras, 1, 13) = '{"enclosures"', {read_now},
       coalesce(st.starred, 0), coalesce(st.marks, 0),
       (select m.story_id from story_entries m where m.entry_id = e.id)
from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
    read_now=READ,
)
_IMAGE_URL = 7
_TAGS = """
select t.entry_id, g.name from ids(:ids) i cross join entry_tags t cross join tags g
where t.entry_id = i.id and t.user_id = :user and g.id = t.tag_id
order by g.name
"""


class ListedEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry as lists show it; the body is elsewhere. Encoded as it is."""

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
    tags: Sequence[str]
    summary: str | None  # by AI, one line; None: there is none, or it is not wanted
    deframed: msgspec.Raw | None
    story: StoryMark | None  # None: nobody else tells it


def listed_entries(
    db: Connection,
    user_id: int,
    ids: list[int],
    picture: Callable[[str], str] | None = None,
) -> list[ListedEntry]:
    """Return the entries a user may see among `ids`, in the order of `ids`; `picture`
    says from where a picture is to be loaded instead."""
    rows = {row[0]: row for row in db.rows(_LISTED, user=user_id, ids=ids)}
    marked = [id_ for id_, row in rows.items() if row[18]]
    tags = tags_of(db, user_id, marked) if marked else {}
    listed = [
        _listed(row, tags.get(row[0], ()), picture)
        for row in map(rows.get, ids)
        if row is not None
    ]
    stories = {row[-1] for row in rows.values() if row[-1] is not None}
    marks = story_marks(db, user_id, rows, stories)
    return [_in_story(entry, marks) for entry in listed] if marks else listed


def _in_story(entry: ListedEntry, marks: Mapping[int, StoryMark]) -> ListedEntry:
    mark = marks.get(entry.id)
    return entry if mark is None else msgspec.structs.replace(entry, story=mark)


def _listed(
    row: Row, tags: Sequence[str], picture: Callable[[str], str] | None
) -> ListedEntry:
    *facts, words, enclosures, read, starred, _marks, _story = row
    if picture is not None and facts[_IMAGE_URL]:
        facts[_IMAGE_URL] = picture(facts[_IMAGE_URL])
    facts += [reading_minutes(words), bool(enclosures), bool(read), bool(starred), tags]
    facts += [None, None, None]
    return ListedEntry(*facts)


def tags_of(db: Connection, user_id: int, ids: list[int]) -> dict[int, list[str]]:
    """Return the names of the tags of each of these entries, by name."""
    found: dict[int, list[str]] = {}
    for entry_id, name in db.rows(_TAGS, user=user_id, ids=ids):
        found.setdefault(entry_id, []).append(name)
    return found
