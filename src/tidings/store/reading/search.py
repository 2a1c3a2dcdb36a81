"""Finds a user's entries, newest first, in bounded work, each of them exactly once.

Two ways to the same page. Words with few matches: all of them, judged and sorted. Other
searches: a walk down the times, whose every stretch is compared with the index. Pages
follow (sort_at, id), so what arrives meanwhile can neither repeat nor hide anything.
A walk that has gone far ends its page early: the next page goes on from there.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tidings.core.reading.reading import BEYOND, ListQuery, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.kept_lists import starred_places, tagged_places
from tidings.store.reading.search_filters import visible_matches
from tidings.store.reading.search_scope import Search
from tidings.store.reading.text_matches import (
    Matches,
    first_matches,
    matches_among,
    ranks,
)

MOST_RANKED = 1000
MOST_COUNTED = 1000
_LONGEST_STRETCH = 5000
_LONGEST_UNREAD_STRETCH = 1000
# An account with a smaller share of all feeds is walked feed by feed.
_SMALL_SHARE = 4

_BY_TIME = """
select e.sort_at, e.id from entries e
where (e.sort_at, e.id) < (:at, :id) and e.sort_at >= :since
order by e.sort_at desc, e.id desc limit :n
"""
# The same many of each feed; all that is newer than the first feed's last is complete.
_BY_FEED = """
with parts as materialized (
  select i.id as feed_id,
    (select e.sort_at from entries e
     where e.feed_id = i.id and e.sort_at >= :since and e.sort_at <= :at
       and (e.sort_at <> :at or e.id < :id)
     order by e.sort_at desc, e.id desc limit 1 offset :each - 1) as cut
  from ids(:feeds) i),
edge as materialized (
  select coalesce(max(cut), :since) as at, count(cut) as cuts from parts)
select e.sort_at, e.id, edge.cuts from edge cross join parts p cross join entries e
where e.feed_id = p.feed_id and e.sort_at >= edge.at and e.sort_at <= :at
  and (e.sort_at <> :at or e.id < :id)
order by e.sort_at desc, e.id desc limit :most
"""
# What stands so far down is not looked for: a page has up to 200 entries.
MOST_LETTERS = 20_000
_MOST_BYTES = 200_000

_BODIES = """
select b.entry_id, b.codec, b.content from ids(:ids) i cross join entry_bodies b
where b.entry_id = i.id and length(b.content) <= :most
"""


@dataclass(frozen=True, slots=True)
class Work:
    """How much one page may cost."""

    sorted: int = 3000  # more matches than this are not sorted but walked to
    countable: int = 50_000  # more than this are estimated
    stretch: int = 200  # the shortest
    walk: int = 20_000


USUAL_WORK = Work()


@dataclass(frozen=True, slots=True)
class Found:
    """A page: its entries, and after which place the next begins, None at the end."""

    places: list[Place]
    next: Place | None = None
    partial: bool = False  # the page ends early: more may be found from `next` on


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some entries in a row, newest first; `last` if none come after them."""

    places: list[Place]
    last: bool


Walk = Callable[[Place, int], Stretch]


def newest_matches(
    db: Connection,
    search: Search,
    after: Place | None,
    limit: int,
    work: Work = USUAL_WORK,
) -> Found:
    """Return a page of matches, newest first."""
    start = min(after or Place(BEYOND, BEYOND), Place(search.before, 0), key=_sort_key)
    matches = Matches([], complete=False)
    if search.text.wanted is not None:
        matches = first_matches(db, search.text.wanted, work.sorted, work.countable)
        if matches.complete:
            return _page(
                visible_matches(db, search, matches.ids, start, limit + 1), limit
            )
    return _walked(db, search, (start, limit), matches.share, work)


def best_matches(db: Connection, search: Search, top: Place | None) -> Found:
    """Return the newest matches below `top`, the best of them first, all at once."""
    found = newest_matches(db, search, top, MOST_RANKED)
    if search.text.wanted is None:
        return found
    rank = ranks(db, search.text.wanted, [place.id for place in found.places])
    best = sorted(
        found.places,
        key=lambda place: (rank.get(place.id, 0.0), place.at, place.id),
        reverse=True,
    )
    return Found(best, None, partial=found.next is not None)


def count_matches(db: Connection, search: Search) -> tuple[int, bool]:
    """Return how many entries are found, and whether that is all: no more are counted
    than a page by rank looks at, and no further than one page goes."""
    found = newest_matches(db, search, None, MOST_COUNTED)
    return len(found.places), found.next is None


def matches_of(db: Connection, search: Search, places: list[Place]) -> list[Place]:
    """Return those of a stretch of entries that the search finds, newest first."""
    start = Place(search.before, 0)
    hits = _text_hits(db, search, [place.id for place in places])
    return visible_matches(db, search, hits, start, len(hits)) if hits else []


