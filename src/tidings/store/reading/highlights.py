"""Highlights and notes: rows as readers made them, and in which order they changed.

A highlight is a mark: its entry is kept like a starred one. Deleted ones stay for a
while, so that other devices learn of it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.core.reading.anchors import Anchor
from tidings.core.reading.highlight import Highlight
from tidings.store.engine.connection import Connection, Row, idempotent
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import columns, fields_of, upsert, values_of
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.marking import marking
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, VISIBLE
from tidings.store.system.events import publish_event

MOST_PER_ENTRY = 500

_COLUMNS = (
    "id",
    "entry_id",
    *fields_of(Anchor),
    *fields_of(Highlight, "id", "entry_id", "anchor"),
)


def _text(sql: str, **words: str) -> str:
    return with_words(sql, columns=columns(_COLUMNS, "h"), **words)


_ONE = _text(
    "select {columns} from highlights h where h.user_id = :user and h.id = :id"
)
_NEWEST = _text(
    """
select {columns} from highlights h
where h.user_id = :user and h.deleted_at is null
  and h.entry_id = coalesce(:entry, h.entry_id)
  and (h.changed_at, h.id) < (:at, :id)
order by h.changed_at desc, h.id desc limit :n
"""
)
_CHANGES = _text(
    """
select {columns} from highlights h
where h.user_id = :user and h.entry_id = coalesce(:entry, h.entry_id)
  and (h.changed_at, h.id) > (:at, :id)
order by h.changed_at, h.id limit :n
"""
)
_OF_ENTRY = _text(
    """
select {columns} from highlights h
where h.entry_id = :entry and h.user_id = :user and h.deleted_at is null
order by h.position, h.created_at, h.id limit :n
"""
)
_TEXTS = with_words(
    """
select coalesce(b.codec, 0), b.content, coalesce(t.codec, 0), t.content
from {entry_seen_by_user}
left join entry_bodies b on b.entry_id = e.id
left join entry_full_texts t on t.entry_id = e.id
where e.id = :entry and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_SEES = with_words(
    "select 1 from {entry_seen_by_user}"
    " where e.id = :entry and s.user_id = :user and s.feed_id = e.feed_id and {visible}",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)

Change = Callable[[Highlight], Highlight]


@dataclass(frozen=True, slots=True)
class MarkedEntry:
    """An entry's texts, still packed, None if there is none; and what is marked in it."""

    content: tuple[int, bytes] | None
    full_text: tuple[int, bytes] | None
    highlights: list[Highlight]


@idempotent
def add_highlight(
    db: Connection, user_id: int, new: Highlight, change: Change, now: int
) -> tuple[Highlight, bool]:
    """Store a highlight under its id, and return it and whether it is new.

    If there is one with this id already, it is changed by `change` instead.
    """
    if not db.value(_SEES, user=user_id, entry=new.entry_id):
        raise NotFound("There is no such entry.")
    with _one_at_a_time(db, user_id, new.entry_id):
        known = _find(db, user_id, new.id)
        if known is None:
            _check_room(db, user_id, new.entry_id)
            return _save(db, user_id, new, now), True
        if known.entry_id != new.entry_id:
            raise Conflict(
                "A highlight of another entry has this id.", code=Code.ID_TAKEN
            )
        return _change(db, user_id, known, change, now), False


@idempotent
def change_highlight(
    db: Connection, user_id: int, highlight_id: str, change: Change, now: int
) -> Highlight:
    """Change a highlight and return it, or raise `NotFound`."""
    seen = _find(db, user_id, highlight_id)
    if seen is None:
        raise NotFound("There is no such highlight.")
    with _one_at_a_time(db, user_id, seen.entry_id):
        known = _find(db, user_id, highlight_id)
        if known is None or known.entry_id != seen.entry_id:
            raise Conflict(
                "The highlight is being moved. Try again.", code=Code.HIGHLIGHT_MOVING
            )
        return _change(db, user_id, known, change, now)


