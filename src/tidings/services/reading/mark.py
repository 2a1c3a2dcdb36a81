"""What readers do to entries: read, star, tag. Each may be repeated without harm, and
is published to their other devices in the same commit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from tidings.context import Context
from tidings.core.errors import NotFound
from tidings.core.reading.intents import READ, STARRED, tag_field
from tidings.core.reading.reading import is_time, tag_name
from tidings.core.views import Changed
from tidings.services.fields import LARGEST, Number, RequestModel
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.reading.counts import unread_total
from tidings.store.reading.entries import is_visible
from tidings.store.reading.mark_all import lock_to_mark, mark_all_read
from tidings.store.reading.mark_times import (
    note_all_read,
    note_marks,
    said_after,
    unread_after,
)
from tidings.store.reading.marking import (
    Star,
    lock_subscriptions,
    mark_entries,
    star_entries,
    tag_entries,
    unstar_entries,
)
from tidings.store.reading.reading_scope import (
    newest_entry_at,
    scope_feeds,
    unmuted_feeds,
)
from tidings.store.reading.tags import ensure_tag, find_tag_id
from tidings.store.stories.stories import read_together, reported_elsewhere
from tidings.store.system.events import publish_event

# More is not named, though it is read: whoever marks so much has no single way back.
MOST_ALONG = 5_000
MOST_MARKED = 1_000  # by number, at once


_MadeAt = Annotated[
    int | None,
    Field(
        ge=0,
        le=LARGEST,
        description="when the reader wanted it, if not now: what was marked later holds",
    ),
]


class MarkRead(RequestModel):
    """Which entries are read now, or unread again."""

    ids: Annotated[list[Number], Field(min_length=1, max_length=MOST_MARKED)]
    read: bool = True
    at: _MadeAt = None


class _UpToPoint(RequestModel):
    before: Annotated[
        int,
        Field(
            ge=0,
            le=LARGEST,
            description="the number of the newest entry that was shown, or (from 10^14"
            " on) a time in microseconds: what was received later stays unread",
        ),
    ]
    at: _MadeAt = None


class FeedRead(_UpToPoint):
    """Everything of one feed."""

    feed_id: Number


class FolderRead(_UpToPoint):
    """Everything in a folder and in the folders inside it."""

    folder_id: Number


class AllRead(_UpToPoint):
    """Everything."""

    all: Literal[True]
    muted: Annotated[
        bool, Field(description="also feeds that are muted; `false` leaves them alone")
    ] = True


UpTo = FeedRead | FolderRead | AllRead


@dataclass(frozen=True, slots=True)
class MarkedRead(Changed):
    """How many entries changed, and which of them you did not name: others of the same
    stories, if you read stories together. Mark these unread too to undo it all."""

    along: Sequence[int]


async def mark_read(context: Context, user_id: int, marks: MarkRead) -> MarkedRead:
    """Mark entries read or unread; return what changed. What a reader cannot see is
    left out: it may have been forgotten meanwhile."""
    now = context.clock()
    at = now if marks.at is None else min(marks.at, now)
    return await context.database.write(_mark, user_id, marks.ids, marks.read, at, now)


async def mark_read_up_to(context: Context, user_id: int, up_to: UpTo) -> Changed:
    """Mark everything read up to a point, never past it; return how many that was."""
    return Changed(
        await context.database.write(_mark_all, user_id, up_to, context.clock())
    )


async def star(
    context: Context, user_id: int, entry_id: int, *, version: int | None = None
) -> None:
    """Star an entry as it is now, or as the reader saw it."""
    wanted = Star(entry_id, context.clock(), version)
    await context.database.write(_star, user_id, wanted)


async def unstar(context: Context, user_id: int, entry_id: int) -> None:
    """Take a star away."""
    await context.database.write(_unstar, user_id, entry_id, context.clock())


async def tag(
    context: Context, user_id: int, entry_id: int, name: str, *, tagged: bool
) -> None:
    """Give an entry a tag, which is made if it is new, or take it away."""
    known = tag_name(name)
    change = _tag if tagged else _untag
    await context.database.write(change, user_id, entry_id, known, context.clock())


@idempotent
def _mark(
    db: Connection, user_id: int, ids: list[int], read: bool, at: int, now: int
) -> MarkedRead:
    together = read_together(db, user_id, ids) if read else ids
    if at < now:
        # A late intent does not undo what was done after it.
        lock_subscriptions(db, user_id, together)
        newer = said_after(db, user_id, together, at)
        together = [each for each in together if each not in newer]
    changed = mark_entries(db, user_id, together, read=read)
    note_marks(db, user_id, together, READ, read, at)
    if changed:
        publish_marks(db, user_id, now, {"ids": sorted(changed), "read": read})
    along = sorted(set(changed).difference(ids))
    return MarkedRead(len(changed), along[:MOST_ALONG])


@idempotent
def _mark_all(db: Connection, user_id: int, up_to: UpTo, now: int) -> int:
    # The ids as clients named them, for the event.
    named = up_to.model_dump(exclude={"before", "at"}, exclude_defaults=True)
    if named.get("muted") is False:
        feeds = unmuted_feeds(db, user_id)
    else:
        feeds = scope_feeds(db, user_id, named.get("feed_id"), named.get("folder_id"))
    scope = None if feeds is None else list(feeds)
    point = newest_entry_at(db, up_to.before) if is_time(up_to.before) else up_to.before
    at = now if up_to.at is None else min(up_to.at, now)
    newer: list[int] = []
    if at < now:
        # A late intent does not undo what was done after it, anywhere.
        lock_to_mark(db, user_id, None)
        newer = unread_after(db, user_id, at)
    elsewhere = set(reported_elsewhere(db, user_id, scope, point)).difference(newer)
    if at == now:
        lock_to_mark(db, user_id, scope, elsewhere)
    unread = unread_total(db, user_id, scope)
    mark_all_read(db, user_id, point, scope)
    if newer:
        mark_entries(db, user_id, newer, read=False)
    note_all_read(db, user_id, scope, point, at)
    # Entries that arrive at this moment count as unread on one side only.
    marked = max(0, unread - unread_total(db, user_id, scope))
    if marked:
        marks = {"all_read": {**named, "before": point}}
        publish_marks(db, user_id, now, marks)
        if newer:
            publish_marks(db, user_id, now, {"ids": newer, "read": False})
    return marked + _mark_elsewhere(db, user_id, sorted(elsewhere), at, now)


def _mark_elsewhere(
    db: Connection, user_id: int, ids: list[int], at: int, now: int
) -> int:
    """Mark what other feeds say of the same stories; return how many that was."""
    if not ids:
        return 0
    changed = mark_entries(db, user_id, ids, read=True)
    note_marks(db, user_id, ids, READ, True, at)
    publish_marks(db, user_id, now, {"ids": sorted(changed), "read": True})
    return len(changed)


@idempotent
def _star(db: Connection, user_id: int, star: Star) -> None:
    _require_visible(db, user_id, star.entry_id)
    note_marks(db, user_id, [star.entry_id], STARRED, True, star.at)
    if star_entries(db, user_id, [star]):
        marks = {"ids": [star.entry_id], "starred": True}
        publish_marks(db, user_id, star.at, marks)


@idempotent
def _unstar(db: Connection, user_id: int, entry_id: int, now: int) -> None:
    _require_visible(db, user_id, entry_id)
    # Before it is done: an entry without its star may be out of sight.
    note_marks(db, user_id, [entry_id], STARRED, False, now)
    if unstar_entries(db, user_id, [entry_id]):
        publish_marks(db, user_id, now, {"ids": [entry_id], "starred": False})


@idempotent
def _tag(db: Connection, user_id: int, entry_id: int, name: str, now: int) -> None:
    _require_visible(db, user_id, entry_id)
    number = ensure_tag(db, user_id, name, now)
    note_marks(db, user_id, [entry_id], tag_field(name), True, now)
    if tag_entries(db, user_id, [entry_id], number, tagged=True):
        publish_marks(
            db, user_id, now, {"ids": [entry_id], "tag": name, "tagged": True}
        )


@idempotent
def _untag(db: Connection, user_id: int, entry_id: int, name: str, now: int) -> None:
    _require_visible(db, user_id, entry_id)
    number = find_tag_id(db, user_id, name)
    note_marks(db, user_id, [entry_id], tag_field(name), False, now)
    if number and tag_entries(db, user_id, [entry_id], number, tagged=False):
        publish_marks(
            db, user_id, now, {"ids": [entry_id], "tag": name, "tagged": False}
        )


def _require_visible(db: Connection, user_id: int, entry_id: int) -> None:
    if not is_visible(db, user_id, entry_id):
        raise NotFound("There is no such entry.")


def publish_marks(
    db: Connection, user_id: int, now: int, marks: Mapping[str, Any]
) -> None:
    """Notify a reader's other devices of what is marked now."""
    publish_event(db, "state_changed", now, user_id=user_id, payload=marks)
