"""Sets the demo's account up, once: what it follows, what it read, starred and marked.

Every step can be repeated, so that a start that was cut short is made good by the next.
Feeds are fetched by the ordinary worker; this only waits for it.
"""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.accounts.account import User
from tidings.core.accounts.visitor import Caller, Visitor
from tidings.core.errors import NotFound
from tidings.demo.bulletins import earlier_bulletins
from tidings.demo.edition import entry_url
from tidings.demo.foundation import ACCOUNT, Foundation, remember
from tidings.demo.newspaper import Newspaper
from tidings.demo.past import write_past
from tidings.demo.publish import brief, publish_samples
from tidings.formats.opml import OpmlFeed, OpmlList, write_opml
from tidings.operations.moving.import_opml import AUTOMATIC
from tidings.samples.content import SampleEntry, SampleFeed, sample_feeds
from tidings.services.accounts.profile import AccountChanges, change_account
from tidings.services.accounts.users import list_users
from tidings.services.automation.rules import NewRule, create_rule, list_rules
from tidings.services.feeds.feed_settings import FeedSettingsChanges
from tidings.services.feeds.feeds import sync_feed
from tidings.services.feeds.followed_feeds import change_settings_by
from tidings.services.feeds.health import list_health
from tidings.services.moving.opml import import_opml
from tidings.services.reading.entries import list_entries
from tidings.services.reading.entry_query import EntryQuery
from tidings.services.reading.highlights import (
    HighlightQuery,
    NewHighlight,
    add_highlight,
    list_highlights,
)
from tidings.services.reading.mark import (
    MOST_MARKED,
    MarkRead,
    mark_read,
    star,
    tag,
)
from tidings.services.reading.saved_searches import NewSearch, add_search, list_searches

_LOOK_AGAIN = timedelta(milliseconds=200)
_PAGE = 200
# name: (field, what it contains, what to do)
_RULES = {
    "Tell me about the ferry": ("title", "ferry", {"do": "notify"}),
    "Collect what is said of the storm": (
        "text",
        "storm Ilse",
        {"do": "tag", "tag": "storm"},
    ),
}
_FOLDERS = (
    ("News",),
    ("News", "Orrin"),
    ("Blogs",),
    ("Blogs", "Programming"),
    ("Essays & Letters",),
    ("Listen & Look",),
    ("Languages",),
)
_SEARCHES = {"The bridge": "bridge", "The storm, unread": "storm is:unread"}


async def follow_everything(
    context: Context, fetching: Fetching, foundation: Foundation
) -> None:
    """Make the rules, then follow everything: rules look at what comes after them."""
    user, origin = await _account(context), foundation.origin
    visitor = Visitor(user.id, user.name, user.role, "all", None)
    # Before anything arrives, so that all of it is summarised.
    with_ai = AccountChanges(preferences={"ai": True})
    await change_account(context, visitor, with_ai, Caller("", ""))
    known = {rule.name for rule in await list_rules(context, user.id)}
    for name, (where, word, action) in _RULES.items():
        if name not in known:
            await create_rule(context, user.id, _rule(name, where, word, action))
    await import_opml(context, fetching, user.id, write_opml(_list(origin)))
    numbers = await _feed_numbers(context, user.id, origin)
    await publish_samples(context, fetching, user.id, numbers)
    await context.database.write(
        write_past, foundation.founded_at, numbers, context.new_id
    )
    for name, number in numbers.items():
        if sample_feeds()[name].full_text:
            change = FeedSettingsChanges(full_text=True)
            await change_settings_by(context, fetching, visitor, number, change)


async def furnish(
    context: Context, newspaper: Newspaper, foundation: Foundation
) -> None:
    """Mark what was read, edit a few entries, and say when people may look."""
    if not foundation.is_furnished:
        user = await _account(context)
        slow = [name for name, feed in sample_feeds().items() if _is_slow(feed)]
        quick = [name for name in sample_feeds() if name not in slow]
        await _checked_since(context, user, newspaper.origin, quick, 0)
        await _mark(context, user, newspaper, quick)
        await brief(context, user.id)
        await _search(context, user)
        newspaper.ready.set()
        await _second_edition(context, user, newspaper)
        await _checked_since(context, user, newspaper.origin, slow, 0)
        await _mark(context, user, newspaper, slow)
        await remember(context, replace(foundation, is_furnished=True))
    newspaper.is_second_edition = True
    newspaper.ready.set()


def _rule(name: str, where: str, word: str, action: dict[str, str]) -> NewRule:
    condition = {"field": where, "operator": "contains", "value": word}
    given = {"name": name, "conditions": [condition], "actions": [action]}
    return NewRule.model_validate(given)


