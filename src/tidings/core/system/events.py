"""Events for clients, and how they are written on the wire (server-sent events)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# What clients receive. Other kinds stay inside.
PUBLIC_KINDS = frozenset(
    {
        "entry_added",
        "entry_changed",
        "state_changed",
        "summary_ready",
        "feed_changed",
        "job_progress",
        "notify",
        "settings_changed",
        "status_changed",
    }
)
# What concerns all who are here, whatever they follow.
FOR_EVERYBODY = frozenset({"status_changed"})
SESSION_ENDED = "session_ended"
# The name under which processes wake each other.
CHANNEL = "tidings_events"
_MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, numbered in the order in which it became visible."""

    number: int
    kind: str
    user_id: int | None  # None: for those who follow the feed, or for everybody
    feed_id: int | None
    payload: Mapping[str, Any]


def frame(event: Event, payload: Mapping[str, Any]) -> bytes:
    """Return an event as it is sent, with what one reader may know of it."""
    sent = dict(payload)
    if event.feed_id is not None:
        sent.setdefault("feed_id", event.feed_id)
    data = json.dumps(sent, separators=(",", ":"))
    return f"event: {event.kind}\nid: {event.number}\ndata: {data}\n\n".encode()


def hello_frame(number: int, retry: int) -> bytes:
    """Return the first words: where the stream stands, and after how many milliseconds
    to come back when it breaks."""
    return f"retry: {retry}\nid: {number}\n\n".encode()


def reset_frame(number: int) -> bytes:
    """Return the word that too much was missed: load everything again, then go on."""
    return f"event: reset\nid: {number}\ndata: {{}}\n\n".encode()


def heartbeat_frame(number: int) -> bytes:
    """Return a heartbeat. Its number moves a reader on who receives nothing else, so
    that a later replay is short; without data, browsers announce no event."""
    return f": still here\nid: {number}\n\n".encode()


def event_number(text: str) -> int | None:
    """Return the number in a `Last-Event-ID`, None if there is no such event."""
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        return int(text)
    return None


def listed_entries(event: Event) -> list[int] | None:
    """Return the entries that an event names one by one."""
    ids = event.payload.get("ids")
    return list(ids) if isinstance(ids, list) else None


def entry_span(event: Event) -> tuple[int, int] | None:
    """Return the first and the last entry of those that an event names as a span."""
    first, last = event.payload.get("first_id"), event.payload.get("last_id")
    if isinstance(first, int) and isinstance(last, int):
        return first, last
    return None
