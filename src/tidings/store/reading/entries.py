"""Pages of entries by any filter, and one entry with its body.

A filter that no index serves is tried on a page after page of the nearest list that one
does, and only so far: a page may be short, or empty, and still have a next one.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from tidings.core.reading.reading import EntryFilter, KeptOrder, ListQuery, Order, Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import unpack
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.fair_lists import FairPlace, fair_page, make_fair_list
from tidings.store.reading.kept_lists import starred_places, tagged_places
from tidings.store.reading.tags import find_tag_id
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

_LOOK_AT = 5_000
_EVERYTHING = EntryFilter()
_STEP = 500
# Unlike in the lists by index, nothing here decides what is on the page's index range.
_FITTING = with_words(
    """
select e.id from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
)
_LANGUAGE = """
 and replace(lower(coalesce(e.language, (select f.language from feeds f
                                         where f.id = e.feed_id))), '_', '-') || '-'
     like :language || '-%'
"""
_TAGGED = """
 and exists (select 1 from entry_tags t where t.entry_id = e.id and t.user_id = :user
             and t.tag_id = :tag)
"""
_CALM = """
 and exists (select 1 from ai_targets a where a.entry_id = e.id and a.kind = 'deframe'
             and a.language = '' and a.version = 0 and a.overall <= :most_framed)
"""
_BODY = with_words(
    """
select b.codec, b.content, ft.codec, ft.content, e.extras, e.guid,
       f.title, f.url, f.site_url, s.title, s.folder_id, s.active, coalesce(st.hidden, 0),
       (select count(*) from entry_versions v where v.entry_id = e.id),
       rp.place, rp.at
from {entry_seen_by_user}
cross join feeds f
left join entry_bodies b on b.entry_id = e.id
left join entry_full_texts ft on ft.entry_id = e.id
left join reading_places rp on rp.user_id = :user and rp.entry_id = e.id
where e.id = :id and s.user_id = :user and s.feed_id = e.feed_id and f.id = e.feed_id
  and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_IS_VISIBLE = with_words(
    """
select 1 from {entry_seen_by_user}
where e.id = :id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)

_Places = Callable[[Place, int], list[Place]]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """The ids of a page; `next` is None at the end of the list."""

    ids: list[int]
    next: Place | None


@dataclass(frozen=True, slots=True)
class OpenedEntry:
    """What an opened entry has beyond its line in a list. The HTML is raw."""

    html: str
    full_text: str | None  # None: there is none
    extras: str
    guid: str | None
    feed_title: str
    feed_url: str | None
    site_url: str | None
    own_title: str | None  # None: the feed's
    folder_id: int | None
    followed: bool
    hidden: bool
    versions: int  # the present one included
    place: int | None  # how much of it is above, in millionths; None: not noted
    place_at: int | None  # when that was; None: never


def entry_page(
    db: Connection,
    user_id: int,
    wanted: EntryFilter,
    order: KeptOrder,
    after: Place | None,
    limit: int,
) -> EntryPage:
    """Return a page of the entries that fit, after the last one of the page before.

    The order `starred` is of entries that are starred.
    """
    if wanted.feeds == ():
        return EntryPage([], None)
    tag = None if wanted.tag is None else find_tag_id(db, user_id, wanted.tag)
    if wanted.tag is not None and tag is None:
        return EntryPage([], None)
    by_time: Order = "newest" if order == "starred" else order
    start = ListQuery(user_id, limit, by_time, after=after).start
    if order == "starred":
        source: _Places = partial(_starred_source, db, user_id)
    else:
        source = _source(db, user_id, wanted, order, tag)
    if not _has_more_to_ask(wanted):
        places = source(start, limit + 1)
        going_on = places[limit - 1] if len(places) > limit else None
        return EntryPage([place.id for place in places[:limit]], going_on)
    return _searched_page(
        source, start, limit, lambda ids: fitting_ids(db, user_id, ids, wanted, tag)
    )


