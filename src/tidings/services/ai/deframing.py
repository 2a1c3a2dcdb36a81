"""Deframings over time: of an entry's versions, and of a feed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core.ai.deframing import Scores
from tidings.core.clock import micros
from tidings.core.errors import NotFound
from tidings.core.views import view_of
from tidings.services.ai.summaries import Deframing, shown_deframing
from tidings.store.ai.choices import check_follows
from tidings.store.ai.readings import framing_of, shown_for
from tidings.store.engine.connection import Connection
from tidings.store.entries.versions import Version, entry_versions


@dataclass(frozen=True, slots=True)
class DeframedVersion:
    """A version of an entry; `deframed` is None if nobody asked while it stood."""

    version: int
    seen_at: int
    title: str
    deframed: Deframing | None


@dataclass(frozen=True, slots=True)
class DeframedVersions:
    """All versions that are kept, newest first."""

    items: Sequence[DeframedVersion]
    next_cursor: None = None


@dataclass(frozen=True, slots=True)
class FramingDay:
    """Averages of one day, UTC."""

    day: str
    entries: int
    overall: float
    scores: Scores


@dataclass(frozen=True, slots=True)
class FeedFraming:
    """Averages of a feed: of all days, and of each, the newest first."""

    feed_id: int
    day: None
    entries: int
    overall: float
    scores: Scores
    items: Sequence[FramingDay]


async def list_deframed_versions(
    context: Context, user_id: int, entry_id: int
) -> DeframedVersions:
    """Return what each version of an entry said, and how it was framed, newest first."""
    found = await context.database.read(_versions, user_id, entry_id)
    if not found:
        raise NotFound("There is no such entry.")
    return DeframedVersions(found)


async def feed_framing(
    context: Context, user_id: int, feed_id: int, days: int
) -> FeedFraming:
    """Return how a feed framed its entries over some days."""
    since = context.clock() - micros(timedelta(days=days))
    return await context.database.read(_framing, user_id, feed_id, since)


def _versions(db: Connection, user_id: int, entry_id: int) -> list[DeframedVersion]:
    return [
        view_of(DeframedVersion, each, deframed=_deframed(db, entry_id, each))
        for each in entry_versions(db, user_id, entry_id)
    ]


def _deframed(db: Connection, entry_id: int, version: Version) -> Deframing | None:
    number = 0 if version.replaced_at is None else version.version
    shown = shown_for(db, entry_id, "deframe", "", number)
    return None if shown.state == "none" else shown_deframing(shown)


def _framing(db: Connection, user_id: int, feed_id: int, since: int) -> FeedFraming:
    check_follows(db, user_id, feed_id)
    whole, by_day = framing_of(db, user_id, feed_id, since)
    items = [view_of(FramingDay, day) for day in by_day]
    return view_of(FeedFraming, whole, feed_id=feed_id, items=items)
