"""What a reader asks of a list, and what they did to an entry."""

from dataclasses import dataclass
from typing import Literal

Order = Literal["newest", "oldest"]

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


@dataclass(frozen=True, slots=True)
class Drift:
    """A place where what is stored contradicts itself. There should be none."""

    what: str
    feed_id: int
    user_id: int | None
    stored: int
    counted: int
