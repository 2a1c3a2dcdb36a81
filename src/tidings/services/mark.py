"""What readers do to entries: read, star, tag. Each may be repeated without harm, and
is told to their other devices in the commit that makes it true."""

import json
from dataclasses import dataclass
from typing import Any

from tidings.context import Context
from tidings.core.errors import NotFound
from tidings.core.intents import READ, STARRED, tag_field
from tidings.core.reading import is_time, tag_name
from tidings.store.connection import Connection, safe_to_repeat
from tidings.store.counts import unread_total
from tidings.store.entries import is_visible
from tidings.store.events import tell
from tidings.store.mark_all import lock_to_mark, mark_all_read
from tidings.store.mark_times import (
    note_all_read,
    note_marks,
    said_after,
    unread_after,
)
from tidings.store.marking import (
    lock_subscriptions,
    mark_entries,
    star_entries,
    tag_entries,
)
from tidings.store.reading_scope import newest_entry_at, scope_feeds
from tidings.store.stories import read_together, told_elsewhere
from tidings.store.tags import ensure_tag, find_tag_id

# More is not named, though it is read: whoever marks so much has no single way back.
MOST_ALONG = 5_000


@dataclass(frozen=True, slots=True)
class Marked:
    """How many entries changed, and which of them were not named: others that tell the
    same stories. Marking those unread too brings everything back as it was."""

    changed: int
    along: list[int]


@dataclass(frozen=True, slots=True)
class UpTo:
    """What to mark read: a feed, a folder, or everything if neither is named.

    `before` is a time, or the number of the newest entry that the reader was shown.
    """

    before: int
    feed_id: int | None = None
    folder_id: int | None = None
    at: int | None = None  # when it was wished; None: now

    @property
    def scope(self) -> dict[str, int | bool]:
        """Return what is named, as clients are told of it."""
        if self.feed_id is not None:
            return {"feed_id": self.feed_id}
        return (
            {"all": True} if self.folder_id is None else {"folder_id": self.folder_id}
        )


async def mark_read(
    context: Context, user_id: int, ids: list[int], *, read: bool, at: int | None = None
) -> Marked:
    """Mark entries read or unread; return what changed. What a reader cannot see is
    left out: it may have been forgotten meanwhile. `at` is when it was wished; None:
    now."""
    now = context.clock()
    wished = now if at is None else min(at, now)
    return await context.database.write(_mark, user_id, ids, read, wished, now)


async def mark_read_up_to(context: Context, user_id: int, up_to: UpTo) -> int:
    """Mark everything read up to a point, never past it; return how many that was."""
    return await context.database.write(_mark_all, user_id, up_to, context.clock())


async def star(context: Context, user_id: int, entry_id: int, *, starred: bool) -> None:
    """Star an entry or take its star away."""
    await context.database.write(_star, user_id, entry_id, starred, context.clock())


async def tag(
    context: Context, user_id: int, entry_id: int, name: str, *, tagged: bool
) -> None:
    """Give an entry a tag, which is made if it is new, or take it away."""
    known = tag_name(name)
    change = _tag if tagged else _untag
    await context.database.write(change, user_id, entry_id, known, context.clock())


@safe_to_repeat
def _mark(
    db: Connection, user_id: int, ids: list[int], read: bool, at: int, now: int
) -> Marked:
    together = read_together(db, user_id, ids) if read else ids
    if at < now:
        # A wish that comes late does not undo what was said after it.
        lock_subscriptions(db, user_id, together)
        newer = said_after(db, user_id, together, at)
        together = [each for each in together if each not in newer]
    changed = mark_entries(db, user_id, together, read=read)
    note_marks(db, user_id, together, READ, at)
    if changed:
        tell_marks(db, user_id, now, {"ids": sorted(changed), "read": read})
    along = sorted(set(changed).difference(ids))
    return Marked(len(changed), along[:MOST_ALONG])


@safe_to_repeat
def _mark_all(db: Connection, user_id: int, up_to: UpTo, now: int) -> int:
    feeds = scope_feeds(db, user_id, up_to.feed_id, up_to.folder_id)
    scope = None if feeds is None else list(feeds)
    point = newest_entry_at(db, up_to.before) if is_time(up_to.before) else up_to.before
    at = now if up_to.at is None else min(up_to.at, now)
    newer: list[int] = []
    if at < now:
        # A wish that comes late does not undo what was said after it, anywhere.
        lock_to_mark(db, user_id, None)
        newer = unread_after(db, user_id, at)
    elsewhere = set(told_elsewhere(db, user_id, scope, point)).difference(newer)
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
        told = {"all_read": {**up_to.scope, "before": point}}
        tell_marks(db, user_id, now, told)
        if newer:
            tell_marks(db, user_id, now, {"ids": newer, "read": False})
    return marked + _mark_elsewhere(db, user_id, sorted(elsewhere), at, now)


def _mark_elsewhere(
    db: Connection, user_id: int, ids: list[int], at: int, now: int
) -> int:
    """Mark what other feeds say of the same stories; return how many that was."""
    if not ids:
        return 0
    changed = mark_entries(db, user_id, ids, read=True)
    note_marks(db, user_id, ids, READ, at)
    tell_marks(db, user_id, now, {"ids": sorted(changed), "read": True})
    return len(changed)


@safe_to_repeat
def _star(db: Connection, user_id: int, entry_id: int, starred: bool, now: int) -> None:
    _require_visible(db, user_id, entry_id)
    # Before it is done: an entry without its star may be out of sight.
    note_marks(db, user_id, [entry_id], STARRED, now)
    if star_entries(db, user_id, [entry_id], starred=starred):
        tell_marks(db, user_id, now, {"ids": [entry_id], "starred": starred})


@safe_to_repeat
def _tag(db: Connection, user_id: int, entry_id: int, name: str, now: int) -> None:
    _require_visible(db, user_id, entry_id)
    number = ensure_tag(db, user_id, name, now)
    note_marks(db, user_id, [entry_id], tag_field(name), now)
    if tag_entries(db, user_id, [entry_id], number, tagged=True):
        tell_marks(db, user_id, now, {"ids": [entry_id], "tag": name, "tagged": True})


@safe_to_repeat
def _untag(db: Connection, user_id: int, entry_id: int, name: str, now: int) -> None:
    _require_visible(db, user_id, entry_id)
    number = find_tag_id(db, user_id, name)
    note_marks(db, user_id, [entry_id], tag_field(name), now)
    if number and tag_entries(db, user_id, [entry_id], number, tagged=False):
        tell_marks(db, user_id, now, {"ids": [entry_id], "tag": name, "tagged": False})


def _require_visible(db: Connection, user_id: int, entry_id: int) -> None:
    if not is_visible(db, user_id, entry_id):
        raise NotFound("There is no such entry.")


def tell_marks(db: Connection, user_id: int, now: int, told: dict[str, Any]) -> None:
    """Tell a reader's other devices what is marked now."""
    tell(db, "state_changed", now, user_id=user_id, payload=json.dumps(told))
