"""What an administrator asks about the installation as a whole."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.context import Context
from tidings.core import cursor
from tidings.core.clock import micros
from tidings.core.pages import Page
from tidings.core.system.long_job_kind import LongJobKind
from tidings.core.views import view_of
from tidings.services.feeds.health import published_url
from tidings.services.system.long_jobs import JobView, start_long_job
from tidings.store.entries.cleanup import clean_ups_before
from tidings.store.feeds.feeds import FeedRow, list_feeds
from tidings.store.system.database_sizes import DatabaseSize, sizes_since
from tidings.store.system.long_jobs import OwnedJob, list_everybodys_jobs

_CLEAN_UPS = "clean-ups"
_FEEDS = "all-feeds"
_JOBS = "all-jobs"
_LATEST = (2**63 - 1, "")


# Entries went that somebody had not read; read entries went earlier (`days_read` of what
# was removed), because the database was too large; it still is.
CleanUpNote = Literal["unread_removed", "kept_shorter", "too_large"]


@dataclass(frozen=True, slots=True)
class CleanUp:
    """One clean-up: when it began, how long it took, how many of what it removed, how
    many bytes it gave back, and what an administrator should know of it."""

    id: str
    at: int
    took: int
    removed: dict[str, int | str]
    bytes_freed: int
    notes: list[CleanUpNote]


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A feed of the installation and how it is."""

    id: int
    kind: str
    url: str | None
    title: str
    enabled: bool
    polling: bool
    next_check_at: int | None
    last_success_at: int | None
    failures: int
    last_error: str | None
    subscribers: int
    published_since: int | None  # None: it is not published
    published_url: str | None  # where everybody may read it; None: likewise


@dataclass(frozen=True, slots=True)
class SizeList:
    """Sizes, the oldest first; days on which nothing was measured are left out."""

    items: Sequence[DatabaseSize]
    next_cursor: None = None


async def start_vacuum(context: Context, user_id: int) -> JobView:
    """Let a worker give unused space of the database back."""
    return await start_long_job(context, user_id, LongJobKind.VACUUM, b"")


async def list_sizes(context: Context, days: int) -> SizeList:
    """Return how large the database was on the last days, today included."""
    since = context.clock() - micros(timedelta(days=days - 1))
    return SizeList(await context.database.read(sizes_since, since))


async def list_all_jobs(
    context: Context, after: str | None, limit: int
) -> Page[OwnedJob]:
    """Return everybody's jobs, newest first."""
    place: tuple[int, str] | None = None
    if after is not None:
        at, job_id = cursor.decode(_JOBS, after, (int, str))
        place = int(at), str(job_id)
    rows = await context.database.read(list_everybodys_jobs, place, limit + 1)
    page = rows[:limit]
    if len(rows) <= limit:
        return Page(page, None)
    return Page(page, cursor.encode(_JOBS, (page[-1].created_at, page[-1].id)))


async def list_clean_ups(
    context: Context, after: str | None, limit: int
) -> Page[CleanUp]:
    """Return clean-ups, newest first."""
    place = _LATEST
    if after is not None:
        at, id_ = cursor.decode(_CLEAN_UPS, after, (int, str))
        place = (int(at), str(id_))
    rows = await context.database.read(clean_ups_before, *place, limit + 1)
    page = [_clean_up(*row) for row in rows[:limit]]
    if len(rows) <= limit:
        return Page(page, None)
    return Page(page, cursor.encode(_CLEAN_UPS, (page[-1].at, page[-1].id)))


def _clean_up(id_: str, at: int, took: int, report: str) -> CleanUp:
    removed: dict[str, int | str] = json.loads(report)
    notes: list[CleanUpNote] = []
    if removed.get("unread_entries"):
        notes.append("unread_removed")
    if "days_read" in removed:
        notes.append("kept_shorter")
    if removed.get("size") == "too large":
        notes.append("too_large")
    return CleanUp(id_, at, took, removed, int(removed.get("bytes_freed", 0)), notes)


async def list_all_feeds(
    context: Context, after: str | None, limit: int
) -> Page[FeedLine]:
    """Return every feed of the installation by number."""
    number = 0 if after is None else int(cursor.decode(_FEEDS, after, (int,))[0])
    rows = await context.database.read(list_feeds, number, limit + 1)
    page = [_feed_line(row, context.server.base_url) for row in rows[:limit]]
    more = len(rows) > limit
    return Page(page, cursor.encode(_FEEDS, (page[-1].id,)) if more else None)


def _feed_line(row: FeedRow, base_url: str) -> FeedLine:
    return view_of(
        FeedLine,
        row,
        enabled=bool(row.enabled),
        polling=bool(row.polling),
        published_url=published_url(row, base_url),
    )