def fair_entry_page(
    db: Connection,
    user_id: int,
    wanted: EntryFilter,
    after: FairPlace | None,
    limit: int,
    now: int,
) -> tuple[list[int], FairPlace | None]:
    """Return a page in fair order, which is of unread entries; it may be short."""
    if wanted.feeds == ():
        return [], None
    if after is None:
        feeds = None if wanted.feeds is None else list(wanted.feeds)
        list_id = make_fair_list(db, user_id, now, feeds=feeds)
        if list_id is None:
            return [], None
        after = FairPlace(list_id, 0)
    page = fair_page(db, user_id, after, limit, now)
    if replace(wanted, feeds=None, unread=False) == _EVERYTHING:
        return page.ids, page.next
    tag = None if wanted.tag is None else find_tag_id(db, user_id, wanted.tag)
    if wanted.tag is not None and tag is None:
        return [], None
    return fitting_ids(db, user_id, page.ids, wanted, tag), page.next


def fitting_ids(
    db: Connection, user_id: int, ids: list[int], wanted: EntryFilter, tag: int | None
) -> list[int]:
    """Return which of the entries fit a filter, in their order."""
    sql, known = _FITTING, {"user": user_id, "ids": ids}
    if wanted.unread:
        sql += f" and {READ} = 0"
    if wanted.starred:
        sql += " and coalesce(st.starred, 0) = 1"
    if tag is not None:
        sql, known["tag"] = sql + _TAGGED, tag
    if wanted.language is not None:
        sql, known["language"] = sql + _LANGUAGE, wanted.language.lower()
    if wanted.most_framed is not None:
        sql, known["most_framed"] = sql + _CALM, wanted.most_framed
    if wanted.feeds is not None:
        sql += " and e.feed_id in (select id from ids(:feeds))"
        known["feeds"] = list(wanted.feeds)
    found = {row[0] for row in db.rows(sql, **known)}
    return [id_ for id_ in ids if id_ in found]


def opened_entry(db: Connection, user_id: int, entry_id: int) -> OpenedEntry | None:
    """Return the body of an entry and what belongs to it, if the user may see it."""
    row = db.row(_BODY, user=user_id, id=entry_id)
    if row is None:
        return None
    codec, content, full_codec, full, *facts, followed, hidden, versions, place, at = (
        row
    )
    html = "" if content is None else unpack(codec, content)
    full_text = None if full is None else unpack(full_codec, full)
    facts += [bool(followed), bool(hidden), versions + 1, place, at]
    return OpenedEntry(html, full_text, *facts)


def is_visible(db: Connection, user_id: int, entry_id: int) -> bool:
    """Return whether a user may see an entry."""
    return db.row(_IS_VISIBLE, user=user_id, id=entry_id) is not None


def _starred_source(
    db: Connection, user_id: int, start: Place, limit: int
) -> list[Place]:
    return starred_places(db, user_id, start, limit, "starred")


def _source(
    db: Connection, user_id: int, wanted: EntryFilter, order: Order, tag: int | None
) -> _Places:
    """Return the list by index that is nearest to what is wanted."""
    if tag is not None:
        return lambda start, n: tagged_places(db, user_id, tag, start, n, order)
    if wanted.starred:
        return lambda start, n: starred_places(db, user_id, start, n, order)
    return lambda start, n: entry_places(
        db, ListQuery(user_id, n, order, wanted.unread, wanted.feeds, start)
    )


def _has_more_to_ask(wanted: EntryFilter) -> bool:
    """Return whether the nearest list holds entries that are not wanted."""
    if wanted.language is not None or wanted.most_framed is not None:
        return True
    if wanted.tag is None and not wanted.starred:
        return False
    both = wanted.tag is not None and wanted.starred
    return both or wanted.unread or wanted.feeds is not None


def _searched_page(
    source: _Places, at: Place, limit: int, fitting: Callable[[list[int]], list[int]]
) -> EntryPage:
    found: list[Place] = []
    for _ in range(_LOOK_AT // _STEP):
        places = source(at, _STEP)
        fit = set(fitting([place.id for place in places]))
        found += [place for place in places if place.id in fit]
        if len(found) > limit:
            return EntryPage([place.id for place in found[:limit]], found[limit - 1])
        if len(places) < _STEP:
            return EntryPage([place.id for place in found], None)
        at = places[-1]
    return EntryPage([place.id for place in found], at)
