"""Marks made while offline, merged with those made meanwhile elsewhere.

All in one commit, published to the reader's other devices like any other mark.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from tidings.context import Context
from tidings.core.errors import Conflict, Invalid
from tidings.core.reading.intents import (
    READ,
    STARRED,
    Intent,
    Mark,
    Register,
    Verdict,
    in_our_time,
    merge,
    newest_intents,
    tag_field,
    tag_of,
    verdicts,
)
from tidings.core.reading.reading import tag_name
from tidings.services.fields import LARGEST, Number, RequestModel, TagName
from tidings.services.reading.mark import publish_marks
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.reading.mark_times import (
    EntryMarks,
    marks_of_entries,
    note_times,
    times_of_marks,
)
from tidings.store.reading.marking import (
    Star,
    lock_subscriptions,
    mark_entries,
    star_entries,
    tag_entries,
    unstar_entries,
)
from tidings.store.reading.tags import ensure_tag, find_tag_id
from tidings.store.stories.stories import read_along

# Each tag costs statements of its own, and holds up others meanwhile.
MOST_TAGS = 50

MOST_INTENTS = 1000
_Time = Annotated[
    int, Field(ge=0, le=LARGEST, description="by the clock of the device")
]


class PlainIntent(RequestModel):
    """An entry is to be read or starred, or not."""

    entry_id: Number
    field: Literal["read", "starred"]
    value: bool
    at: _Time
    version: Annotated[
        int | None,
        Field(
            ge=1,
            le=2**15 - 1,
            description="of a star: the version that the reader saw; the present one"
            " if not said, or if it is not kept",
        ),
    ] = None

    def intent(self) -> Intent:
        """Return what is wanted of which mark."""
        mark = Mark(self.entry_id, self.field)
        return Intent(mark, self.value, self.at, self.version)


class TagIntent(RequestModel):
    """An entry is to be tagged, or not."""

    entry_id: Number
    field: Literal["tag"]
    tag: TagName
    value: bool
    at: _Time

    def intent(self) -> Intent:
        """Return what is wanted of which mark."""
        return Intent(Mark(self.entry_id, tag_field(self.tag)), self.value, self.at)


AnyIntent = Annotated[PlainIntent | TagIntent, Field(discriminator="field")]


class OfflineMarks(RequestModel):
    """What was marked offline, and when it is sent, all by the clock of the device."""

    sent_at: _Time
    intents: Annotated[list[AnyIntent], Field(min_length=1, max_length=MOST_INTENTS)]


# By field and value, then by entry.
_Changes = Mapping[tuple[str, bool], dict[int, Register]]


@dataclass(frozen=True, slots=True)
class SyncedMarks:
    """What became of each intent, in the order they were sent, and how the entries are
    now; those that are `gone` are not among them."""

    results: list[Verdict]
    entries: list[EntryMarks]


async def sync_marks(
    context: Context, user_id: int, marks: OfflineMarks
) -> SyncedMarks:
    """Merge what a reader did offline; the newest intent for each mark wins."""
    now = context.clock()
    intents = [_with_own_tag_name(each.intent()) for each in marks.intents]
    intended = in_our_time(intents, marks.sent_at, now)
    tags = {tag_of(each.mark.field) for each in intended} - {None}
    if len(tags) > MOST_TAGS:
        raise Invalid(
            f"At most {MOST_TAGS} tags at once.", details={"field": "intents"}
        )
    return await context.database.write(_sync, user_id, intended, now)


@idempotent
def _sync(db: Connection, user_id: int, intents: list[Intent], now: int) -> SyncedMarks:
    ids = sorted({each.mark.entry_id for each in intents})
    lock_subscriptions(db, user_id, ids)
    seen = marks_of_entries(db, user_id, ids)
    known = _registers(db, user_id, intents, seen)
    numbers = frozenset(each.id for each in seen)
    newest = {
        mark: register
        for mark, register in newest_intents(intents).items()
        if mark.entry_id in numbers
    }
    changes = merge(newest, known)
    changes |= _read_along(db, user_id, changes)
    refused = _carry_out(db, user_id, _grouped(changes), now)
    held = {mark: new for mark, new in changes.items() if mark.field not in refused}
    note_times(
        db,
        user_id,
        [
            (mark.entry_id, mark.field, new.at or now, new.value)
            for mark, new in held.items()
        ],
    )
    results = [
        Verdict.REFUSED
        if intent.mark.field in refused and intent.mark in changes
        else verdict
        for intent, verdict in zip(
            intents, verdicts(intents, {**known, **held}, numbers), strict=True
        )
    ]
    return SyncedMarks(results, marks_of_entries(db, user_id, ids))


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
    intents = {
        mark: Register(value=True, at=max(read[each] for each in along[mark.entry_id]))
        for mark in known
    }
    return merge(intents, {**known, **changes})


def _is_marked(entry: EntryMarks, field: str) -> bool:
    if field == READ:
        return entry.read
    if field == STARRED:
        return entry.starred
    return tag_of(field) in entry.tags


def _grouped(changes: Mapping[Mark, Register]) -> _Changes:
    groups: dict[tuple[str, bool], dict[int, Register]] = defaultdict(dict)
    for mark, register in changes.items():
        groups[mark.field, register.value][mark.entry_id] = register
    return groups


def _carry_out(
    db: Connection, user_id: int, changes: _Changes, now: int
) -> frozenset[str]:
    """Mark, then publish events; return the fields that could not be set."""
    events, refused = [], set()
    # What keeps an entry in sight comes first, what lets go of it last.
    for (field, value), wanted in sorted(
        changes.items(), key=lambda each: (not each[0][1], each[0][0])
    ):
        try:
            changed, event = _mark(db, user_id, field, value, wanted, now)
        except Conflict:
            refused.add(field)
            continue
        if changed:
            events.append({"ids": sorted(changed), **event})
    for each in events:
        publish_marks(db, user_id, now, each)
    return frozenset(refused)


def _mark(
    db: Connection,
    user_id: int,
    field: str,
    value: bool,
    wanted: Mapping[int, Register],
    now: int,
) -> tuple[list[int], dict[str, object]]:
    ids = list(wanted)
    if field == READ:
        return mark_entries(db, user_id, ids, read=value), {"read": value}
    if field == STARRED and value:
        stars = [Star(id_, new.at or now, new.version) for id_, new in wanted.items()]
        return star_entries(db, user_id, stars), {"starred": True}
    if field == STARRED:
        return unstar_entries(db, user_id, ids), {"starred": False}
    name = tag_of(field) or ""
    event: dict[str, object] = {"tag": name, "tagged": value}
    if value:
        tag: int | None = ensure_tag(db, user_id, name, now)
    else:
        tag = find_tag_id(db, user_id, name)
    if tag is None:
        return [], event
    return tag_entries(db, user_id, ids, tag, tagged=value), event
