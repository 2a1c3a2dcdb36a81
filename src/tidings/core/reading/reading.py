"""What a reader asks of a list, and what they did to an entry."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tidings.core.errors import Invalid
from tidings.core.spaces import single_spaced

Order = Literal["newest", "oldest"]
# What is kept can also be had by when it was starred, the newest star first.
KeptOrder = Literal["newest", "oldest", "starred"]

# Above any time in microseconds and any number: where a newest-first list begins.
BEYOND = 1 << 60


@dataclass(frozen=True, slots=True)
class Place:
    """The last row of a page: the next page begins after it."""

    at: int
    id: int


@dataclass(frozen=True, slots=True)
class ListQuery:
    """A page of a user's entries.

    `feeds` is None for the whole account, else the feeds of the scope (one feed, or a
    folder with all folders in it). `after` is None for the first page.
    """

    user_id: int
    limit: int
    order: Order = "newest"
    unread: bool = True
    feeds: tuple[int, ...] | None = None
    after: Place | None = None

    @property
    def start(self) -> Place:
        """Where the page begins."""
        if self.after is not None:
            return self.after
        return Place(BEYOND, BEYOND) if self.order == "newest" else Place(-1, -1)


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries of a list are wanted; None and False leave nothing out.

    `feeds` is the scope, as in `ListQuery`. What is starred or tagged is kept for good:
    those lists also hold entries of feeds that the user left.
    """

    feeds: tuple[int, ...] | None = None
    unread: bool = False
    starred: bool = False
    tag: str | None = None
    language: str | None = None  # a tag such as `pt`, which `pt-BR` belongs to
    most_framed: int | None = None  # thousandths; what was never scored does not fit


@dataclass(frozen=True, slots=True)
class CompactionRule:
    """When a user's exceptions of one feed are folded into its watermark."""

    rows: int = 64
    unread_per_row: int = 4


USUAL_COMPACTION = CompactionRule()


@dataclass(frozen=True, slots=True)
class UnreadCount:
    """How many unread entries a subscription has."""

    feed_id: int
    folder_id: int | None
    unread: int
    subscription_id: int
    muted: int  # 1: not in the list of everything unread


@dataclass(frozen=True, slots=True)
class Drift:
    """A place where what is stored contradicts itself. There should be none."""

    what: str
    feed_id: int
    user_id: int | None
    stored: int
    counted: int


LONGEST_TAG = 100
_WORDS_PER_MINUTE = 230
# Times in microseconds are above it since 1973; entries never get so many.
_FIRST_TIME = 10**14


def is_time(point: int) -> bool:
    """Return whether a point in a list is a time, not the number of an entry."""
    return point >= _FIRST_TIME


def reading_minutes(words: int) -> int | None:
    """Return how long a text takes to read, None if its words were not counted."""
    return max(1, round(words / _WORDS_PER_MINUTE)) if words > 0 else None


def tag_name(text: str) -> str:
    """Return the name of a tag as it is kept, or refuse it."""
    name = single_spaced(text)
    if not name or len(name) > LONGEST_TAG:
        raise Invalid(
            f"A tag has 1 to {LONGEST_TAG} characters.", details={"field": "tag"}
        )
    return name


def folder_totals(
    parents: Mapping[int, int | None], inside: Iterable[tuple[int | None, int]]
) -> dict[int, int]:
    """Add up what folders hold, what their inner folders hold included.

    `inside` are folders with a number each, as often as you like. Folders that hold
    nothing are left out; a folder that is inside itself counts once.
    """
    direct: dict[int, int] = {}
    for folder, number in inside:
        if folder is not None:
            direct[folder] = direct.get(folder, 0) + number
    totals: dict[int, int] = {}
    for folder, number in direct.items():
        seen: set[int] = set()
        at: int | None = folder
        while at is not None and at not in seen:
            seen.add(at)
            totals[at] = totals.get(at, 0) + number
            at = parents.get(at)
    return totals
