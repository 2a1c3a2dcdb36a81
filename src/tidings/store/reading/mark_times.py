"""When readers marked what: so that an intent from an offline device finds newer ones."""

from dataclasses import dataclass

from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

_ALL = 0  # in place of a feed

_NOTE = with_words(
    """
insert into mark_times (user_id, entry_id, field, at, value)
select :user, e.id, :field, :now, :value
from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
on conflict (user_id, entry_id, field) do update
set at = excluded.at, value = excluded.value
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_NOTE_AT = """
insert into mark_times (user_id, entry_id, field, at, value)
values (:user, :entry, :field, :at, :value)
on conflict (user_id, entry_id, field) do update
set at = excluded.at, value = excluded.value
"""
_NOTE_ALL = """
insert into all_read_times (user_id, feed_id, at, up_to)
select :user, i.id, :at, :up from ids(:feeds) i where i.id >= 0
on conflict (user_id, feed_id) do update set at = excluded.at, up_to = excluded.up_to
where excluded.at >= all_read_times.at
"""
_UNREAD_AFTER = with_words(
    """
select e.id from mark_times m cross join {entry_seen_by_user}
where m.user_id = :user and m.field = 'read' and m.at > :at and e.id = m.entry_id
  and s.user_id = :user and s.feed_id = e.feed_id and {visible} and {read_now} = 0
order by e.id
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    read_now=READ,
    visible=VISIBLE,
)
_STATES = with_words(
    """
select e.id, e.feed_id, {read_now}, coalesce(st.starred, 0)
from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
order by e.id
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    read_now=READ,
    visible=VISIBLE,
)
_TAGS = """
select t.entry_id, g.name
from ids(:ids) i cross join entry_tags t cross join tags g
where t.entry_id = i.id and t.user_id = :user and g.id = t.tag_id
order by t.entry_id, g.name
"""
_TIMES = """
select m.entry_id, m.field, m.at from ids(:ids) i cross join mark_times m
where m.user_id = :user and m.entry_id = i.id
"""
_ALL_READ = """
select feed_id, at, up_to from all_read_times
where user_id = :user and feed_id in (select id from ids(:feeds))
"""
# A look-up for each row: of `exists` PostgreSQL makes a hash of all entries.
_FORGET = """
delete from mark_times
where user_id = :user and at < :before and (field <> 'read' or value = 0
  or (select e.id from entries e where e.id = mark_times.entry_id) is null)
"""


@dataclass(frozen=True, slots=True)
class EntryMarks:
    """How an entry is marked."""

    id: int
    feed_id: int
    read: bool
    starred: bool
    tags: tuple[str, ...]


def note_marks(
    db: Connection, user_id: int, ids: list[int], field: str, value: bool, now: int
) -> None:
    """Note what a reader said now, of all these entries that the reader sees."""
    known = {"user": user_id, "field": field, "value": int(value), "now": now}
    db.run(_NOTE, ids=sorted(set(ids)), **known)


def note_times(
    db: Connection, user_id: int, times: list[tuple[int, str, int, bool]]
) -> None:
    """Note when a reader said what, as (entry, field, time, yes or no); the entries
    must be seen."""
    db.run_many(
        _NOTE_AT,
        [
            {
                "user": user_id,
                "entry": entry,
                "field": field,
                "at": at,
                "value": int(value),
            }
            for entry, field, at, value in sorted(times)
        ],
    )


def note_all_read(
    db: Connection, user_id: int, feeds: list[int] | None, up_to: int, at: int
) -> None:
    """Note that everything up to an entry was marked read, in some feeds or (None) all,
    unless that was done later already."""
    named = [_ALL] if feeds is None else sorted(feeds)
    db.run(_NOTE_ALL, user=user_id, feeds=named, up=up_to, at=at)


def unread_after(db: Connection, user_id: int, at: int) -> list[int]:
    """Return the entries that a reader marked unread after a time, and that still are."""
    return [row[0] for row in db.rows(_UNREAD_AFTER, user=user_id, at=at)]


def said_after(db: Connection, user_id: int, ids: list[int], at: int) -> set[int]:
    """Return which entries a reader marked read or unread after a time."""
    times = times_of_marks(db, user_id, marks_of_entries(db, user_id, ids))
    return {
        entry for (entry, field), said in times.items() if field == "read" and said > at
    }


def marks_of_entries(db: Connection, user_id: int, ids: list[int]) -> list[EntryMarks]:
    """Return how entries are marked; those that the reader does not see are left out."""
    tags: dict[int, list[str]] = {}
    for entry_id, name in db.rows(_TAGS, user=user_id, ids=ids):
        tags.setdefault(entry_id, []).append(name)
    return [
        EntryMarks(entry, feed, bool(read), bool(starred), tuple(tags.get(entry, ())))
        for entry, feed, read, starred in db.rows(_STATES, user=user_id, ids=ids)
    ]


def times_of_marks(
    db: Connection, user_id: int, marks: list[EntryMarks]
) -> dict[tuple[int, str], int]:
    """Return when entries were marked, by entry and field, as far as it is known."""
    ids = [each.id for each in marks]
    rows = db.rows(_TIMES, user=user_id, ids=ids)
    times = {(entry, field): at for entry, field, at in rows}
    feeds = [_ALL, *sorted({each.feed_id for each in marks})]
    all_read = {
        feed: (at, up_to)
        for feed, at, up_to in db.rows(_ALL_READ, user=user_id, feeds=feeds)
    }
    for each in marks:
        for feed in (_ALL, each.feed_id):
            at, up_to = all_read.get(feed, (0, 0))
            if each.id <= up_to:
                times[each.id, "read"] = max(at, times.get((each.id, "read"), at))
    return times


def forget_mark_times(db: Connection, user_id: int, before: int) -> int:
    """Forget when a reader marked what, from before a time; return how much that was.

    When an entry was read is known as long as the entry is there. By reader, because no
    index on the time is worth its cost to every mark.
    """
    known = {"user": user_id, "before": before}
    times = db.run(_FORGET, **known)
    return times + db.run(
        "delete from all_read_times where user_id = :user and at < :before", **known
    )