def newest_highlights(
    db: Connection,
    user_id: int,
    entry_id: int | None,
    before: tuple[int, str],
    limit: int,
) -> list[Highlight]:
    """Return the highlights of a user, those changed last first."""
    rows = db.rows(
        _NEWEST, user=user_id, entry=entry_id, at=before[0], id=before[1], n=limit
    )
    return [_highlight(row) for row in rows]


def changed_highlights(
    db: Connection,
    user_id: int,
    entry_id: int | None,
    after: tuple[int, str],
    limit: int,
) -> list[Highlight]:
    """Return what changed after a time, deletions too, in the order it happened."""
    rows = db.rows(
        _CHANGES, user=user_id, entry=entry_id, at=after[0], id=after[1], n=limit
    )
    return [_highlight(row) for row in rows]


def highlights_of_entry(db: Connection, user_id: int, entry_id: int) -> list[Highlight]:
    """Return all highlights of an entry, in the order of the text."""
    rows = db.rows(_OF_ENTRY, user=user_id, entry=entry_id, n=MOST_PER_ENTRY)
    return [_highlight(row) for row in rows]


def marked_entry(db: Connection, user_id: int, entry_id: int) -> MarkedEntry:
    """Return an entry's texts and highlights, or raise `NotFound`."""
    row = db.row(_TEXTS, user=user_id, entry=entry_id)
    if row is None:
        raise NotFound("There is no such entry.")
    codec, content, full_codec, full_content = row
    return MarkedEntry(
        None if content is None else (codec, bytes(content)),
        None if full_content is None else (full_codec, bytes(full_content)),
        highlights_of_entry(db, user_id, entry_id),
    )


def forget_deleted_highlights(db: Connection, before: int, most: int) -> int:
    """Drop what was deleted before a time; return how many that were."""
    return db.run(
        """
        delete from highlights where (user_id, id) in (
          select user_id, id from highlights
          where deleted_at is not null and deleted_at < :before limit :most)
        """,
        before=before,
        most=most,
    )


@contextmanager
def _one_at_a_time(db: Connection, user_id: int, entry_id: int) -> Iterator[None]:
    """Let nobody else change highlights until the commit, and count marks at the end.

    So a change can never turn up after a later one was read by a device that asks for
    what is new.
    """
    with marking(db, user_id, [entry_id]):
        next_number(db, "highlight")
        yield


def _find(db: Connection, user_id: int, highlight_id: str) -> Highlight | None:
    row = db.row(_ONE, user=user_id, id=highlight_id)
    return None if row is None else _highlight(row)


def _check_room(db: Connection, user_id: int, entry_id: int) -> None:
    if len(highlights_of_entry(db, user_id, entry_id)) >= MOST_PER_ENTRY:
        raise Conflict(
            f"An entry can have {MOST_PER_ENTRY} highlights at most.",
            code=Code.LIMIT_REACHED,
            details={"limit": MOST_PER_ENTRY},
        )


def _change(
    db: Connection, user_id: int, known: Highlight, change: Change, now: int
) -> Highlight:
    new = change(known)
    return known if new == known else _save(db, user_id, new, now)


def _save(db: Connection, user_id: int, new: Highlight, now: int) -> Highlight:
    last = db.value(
        "select max(changed_at) from highlights where user_id = :user", user=user_id
    )
    new = replace(new, changed_at=max(now, (last or 0) + 1))
    upsert(db, "highlights", "user_id, id", user_id=user_id, **_row(new))
    _publish_event(db, user_id, new, now)
    return new


def _publish_event(
    db: Connection, user_id: int, highlight: Highlight, now: int
) -> None:
    payload = {
        "ids": [highlight.entry_id],
        "highlight": highlight.id,
        "deleted": highlight.deleted_at is not None,
    }
    publish_event(db, "state_changed", now, user_id=user_id, payload=payload)


def _row(highlight: Highlight) -> dict[str, object]:
    values = values_of(highlight)
    return values_of(values.pop("anchor")) | values


def _highlight(row: Row) -> Highlight:
    id_, entry_id, quote, prefix, suffix, position, *rest = row
    return Highlight(id_, entry_id, Anchor(quote, prefix, suffix, position), *rest)
