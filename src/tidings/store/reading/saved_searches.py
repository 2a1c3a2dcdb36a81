"""Searches that a reader keeps: by position, each with what is unread in it."""

from dataclasses import dataclass, replace

from tidings.core.errors import NotFound
from tidings.core.reading.reading import BEYOND, ListQuery, Place
from tidings.core.reading.search_terms import Terms
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert, one_of, update, values_of
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.search import matches_of
from tidings.store.reading.search_filters import visible_matches
from tidings.store.reading.search_scope import Search, search_for
from tidings.store.reading.text_matches import first_matches

_MOST_LOOKED_AT = 1000
# Words with more matches are looked for among the newest unread entries only.
_MOST_MATCHES = 500
_COLUMNS = "select {*} from searches"


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search that is kept, and read like a feed."""

    id: str
    name: str
    query: str
    position: int
    created_at: int
    changed_at: int


@dataclass(frozen=True, slots=True)
class UnreadFound:
    """How many unread entries a search finds; at least so many unless `exact`."""

    unread: int
    exact: bool


def saved_searches(db: Connection, user_id: int) -> list[SavedSearch]:
    """Return all searches of a user, in their order."""
    return all_of(
        db,
        SavedSearch,
        f"{_COLUMNS} where user_id = :user order by position, id",
        user=user_id,
    )


def saved_search(db: Connection, user_id: int, search_id: str) -> SavedSearch:
    """Return one search of a user, or raise `NotFound`."""
    found = one_of(
        db,
        SavedSearch,
        f"{_COLUMNS} where user_id = :user and id = :id",
        user=user_id,
        id=search_id,
    )
    if found is None:
        raise NotFound("There is no such search.")
    return found


def insert_search(db: Connection, user_id: int, search: SavedSearch) -> SavedSearch:
    """Keep a search after all others, whatever its position said."""
    position = db.value(
        "select coalesce(max(position), 0) + 1 from searches where user_id = :user",
        user=user_id,
    )
    search = replace(search, position=position)
    insert(db, "searches", user_id=user_id, **values_of(search))
    return search


def update_search(db: Connection, user_id: int, search: SavedSearch) -> None:
    """Write what a search is now."""
    update(db, "searches", "user_id, id", user_id=user_id, **values_of(search))


def delete_search(db: Connection, user_id: int, search_id: str) -> bool:
    """Forget a search; return whether there was one."""
    deleted = db.run(
        "delete from searches where user_id = :user and id = :id",
        user=user_id,
        id=search_id,
    )
    return deleted > 0


def newest_unread(db: Connection, user_id: int) -> list[Place]:
    """Return the stretch of unread entries in which common words are counted."""
    return entry_places(db, ListQuery(user_id, _MOST_LOOKED_AT))


def count_unread(
    db: Connection, user_id: int, terms: Terms, newest: list[Place], now: int
) -> UnreadFound:
    """Count what is unread in a search, in little work; `newest` is `newest_unread`."""
    search = search_for(db, user_id, terms, now)
    if search is None or search.unread is False:
        return UnreadFound(0, exact=True)
    search = replace(search, unread=True)
    ids = _few_matches(db, search)
    if ids is not None:
        start = Place(min(BEYOND, search.before), 0)
        return UnreadFound(
            len(visible_matches(db, search, ids, start, len(ids))), exact=True
        )
    found = len(matches_of(db, search, newest))
    return UnreadFound(found, exact=len(newest) < _MOST_LOOKED_AT)


def _few_matches(db: Connection, search: Search) -> list[int] | None:
    if search.text.wanted is None:
        return None
    matches = first_matches(db, search.text.wanted, _MOST_MATCHES, _MOST_MATCHES)
    return matches.ids if matches.complete else None
