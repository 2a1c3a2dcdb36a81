"""Reading: lists of entries and one entry, as JSON.

Lists are encoded where they are read, in the database's own thread: what leaves it is
bytes, and the event loop only hands them on.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from tidings.context import Context
from tidings.core import cursor
from tidings.core.ai_tasks import AiInstance, instance_of
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
from tidings.services.enclosures import enclosure_url, is_played
from tidings.services.entry_ai import with_ai
from tidings.services.media import media_hook, media_url
from tidings.services.once_each import once_each
from tidings.services.search import SearchAsk, search_entries
from tidings.services.summaries import AiOfEntry, ai_of_entry
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
from tidings.store.score_lists import score_page

ListOrder = Literal["newest", "oldest", "fair", "score"]

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
    ids: str | None = None  # None: not by number
    max_score: float | None = None  # None: framed or not


class EntryList(msgspec.Struct, frozen=True):
    """A page of a list; there are more while there is a next cursor."""

    items: Sequence[ListedEntry]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Look:
    """What is put beside the rows of a list."""

    media: Media | None
    ai: AiInstance | None


class Enclosure(msgspec.Struct, frozen=True):
    """A file that belongs to an entry."""

    url: str
    type: str | None = None
    length: int | None = None
    title: str | None = None
    play_url: str | None = None  # None: nothing to hear or see


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
    look = Look(media_hook(context), instance_of(context.ai))
    if ask.q and ask.ids is None:
        return await search_entries(context, user_id, _search(ask))
    if ask.order in ("fair", "score") and ask.ids is None:
        now = context.clock()
        return await context.database.write(_kept_list, user_id, ask, now, look)
    find = _list if ask.ids is None else _by_number
    return await context.database.read(find, user_id, ask, look)


def _search(ask: EntryAsk) -> SearchAsk:
    """Return the same filters as terms of a search."""
    if ask.order != "newest":
        raise Invalid(
            "What a search finds is in the order `newest`.", details={"field": "order"}
        )
    if ask.max_score is not None:
        raise Invalid(
            "A search does not look at scores.", details={"field": "max_score"}
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
    instance = instance_of(context.ai)
    found = await context.database.read(_opened, user_id, entry_id, instance)
    if found is None:
        raise NotFound(_NOT_THERE)
    # Sanitising a long text takes longer than the event loop may wait.
    return await asyncio.to_thread(_shown, *found, context)


def _list(db: Connection, user_id: int, ask: EntryAsk, look: Look) -> bytes:
    order: Order = "oldest" if ask.order == "oldest" else "newest"
    kind = f"entries {order}"
    after = None
    if ask.cursor is not None:
        after = Place(*cursor.decode_numbers(kind, ask.cursor, 2))
    wanted = _filter(db, user_id, ask)
    page = entry_page(db, user_id, wanted, order, after, ask.limit)
    going_on = None
    if page.next is not None:
        going_on = cursor.encode(kind, (page.next.at, page.next.id))
    entries = listed_entries(db, user_id, page.ids, look.media)
    return _page(db, user_id, once_each(db, user_id, entries, wanted), going_on, look)


def _by_number(db: Connection, user_id: int, ask: EntryAsk, look: Look) -> bytes:
    """Return entries that are named, as far as the user sees them."""
    if ask != EntryAsk(ids=ask.ids, limit=ask.limit):
        raise Invalid("Numbers stand alone.", details={"field": "ids"})
    ids = list(dict.fromkeys(int(each) for each in (ask.ids or "").split(",")))
    entries = listed_entries(db, user_id, ids, look.media)
    return _page(db, user_id, entries, None, look)


@safe_to_repeat
def _kept_list(
    db: Connection, user_id: int, ask: EntryAsk, now: int, look: Look
) -> bytes:
    kind = f"entries {ask.order}"
    after = None
    if ask.cursor is not None:
        after = FairPlace(*cursor.decode_numbers(kind, ask.cursor, 2))
    wanted = _filter(db, user_id, ask)
    find = fair_entry_page if ask.order == "fair" else score_page
    ids, place = find(db, user_id, wanted, after, ask.limit, now)
    going_on = None
    if place is not None:
        going_on = cursor.encode(kind, (place.list_id, place.offset))
    unread = wanted.unread or ask.order == "fair"
    entries = listed_entries(db, user_id, ids, look.media)
    left = once_each(db, user_id, entries, replace(wanted, unread=unread))
    return _page(db, user_id, left, going_on, look)


def _page(
    db: Connection,
    user_id: int,
    entries: list[ListedEntry],
    going_on: str | None,
    look: Look,
) -> bytes:
    shown = with_ai(db, look.ai, user_id, entries)
    return _encoder.encode(EntryList(shown, going_on))


def _filter(db: Connection, user_id: int, ask: EntryAsk) -> EntryFilter:
    return EntryFilter(
        feeds=scope_feeds(db, user_id, ask.feed_id, ask.folder_id),
        unread=ask.unread,
        starred=ask.starred,
        tag=None if ask.tag is None else tag_name(ask.tag),
        language=ask.language,
        most_framed=None if ask.max_score is None else int(ask.max_score * 1000),
    )


def _opened(
    db: Connection, user_id: int, entry_id: int, instance: AiInstance | None
) -> tuple[ListedEntry, OpenedEntry, AiOfEntry] | None:
    listed = listed_entries(db, user_id, [entry_id])
    opened = opened_entry(db, user_id, entry_id)
    if not listed or opened is None:
        return None
    return listed[0], opened, ai_of_entry(db, instance, user_id, entry_id)


def _shown(
    entry: ListedEntry, opened: OpenedEntry, ai: AiOfEntry, context: Context
) -> bytes:
    """Return the entry as it is read; its HTML is safe to show."""
    media = media_hook(context)
    extras = msgspec.json.decode(opened.extras, type=_Extras)
    base_url = extras.base_url or entry.url or opened.site_url
    full_text = opened.full_text
    shown = {
        **msgspec.structs.asdict(entry),
        "html": sanitize(opened.html, base_url=base_url, media=media),
        "full_text_html": full_text
        and sanitize(full_text, base_url=entry.url, media=media),
        "image_url": entry.image_url and media_url(context, entry.image_url),
        "enclosures": [_played(context, each) for each in extras.enclosures],
        "categories": extras.categories,
        "comments_url": extras.comments_url,
        "guid": opened.guid,
        "versions": opened.versions,
        "hidden": opened.hidden,
        "summary": ai.summary,
        "deframed": ai.deframed,
        "feed": _feed(entry, opened),
    }
    return _encoder.encode(shown)


def _played(context: Context, enclosure: Enclosure) -> Enclosure:
    """Say from where a sound or film is to be played."""
    if not is_played(enclosure.type, enclosure.url):
        return enclosure
    play_url = enclosure_url(context, enclosure.url)
    return msgspec.structs.replace(enclosure, play_url=play_url)


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
