"""Lists of feeds in and out: what one reader exports, another imports, and back.

Importing fetches nothing: feeds are registered, and workers check them as usual.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND, micros
from tidings.core.failures import RetryPolicy
from tidings.core.schedule import PollingPolicy
from tidings.core.setting_values import read_duration, write_duration
from tidings.core.urls import Suffixes, host_of, root_domain
from tidings.fetch.target import BadUrl, parse_target
from tidings.formats.opml import OpmlFeed, OpmlList, OpmlProblem, read_opml, write_opml
from tidings.store.connection import Connection
from tidings.store.events import tell
from tidings.store.feed_heads import lock_head
from tidings.store.feeds import NewFeed, insert_feed, set_feed
from tidings.store.folder_paths import Path, ensure_folders, folder_paths
from tidings.store.follow import follow_feed
from tidings.store.subscription_lists import (
    ListedFeed,
    all_feeds,
    followed_feeds,
    is_following,
)

Progress = Callable[[int, int], None]
"""Told how many feeds are done, and how many there are."""

# Small, so that a reader's write waits only a moment behind each slice.
_SLICE = 100
# Says that the title is the feed's own, so that it may change with the feed.
_AUTOMATIC = "automatic"
_SWITCHES = {
    "polling": "polling",
    "enforce-feed-domain": "enforce_feed_domain",
    "allow-duplicate-urls": "allow_duplicate_urls",
}


@dataclass(frozen=True, slots=True)
class OpmlReport:
    """What became of a list."""

    feeds: int = 0
    followed: int = 0
    followed_before: int = 0
    new_feeds: int = 0
    duplicates: int = 0
    problems: tuple[OpmlProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Import:
    """What the slices of one import have in common."""

    user_id: int
    folders: Mapping[Path, int]
    suffixes: Suffixes = field(repr=False)
    policy: PollingPolicy
    now: int


async def import_opml(
    context: Context,
    fetching: Fetching,
    user_id: int,
    body: bytes,
    progress: Progress = lambda done, whole: None,
) -> OpmlReport:
    """Let a user follow every feed of a list; raises `Invalid` if it is no such list.

    What the user follows already keeps its title and folder, and feeds that others
    follow keep their settings.
    """
    listed = await asyncio.to_thread(read_opml, body)
    now = context.clock()
    folders = await context.database.write(ensure_folders, user_id, listed.folders, now)
    shared = _Import(user_id, folders, fetching.suffixes, fetching.policy, now)
    report = OpmlReport(duplicates=listed.duplicates, problems=listed.problems)
    whole = len(listed.feeds)
    progress(0, whole)
    for start in range(0, whole, _SLICE):
        part = listed.feeds[start : start + _SLICE]
        report = _sum(report, await context.database.write(_import, shared, part))
        progress(report.feeds, whole)
    await context.database.write(tell, "feed_changed", now, user_id=user_id)
    return report


async def export_opml(context: Context, user_id: int | None = None) -> bytes:
    """Return what a user follows, or every feed of the instance, without secrets."""
    feeds, paths = await context.database.read(_listed, user_id)
    listed = OpmlList(
        title="Tidings",
        feeds=tuple(_outgoing(feed, paths) for feed in feeds),
        folders=tuple(paths.values()),
    )
    return await asyncio.to_thread(write_opml, listed, created_at=context.clock())


def _import(db: Connection, shared: _Import, feeds: Sequence[OpmlFeed]) -> OpmlReport:
    numbers: dict[int, OpmlFeed] = {}
    problems: list[OpmlProblem] = []
    new_feeds = 0
    for feed in feeds:
        target = parse_target(feed.url)
        if isinstance(target, BadUrl):
            problems.append(OpmlProblem(0, f"“{feed.url[:100]}”: {target.reason}."))
            continue
        number, is_new = insert_feed(
            db, _new_feed(feed, target.url, shared), shared.now
        )
        if is_new:
            new_feeds += 1
            for column, value in _columns(feed.settings, shared.policy).items():
                set_feed(db, number, column, value)
        numbers.setdefault(number, feed)
    before = is_following(db, shared.user_id, list(numbers))
    followed = sorted(numbers.keys() - before)
    for number in followed:
        lock_head(db, number)
    for number in followed:
        _follow(db, shared, number, numbers[number])
    return OpmlReport(
        feeds=len(feeds),
        followed=len(followed),
        followed_before=len(before),
        new_feeds=new_feeds,
        duplicates=len(feeds) - len(problems) - len(numbers),
        problems=tuple(problems),
    )


def _new_feed(feed: OpmlFeed, url: str, shared: _Import) -> NewFeed:
    domain = root_domain(host_of(url) or "", shared.suffixes)
    return NewFeed(url, root_domain=domain, title=feed.title or "")


def _follow(db: Connection, shared: _Import, number: int, feed: OpmlFeed) -> None:
    is_own = feed.settings.get("title") != _AUTOMATIC
    follow_feed(
        db,
        shared.user_id,
        number,
        shared.now,
        folder_id=shared.folders.get(feed.folder),
        title=feed.title if is_own else None,
    )


def _columns(settings: Mapping[str, str], policy: PollingPolicy) -> dict[str, object]:
    """Return settings as they are stored; what makes no sense here is left out."""
    columns: dict[str, object] = {
        column: int(settings[name] == "on")
        for name, column in _SWITCHES.items()
        if settings.get(name) in ("on", "off")
    }
    if settings.get("retry-policy") in list(RetryPolicy):
        columns["retry_policy"] = settings["retry-policy"]
    try:
        interval = read_duration(settings.get("interval", ""))
    except ValueError:
        return columns
    if policy.minimum <= interval <= policy.maximum:
        columns["poll_interval"] = micros(interval)
    return columns


def _outgoing(feed: ListedFeed, paths: Mapping[int, Path]) -> OpmlFeed:
    settings = {
        "polling": None if feed.polling else "off",
        "enforce-feed-domain": "on" if feed.enforce_feed_domain else None,
        "allow-duplicate-urls": "on" if feed.allow_duplicate_urls else None,
        "retry-policy": feed.retry_policy,
        "interval": _interval(feed.poll_interval),
        "title": _AUTOMATIC if feed.own_title is None else None,
    }
    return OpmlFeed(
        feed.url,
        title=feed.own_title or feed.feed_title or None,
        site_url=feed.site_url,
        folder=paths.get(feed.folder_id or 0, ()),
        settings={name: value for name, value in settings.items() if value},
    )


def _interval(length: int | None) -> str | None:
    return None if length is None else write_duration(length * MICROSECOND)


def _listed(
    db: Connection, user_id: int | None
) -> tuple[list[ListedFeed], dict[int, Path]]:
    if user_id is None:
        return all_feeds(db), {}
    return followed_feeds(db, user_id), folder_paths(db, user_id)


def _sum(one: OpmlReport, other: OpmlReport) -> OpmlReport:
    return replace(
        one,
        feeds=one.feeds + other.feeds,
        followed=one.followed + other.followed,
        followed_before=one.followed_before + other.followed_before,
        new_feeds=one.new_feeds + other.new_feeds,
        duplicates=one.duplicates + other.duplicates,
        problems=(*one.problems, *other.problems),
    )
