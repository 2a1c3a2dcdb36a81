"""Pages of a user's entries, flat in time however long the history grows.

Two ways to the same page. The *probe* asks each feed for its newest unread and works
for every scope; the *walk* goes down the time index and is a shortcut for whole
accounts with much unread. Both give ids only: limit first, join columns after.
"""

from functools import lru_cache

from tidings.core.reading.reading import ListQuery, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words

# Accounts with fewer subscriptions are quicker to probe than to walk.
_FEW_SUBSCRIPTIONS = 50
# A short walk tells how much is unread; if the page can be filled by one this many
# times as long, that is quicker than to ask every feed.
_LONGER = 4

# Newest first, unread, whole account. The other texts are made from it by _variant().
# Inside a feed: plain bounds on sort_at, because only one of two row-value bounds can
# use the index; the state look-up is a scalar sub-select, because PostgreSQL would
# turn `not exists` into a hash join over all of the user's rows.
_PROBE = """
with heads as materialized (
  select s.feed_id, s.{low} as low, s.{low_at} as low_at,
    (select e.sort_at from entries e
     where e.feed_id = s.feed_id and {heads_bounds}
       and e.seq > s.{low} {no_row}
     order by e.sort_at {desc}, e.id {desc} limit 1) as head
  from subscriptions s cross join feed_heads f
  where s.user_id = :user and s.active = 1 and f.feed_id = s.feed_id
    and {has_fresh} {scope}),
edge as materialized (
  select coalesce((select head from heads where head is not null
                   order by head {desc} limit 1 offset :n - 1), {far}) as at),
parts as materialized (
  select h.feed_id, h.low, h.low_at, coalesce(
    (select e.sort_at from entries e
     where e.feed_id = h.feed_id and {parts_bounds}
       and e.seq > h.low {no_row}
     order by e.sort_at {desc}, e.id {desc} limit 1 offset :n - 1), edge.at) as cut
  from edge cross join heads h where h.head {reaches} edge.at),
fresh as materialized (
  select e.id, e.sort_at from parts h cross join entries e
  where e.feed_id = h.feed_id and {fresh_bounds}
    and e.seq > h.low {no_row}
  order by e.sort_at {desc}, e.id {desc} limit :n),
{marked}
select id, sort_at
from (select id, sort_at from fresh union all select id, sort_at from marked) u
order by sort_at {desc}, id {desc} limit :n
"""

_MARKED_IN_ACCOUNT = """
marked as materialized (
  select st.entry_id as id, st.sort_at from entry_states st cross join subscriptions s
  where st.user_id = :user and st.{exception} and {row_bounds}
    and s.user_id = :user and s.feed_id = st.feed_id and s.active = 1
  order by st.sort_at {desc}, st.entry_id {desc} limit :n)
"""

# Feed by feed, or a folder with old unread would skip through the whole account.
_MARKED_IN_FEEDS = """
row_parts as materialized (
  select s.feed_id, coalesce(
    (select st.sort_at from entry_states st
     where st.user_id = :user and st.feed_id = s.feed_id and st.{exception}
       and {row_bounds}
     order by st.sort_at {desc}, st.entry_id {desc} limit 1 offset :n - 1),
    {far}) as cut
  from subscriptions s where s.user_id = :user and s.active = 1 {scope}),
marked as materialized (
  select st.entry_id as id, st.sort_at from row_parts r cross join entry_states st
  where st.user_id = :user and st.feed_id = r.feed_id and st.{exception}
    and st.sort_at {reaches} r.cut and {row_bounds}
  order by st.sort_at {desc}, st.entry_id {desc} limit :n)
"""

# Stops at the n-th that fits, or at the edge of the budget. Plain bounds on sort_at, so
# that the index serves both; no sorting, since the join goes along it.
_WALK = """
select e.id, e.sort_at from entries e
cross join subscriptions s
left join entry_states st on st.user_id = :user and st.entry_id = e.id
where {walk_bounds} and {has_many}
  and s.user_id = :user and s.feed_id = e.feed_id and s.active = 1
  and case when st.entry_id is null then e.seq > s.{low} else {row_counts} end
order by e.sort_at {desc}, e.id {desc} limit :n
"""
_WALK_EDGE = """coalesce((select b.sort_at from entries b
  where (b.sort_at, b.id) {before} (:at, :id)
  order by b.sort_at {desc}, b.id {desc} limit 1 offset :budget), {far})"""

_HAS_MANY = """(select 1 from subscriptions m where m.user_id = :user and m.active = 1
  limit 1 offset :few) = 1"""

