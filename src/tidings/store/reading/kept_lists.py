"""Lists of what a user kept: starred and tagged, subscribed or not. One index range each."""

from tidings.core.reading.reading import KeptOrder, Order, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words

_STARRED = """
select entry_id, {time} from entry_states
where user_id = :user and starred = 1 and ({time}, entry_id) {before} (:at, :id)
order by {time} {desc}, entry_id {desc} limit :n
"""
_TAGGED = """
select entry_id, sort_at from entry_tags
where user_id = :user and tag_id = :tag and (sort_at, entry_id) {before} (:at, :id)
order by sort_at {desc}, entry_id {desc} limit :n
"""
_WORDS = {
    "newest": {"time": "sort_at", "before": "<", "desc": "desc"},
    "oldest": {"time": "sort_at", "before": ">", "desc": "asc"},
    "starred": {"time": "starred_at", "before": "<", "desc": "desc"},
}


def starred_places(
    db: Connection, user_id: int, start: Place, limit: int, order: KeptOrder = "newest"
) -> list[Place]:
    """Return a page of starred entries after `start`."""
    sql = with_words(_STARRED, **_WORDS[order])
    rows = db.rows(sql, user=user_id, at=start.at, id=start.id, n=limit)
    return [Place(at, id_) for id_, at in rows]


def tagged_places(
    db: Connection,
    user_id: int,
    tag_id: int,
    start: Place,
    limit: int,
    order: Order = "newest",
) -> list[Place]:
    """Return a page of entries with a tag after `start`."""
    sql = with_words(_TAGGED, **_WORDS[order])
    rows = db.rows(sql, user=user_id, tag=tag_id, at=start.at, id=start.id, n=limit)
    return [Place(at, id_) for id_, at in rows]
