"""Searches that a reader keeps and reads like feeds."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tidings.context import Context
from tidings.core.errors import Conflict, Invalid, NotFound
from tidings.core.search_terms import search_terms
from tidings.services.search import read_query
from tidings.store import saved_searches as store
from tidings.store.connection import Connection
from tidings.store.events import tell
from tidings.store.saved_searches import SavedSearch, UnreadFound

_MOST_SEARCHES = 100


@dataclass(frozen=True, slots=True)
class SearchView:
    """A kept search and how many unread entries it finds, at least so many if not exact."""

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
    return await context.database.read(_views, user_id)


async def get_search(context: Context, user_id: int, search_id: str) -> SearchView:
    """Return one search."""
    return await context.database.read(_view, user_id, search_id)


async def add_search(
    context: Context, user_id: int, name: str, query: str
) -> SearchView:
    """Keep a search, after all others."""
    _check_query(query)
    now = context.clock()
    new = SavedSearch(context.new_id(), name, query, 0, now, now)
    return await context.database.write(_add, user_id, new)


async def change_search(
    context: Context, user_id: int, search_id: str, name: str | None, query: str | None
) -> SearchView:
    """Change the name or the query; None leaves it as it is."""
    if query is not None:
        _check_query(query)
    now = context.clock()
    return await context.database.write(_change, user_id, search_id, (name, query), now)


async def reorder_searches(
    context: Context, user_id: int, ids: Sequence[str]
) -> list[SearchView]:
    """Put these searches first, in this order; the others follow as they were."""
    return await context.database.write(_reorder, user_id, ids, context.clock())


async def delete_search(context: Context, user_id: int, search_id: str) -> None:
    """Forget a search; what it finds stays."""
    await context.database.write(_delete, user_id, search_id, context.clock())


def _check_query(query: str) -> None:
    if not read_query(query, "query").terms:
        raise Invalid("The query asks for nothing.", details={"field": "query"})


def _views(db: Connection, user_id: int) -> list[SearchView]:
    searches = store.saved_searches(db, user_id)
    newest = store.newest_unread(db, user_id) if searches else []
    return [
        _shown(
            search,
            store.count_unread(db, user_id, search_terms(search.query).terms, newest),
        )
        for search in searches
    ]


def _view(db: Connection, user_id: int, search_id: str) -> SearchView:
    search = store.saved_search(db, user_id, search_id)
    terms = search_terms(search.query).terms
    newest = store.newest_unread(db, user_id)
    return _shown(search, store.count_unread(db, user_id, terms, newest))


def _shown(search: SavedSearch, count: UnreadFound) -> SearchView:
    return SearchView(
        id=search.id,
        name=search.name,
        query=search.query,
        position=search.position,
        unread=count.unread,
        unread_exact=count.exact,
        created_at=search.created_at,
        changed_at=search.changed_at,
    )


def _add(db: Connection, user_id: int, new: SavedSearch) -> SearchView:
    if len(store.saved_searches(db, user_id)) >= _MOST_SEARCHES:
        raise Conflict(f"There are {_MOST_SEARCHES} searches: nobody may have more.")
    store.insert_search(db, user_id, new)
    _tell(db, user_id, new.created_at)
    return _view(db, user_id, new.id)


def _change(
    db: Connection,
    user_id: int,
    search_id: str,
    wishes: tuple[str | None, str | None],
    now: int,
) -> SearchView:
    known = store.saved_search(db, user_id, search_id)
    name = known.name if wishes[0] is None else wishes[0]
    query = known.query if wishes[1] is None else wishes[1]
    changed = replace(known, name=name, query=query, changed_at=now)
    store.update_search(db, user_id, changed)
    _tell(db, user_id, now)
    return _view(db, user_id, search_id)


def _reorder(
    db: Connection, user_id: int, ids: Sequence[str], now: int
) -> list[SearchView]:
    known = {search.id: search for search in store.saved_searches(db, user_id)}
    if not known.keys() >= set(ids):
        raise NotFound("There is no such search.", details={"field": "ids"})
    order = dict.fromkeys([*ids, *known])
    for position, id_ in enumerate(order, 1):
        store.update_search(db, user_id, replace(known[id_], position=position))
    _tell(db, user_id, now)
    return _views(db, user_id)


def _delete(db: Connection, user_id: int, search_id: str, now: int) -> None:
    if not store.delete_search(db, user_id, search_id):
        raise NotFound("There is no such search.")
    _tell(db, user_id, now)


def _tell(db: Connection, user_id: int, now: int) -> None:
    payload = json.dumps({"searches": True})
    tell(db, "feed_changed", now, user_id=user_id, payload=payload)
