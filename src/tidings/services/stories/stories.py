"""Stories: the same event as several feeds report it, side by side."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from tidings.context import Context
from tidings.core import cursor
from tidings.core.ai.tasks import AiInstance, instance_of
from tidings.core.errors import NotFound
from tidings.core.reading.reading import Place
from tidings.core.stories.policy import Outlet, StoryPolicy, survivor_of
from tidings.html.absolutize import Media
from tidings.services.ai.entry_ai import with_ai
from tidings.services.entries.media import media_hook
from tidings.services.fields import Number, RequestModel
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.reading.entry_rows import ListedEntry, listed_entries
from tidings.store.stories.stories import (
    Outlets,
    StoryFeed,
    is_in_story,
    join_entry,
    policy_of,
    seen_stories,
    split_entry,
    story_feeds,
    story_page,
)
from tidings.store.system.events import publish_event

_KIND = "stories"
_NEWEST = Place(2**62, 2**62)
_NOT_IN_STORY = "There is no such entry in this story."

Rendered = TypeVar("Rendered")


class StorySplit(RequestModel):
    """Which entry does not belong to the story."""

    entry_id: Number


class StoryReport(msgspec.Struct, frozen=True):
    """How one outlet reports it; neutral title and scores are in `entry.deframed`."""

    feed: StoryFeed
    entry: ListedEntry


class Story(msgspec.Struct, frozen=True):
    """A story as its reader sees it; `lead` stands for it."""

    id: int
    first_at: int
    last_at: int
    size: int
    unread: int
    lead: ListedEntry
    feeds: Sequence[StoryFeed]


class OpenStory(msgspec.Struct, frozen=True):
    """A story with every outlet's entry, the earliest first."""

    id: int
    first_at: int
    last_at: int
    size: int
    unread: int
    lead_id: int
    items: Sequence[StoryReport]


class StoryList(msgspec.Struct, frozen=True):
    """A page of stories. It may be short, or empty, and still have a next page."""

    items: Sequence[Story]
    next_cursor: str | None


class _Shown(msgspec.Struct, frozen=True):
    """What the entries of some stories look like."""

    entries: Mapping[int, ListedEntry]
    feeds: Mapping[int, StoryFeed]


async def list_stories(
    context: Context,
    user_id: int,
    after: str | None,
    limit: int,
    render: Callable[[StoryList], Rendered],
) -> Rendered:
    """Return a page of a reader's stories as `render` makes it."""
    look = (media_hook(context), instance_of(context.ai))
    return await context.database.read(
        lambda db: render(_list(db, user_id, after, limit, look))
    )


async def open_story(
    context: Context,
    user_id: int,
    story_id: int,
    render: Callable[[OpenStory], Rendered],
) -> Rendered:
    """Return one story with the entry of each outlet, as `render` makes it."""
    look = (media_hook(context), instance_of(context.ai))
    return await context.database.read(
        lambda db: render(_open(db, user_id, story_id, look))
    )


async def split_story(
    context: Context, user_id: int, story_id: int, split: StorySplit
) -> None:
    """Take an entry out of a story, for this reader, until they put it back."""
    now = context.clock()
    await context.database.write(_split, user_id, story_id, split.entry_id, now)


async def join_story(
    context: Context, user_id: int, story_id: int, entry_id: int
) -> None:
    """Put an entry back into the story that this reader took it out of."""
    now = context.clock()
    await context.database.write(_join, user_id, story_id, entry_id, now)


_Look = tuple[Media | None, AiInstance | None]


def _list(
    db: Connection, user_id: int, after: str | None, limit: int, look: _Look
) -> StoryList:
    place = _NEWEST
    if after is not None:
        place = Place(*cursor.decode_numbers(_KIND, after, 2))
    page, going_on = story_page(db, user_id, place, limit)
    policy = policy_of(db, user_id)
    leads = [survivor_of(outlets, policy) for outlets in page.values()]
    outlets = [outlet for each in page.values() for outlet in each]
    shown = _shown(db, user_id, leads, {each.feed_id for each in outlets}, look)
    stories = [
        _story(id_, each, lead, shown)
        for (id_, each), lead in zip(page.items(), leads, strict=True)
        if lead.entry_id in shown.entries
    ]
    next_cursor = going_on and cursor.encode(_KIND, (going_on.at, going_on.id))
    return StoryList(stories, next_cursor or None)


def _open(db: Connection, user_id: int, story_id: int, look: _Look) -> OpenStory:
    outlets = _require(db, user_id, story_id)
    feeds = {each.feed_id for each in outlets}
    shown = _shown(db, user_id, outlets, feeds, look)
    return _opened(story_id, outlets, policy_of(db, user_id), shown)


@idempotent
def _split(
    db: Connection, user_id: int, story_id: int, entry_id: int, now: int
) -> None:
    outlets = _require(db, user_id, story_id)
    if all(outlet.entry_id != entry_id for outlet in outlets):
        raise NotFound(_NOT_IN_STORY)
    split_entry(db, user_id, entry_id, now)
    payload = {"ids": [entry_id], "story": None}
    publish_event(db, "state_changed", now, user_id=user_id, payload=payload)


@idempotent
def _join(db: Connection, user_id: int, story_id: int, entry_id: int, now: int) -> None:
    # Not by the story as the reader sees it: with one entry left there is none to see.
    if not is_in_story(db, user_id, entry_id, story_id):
        raise NotFound(_NOT_IN_STORY)
    if join_entry(db, user_id, entry_id):
        payload = {"ids": [entry_id], "story": story_id}
        publish_event(db, "state_changed", now, user_id=user_id, payload=payload)


def _require(db: Connection, user_id: int, story_id: int) -> Outlets:
    outlets = seen_stories(db, user_id, [story_id]).get(story_id)
    if outlets is None:
        raise NotFound("There is no such story.")
    return outlets


def _shown(
    db: Connection,
    user_id: int,
    outlets: Sequence[Outlet],
    feeds: set[int],
    look: _Look,
) -> _Shown:
    media, instance = look
    ids = [outlet.entry_id for outlet in outlets]
    entries = with_ai(db, instance, user_id, listed_entries(db, user_id, ids, media))
    by_id = {entry.id: entry for entry in entries}
    return _Shown(by_id, story_feeds(db, user_id, feeds))


def _story(id_: int, outlets: Outlets, lead: Outlet, shown: _Shown) -> Story:
    feeds = dict.fromkeys(outlet.feed_id for outlet in outlets)
    return Story(
        id=id_,
        first_at=outlets[0].published_at,
        last_at=outlets[-1].published_at,
        size=len(outlets),
        unread=_unread(outlets),
        lead=shown.entries[lead.entry_id],
        feeds=[shown.feeds[feed_id] for feed_id in feeds],
    )


def _opened(
    id_: int, outlets: Outlets, policy: StoryPolicy, shown: _Shown
) -> OpenStory:
    return OpenStory(
        id=id_,
        first_at=outlets[0].published_at,
        last_at=outlets[-1].published_at,
        size=len(outlets),
        unread=_unread(outlets),
        lead_id=survivor_of(outlets, policy).entry_id,
        items=[
            StoryReport(shown.feeds[outlet.feed_id], shown.entries[outlet.entry_id])
            for outlet in outlets
        ],
    )


def _unread(outlets: Outlets) -> int:
    return sum(not outlet.read for outlet in outlets)
