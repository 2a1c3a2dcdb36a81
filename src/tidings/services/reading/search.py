"""Searching: what a person typed, answered as a list of entries with the hits shown.

Work is bounded: a page that ends early says so and goes on by its cursor, and a search
that takes too long is refused in words.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, TypeVar

import msgspec
from pydantic import Field

from tidings.context import Context
from tidings.core import cursor
from tidings.core.ai.tasks import AiInstance, instance_of
from tidings.core.codes import Code
from tidings.core.errors import DatabaseTimeout, Invalid
from tidings.core.reading.reading import BEYOND, Place
from tidings.core.reading.search_highlights import (
    Pieces,
    excerpt_pieces,
    hit_pattern,
    hits,
    in_pieces,
)
from tidings.core.reading.search_leaves import TextField
from tidings.core.reading.search_terms import SearchTerms, Term, search_terms
from tidings.html.absolutize import Media
from tidings.html.text import plain_text
from tidings.services.ai.entry_ai import with_ai
from tidings.services.entries.media import media_hook
from tidings.services.fields import Id, PageQuery, Storable
from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import unpack, unpack_behind
from tidings.store.reading.entry_rows import ListedEntry, listed_entries
from tidings.store.reading.reading_scope import scope_feeds
from tidings.store.reading.saved_searches import saved_search
from tidings.store.reading.search import (
    MOST_LETTERS,
    Found,
    best_matches,
    count_matches,
    newest_matches,
    packed_bodies,
)
from tidings.store.reading.search_scope import Search, search_for

SearchOrder = Literal["newest", "rank"]
Rendered = TypeVar("Rendered")

_PATIENCE = timedelta(seconds=5)
_NEWEST = "search newest"
_RANK = "search rank"
# HTML is several times as long as what it says.
_MOST_HTML = 4 * MOST_LETTERS


class SearchQuery(PageQuery):
    """What is looked for: a query, a saved search, or both at once; nothing asked, nothing
    found."""

    q: Storable = Field(
        default="",
        # Longer queries are shortened, and the answer says so; this much is not even read.
        max_length=20_000,
        description='words, `"phrases"`, `-without`, `title:`, `author:`, `feed:`,'
        " `folder:`, `in:` either, `tag:`, `is:unread|read|starred`,"
        " `has:audio|video|image|notes|highlight`, `inurl:`, `lang:`, `after:` and"
        " `before:` a date, `newer:` and `older:` an age such as `7d`, `begin*`; an entry"
        " must meet all of them, or those on one side of an `OR`; `( )` group",
        examples=['bridge "city council" -sports (is:unread OR newer:2w)'],
    )
    search_id: Id | None = Field(
        default=None, description="a saved search; with `q` it is searched in"
    )
    order: SearchOrder = Field(
        default="newest",
        description="`rank` puts the best of the newest 1,000 matches first",
    )
    count: bool = Field(
        default=False, description="also count what is found, up to 1,000 entries"
    )


@dataclass(frozen=True, slots=True)
class Within:
    """Narrows a search further; alone it finds nothing."""

    feed_id: int | None = None
    folder_id: int | None = None
    also: tuple[Term, ...] = ()


class EntryList(msgspec.Struct, frozen=True):
    """A page of entries. It may be short, or empty, and still have a next page."""

    items: Sequence[ListedEntry]
    next_cursor: str | None


class Highlights(msgspec.Struct, frozen=True):
    """Where the words were found, in plain text: the first piece is ordinary text, the
    second a hit, the third ordinary text, and so on; joined they are the whole."""

    title: Pieces
    excerpt: Pieces  # some thirty words


class FoundEntry(ListedEntry, frozen=True, gc=False):
    """An entry of a list, with the hits of the search."""

    highlights: Highlights


class FoundCount(msgspec.Struct, frozen=True):
    """How many entries a search finds; if that is not exact, at least so many."""

    found: int
    exact: bool


class FoundList(EntryList, frozen=True):
    """A page of results. `partial`: the search went far and stopped; by rank, older
    matches are left out; newest first, `next_cursor` goes on where it stopped."""

    items: Sequence[FoundEntry]
    partial: bool
    shortened: bool  # the query was too long, its end was left out
    count: FoundCount | None  # None: it was not asked for


_ANYWHERE = Within()


async def search_entries(
    context: Context,
    user_id: int,
    query: SearchQuery,
    render: Callable[[FoundList], Rendered],
    within: Within = _ANYWHERE,
    patience: timedelta = _PATIENCE,
) -> Rendered:
    """Return a page of what a search finds among the user's entries, as `render` makes
    it."""
    asked = _Asked(
        user_id,
        query,
        within,
        context.clock(),
        media_hook(context),
        instance_of(context.ai),
    )
    try:
        return await context.database.with_timeout(patience).read(
            lambda db: render(_found_list(db, asked))
        )
    except DatabaseTimeout as error:
        raise DatabaseTimeout(
            "This search takes too long. Use rarer words, or narrow it by feed or date.",
            code=Code.SEARCH_TOO_SLOW,
            details={"retry_after": 5},
        ) from error


def read_query(query: str, field: str) -> SearchTerms:
    """Read a query; what is wrong in it is said of the field that it came in."""
    try:
        return search_terms(query)
    except Invalid as error:
        details = {**error.details, "field": field, "term": error.details["field"]}
        raise Invalid(error.message, code=error.code, details=details) from error


@dataclass(frozen=True, slots=True)
class _Asked:
    """A search with all that its answer depends on."""

    user_id: int
    query: SearchQuery
    within: Within
    now: int
    media: Media | None
    ai: AiInstance | None


def _found_list(db: Connection, asked: _Asked) -> FoundList:
    user_id, query, within = asked.user_id, asked.query, asked.within
    read = read_query(query.q, "q")
    terms = read.terms
    if query.search_id is not None:
        saved = saved_search(db, user_id, query.search_id)
        terms += search_terms(saved.query).terms
    if terms:
        terms += within.also
    scope = scope_feeds(db, user_id, within.feed_id, within.folder_id)
    search = search_for(db, user_id, terms, asked.now, scope)
    found, going_on = _page(db, search, query)
    ids = [place.id for place in found.places]
    entries = with_ai(
        db, asked.ai, user_id, listed_entries(db, user_id, ids, asked.media)
    )
    items = _with_hits(db, entries, terms)
    count = _count(db, search) if query.count else None
    return FoundList(items, going_on, found.partial, read.shortened, count)


def _count(db: Connection, search: Search | None) -> FoundCount:
    return (
        FoundCount(0, True)
        if search is None
        else FoundCount(*count_matches(db, search))
    )


def _page(
    db: Connection, search: Search | None, query: SearchQuery
) -> tuple[Found, str | None]:
    """Return a page and the cursor of the next; a foreign cursor is refused."""
    if query.order == "rank":
        top_at, top_id, start = _numbers(_RANK, query.cursor, (BEYOND, BEYOND, 0))
        return _ranked(db, search, Place(top_at, top_id), (start, query.limit))
    after = Place(*_numbers(_NEWEST, query.cursor, (BEYOND, BEYOND)))
    if search is None:
        return Found([]), None
    found = newest_matches(db, search, after, query.limit)
    if found.next is None:
        return found, None
    return found, cursor.encode(_NEWEST, (found.next.at, found.next.id))


def _ranked(
    db: Connection, search: Search | None, top: Place, part: tuple[int, int]
) -> tuple[Found, str | None]:
    if search is None:
        return Found([]), None
    found = best_matches(db, search, top)
    start, limit = max(0, part[0]), part[1]
    page = replace(found, places=found.places[start : start + limit])
    if len(found.places) <= start + limit:
        return page, None
    # Later pages rank the same entries: what arrives meanwhile would move them.
    newest = max(found.places, key=lambda place: (place.at, place.id))
    going_on = (newest.at, newest.id + 1, start + limit)
    return page, cursor.encode(_RANK, going_on)


def _numbers(kind: str, text: str | None, otherwise: tuple[int, ...]) -> Sequence[int]:
    if text is None:
        return otherwise
    return cursor.decode_numbers(kind, text, len(otherwise))


def _with_hits(
    db: Connection, entries: list[ListedEntry], terms: tuple[Term, ...]
) -> list[FoundEntry]:
    in_title = hit_pattern(terms, TextField.TITLE)
    excerpts = _excerpts(db, entries, hit_pattern(terms, TextField.ANYWHERE))
    found = []
    for entry in entries:
        spans = hits(in_title, entry.title) if in_title else []
        shown = Highlights(in_pieces(entry.title, spans), excerpts[entry.id])
        known = msgspec.structs.asdict(entry)
        found.append(FoundEntry(**known, highlights=shown))
    return found


def _excerpts(
    db: Connection, entries: list[ListedEntry], pattern: re.Pattern[str] | None
) -> dict[int, Pieces]:
    """Return excerpts with their hits: of the whole text, if the usual one has none."""
    texts = {entry.id: entry.excerpt for entry in entries}
    if pattern is None:
        return {id_: excerpt_pieces(text, []) for id_, text in texts.items()}
    spans = {id_: hits(pattern, text) for id_, text in texts.items()}
    deeper = _texts(db, [id_ for id_, found in spans.items() if not found])
    for id_, text in deeper.items():
        if found := hits(pattern, text):
            texts[id_], spans[id_] = text, found
    return {id_: excerpt_pieces(text, spans[id_]) for id_, text in texts.items()}


def _texts(db: Connection, ids: list[int]) -> dict[int, str]:
    if not ids:
        return {}
    return {
        id_: _text(codec, content)[:MOST_LETTERS]
        for id_, (codec, content) in packed_bodies(db, ids).items()
    }


def _text(codec: int, content: bytes) -> str:
    indexed = unpack_behind(codec, content)
    if indexed is not None:
        return indexed[-1]
    return plain_text(unpack(codec, content)[:_MOST_HTML])
