"""Who receives an event, and which part of it: only what they may see.

An event of a user is theirs alone. An event of a feed goes to those who follow it; of
the entries it names, each receives those that are visible to them. Few events are for
everybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidings.core.system.events import (
    FOR_EVERYBODY,
    PUBLIC_KINDS,
    Event,
    entry_span,
    listed_entries,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import VISIBLE
from tidings.store.system.events import (
    events_after,
    events_of_feeds,
    events_of_user,
    newest_event,
    oldest_kept_event,
)

# More than this, and to load everything again is the quicker way.
MOST_REPLAYED = 500
_MOST_SEARCHED = 5000
_FOLLOWERS = """
select s.feed_id, s.user_id, s.first_seq
from ids(:feeds) f cross join subscriptions s
where s.feed_id = f.id and s.active = 1 and s.user_id in (select id from ids(:users))
"""
_VISIBLE_TO_USERS = with_words(
    """
select s.user_id, e.id
from ids(:ids) i cross join entries e cross join subscriptions s
left join entry_states st on st.user_id = s.user_id and st.entry_id = e.id
where e.id = i.id and s.feed_id = e.feed_id
  and s.user_id in (select id from ids(:users)) and {visible}
order by s.user_id, e.id
""",
    visible=VISIBLE,
)
_LOWEST_OF_SPAN = """
select seq from entries where id >= :first and id <= :last and feed_id = :feed
order by id limit 1
"""

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AddressedEvent:
    """An event, with its payload for each recipient."""

    event: Event
    audience: Mapping[int, Payload] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Missed:
    """What a user missed while away; `complete` if nothing else."""

    events: Sequence[AddressedEvent]
    complete: bool


def addressed_events(
    db: Connection, after: int, most: int, users: Sequence[int]
) -> tuple[int, list[AddressedEvent]]:
    """Return events after `after` with their recipients among `users`, and the last number."""
    events = events_after(db, after, most)
    last = events[-1].number if events else after
    return last, _addressed(db, events, users)


def missed_events(db: Connection, user_id: int, after: int, up_to: int) -> Missed:
    """Return the events for a user between two numbers."""
    if after > newest_event(db):
        return Missed([], complete=False)
    if after >= up_to:
        return Missed([], complete=True)
    oldest = oldest_kept_event(db)
    if oldest is None or oldest > after + 1:
        return Missed([], complete=False)
    own = events_of_user(db, user_id, after, up_to, MOST_REPLAYED + 1)
    feeds = events_of_feeds(db, after, up_to, _MOST_SEARCHED + 1)
    if len(own) > MOST_REPLAYED or len(feeds) > _MOST_SEARCHED:
        return Missed([], complete=False)
    events = sorted([*own, *feeds], key=lambda event: event.number)
    public = [event for event in events if event.kind in PUBLIC_KINDS]
    found = [each for each in _addressed(db, public, [user_id]) if each.audience]
    if len(found) > MOST_REPLAYED:
        return Missed([], complete=False)
    return Missed(found, complete=True)


def _addressed(
    db: Connection, events: Sequence[Event], users: Sequence[int]
) -> list[AddressedEvent]:
    followers = _followers(db, events, users)
    connected = set(users)
    addressed = []
    for event in events:
        if event.kind in FOR_EVERYBODY and event.user_id is None:
            addressed.append(AddressedEvent(event, dict.fromkeys(users, event.payload)))
        elif event.user_id is None:
            following = followers.get(event.feed_id or 0, {})
            addressed.append(
                AddressedEvent(event, _audience(db, event, following, users))
            )
        elif event.user_id in connected:
            addressed.append(AddressedEvent(event, {event.user_id: event.payload}))
    return addressed


def _followers(
    db: Connection, events: Sequence[Event], users: Sequence[int]
) -> dict[int, dict[int, int]]:
    """Return for each feed its followers, with the number after which they see all."""
    feeds = {
        event.feed_id
        for event in events
        if event.user_id is None and event.feed_id is not None
    }
    if not feeds:
        return {}
    following: dict[int, dict[int, int]] = {feed: {} for feed in feeds}
    for feed, user, first_seq in db.rows(
        _FOLLOWERS, feeds=sorted(feeds), users=list(users)
    ):
        following[feed][user] = first_seq
    return following


def _audience(
    db: Connection, event: Event, following: Mapping[int, int], users: Sequence[int]
) -> dict[int, Payload]:
    ids = listed_entries(event)
    if ids is not None:
        # Also those who left the feed and kept one of these entries.
        seen = _visible(db, ids, users)
        return {user: {**event.payload, "ids": found} for user, found in seen.items()}
    span = entry_span(event)
    if span is not None:
        return _audience_of_span(db, event, span, following)
    return dict.fromkeys(following, event.payload)


def _audience_of_span(
    db: Connection, event: Event, span: tuple[int, int], following: Mapping[int, int]
) -> dict[int, Payload]:
    """Entries of one check are numbered in order, so whoever sees the first sees all."""
    first, last = span
    lowest = db.value(_LOWEST_OF_SPAN, first=first, last=last, feed=event.feed_id)
    if lowest is None or not following:
        return {}
    audience = {
        user: event.payload
        for user, first_seq in following.items()
        if first_seq < lowest
    }
    late = [user for user in following if user not in audience]
    if late:
        for user, ids in _visible(db, list(range(first, last + 1)), late).items():
            seen = {"first_id": ids[0], "last_id": ids[-1], "count": len(ids)}
            audience[user] = {**event.payload, **seen}
    return audience


def _visible(
    db: Connection, ids: Sequence[int], users: Sequence[int]
) -> dict[int, list[int]]:
    seen: dict[int, list[int]] = {}
    for user, entry in db.rows(_VISIBLE_TO_USERS, ids=list(ids), users=list(users)):
        seen.setdefault(user, []).append(entry)
    return seen