_ORDER_WORDS = {
    "newest": {
        "desc": "desc",
        "before": "<",
        "reaches": ">=",
        "far": "0",
        "after_cursor": "(e.sort_at <> :at or e.id < :id)",
        "row_bounds": "st.sort_at <= :at and (st.sort_at <> :at or st.entry_id < :id)",
        "heads_bounds": "e.sort_at >= s.{low_at} and e.sort_at <= :at and {after_cursor}",
        "parts_bounds": "e.sort_at >= greatest(h.low_at, edge.at)"
        " and e.sort_at <= :at and {after_cursor}",
        "fresh_bounds": "e.sort_at >= greatest(h.low_at, h.cut)"
        " and e.sort_at <= :at and {after_cursor}",
        "walk_bounds": "e.sort_at >= {walk_edge} and e.sort_at <= :at and {after_cursor}",
    },
    "oldest": {
        "desc": "asc",
        "before": ">",
        "reaches": "<=",
        "far": "1152921504606846976",
        "after_cursor": "(e.sort_at <> :at or e.id > :id)",
        "row_bounds": "st.sort_at >= :at and (st.sort_at <> :at or st.entry_id > :id)",
        "heads_bounds": "e.sort_at >= greatest(s.{low_at}, :at) and {after_cursor}",
        "parts_bounds": "e.sort_at >= greatest(h.low_at, :at)"
        " and e.sort_at <= edge.at and {after_cursor}",
        "fresh_bounds": "e.sort_at >= greatest(h.low_at, :at)"
        " and e.sort_at <= h.cut and {after_cursor}",
        "walk_bounds": "e.sort_at >= :at and e.sort_at <= {walk_edge} and {after_cursor}",
    },
}
_KIND_WORDS = {
    "unread": {
        "low": "read_seq",
        "low_at": "read_at",
        "exception": "read = 0",
        "row_counts": "st.read = 0",
        "has_fresh": "f.last_seq - s.read_seq - s.read_above > 0",
        "no_row": "and (select x.read from entry_states x"
        " where x.user_id = :user and x.entry_id = e.id) is null",
    },
    "all": {
        "low": "first_seq",
        "low_at": "first_at",
        "exception": "granted = 1 and st.hidden = 0",
        "row_counts": "st.hidden = 0",
        "has_fresh": "f.last_seq > s.first_seq",
        "no_row": "and coalesce((select x.hidden from entry_states x"
        " where x.user_id = :user and x.entry_id = e.id), 0) = 0",
    },
}


def entry_places(db: Connection, query: ListQuery) -> list[Place]:
    """Return the page's ids and sort times, in order."""
    if query.feeds is None:
        budget = 3 * query.limit
        places = walked_places(db, query, budget, _FEW_SUBSCRIPTIONS)
        if query.limit / _LONGER <= len(places) < query.limit:
            places = walked_places(db, query, _LONGER * budget)
        if len(places) == query.limit:
            return places
    return probed_places(db, query)


def probed_places(db: Connection, query: ListQuery) -> list[Place]:
    """The page by asking each feed; right for every scope and order."""
    sql = _text(query.order, "unread" if query.unread else "all", _scope(query))
    rows = db.rows(sql, **_parameters(query))
    return [Place(at, id_) for id_, at in rows]


def walked_places(
    db: Connection, query: ListQuery, budget: int = 500, few: int = 0
) -> list[Place]:
    """The page by the time index of all entries, or fewer rows if the budget ran out;
    none for an account with `few` subscriptions or less."""
    sql = _walk_text(query.order, "unread" if query.unread else "all")
    rows = db.rows(
        sql,
        user=query.user_id,
        at=query.start.at,
        id=query.start.id,
        n=query.limit,
        budget=budget,
        few=few,
    )
    return [Place(at, id_) for id_, at in rows]


def _scope(query: ListQuery) -> str:
    if query.feeds is None:
        return "account"
    return "feed" if len(query.feeds) == 1 else "feeds"


def _parameters(query: ListQuery) -> dict[str, object]:
    start = query.start
    parameters: dict[str, object] = {
        "user": query.user_id,
        "at": start.at,
        "id": start.id,
        "n": query.limit,
    }
    if query.feeds is not None:
        one = len(query.feeds) == 1
        parameters["feeds"] = query.feeds[0] if one else list(query.feeds)
    return parameters


_SCOPES = {
    "account": "",
    "feed": "and s.feed_id = :feeds",
    "feeds": "and s.feed_id in (select id from ids(:feeds))",
}


@lru_cache(maxsize=12)
def _text(order: str, kind: str, scope: str) -> str:
    marked = _MARKED_IN_ACCOUNT if scope == "account" else _MARKED_IN_FEEDS
    text = _PROBE.replace("{marked}", marked.strip())
    words = {**_ORDER_WORDS[order], **_KIND_WORDS[kind], "scope": _SCOPES[scope]}
    return with_words(text, **words)


@lru_cache(maxsize=4)
def _walk_text(order: str, kind: str) -> str:
    bounds = _ORDER_WORDS[order]["walk_bounds"].replace("{walk_edge}", _WALK_EDGE)
    text = _WALK.replace("{walk_bounds}", bounds)
    words = {**_ORDER_WORDS[order], **_KIND_WORDS[kind], "has_many": _HAS_MANY}
    return with_words(text, **words)
