"""The columns of a page: looked up by id after the page itself is known."""

from dataclasses import dataclass

from tidings.store.connection import Connection
from tidings.store.sql_words import with_words
from tidings.store.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

_LISTED = with_words(
    """
select e.id, e.feed_id, e.title, e.url, e.author, e.excerpt, e.image_url, e.language,
       e.published_at, e.received_at, e.changed_at, e.version, {read_now},
       coalesce(st.starred, 0)
from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
    read_now=READ,
)


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry as lists show it; the body is elsewhere."""

    id: int
    feed_id: int
    title: str
    url: str | None
    author: str
    excerpt: str
    image_url: str | None
    language: str | None
    published_at: int | None
    received_at: int
    changed_at: int | None
    version: int
    read: int
    starred: int


def listed_entries(db: Connection, user_id: int, ids: list[int]) -> list[ListedEntry]:
    """Return the entries a user may see among `ids`, in the order of `ids`."""
    rows = {row[0]: row for row in db.rows(_LISTED, user=user_id, ids=ids)}
    return [ListedEntry(*rows[id_]) for id_ in ids if id_ in rows]
