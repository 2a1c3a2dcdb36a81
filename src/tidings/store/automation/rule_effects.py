"""What rules do to the entries they match, in the commit of whoever found them.

Marks come first, numbers of events last: the order of locks that everyone keeps.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tidings.core.automation.push import Notice
from tidings.core.automation.rule_values import Action
from tidings.store.automation.deliveries import NewDelivery, insert_deliveries
from tidings.store.automation.push_deliveries import note_found
from tidings.store.automation.rules import count_matches
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import insert_new
from tidings.store.reading.marking import (
    Star,
    hide_entries,
    mark_entries,
    star_entries,
    tag_entries,
)
from tidings.store.reading.tags import find_tag_id
from tidings.store.system.events import publish_event

# So many entries are named in one message; of the rest, it says how many there are.
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class MatchedEntry:
    """An entry that a rule matched, as events and messages carry it."""

    id: int
    feed_id: int
    feed_title: str
    title: str
    url: str | None
    author: str
    excerpt: str
    published_at: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """One rule of one user, and what it found."""

    user_id: int
    rule_id: str
    rule_name: str
    actions: tuple[Action, ...]
    entries: Sequence[MatchedEntry]


@dataclass(frozen=True, slots=True)
class PendingEvent:
    """An event to publish at the end of the commit."""

    user_id: int
    kind: str
    payload: Mapping[str, object]


@dataclass(slots=True)
class _Marks:
    """What one user's rules want marked."""

    read: set[int] = field(default_factory=set)
    starred: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    tagged: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))


def carry_out(
    db: Connection, matches: Sequence[Match], now: int, *, is_new: bool
) -> list[PendingEvent]:
    """Carry out rules and return the events to publish afterwards.

    Messages speak of new entries only: a rule that is applied to the past must not
    send a thousand of them.
    """
    events: list[PendingEvent] = []
    for user_id in sorted({match.user_id for match in matches}):
        own = [match for match in matches if match.user_id == user_id]
        events += _mark(db, user_id, own, now)
        for match in own:
            many = len(match.entries)
            count_matches(db, user_id, match.rule_id, many, now)
    if is_new:
        insert_deliveries(db, list(_deliveries(matches)), now)
        note_found(db, list(_pushes(matches)), now)
        events += _notices(matches)
    return events


def publish_all(db: Connection, events: Iterable[PendingEvent], now: int) -> None:
    """Note the events; nothing may be locked after this but other events."""
    for each in events:
        publish_event(db, each.kind, now, user_id=each.user_id, payload=each.payload)


def ensure_tag(db: Connection, user_id: int, name: str, now: int) -> int:
    """Return the number of a user's tag, made if it is missing.

    However many tags there are: no limit may keep entries from being stored.
    """
    known = find_tag_id(db, user_id, name)
    if known is not None:
        return known
    insert_new(
        db,
        "tags",
        "user_id, name",
        id=next_number(db, "tag"),
        user_id=user_id,
        name=name,
        created_at=now,
    )
    made = find_tag_id(db, user_id, name)
    assert made is not None
    return made


def _mark(
    db: Connection, user_id: int, matches: Iterable[Match], now: int
) -> list[PendingEvent]:
    wanted = _wanted(matches)
    events: list[PendingEvent] = []

    def note(ids: list[int], **what: object) -> None:
        if ids:
            payload = {"ids": ids, **what}
            events.append(PendingEvent(user_id, "state_changed", payload))

    if wanted.hidden:
        hidden = hide_entries(db, user_id, sorted(wanted.hidden))
        note(hidden, read=True, hidden=True)
    if wanted.read:
        note(mark_entries(db, user_id, sorted(wanted.read), read=True), read=True)
    if wanted.starred:
        stars = [Star(id_, now) for id_ in sorted(wanted.starred)]
        starred = star_entries(db, user_id, stars)
        note(starred, starred=True)
    for name, ids in sorted(wanted.tagged.items()):
        tag = ensure_tag(db, user_id, name, now)
        tagged = tag_entries(db, user_id, sorted(ids), tag, tagged=True)
        note(tagged, tag=name, tagged=True)
    return events


def _wanted(matches: Iterable[Match]) -> _Marks:
    marks = _Marks()
    plain = {"mark_read": marks.read, "star": marks.starred, "hide": marks.hidden}
    for match in matches:
        ids = {entry.id for entry in match.entries}
        for action in match.actions:
            if action.do in plain:
                plain[action.do] |= ids
            elif action.do == "tag":
                marks.tagged[action.target] |= ids
    return marks


def _notices(matches: Iterable[Match]) -> Iterable[PendingEvent]:
    for match in matches:
        if _notifies(match):
            payload = {
                "rule_id": match.rule_id,
                "rule": match.rule_name,
                "count": len(match.entries),
                "entries": [
                    {"id": entry.id, "feed_id": entry.feed_id, "title": entry.title}
                    for entry in match.entries[:MOST_NAMED]
                ],
            }
            yield PendingEvent(match.user_id, "notify", payload)


def _pushes(matches: Iterable[Match]) -> Iterable[tuple[int, Notice]]:
    """Yield one notice a user: the newest of all entries that rules notify of."""
    found: dict[int, dict[int, MatchedEntry]] = defaultdict(dict)
    for match in matches:
        if _notifies(match):
            found[match.user_id] |= {entry.id: entry for entry in match.entries}
    for user_id, entries in found.items():
        newest = entries[max(entries)]
        title = newest.title or newest.feed_title
        body = newest.feed_title if newest.title else newest.excerpt
        yield user_id, Notice(title, body, newest.id, len(entries))


def _notifies(match: Match) -> bool:
    return any(action.do == "notify" for action in match.actions)


def _deliveries(matches: Iterable[Match]) -> Iterable[NewDelivery]:
    for match in matches:
        for action in match.actions:
            if action.do == "webhook":
                yield from _in_parts(match, action.target)


def _in_parts(match: Match, webhook_id: str) -> Iterable[NewDelivery]:
    for start in range(0, len(match.entries), MOST_NAMED):
        part = match.entries[start : start + MOST_NAMED]
        payload = {
            "rule": {"id": match.rule_id, "name": match.rule_name},
            "entries": [
                {
                    "id": entry.id,
                    "title": entry.title,
                    "url": entry.url,
                    "author": entry.author,
                    "excerpt": entry.excerpt,
                    "published_at": entry.published_at,
                    "feed": {"id": entry.feed_id, "title": entry.feed_title},
                }
                for entry in part
            ],
        }
        yield NewDelivery(match.user_id, webhook_id, "entries.matched", payload)
