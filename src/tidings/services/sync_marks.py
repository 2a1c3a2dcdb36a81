"""Marks made while offline, merged with those made meanwhile elsewhere.

All in one commit, told to the reader's other devices like any other mark.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tidings.context import Context
from tidings.core.errors import Conflict, Invalid
from tidings.core.intents import (
    READ,
    STARRED,
    Intent,
    Mark,
    Register,
    Verdict,
    in_our_time,
    merge,
    newest_wishes,
    tag_field,
    tag_of,
    verdicts,
)
from tidings.core.reading import tag_name
from tidings.services.mark import tell_marks
from tidings.store.connection import Connection, safe_to_repeat
from tidings.store.mark_times import (
    EntryMarks,
    marks_of_entries,
    note_times,
    times_of_marks,
)
from tidings.store.marking import (
    lock_subscriptions,
    mark_entries,
    star_entries,
    tag_entries,
)
from tidings.store.stories import read_along
from tidings.store.tags import ensure_tag, find_tag_id

# Each tag costs statements of its own, and holds up others meanwhile.
MOST_TAGS = 50

_Changes = Mapping[tuple[str, bool], list[int]]


@dataclass(frozen=True, slots=True)
class Synced:
    """What became of each wish, in their order, and how the entries are now."""

    results: list[Verdict]
    entries: list[EntryMarks]


async def sync_marks(
    context: Context, user_id: int, intents: Sequence[Intent], sent_at: int
) -> Synced:
    """Bring in what a reader wished offline; the newest wish for each mark holds."""
    now = context.clock()
    wished = in_our_time([_with_own_tag_name(each) for each in intents], sent_at, now)
    tags = {tag_of(each.mark.field) for each in wished} - {None}
    if len(tags) > MOST_TAGS:
        raise Invalid(
            f"At most {MOST_TAGS} tags at once.", details={"field": "intents"}
        )
    return await context.database.write(_sync, user_id, wished, now)


@safe_to_repeat
def _sync(db: Connection, user_id: int, intents: list[Intent], now: int) -> Synced:
    ids = sorted({each.mark.entry_id for each in intents})
    lock_subscriptions(db, user_id, ids)
    seen = marks_of_entries(db, user_id, ids)
    known = _registers(db, user_id, intents, seen)
    numbers = frozenset(each.id for each in seen)
    wishes = {
        mark: wish
        for mark, wish in newest_wishes(intents).items()
        if mark.entry_id in numbers
    }
    changes = merge(wishes, known)
    changes |= _read_along(db, user_id, changes)
    refused = _carry_out(db, user_id, _grouped(changes), now)
    held = {mark: new for mark, new in changes.items() if mark.field not in refused}
    note_times(
        db,
        user_id,
        [(mark.entry_id, mark.field, new.at or now) for mark, new in held.items()],
    )
    results = [
        Verdict.REFUSED
        if intent.mark.field in refused and intent.mark in changes
        else verdict
        for intent, verdict in zip(
            intents, verdicts(intents, {**known, **held}, numbers), strict=True
        )
    ]
    return Synced(results, marks_of_entries(db, user_id, ids))


def _with_own_tag_name(intent: Intent) -> Intent:
    """Name a tag as it is stored: spaces are not what tells tags apart."""
    name = tag_of(intent.mark.field)
    if name is None:
        return intent
    return replace(intent, mark=replace(intent.mark, field=tag_field(tag_name(name))))


def _registers(
    db: Connection, user_id: int, intents: list[Intent], seen: list[EntryMarks]
) -> dict[Mark, Register]:
    """Return how the marks are that are spoken of, and since when."""
    times = times_of_marks(db, user_id, seen)
    by_id = {each.id: each for each in seen}
    marks = {each.mark for each in intents if each.mark.entry_id in by_id}
    return {
        mark: Register(
            _is_marked(by_id[mark.entry_id], mark.field),
            times.get((mark.entry_id, mark.field)),
        )
        for mark in marks
    }


def _read_along(
    db: Connection, user_id: int, changes: Mapping[Mark, Register]
) -> dict[Mark, Register]:
    """Return what else is read by reading these, where nothing newer was said of it."""
    read = {
        mark.entry_id: new.at or 0
        for mark, new in changes.items()
        if mark.field == READ and new.value
    }
    along = read_along(db, user_id, sorted(read)) if read else {}
    if not along:
        return {}
    lock_subscriptions(db, user_id, sorted(along))
    seen = marks_of_entries(db, user_id, sorted(along))
    times = times_of_marks(db, user_id, seen)
    known = {
        Mark(each.id, READ): Register(each.read, times.get((each.id, READ)))
        for each in seen
    }
    wishes = {
        mark: Register(value=True, at=max(read[each] for each in along[mark.entry_id]))
        for mark in known
    }
    return merge(wishes, {**known, **changes})


def _is_marked(entry: EntryMarks, field: str) -> bool:
    if field == READ:
        return entry.read
    if field == STARRED:
        return entry.starred
    return tag_of(field) in entry.tags


def _grouped(changes: Mapping[Mark, Register]) -> _Changes:
    groups: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for mark, register in changes.items():
        groups[mark.field, register.value].append(mark.entry_id)
    return groups


def _carry_out(
    db: Connection, user_id: int, changes: _Changes, now: int
) -> frozenset[str]:
    """Mark, then tell; return the fields that could not be set."""
    told, refused = [], set()
    # What keeps an entry in sight comes first, what lets go of it last.
    for (field, value), ids in sorted(
        changes.items(), key=lambda each: (not each[0][1], each[0][0])
    ):
        try:
            changed, event = _mark(db, user_id, field, value, ids, now)
        except Conflict:
            refused.add(field)
            continue
        if changed:
            told.append({"ids": sorted(changed), **event})
    for each in told:
        tell_marks(db, user_id, now, each)
    return frozenset(refused)


def _mark(
    db: Connection, user_id: int, field: str, value: bool, ids: list[int], now: int
) -> tuple[list[int], dict[str, object]]:
    if field == READ:
        return mark_entries(db, user_id, ids, read=value), {"read": value}
    if field == STARRED:
        return star_entries(db, user_id, ids, starred=value), {"starred": value}
    name = tag_of(field) or ""
    event: dict[str, object] = {"tag": name, "tagged": value}
    if value:
        tag: int | None = ensure_tag(db, user_id, name, now)
    else:
        tag = find_tag_id(db, user_id, name)
    if tag is None:
        return [], event
    return tag_entries(db, user_id, ids, tag, tagged=value), event
