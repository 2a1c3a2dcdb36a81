"""Searches that a reader keeps and reads like feeds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from tidings.context import Context
from tidings.core.codes import Code
from tidings.core.errors import Conflict, Invalid, NotFound
from tidings.core.pages import Page
from tidings.core.reading.search_terms import LONGEST_QUERY, search_terms
from tidings.core.views import view_of
from tidings.services.fields import Id, RequestModel, Storable
from tidings.services.reading.search import read_query
from tidings.store.engine.connection import Connection
from tidings.store.reading import saved_searches as store
from tidings.store.reading.saved_searches import SavedSearch, UnreadFound
from tidings.store.system.events import publish_event

_MOST_SEARCHES = 100


_Name = Annotated[Storable, Field(min_length=1, max_length=200, pattern=r"\S")]
_Query = Annotated[Storable, Field(min_length=1, max_length=LONGEST_QUERY)]


class NewSearch(RequestModel):
    """A search to keep."""

    name: _Name
    query: _Query


class SearchChanges(RequestModel):
    """What is to be different; what is left out stays."""

    name: _Name | None = None
    query: _Query | None = None


class FirstSearches(RequestModel):
    """Searches to put first, in this order."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=1000)]


@dataclass(frozen=True, slots=True)
class SearchView:
    """A saved search and how many unread entries it finds. If that is not exact, it was
    counted among the newest 1,000 unread entries only: there may be more."""

    id: str
    name: str
    query: str
    position: int
    unread: int
    unread_exact: bool
    created_at: int
    changed_at: int


async def list_searches(context: Context, user_id: int) -> list[SearchView]:
    """Return all searches of a user, in their order."""
    return await context.database.read(_views, user_id, context.clock())


async def get_search(context: Context, user_id: int, search_id: str) -> SearchView:
    """Return one search."""
    return await context.database.read(_view, user_id, search_id, context.clock())


async def add_search(context: Context, user_id: int, wanted: NewSearch) -> SearchView:
    """Keep a search, after all others."""
    _check_query(wanted.query)
    now = context.clock()
    new = SavedSearch(context.new_id(), wanted.name, wanted.query, 0, now, now)
    return await context.database.write(_add, user_id, new)


async def change_search(
    context: Context, user_id: int, search_id: str, changes: SearchChanges
) -> SearchView:
    """Change the name or the query."""
    if changes.query is not None:
        _check_query(changes.query)
    now = context.clock()
    return await context.database.write(_change, user_id, search_id, changes, now)


async def reorder_searches(
    context: Context, user_id: int, order: FirstSearches
) -> Page[SearchView]:
    """Put these searches first, in this order; the others follow as they were."""
    items = await context.database.write(_reorder, user_id, order.ids, context.clock())
    return Page(items, None)


async def delete_search(context: Context, user_id: int, search_id: str) -> None:
    """Forget a search; what it finds stays."""
    await context.database.write(_delete, user_id, search_id, context.clock())


def _check_query(query: str) -> None:
    if not read_query(query, "query").terms:
        raise Invalid(
            "The query is empty.",
            code=Code.SEARCH_EMPTY,
            details={"field": "query"},
        )


def _views(db: Connection, user_id: int, now: int) -> list[SearchView]:
    searches = store.saved_searches(db, user_id)
    newest = store.newest_unread(db, user_id) if searches else []
    return [
        _shown(
            search,
            store.count_unread(
                db, user_id, search_terms(search.query).terms, newest, now
            ),
        )
        for search in searches
    ]


def _view(db: Connection, user_id: int, search_id: str, now: int) -> SearchView:
    search = store.saved_search(db, user_id, search_id)
    terms = search_terms(search.query).terms
    newest = store.newest_unread(db, user_id)
    return _shown(search, store.count_unread(db, user_id, terms, newest, now))


def _shown(search: SavedSearch, count: UnreadFound) -> SearchView:
    return view_of(SearchView, search, unread=count.unread, unread_exact=count.exact)


def _add(db: Connection, user_id: int, new: SavedSearch) -> SearchView:
    if len(store.saved_searches(db, user_id)) >= _MOST_SEARCHES:
        raise Conflict(
            f"There are {_MOST_SEARCHES} searches: nobody may have more.",
            code=Code.LIMIT_REACHED,
            details={"limit": _MOST_SEARCHES},
        )
    store.insert_search(db, user_id, new)
    _publish_event(db, user_id, new.created_at)
    return _view(db, user_id, new.id, new.created_at)


def _change(
    db: Connection, user_id: int, search_id: str, changes: SearchChanges, now: int
) -> SearchView:
    known = store.saved_search(db, user_id, search_id)
    given = changes.model_dump(exclude_none=True)
    changed = replace(known, **given, changed_at=now)
    store.update_search(db, user_id, changed)
    _publish_event(db, user_id, now)
    return _view(db, user_id, search_id, now)


def _reorder(
    db: Connection, user_id: int, ids: Sequence[str], now: int
) -> list[SearchView]:
    known = {search.id: search for search in store.saved_searches(db, user_id)}
    if not known.keys() >= set(ids):
        raise NotFound("There is no such search.", details={"field": "ids"})
    order = dict.fromkeys([*ids, *known])
    for position, id_ in enumerate(order, 1):
        store.update_search(db, user_id, replace(known[id_], position=position))
    _publish_event(db, user_id, now)
    return _views(db, user_id, now)


def _delete(db: Connection, user_id: int, search_id: str, now: int) -> None:
    if not store.delete_search(db, user_id, search_id):
        raise NotFound("There is no such search.")
    _publish_event(db, user_id, now)


def _publish_event(db: Connection, user_id: int, now: int) -> None:
    payload = {"searches": True}
    publish_event(db, "feed_changed", now, user_id=user_id, payload=payload)
