"""Entries that are stored already, as rules look at them: only what their reader sees."""

from collections.abc import Mapping
from dataclasses import dataclass

from tidings.store.connection import Connection
from tidings.store.folder_rings import folder_rings
from tidings.store.rule_effects import MatchedEntry
from tidings.store.sql_words import with_words
from tidings.store.visible import ENTRY_SEEN_BY_USER, VISIBLE

_PAST = with_words(
    """
select e.id, e.feed_id, coalesce(s.title, f.title), e.title, e.url, e.author, e.excerpt,
  e.published_at, s.folder_id, e.language, e.extras, {body}
from ids(:ids) i cross join {entry_seen_by_user}
cross join feeds f {join_body}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and f.id = e.feed_id
  and {visible}
order by e.id desc
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_WITH_BODY = with_words(
    _PAST,
    body="b.codec, b.content",
    join_body="left join entry_bodies b on b.entry_id = e.id",
)
_WITHOUT_BODY = with_words(_PAST, body="null, null", join_body="")


@dataclass(frozen=True, slots=True)
class PastEntry:
    """A stored entry with what rules may ask of it; the body is packed."""

    entry: MatchedEntry
    folder_id: int | None
    language: str | None
    extras: str
    codec: int | None  # None: not asked for, or there is none
    content: bytes | None


@dataclass(frozen=True, slots=True)
class Past:
    """Some stored entries, and the folders around each folder."""

    entries: list[PastEntry]
    rings: Mapping[int | None, frozenset[int]]


def past_entries(
    db: Connection, user_id: int, ids: list[int], *, with_text: bool
) -> Past:
    """Return the entries a user may see among `ids`."""
    sql = _WITH_BODY if with_text else _WITHOUT_BODY
    rows = db.rows(sql, user=user_id, ids=ids)
    entries = [PastEntry(MatchedEntry(*row[:8]), *row[8:]) for row in rows]
    return Past(entries, folder_rings(db, [user_id]))


def about_how_many(db: Connection, user_id: int) -> int:
    """Return about how many entries a user sees; it is for a progress bar."""
    return int(
        db.value(
            """
            select coalesce(sum(f.last_seq - s.first_seq), 0)
            from subscriptions s cross join feed_heads f
            where s.user_id = :user and s.active = 1 and f.feed_id = s.feed_id
            """,
            user=user_id,
        )
    )
