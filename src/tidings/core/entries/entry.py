"""Entries on their way into the store."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tidings.core.entries.identity import EntryKeys


class Indexed(NamedTuple):
    """What the search index takes of an entry: without NUL, and not too much."""

    title: str = ""
    author: str = ""
    text: str = ""
    vector: str = ""  # the three as PostgreSQL keeps them; empty for SQLite


_NOTHING = Indexed()


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry that the store has not seen before, ready to be written.

    `published_at` is None when the feed does not say. `meta_key` changes when anything
    beside title and text does. `content` is the body as `codec` packs it, and `indexed`
    behind it.
    """

    keys: EntryKeys
    meta_key: int = 0
    title: str = ""
    published_at: int | None = None
    guid: str | None = None
    url: str | None = None
    author: str = ""
    excerpt: str = ""
    image_url: str | None = None
    image_width: int | None = None  # pixels; None: not known, and so the height
    image_height: int | None = None
    language: str | None = None
    extras: str = "{}"
    has_enclosures: bool = False  # files beside pictures
    words: int = 0
    codec: int = 0
    content: bytes = b""
    indexed: Indexed = _NOTHING
    text: str = ""  # the body as plain text: what rules look at


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """A new entry with its place in its feed and in time."""

    entry: NewEntry
    seq: int
    sort_at: int


def place_entries(
    entries: Iterable[NewEntry], *, last_seq: int, last_at: int, received_at: int
) -> list[PlacedEntry]:
    """Give a batch its numbers, so that within a feed number and time rise together.

    Old entries of a new feed keep their real times and do not flood the top; one that
    turns up late stands beside its feed's newest. Nothing stands in the future.
    """

    def believed_time(entry: NewEntry) -> int:
        if entry.published_at is None:
            return received_at
        return max(0, min(entry.published_at, received_at))

    placed = []
    for entry in sorted(entries, key=believed_time):
        last_seq += 1
        last_at = max(last_at, believed_time(entry))
        placed.append(PlacedEntry(entry, last_seq, last_at))
    return placed