def _walked(
    db: Connection, search: Search, page: tuple[Place, int], share: float, work: Work
) -> Found:
    start, limit = page
    walk = _walk_for(db, search)
    size = min(_LONGEST_STRETCH, max(work.stretch, int(1.5 * limit / share)))
    found: list[Place] = []
    gone, at = 0, start
    while gone < work.walk:
        stretch = walk(at, size)
        hits = _text_hits(db, search, [place.id for place in stretch.places], share)
        if hits:
            most = limit + 1 - len(found)
            found += visible_matches(db, search, hits, start, most)
        if len(found) > limit or stretch.last:
            return _page(found, limit)
        at = stretch.places[-1]
        # To judge an entry costs more than to walk past it.
        gone += len(stretch.places) + 2 * len(hits)
        size = min(_LONGEST_STRETCH, size * 3)
    return Found(found, at, partial=True)


def _text_hits(
    db: Connection, search: Search, ids: list[int], share: float = 1.0
) -> list[int]:
    text = search.text
    if text.wanted is not None:
        return list(matches_among(db, text.wanted, ids, share))
    if text.unwanted is not None:
        unwanted = matches_among(db, text.unwanted, ids)
        return [id_ for id_ in ids if id_ not in unwanted]
    return ids


def _page(places: list[Place], limit: int) -> Found:
    page = places[:limit]
    return Found(page, page[-1] if len(places) > limit else None)


def _walk_for(db: Connection, search: Search) -> Walk:
    """Return the walk that meets the fewest entries which cannot be meant."""
    one_tag = [t.tags for t in search.tags if not t.negated and len(t.tags) == 1]
    if search.starred:
        return _whole(lambda at, n: starred_places(db, search.user_id, at, n))
    if one_tag:
        tag = one_tag[0][0]
        return _whole(lambda at, n: tagged_places(db, search.user_id, tag, at, n))
    if search.unread:
        return _unread_walk(db, search)
    feeds = _few_feeds(db, search)
    if feeds is not None:
        return _feeds_walk(db, feeds, search.since)
    return _whole(lambda at, n: _by_time(db, at, n, search.since))


def _whole(places: Callable[[Place, int], list[Place]]) -> Walk:
    def walk(at: Place, size: int) -> Stretch:
        found = places(at, size)
        return Stretch(found, last=len(found) < size)

    return walk


def _unread_walk(db: Connection, search: Search) -> Walk:
    def places(at: Place, size: int) -> list[Place]:
        query = ListQuery(search.user_id, size, feeds=search.feeds, after=at)
        return entry_places(db, query)

    walk = _whole(places)
    return lambda at, size: walk(at, min(size, _LONGEST_UNREAD_STRETCH))


def _by_time(db: Connection, at: Place, size: int, since: int) -> list[Place]:
    return all_of(db, Place, _BY_TIME, at=at.at, id=at.id, since=since, n=size)


def _few_feeds(db: Connection, search: Search) -> list[int] | None:
    """Return the feeds to walk one by one, None if they are much of the store."""
    subscribed = "from subscriptions where user_id = :user"
    known = {"user": search.user_id}
    many = (
        db.value(f"select count(*) {subscribed}", **known)
        if search.feeds is None
        else len(search.feeds)
    )
    all_feeds = db.value(
        "select count(*) from (select 1 from feed_heads limit :n) counted",
        n=many * _SMALL_SHARE + 1,
    )
    if many * _SMALL_SHARE >= all_feeds:
        return None
    if search.feeds is not None:
        return list(search.feeds)
    return [row[0] for row in db.rows(f"select feed_id {subscribed}", **known)]


def _feeds_walk(db: Connection, feeds: list[int], since: int) -> Walk:
    def walk(at: Place, size: int) -> Stretch:
        rows = db.rows(
            _BY_FEED,
            feeds=feeds,
            at=at.at,
            id=at.id,
            since=since,
            each=10 + size // max(1, len(feeds)),
            most=_LONGEST_STRETCH,
        )
        cut_short = len(rows) == _LONGEST_STRETCH
        more = cut_short or (bool(rows) and rows[0][2] > 0)
        return Stretch([Place(row[0], row[1]) for row in rows], last=not more)

    return walk


def _sort_key(place: Place) -> tuple[int, int]:
    return place.at, place.id


def packed_bodies(db: Connection, ids: list[int]) -> dict[int, tuple[int, bytes]]:
    """Return the HTML of entries, packed; what is huge is left out."""
    rows = db.rows(_BODIES, ids=ids, most=_MOST_BYTES)
    return {id_: (codec, bytes(content)) for id_, codec, content in rows}
