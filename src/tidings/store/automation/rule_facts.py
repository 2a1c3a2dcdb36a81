"""Entries that are stored already, as rules look at them: only what their reader sees."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tidings.store.automation.rule_effects import MatchedEntry
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.folders import folder_rings
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, VISIBLE

_PAST = with_words(
    """
select e.id, e.feed_id, coalesce(s.title, f.title), e.title, e.url, e.author, e.excerpt,
  e.published_at, s.folder_id, coalesce(e.language, f.language), e.extras, {body}
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
# Thousandths, of the text as it is now.
_SCORES = """
select t.entry_id, t.overall from ids(:ids) i cross join ai_targets t
where t.entry_id = i.id and t.kind = 'deframe' and t.language = '' and t.version = 0
  and t.overall is not null
"""
_SCORE_RULES = """
select distinct r.user_id, r.position, r.id, r.name, r.conditions, r.actions
from ids(:ids) i cross join entries e cross join subscriptions s cross join rules r
where e.id = i.id and s.feed_id = e.feed_id and s.active = 1
  and r.user_id = s.user_id and r.enabled = 1 and r.conditions like :score
order by r.user_id, r.position, r.id
"""
_NEW = """
select e.id from ids(:ids) i cross join entries e
where e.id = i.id and e.received_at > :since and e.changed_at is null
"""
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
    score: float | None = None  # None: nobody has judged it


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """A rule that asks for a score, with what it says as JSON."""

    user_id: int
    position: int
    id: str
    name: str
    conditions: str
    actions: str


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
    scores = scores_of(db, ids)
    entries = [
        replace(PastEntry(MatchedEntry(*row[:8]), *row[8:]), score=scores.get(row[0]))
        for row in rows
    ]
    return Past(entries, folder_rings(db, [user_id]))


def scores_of(db: Connection, ids: list[int]) -> dict[int, float]:
    """Return how entries were judged, where somebody has. Whether they may be seen is
    the caller's to know."""
    return {entry: score / 1000 for entry, score in db.rows(_SCORES, ids=ids)}


def score_rules(db: Connection, ids: list[int]) -> list[ScoreRule]:
    """Return the rules that ask for a score, of those who follow the entries' feeds."""
    return all_of(db, ScoreRule, _SCORE_RULES, ids=ids, score='%"score"%')


def new_among(db: Connection, ids: list[int], since: int) -> set[int]:
    """Return which entries came after a time and say what they said then."""
    return {row[0] for row in db.rows(_NEW, ids=ids, since=since)}


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
