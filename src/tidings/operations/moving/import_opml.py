"""Lets a user follow every feed of a list, slice by slice, as a long job or at once.

Nothing is fetched: feeds are registered, and workers check them as usual. Each slice
is one commit with its report, so that a run after a kill goes on and counts rightly.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.feeds.failures import RetryPolicy
from tidings.core.feeds.schedule import PollingPolicy
from tidings.core.settings.values import read_duration
from tidings.core.urls import Suffixes, host_of, root_domain, without_login
from tidings.fetch.target import BadUrl, parse_target
from tidings.formats.opml import OpmlFeed, OpmlList, OpmlProblem
from tidings.operations.system.long_job_progress import Progress
from tidings.store.engine.connection import Connection
from tidings.store.feeds.feeds import NewFeed, insert_feed, set_feed
from tidings.store.feeds.folders import Path, ensure_folders
from tidings.store.feeds.follow import follow_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.owners import others_among
from tidings.store.feeds.subscription_lists import is_following
from tidings.store.system.events import publish_event
from tidings.store.system.long_jobs import LongJob, Step, save_step

CountFeeds = Callable[[int, int], None]
"""Called with how many feeds are done, and how many there are."""

# Says that the title is the feed's own, so that it may change with the feed.
AUTOMATIC = "automatic"
SWITCHES = {
    "polling": "polling",
    "enforce-feed-domain": "enforce_feed_domain",
    "allow-duplicate-urls": "allow_duplicate_urls",
}
# Small, so that a reader's write waits only a moment behind each slice.
_SLICE = 100
# Whoever has more has the wrong file.
_MOST_PROBLEMS = 500


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


def packed_list(listed: OpmlList) -> bytes:
    """Return a list as the input of a long job."""
    few = replace(listed, problems=listed.problems[:_MOST_PROBLEMS])
    return msgspec.json.encode(few)


async def import_listed(
    context: Context, fetching: Fetching, job: LongJob, progress: Progress
) -> dict[str, Any]:
    """Follow the feeds of a packed list, going on where an earlier run was ended."""
    listed = msgspec.json.decode(job.input, type=OpmlList)
    report = await follow_listed(
        context, fetching, job.user_id, listed, progress=progress
    )
    return _as_result(report)


async def follow_listed(
    context: Context,
    fetching: Fetching,
    user_id: int,
    listed: OpmlList,
    *,
    progress: Progress | None = None,
    count: CountFeeds = lambda done, whole: None,
) -> OpmlReport:
    """Let a user follow every feed of a list that an earlier run has not done.

    What the user follows already keeps its title and folder, and feeds that others
    follow keep their settings.
    """
    now = context.clock()
    folders = await context.database.write(ensure_folders, user_id, listed.folders, now)
    shared = _Import(user_id, folders, fetching.suffixes, fetching.policy, now)
    report = OpmlReport(duplicates=listed.duplicates, problems=listed.problems)
    if progress is not None and progress.job.result:
        report = msgspec.convert(progress.job.result, OpmlReport)
    whole = len(listed.feeds)
    count(report.feeds, whole)
    for start in range(report.feeds, whole, _SLICE):
        part = listed.feeds[start : start + _SLICE]
        step = None if progress is None else progress.step(start + len(part), whole)
        report = await context.database.write(_import, shared, part, report, step)
        count(report.feeds, whole)
    await context.database.write(_publish_event, user_id, now)
    return report


def _import(
    db: Connection,
    shared: _Import,
    feeds: Sequence[OpmlFeed],
    before: OpmlReport,
    step: Step | None,
) -> OpmlReport:
    report = _sum(before, _follow_all(db, shared, feeds))
    if step is not None:
        save_step(db, step, _as_result(report))
    return report


def _follow_all(
    db: Connection, shared: _Import, feeds: Sequence[OpmlFeed]
) -> OpmlReport:
    numbers: dict[int, OpmlFeed] = {}
    problems: list[OpmlProblem] = []
    new_feeds = 0
    for feed in feeds:
        target = parse_target(feed.url)
        if isinstance(target, BadUrl):
            subject = without_login(feed.url)[:100]
            reason = f"“{subject}”: {target.reason}."
            problem = OpmlProblem(feed.line, reason, "not_an_address", subject)
            problems.append(problem)
            continue
        number, is_new = insert_feed(
            db, _new_feed(feed, target.url, shared), shared.now
        )
        if is_new:
            new_feeds += 1
            for column, value in _columns(feed.settings, shared.policy).items():
                set_feed(db, number, column, value)
        numbers.setdefault(number, feed)
    duplicates = len(feeds) - len(problems) - len(numbers)
    before = is_following(db, shared.user_id, list(numbers))
    followed = sorted(numbers.keys() - before)
    for number in followed:
        lock_head(db, number)
    for number in others_among(db, shared.user_id, followed):
        followed.remove(number)
        feed = numbers[number]
        reason = "Someone has just made this feed private: import it again."
        problems.append(OpmlProblem(feed.line, reason, "not_yours", feed.url[:100]))
    for number in followed:
        _follow(db, shared, number, numbers[number])
    return OpmlReport(
        feeds=len(feeds),
        followed=len(followed),
        followed_before=len(before),
        new_feeds=new_feeds,
        duplicates=duplicates,
        problems=tuple(problems),
    )


def _new_feed(feed: OpmlFeed, url: str, shared: _Import) -> NewFeed:
    domain = root_domain(host_of(url) or "", shared.suffixes)
    return NewFeed(url, root_domain=domain, title=feed.title or "")


def _follow(db: Connection, shared: _Import, number: int, feed: OpmlFeed) -> None:
    is_own = feed.settings.get("title") != AUTOMATIC
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
        for name, column in SWITCHES.items()
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


def _publish_event(db: Connection, user_id: int, now: int) -> None:
    publish_event(db, "feed_changed", now, user_id=user_id, payload={"folders": True})


def _as_result(report: OpmlReport) -> dict[str, Any]:
    few = replace(report, problems=report.problems[:_MOST_PROBLEMS])
    result: dict[str, Any] = msgspec.to_builtins(few)
    return result


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
