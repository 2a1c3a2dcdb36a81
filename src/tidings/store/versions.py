"""What an entry said before it changed. Whoever may see the entry may see its versions."""

from dataclasses import dataclass

from tidings.store.connection import Connection
from tidings.store.packing import unpack
from tidings.store.sql_words import with_words
from tidings.store.visible import ENTRY_SEEN_BY_USER, VISIBLE

_PRESENT = with_words(
    """
select e.version, coalesce(e.changed_at, e.received_at), null, e.title, e.author, e.url
       {body}
from {entry_seen_by_user} cross join entry_bodies b
where e.id = :id and s.user_id = :user and s.feed_id = e.feed_id and b.entry_id = e.id
  and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_EARLIER = """
select v.version, v.seen_at, v.replaced_at, v.title, v.author, v.url
from entry_versions v where v.entry_id = :id order by v.version desc
"""
_EARLIER_BODY = """
select v.version, v.seen_at, v.replaced_at, v.title, v.author, v.url, v.codec, v.content
from entry_versions v where v.entry_id = :id and v.version = :version
"""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of an entry."""

    version: int
    seen_at: int
    replaced_at: int | None  # None: it is the present one
    title: str
    author: str
    url: str | None


@dataclass(frozen=True, slots=True)
class VersionText:
    """A version with its raw HTML."""

    facts: Version
    html: str


def entry_versions(db: Connection, user_id: int, entry_id: int) -> list[Version]:
    """Return all kept versions, newest first; none if the user may not see the entry."""
    present = db.row(with_words(_PRESENT, body=""), user=user_id, id=entry_id)
    if present is None:
        return []
    earlier = db.rows(_EARLIER, id=entry_id)
    return [Version(*present), *(Version(*row) for row in earlier)]


def version_text(
    db: Connection, user_id: int, entry_id: int, version: int | None
) -> VersionText | None:
    """Return a version with its text; None means the present one, or is the answer if
    there is no such version for this user."""
    body = ", b.codec, b.content"
    row = db.row(with_words(_PRESENT, body=body), user=user_id, id=entry_id)
    if row is not None and version not in (None, row[0]):
        row = db.row(_EARLIER_BODY, id=entry_id, version=version)
    if row is None:
        return None
    *facts, codec, content = row
    return VersionText(Version(*facts), unpack(codec, content))