async def _account(context: Context) -> User:
    for user in await list_users(context):
        if user.name == ACCOUNT:
            return user
    raise NotFound("The demo has no account.")


def _list(origin: str) -> OpmlList:
    return OpmlList(
        folders=_FOLDERS,
        feeds=tuple(
            OpmlFeed(
                _address(origin, name),
                title=feed.title,
                site_url=f"{origin}/{name}/",
                folder=feed.folder,
                settings={
                    "title": AUTOMATIC,
                    **({"interval": feed.interval} if feed.interval else {}),
                },
            )
            for name, feed in sample_feeds().items()
        ),
    )


async def _second_edition(context: Context, user: User, newspaper: Newspaper) -> None:
    """Edit some entries now that they were read, and let that be noticed."""
    revised = [name for name, feed in sample_feeds().items() if feed.is_revised]
    newspaper.is_second_edition = True
    at = context.clock()
    for name in revised:
        await sync_feed(context, _address(newspaper.origin, name))
    await _checked_since(context, user, newspaper.origin, revised, at)


async def _checked_since(
    context: Context, user: User, origin: str, names: Collection[str], at: int
) -> None:
    wanted = {_address(origin, name) for name in names}
    while True:
        lines = (await list_health(context, user.id, None, _PAGE)).items
        # Those that the reader follows no more need not be waited for.
        waiting = [
            line
            for line in lines
            if line.feed.url in wanted and (line.feed.last_checked_at or 0) <= at
        ]
        if lines and not waiting:
            return
        await asyncio.sleep(_LOOK_AGAIN.total_seconds())


async def _mark(
    context: Context, user: User, newspaper: Newspaper, names: Collection[str]
) -> None:
    numbers = await _entry_numbers(context, user.id)
    read: list[int] = []
    for name in names:
        feed = sample_feeds()[name]
        entries = feed.entry
        if feed.behaviour == "bulletins":
            entries = (*entries, *earlier_bulletins(newspaper.founded_at))
        for entry in entries:
            number = numbers.get(entry_url(newspaper.origin, name, entry))
            if number is None:
                continue
            if _was_read(feed, entry):
                read.append(number)
            await _mark_one(context, user.id, number, entry)
    for start in range(0, len(read), MOST_MARKED):
        part = MarkRead(ids=read[start : start + MOST_MARKED])
        await mark_read(context, user.id, part)


def _is_slow(feed: SampleFeed) -> bool:
    return feed.behaviour == "slow"


def _was_read(feed: SampleFeed, entry: SampleEntry) -> bool:
    return entry.hours is not None and entry.hours > feed.read_before_hours


async def _mark_one(
    context: Context, user_id: int, number: int, entry: SampleEntry
) -> None:
    if entry.starred:
        await star(context, user_id, number)
    for name in entry.marked:
        await tag(context, user_id, number, name, tagged=True)
    if not entry.highlights:
        return
    query = HighlightQuery(entry_id=number, limit=_PAGE)
    there = await list_highlights(context, user_id, query)
    quotes = {highlight.quote for highlight in there.items}
    for each in entry.highlights:
        if each.quote not in quotes:
            given = {"quote": each.quote, "note": each.note, "color": each.color}
            new = NewHighlight.model_validate({"entry_id": number, **given})
            await add_highlight(context, user_id, new)


async def _search(context: Context, user: User) -> None:
    known = {search.name for search in await list_searches(context, user.id)}
    for name, query in _SEARCHES.items():
        if name not in known:
            await add_search(context, user.id, NewSearch(name=name, query=query))


async def _entry_numbers(context: Context, user_id: int) -> Mapping[str, int]:
    """Return the numbers of all entries, by their addresses."""
    found: dict[str, int] = {}
    cursor: str | None = None
    while True:
        query = EntryQuery(limit=_PAGE, cursor=cursor)
        page = await list_entries(context, user_id, query, lambda page: page)
        found |= {entry.url: entry.id for entry in page.items if entry.url}
        if page.next_cursor is None:
            return found
        cursor = page.next_cursor


async def _feed_numbers(
    context: Context, user_id: int, origin: str
) -> Mapping[str, int]:
    lines = (await list_health(context, user_id, None, _PAGE)).items
    by_address = {line.feed.url: line.feed.id for line in lines}
    return {
        name: by_address[_address(origin, name)]
        for name in sample_feeds()
        if _address(origin, name) in by_address
    }


def _address(origin: str, name: str) -> str:
    return f"{origin}/{name}/feed"
