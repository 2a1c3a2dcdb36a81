"""What an entry said before it changed. Whoever may see the entry may see its versions."""

from dataclasses import dataclass

from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import unpack
from tidings.store.engine.rows import made, maker
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.wanted_texts import TEXT_IS_OF_PRESENT
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, VISIBLE

_PRESENT = with_words(
    """
select e.version, coalesce(e.changed_at, e.received_at), null, e.title, e.author, e.url,
       ft.content is not null {body}
from {entry_seen_by_user} cross join entry_bodies b
left join entry_full_texts ft on ft.entry_id = e.id and {text_is_of_present}
where e.id = :id and s.user_id = :user and s.feed_id = e.feed_id and b.entry_id = e.id
  and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    text_is_of_present=TEXT_IS_OF_PRESENT,
    visible=VISIBLE,
)
_EARLIER = """
select v.version, v.seen_at, v.replaced_at, v.title, v.author, v.url,
  v.full_content is not null
from entry_versions v where v.entry_id = :id order by v.version desc
"""
_EARLIER_BODY = """
select v.version, v.seen_at, v.replaced_at, v.title, v.author, v.url,
  v.full_content is not null, v.codec, v.content, v.full_codec, v.full_content
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
    has_full_text: bool  # the article as it was then is kept, too


@dataclass(frozen=True, slots=True)
class VersionText:
    """A version with its raw HTML."""

    facts: Version
    html: str
    full_text: str | None  # None: the article of then is not kept


def entry_versions(db: Connection, user_id: int, entry_id: int) -> list[Version]:
    """Return all kept versions, newest first; none if the user may not see the entry."""
    present = db.row(with_words(_PRESENT, body=""), user=user_id, id=entry_id)
    if present is None:
        return []
    earlier = db.rows(_EARLIER, id=entry_id)
    return made(Version, (present, *earlier))


def version_text(
    db: Connection, user_id: int, entry_id: int, version: int | None
) -> VersionText | None:
    """Return a version with its text; None means the present one, or is the answer if
    there is no such version for this user."""
    body = ", b.codec, b.content, coalesce(ft.codec, 0), ft.content"
    row = db.row(with_words(_PRESENT, body=body), user=user_id, id=entry_id)
    if row is not None and version not in (None, row[0]):
        row = db.row(_EARLIER_BODY, id=entry_id, version=version)
    if row is None:
        return None
    *facts, codec, content, full_codec, full = row
    full_text = None if full is None else unpack(full_codec, bytes(full))
    return VersionText(maker(Version)(tuple(facts)), unpack(codec, content), full_text)
