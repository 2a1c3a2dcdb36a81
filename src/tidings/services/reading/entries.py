"""Reading: lists of entries and one entry.

A protocol passes in how it renders them: lists are rendered where they are read, in the
database's own thread, and the event loop only hands the result on.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from tidings.context import Context
from tidings.core import cursor
from tidings.core.ai.tasks import AiInstance, instance_of
from tidings.core.errors import Invalid, NotFound
from tidings.core.reading.reading import EntryFilter, KeptOrder, Place, tag_name
from tidings.core.reading.search_leaves import (
    InLanguage,
    InPlace,
    InState,
    PlaceKind,
    State,
)
from tidings.core.reading.search_terms import Term
from tidings.html.absolutize import Media
from tidings.html.sanitize import sanitize
from tidings.services.ai.entry_ai import with_ai
from tidings.services.ai.summaries import AiOfEntry, Deframing, Summary, ai_of_entry
from tidings.services.entries.belongings import (
    Enclosure,
    EntryExtras,
    EntryPlayer,
    PictureAbove,
    pictures_beside,
    playable,
    player_beside,
)
from tidings.services.entries.media import media_hook, media_url
from tidings.services.reading.entry_query import EntryQuery
from tidings.services.reading.once_each import once_each
from tidings.services.reading.reading_places import ReadingPlace, reading_place
from tidings.services.reading.search import (
    EntryList,
    SearchQuery,
    Within,
    search_entries,
)
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.entries.opening import TextState, opening_of
from tidings.store.reading.entries import (
    OpenedEntry,
    entry_page,
    fair_entry_page,
    opened_entry,
)
from tidings.store.reading.entry_rows import EntryFacts, ListedEntry, listed_entries
from tidings.store.reading.fair_lists import FairPlace
from tidings.store.reading.reading_scope import scope_feeds, unmuted_feeds
from tidings.store.reading.score_lists import score_page

Rendered = TypeVar("Rendered")

_NOT_THERE = "There is no such entry."
# To sanitise a text of more letters takes longer than others should wait for a connection.
_LONG = 100_000


@dataclass(frozen=True, slots=True)
class Look:
    """What is put beside the rows of a list."""

    media: Media | None
    ai: AiInstance | None


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


class OpenEntry(EntryFacts, frozen=True):
    """An entry as it is read. Its HTML is safe to show; what AI says is plain text, and
    None where the installation has no AI."""

    html: str
    full_text_html: str | None
    full_text_state: TextState
    asks_on_open: bool  # saying that it was opened would ask for something
    player: EntryPlayer | None  # to be shown above the text, with its picture
    pictures: Sequence[PictureAbove]  # to be shown above the text
    enclosures: Sequence[Enclosure]
    categories: Sequence[str]
    comments_url: str | None
    guid: str | None
    versions: int
    hidden: bool
    place: ReadingPlace | None
    summary: Summary | None
    deframed: Deframing | None
    feed: EntryFeed


async def list_entries(
    context: Context,
    user_id: int,
    query: EntryQuery,
    render: Callable[[EntryList], Rendered],
) -> Rendered:
    """Return a page of a user's entries as `render` makes it.

    Fair order is of unread entries: it is made once and kept, so that its pages fit.
    """
    look = Look(media_hook(context), instance_of(context.ai))
    if query.q and query.ids is None:
        search, within = _search(query)
        return await search_entries(context, user_id, search, render, within)
    if query.order in ("fair", "score") and query.ids is None:
        now = context.clock()
        return await context.database.write(
            _kept_list, user_id, query, now, look, render
        )
    find = _list if query.ids is None else _by_number
    return await context.database.read(find, user_id, query, look, render)


def _search(query: EntryQuery) -> tuple[SearchQuery, Within]:
    """Return the same filters as terms of a search."""
    if query.order != "newest":
        raise Invalid(
            "What a search finds is in the order `newest`.", details={"field": "order"}
        )
    if query.max_score is not None:
        raise Invalid(
            "A search does not look at scores.", details={"field": "max_score"}
        )
    also: list[Term] = []
    if query.unread:
        also.append(InState(State.UNREAD))
    if query.starred:
        also.append(InState(State.STARRED))
    if query.tag is not None:
        also.append(InPlace(PlaceKind.TAG, tag_name(query.tag)))
    if query.language is not None:
        also.append(InLanguage(query.language.lower()))
    search = SearchQuery(q=query.q, cursor=query.cursor, limit=query.limit)
    return search, Within(query.feed_id, query.folder_id, tuple(also))


async def open_entry(
    context: Context,
    user_id: int,
    entry_id: int,
    render: Callable[[OpenEntry], Rendered],
) -> Rendered:
    """Return one entry with its text as `render` makes it."""
    instance, now = instance_of(context.ai), context.clock()

    def opened(db: Connection) -> tuple[Callable[[], Rendered], bool]:
        found = _opened(db, user_id, entry_id, instance, now)
        if len(found[1].html) + len(found[1].full_text or "") > _LONG:
            return lambda: render(_shown(*found, context)), True
        rendered = render(_shown(*found, context))
        return lambda: rendered, False

    rest, is_long = await context.database.read(opened)
    return await asyncio.to_thread(rest) if is_long else rest()


def _list(
    db: Connection,
    user_id: int,
    query: EntryQuery,
    look: Look,
    render: Callable[[EntryList], Rendered],
) -> Rendered:
    order = _order(query)
    kind = f"entries {order}"
    after = None
    if query.cursor is not None:
        after = Place(*cursor.decode_numbers(kind, query.cursor, 2))
    wanted = _filter(db, user_id, query)
    page = entry_page(db, user_id, wanted, order, after, query.limit)
    going_on = None
    if page.next is not None:
        going_on = cursor.encode(kind, (page.next.at, page.next.id))
    entries = listed_entries(db, user_id, page.ids, look.media)
    left = once_each(db, user_id, entries, wanted)
    return render(_page(db, user_id, left, going_on, look))


def _order(query: EntryQuery) -> KeptOrder:
    if query.order != "starred":
        return "oldest" if query.order == "oldest" else "newest"
    if not query.starred:
        raise Invalid(
            "Only what is starred can be in the order `starred`.",
            details={"field": "order"},
        )
    return "starred"


def _by_number(
    db: Connection,
    user_id: int,
    query: EntryQuery,
    look: Look,
    render: Callable[[EntryList], Rendered],
) -> Rendered:
    """Return entries that are named, as far as the user sees them."""
    if query != EntryQuery(ids=query.ids, limit=query.limit):
        raise Invalid("Numbers stand alone.", details={"field": "ids"})
    ids = list(dict.fromkeys(int(each) for each in (query.ids or "").split(",")))
    entries = listed_entries(db, user_id, ids, look.media)
    return render(_page(db, user_id, entries, None, look))


@idempotent
def _kept_list(
    db: Connection,
    user_id: int,
    query: EntryQuery,
    now: int,
    look: Look,
    render: Callable[[EntryList], Rendered],
) -> Rendered:
    kind = f"entries {query.order}"
    after = None
    if query.cursor is not None:
        after = FairPlace(*cursor.decode_numbers(kind, query.cursor, 2))
    wanted = _filter(db, user_id, query)
    find = fair_entry_page if query.order == "fair" else score_page
    ids, place = find(db, user_id, wanted, after, query.limit, now)
    going_on = None
    if place is not None:
        going_on = cursor.encode(kind, (place.list_id, place.offset))
    unread = wanted.unread or query.order == "fair"
    entries = listed_entries(db, user_id, ids, look.media)
    left = once_each(db, user_id, entries, replace(wanted, unread=unread))
    return render(_page(db, user_id, left, going_on, look))


def _page(
    db: Connection,
    user_id: int,
    entries: list[ListedEntry],
    going_on: str | None,
    look: Look,
) -> EntryList:
    return EntryList(with_ai(db, look.ai, user_id, entries), going_on)


def _filter(db: Connection, user_id: int, query: EntryQuery) -> EntryFilter:
    return EntryFilter(
        feeds=_scope(db, user_id, query),
        unread=query.unread,
        starred=query.starred,
        tag=None if query.tag is None else tag_name(query.tag),
        language=query.language,
        most_framed=None if query.max_score is None else int(query.max_score * 1000),
    )


def _scope(db: Connection, user_id: int, query: EntryQuery) -> tuple[int, ...] | None:
    """Return the feeds of a list, None for all. What is muted is not in the list of
    everything unread, but in any that is asked for by name."""
    if query.feed_id is None and query.folder_id is None:
        unread = query.unread or query.order == "fair"
        named = query.starred or query.tag is not None
        return unmuted_feeds(db, user_id) if unread and not named else None
    return scope_feeds(db, user_id, query.feed_id, query.folder_id)


def _opened(
    db: Connection, user_id: int, entry_id: int, instance: AiInstance | None, now: int
) -> tuple[ListedEntry, OpenedEntry, AiOfEntry, TextState]:
    listed = listed_entries(db, user_id, [entry_id])
    opened = opened_entry(db, user_id, entry_id)
    opening = opening_of(db, instance, user_id, entry_id, now)
    if not listed or opened is None or opening is None:
        raise NotFound(_NOT_THERE)
    return listed[0], opened, ai_of_entry(db, instance, opening), opening.text_state


def _shown(
    entry: ListedEntry,
    opened: OpenedEntry,
    ai: AiOfEntry,
    text_state: TextState,
    context: Context,
) -> OpenEntry:
    media = media_hook(context)
    extras = msgspec.json.decode(opened.extras, type=EntryExtras)
    base_url = extras.base_url or entry.url or opened.site_url
    full_text = opened.full_text
    player = player_beside(entry, opened, extras, context)
    facts = {name: getattr(entry, name) for name in EntryFacts.__struct_fields__}
    facts["image_url"] = entry.image_url and media_url(context, entry.image_url)
    return OpenEntry(
        **facts,
        html=sanitize(opened.html, base_url=base_url, media=media),
        full_text_html=full_text
        and sanitize(full_text, base_url=entry.url, media=media),
        full_text_state=text_state,
        asks_on_open=ai.asks_on_open,
        player=player,
        pictures=[
            one
            for one in pictures_beside(entry, opened, extras, base_url, context)
            if player is None or one.url != player.picture_url
        ],
        enclosures=[playable(context, each) for each in extras.enclosures],
        categories=extras.categories,
        comments_url=extras.comments_url,
        guid=opened.guid,
        versions=opened.versions,
        hidden=opened.hidden,
        place=reading_place(opened.place, opened.place_at),
        summary=ai.summary,
        deframed=ai.deframed,
        feed=_feed(entry, opened),
    )


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
