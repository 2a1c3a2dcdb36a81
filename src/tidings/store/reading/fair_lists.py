"""Fair order: the newest of each feed, then the second newest of each, and so on.

Ranks move while the user reads, so no cursor over ranks is stable. The list is made
once, stored, and sliced; when it is used up the next is made below what each feed
already gave. Nothing is lost and nothing comes twice.
"""

import json
from dataclasses import dataclass

from tidings.core.errors import ListExpired
from tidings.core.reading.interleave import fair_depth
from tidings.core.reading.reading import BEYOND
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import insert
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

LIST_LENGTH = 1000

_SCOPED_FEEDS = """
select s.feed_id, s.read_seq, s.read_at,
       f.last_seq - s.read_seq - s.read_above + s.unread_below as unread
from subscriptions s cross join feed_heads f
where s.user_id = :user and s.active = 1 and f.feed_id = s.feed_id
  and f.last_seq - s.read_seq - s.read_above + s.unread_below > 0 {scope}
"""
# Of each feed the newest `depth` unread below its bound, from both sources.
_NEWEST_OF_EACH = """
with bounds as materialized (
  select b.feed_id, b.seq as below from pairs(:bounds) b),
fresh_cut as materialized (
  select b.feed_id, b.below, s.read_seq, s.read_at, coalesce(
    (select e.sort_at from entries e
     where e.feed_id = b.feed_id and e.sort_at >= s.read_at and e.seq > s.read_seq
       and e.seq < b.below and {no_row}
     order by e.sort_at desc, e.id desc limit 1 offset :depth - 1), s.read_at) as cut
  from bounds b cross join subscriptions s
  where s.user_id = :user and s.feed_id = b.feed_id),
row_cut as materialized (
  select b.feed_id, b.below, coalesce(
    (select st.sort_at from entry_states st
     where st.user_id = :user and st.feed_id = b.feed_id and st.read = 0
       and st.seq < b.below
     order by st.sort_at desc, st.entry_id desc limit 1 offset :depth - 1), 0) as cut
  from bounds b),
unread as materialized (
  select e.id, e.feed_id, e.seq, e.sort_at from fresh_cut c cross join entries e
  where e.feed_id = c.feed_id and e.sort_at >= c.cut and e.seq > c.read_seq
    and e.seq < c.below and {no_row}
  union all
  select st.entry_id, st.feed_id, st.seq, st.sort_at
  from row_cut c cross join entry_states st
  where st.user_id = :user and st.feed_id = c.feed_id and st.read = 0
    and st.sort_at >= c.cut and st.seq < c.below)
select id, feed_id, seq from (
  select id, feed_id, seq, sort_at,
         row_number() over (partition by feed_id order by seq desc) as place
  from unread) ranked
where place <= :depth  -- beyond it the two sources leave gaps
order by place, sort_at desc, id desc limit :many
"""
_NO_ROW = """(select x.read from entry_states x
 where x.user_id = :user and x.entry_id = e.id) is null"""
_STILL_UNREAD = with_words(
    """
select e.id from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id
  and {visible} and {read_now} = 0
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
    read_now=READ,
)


@dataclass(frozen=True, slots=True)
class FairPlace:
    """A place in a stored fair list: the next page begins here."""

    list_id: int
    offset: int


@dataclass(frozen=True, slots=True)
class FairPage:
    """One page of a fair list; `next` is None at the very end."""

    ids: list[int]
    next: FairPlace | None


@dataclass(frozen=True, slots=True)
class _StoredList:
    ids: list[int]
    feeds: list[int] | None
    below: dict[int, int]


def make_fair_list(
    db: Connection,
    user_id: int,
    now: int,
    *,
    feeds: list[int] | None = None,
    below: dict[int, int] | None = None,
    length: int = LIST_LENGTH,
) -> int | None:
    """Store a fair list of a user's unread entries; return its id, None if empty.

    `below` says for each feed the number under which to go on; a feed without one
    starts at its newest.
    """
    unread = _unread_by_feed(db, user_id, feeds)
    if not unread:
        return None
    bounds = {feed: (below or {}).get(feed, BEYOND) for feed in unread}
    depth = fair_depth(unread.values(), length)
    rows = _newest_of_each(db, user_id, bounds, depth, length)
    if not rows:
        return None
    for _, feed, seq in rows:
        bounds[feed] = min(bounds[feed], seq)
    list_id = next_number(db, "fair_list")
    insert(
        db,
        "fair_lists",
        id=list_id,
        user_id=user_id,
        entry_ids=json.dumps([row[0] for row in rows]),
        bounds=json.dumps({"feeds": feeds, "below": {**(below or {}), **bounds}}),
        made_at=now,
    )
    return list_id


def fair_page(
    db: Connection,
    user_id: int,
    place: FairPlace,
    limit: int,
    now: int,
    length: int = LIST_LENGTH,
) -> FairPage:
    """Return the next entries of a list that are still unread and visible."""
    found: list[int] = []
    while len(found) < limit:
        stored = _stored_list(db, user_id, place.list_id)
        if place.offset >= len(stored.ids):
            following = make_fair_list(
                db,
                user_id,
                now,
                feeds=stored.feeds,
                below=stored.below,
                length=length,
            )
            if following is None:
                return FairPage(found, None)
            place = FairPlace(following, 0)
            continue
        part = stored.ids[place.offset : place.offset + limit - len(found)]
        place = FairPlace(place.list_id, place.offset + len(part))
        found += _still_unread(db, user_id, part)
    return FairPage(found, place)


def forget_fair_lists(db: Connection, made_before: int) -> int:
    """Drop lists nobody pages through any more; return how many."""
    return db.run("delete from fair_lists where made_at < :at", at=made_before)


def _unread_by_feed(
    db: Connection, user_id: int, feeds: list[int] | None
) -> dict[int, int]:
    if feeds is None:
        rows = db.rows(with_words(_SCOPED_FEEDS, scope=""), user=user_id)
    else:
        scope = "and s.feed_id in (select id from ids(:feeds))"
        sql = with_words(_SCOPED_FEEDS, scope=scope)
        rows = db.rows(sql, user=user_id, feeds=feeds)
    return {row[0]: row[3] for row in rows}


def _newest_of_each(
    db: Connection, user_id: int, bounds: dict[int, int], depth: int, length: int
) -> list[tuple[int, int, int]]:
    rows = db.rows(
        with_words(_NEWEST_OF_EACH, no_row=_NO_ROW),
        user=user_id,
        bounds=json.dumps(list(bounds.items())),
        depth=depth,
        many=length,
    )
    return [(row[0], row[1], row[2]) for row in rows]


def _stored_list(db: Connection, user_id: int, list_id: int) -> _StoredList:
    row = db.row(
        "select entry_ids, bounds from fair_lists where id = :id and user_id = :user",
        id=list_id,
        user=user_id,
    )
    if row is None:
        raise ListExpired("This list is no longer kept. Start again from the top.")
    bounds = json.loads(row[1])
    below = {int(feed): seq for feed, seq in bounds["below"].items()}
    return _StoredList(json.loads(row[0]), bounds["feeds"], below)


def _still_unread(db: Connection, user_id: int, ids: list[int]) -> list[int]:
    rows = db.rows(_STILL_UNREAD, user=user_id, ids=ids)
    unread = {row[0] for row in rows}
    return [id_ for id_ in ids if id_ in unread]
