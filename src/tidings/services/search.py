"""Searching: what a person typed, answered as a list of entries with the hits shown.

Work is bounded: a page that ends early says so and goes on by its cursor, and a search
that takes too long is refused in words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

import msgspec

from tidings.context import Context
from tidings.core import cursor
from tidings.core.ai_tasks import AiInstance, instance_of
from tidings.core.errors import DatabaseTimeout, Invalid
from tidings.core.reading import BEYOND, Place
from tidings.core.search_highlights import (
    Pieces,
    excerpt_pieces,
    hit_pattern,
    hits,
    in_pieces,
)
from tidings.core.search_terms import SearchTerms, Term, TextField, search_terms
from tidings.html.absolutize import Media
from tidings.html.text import plain_text
from tidings.services.entry_ai import with_ai
from tidings.services.media import media_hook
from tidings.store.connection import Connection
from tidings.store.entry_rows import ListedEntry, listed_entries
from tidings.store.found_texts import MOST_LETTERS, indexed_texts, packed_bodies
from tidings.store.packing import unpack
from tidings.store.reading_scope import scope_feeds
from tidings.store.saved_searches import saved_search
from tidings.store.search import Found, best_matches, newest_matches
from tidings.store.search_scope import Search, search_for

SearchOrder = Literal["newest", "rank"]

_PATIENCE = timedelta(seconds=5)
_NEWEST = "search newest"
_RANK = "search rank"
# HTML is several times as long as what it says.
_MOST_HTML = 4 * MOST_LETTERS

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class SearchAsk:
    """Which page of which search: of a query, of a saved search, or of both at once.

    `feed_id`, `folder_id` and `also` narrow it further; alone they find nothing.
    """

    query: str = ""
    search_id: str | None = None
    order: SearchOrder = "newest"
    cursor: str | None = None
    limit: int = 50
    feed_id: int | None = None
    folder_id: int | None = None
    also: tuple[Term, ...] = ()


class Shown(msgspec.Struct, frozen=True):
    """Where the hits are: pieces of plain text, every second one is a hit."""

    title: Pieces
    excerpt: Pieces


class FoundEntry(ListedEntry, frozen=True, gc=False):
    """An entry of a list, with the hits of the search."""

    highlights: Shown


class FoundList(msgspec.Struct, frozen=True):
    """A page of results; there are more while there is a next cursor."""

    items: Sequence[FoundEntry]
    next_cursor: str | None
    partial: bool  # it ended early: more may be found further on
    shortened: bool  # the query was too long, its end was left out


async def search_entries(
    context: Context, user_id: int, ask: SearchAsk, patience: timedelta = _PATIENCE
) -> bytes:
    """Return a page of what a search finds among the user's entries, as JSON."""
    try:
        return await context.database.with_timeout(patience).read(
            _found_list, user_id, ask, media_hook(context), instance_of(context.ai)
        )
    except DatabaseTimeout as error:
        raise DatabaseTimeout(
            "This search takes too long. Use rarer words, or narrow it by feed or date.",
            details={"retry_after": 5},
        ) from error


def read_query(query: str, field: str) -> SearchTerms:
    """Read a query; what is wrong in it is said of the field that it came in."""
    try:
        return search_terms(query)
    except Invalid as error:
        term = error.details.get("field")
        raise Invalid(error.message, details={"field": field, "term": term}) from error


def _found_list(
    db: Connection,
    user_id: int,
    ask: SearchAsk,
    media: Media | None,
    ai: AiInstance | None,
) -> bytes:
    read = read_query(ask.query, "q")
    terms = read.terms
    if ask.search_id is not None:
        saved = saved_search(db, user_id, ask.search_id)
        terms += search_terms(saved.query).terms
    if terms:
        terms += ask.also
    scope = scope_feeds(db, user_id, ask.feed_id, ask.folder_id)
    search = search_for(db, user_id, terms, scope)
    found, going_on = _page(db, search, ask)
    ids = [place.id for place in found.places]
    entries = with_ai(db, ai, user_id, listed_entries(db, user_id, ids, media))
    items = _with_hits(db, entries, terms)
    return _encoder.encode(FoundList(items, going_on, found.partial, read.shortened))


def _page(
    db: Connection, search: Search | None, ask: SearchAsk
) -> tuple[Found, str | None]:
    """Return a page and the cursor of the next; a foreign cursor is refused."""
    if ask.order == "rank":
        top_at, top_id, start = _numbers(_RANK, ask.cursor, (BEYOND, BEYOND, 0))
        return _ranked(db, search, Place(top_at, top_id), (start, ask.limit))
    after = Place(*_numbers(_NEWEST, ask.cursor, (BEYOND, BEYOND)))
    if search is None:
        return Found([]), None
    found = newest_matches(db, search, after, ask.limit)
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
        shown = Shown(in_pieces(entry.title, spans), excerpts[entry.id])
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
    if db.engine == "sqlite":
        return indexed_texts(db, ids)
    return {
        id_: plain_text(unpack(codec, content)[:_MOST_HTML])[:MOST_LETTERS]
        for id_, (codec, content) in packed_bodies(db, ids).items()
    }
