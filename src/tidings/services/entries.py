"""Reading: lists of entries and one entry, as JSON.

Lists are encoded where they are read, in the database's own thread: what leaves it is
bytes, and the event loop only hands them on.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from tidings.context import Context
from tidings.core import cursor
from tidings.core.errors import Invalid, NotFound
from tidings.core.reading import EntryFilter, Order, Place, tag_name
from tidings.core.search_terms import (
    InLanguage,
    InPlace,
    InState,
    PlaceKind,
    State,
    Term,
)
from tidings.html.absolutize import Media
from tidings.html.sanitize import sanitize
from tidings.services.media import media_hook
from tidings.services.search import SearchAsk, search_entries
from tidings.store.connection import Connection, safe_to_repeat
from tidings.store.entries import (
    OpenedEntry,
    entry_page,
    fair_entry_page,
    opened_entry,
)
from tidings.store.entry_rows import ListedEntry, listed_entries
from tidings.store.fair_lists import FairPlace
from tidings.store.reading_scope import scope_feeds

ListOrder = Literal["newest", "oldest", "fair"]

_encoder = msgspec.json.Encoder()
_NOT_THERE = "There is no such entry."


@dataclass(frozen=True, slots=True)
class EntryAsk:
    """Which page of which list; None and False leave nothing out."""

    limit: int = 50
    cursor: str | None = None
    order: ListOrder = "newest"
    feed_id: int | None = None
    folder_id: int | None = None
    tag: str | None = None
    unread: bool = False
    starred: bool = False
    language: str | None = None
    q: str = ""  # a search: see core/search_terms.py


class EntryList(msgspec.Struct, frozen=True):
    """A page of a list; there are more while there is a next cursor."""

    items: Sequence[ListedEntry]
    next_cursor: str | None


class Enclosure(msgspec.Struct, frozen=True):
    """A file that belongs to an entry."""

    url: str
    type: str | None = None
    length: int | None = None
    title: str | None = None


class _Extras(msgspec.Struct, frozen=True):
    enclosures: Sequence[Enclosure] = ()
    categories: Sequence[str] = ()
    comments_url: str | None = None
    base_url: str | None = None


class EntryFeed(msgspec.Struct, frozen=True):
    """Where an entry came from, in the words of its reader."""

    id: int
    subscription_id: int
    title: str
    feed_title: str
    url: str | None
    site_url: str | None
    folder_id: int | None
    followed: bool


async def list_entries(context: Context, user_id: int, ask: EntryAsk) -> bytes:
    """Return a page of a user's entries as JSON.

    Fair order is of unread entries: it is made once and kept, so that its pages fit.
    """
    if ask.q:
        return await search_entries(context, user_id, _search(ask))
    if ask.order == "fair":
        return await context.database.write(_fair_list, user_id, ask, context.clock())
    return await context.database.read(_list, user_id, ask)


def _search(ask: EntryAsk) -> SearchAsk:
    """Return the same filters as terms of a search."""
    if ask.order != "newest":
        raise Invalid(
            "What a search finds is in the order `newest`.", details={"field": "order"}
        )
    also: list[Term] = []
    if ask.unread:
        also.append(InState(State.UNREAD))
    if ask.starred:
        also.append(InState(State.STARRED))
    if ask.tag is not None:
        also.append(InPlace(PlaceKind.TAG, tag_name(ask.tag)))
    if ask.language is not None:
        also.append(InLanguage(ask.language.lower()))
    return SearchAsk(
        query=ask.q,
        cursor=ask.cursor,
        limit=ask.limit,
        feed_id=ask.feed_id,
        folder_id=ask.folder_id,
        also=tuple(also),
    )


async def open_entry(context: Context, user_id: int, entry_id: int) -> bytes:
    """Return one entry with its text as JSON."""
    found = await context.database.read(_opened, user_id, entry_id)
    if found is None:
        raise NotFound(_NOT_THERE)
    # Sanitising a long text takes longer than the event loop may wait.
    return await asyncio.to_thread(_shown, *found, media_hook(context))


def _list(db: Connection, user_id: int, ask: EntryAsk) -> bytes:
    order: Order = "oldest" if ask.order == "oldest" else "newest"
    kind = f"entries {order}"
    after = None
    if ask.cursor is not None:
        after = Place(*cursor.decode_numbers(kind, ask.cursor, 2))
    page = entry_page(db, user_id, _filter(db, user_id, ask), order, after, ask.limit)
    going_on = None
    if page.next is not None:
        going_on = cursor.encode(kind, (page.next.at, page.next.id))
    return _encoder.encode(EntryList(listed_entries(db, user_id, page.ids), going_on))


@safe_to_repeat
def _fair_list(db: Connection, user_id: int, ask: EntryAsk, now: int) -> bytes:
    after = None
    if ask.cursor is not None:
        after = FairPlace(*cursor.decode_numbers("entries fair", ask.cursor, 2))
    wanted = _filter(db, user_id, ask)
    ids, place = fair_entry_page(db, user_id, wanted, after, ask.limit, now)
    going_on = None
    if place is not None:
        going_on = cursor.encode("entries fair", (place.list_id, place.offset))
    return _encoder.encode(EntryList(listed_entries(db, user_id, ids), going_on))


def _filter(db: Connection, user_id: int, ask: EntryAsk) -> EntryFilter:
    return EntryFilter(
        feeds=scope_feeds(db, user_id, ask.feed_id, ask.folder_id),
        unread=ask.unread,
        starred=ask.starred,
        tag=None if ask.tag is None else tag_name(ask.tag),
        language=ask.language,
    )


def _opened(
    db: Connection, user_id: int, entry_id: int
) -> tuple[ListedEntry, OpenedEntry] | None:
    listed = listed_entries(db, user_id, [entry_id])
    opened = opened_entry(db, user_id, entry_id)
    return (listed[0], opened) if listed and opened else None


def _shown(entry: ListedEntry, opened: OpenedEntry, media: Media | None) -> bytes:
    """Return the entry as it is read; its HTML is safe to show."""
    extras = msgspec.json.decode(opened.extras, type=_Extras)
    base_url = extras.base_url or entry.url or opened.site_url
    full_text = opened.full_text
    shown = {
        **msgspec.structs.asdict(entry),
        "html": sanitize(opened.html, base_url=base_url, media=media),
        "full_text_html": full_text
        and sanitize(full_text, base_url=entry.url, media=media),
        "enclosures": extras.enclosures,
        "categories": extras.categories,
        "comments_url": extras.comments_url,
        "guid": opened.guid,
        "versions": opened.versions,
        "hidden": opened.hidden,
        "feed": _feed(entry, opened),
    }
    return _encoder.encode(shown)


def _feed(entry: ListedEntry, opened: OpenedEntry) -> EntryFeed:
    return EntryFeed(
        id=entry.feed_id,
        subscription_id=entry.subscription_id,
        title=opened.own_title or opened.feed_title,
        feed_title=opened.feed_title,
        url=opened.feed_url,
        site_url=opened.site_url,
        folder_id=opened.folder_id,
        followed=opened.followed,
    )
