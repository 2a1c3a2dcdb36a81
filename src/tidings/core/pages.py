"""Pages of lists that are short enough to be read whole: their number has a limit.

Lists without one (entries, feeds, checks) have their pages cut by the database.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tidings.core import cursor as cursors
from tidings.core.cursor import Shape, Value

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a list, and where it goes on."""

    items: Sequence[Item]
    next_cursor: str | None  # None: nowhere


@dataclass(frozen=True, slots=True)
class Listing(Generic[Item]):
    """How a list is ordered: by values of its items that also tell them apart."""

    kind: str  # a cursor of one kind is refused by all others
    shape: Shape
    place: Callable[[Item], tuple[Value, ...]]
    descending: bool = False


@dataclass(frozen=True, slots=True)
class WholeList(Generic[Item]):
    """All items of a list that never has many."""

    items: Sequence[Item]


def page_of(
    listing: Listing[Item], items: Iterable[Item], cursor: str | None, limit: int
) -> Page[Item]:
    """Return a page of a list.

    It begins after the place of the last item of the page before, whatever came or went
    meanwhile.
    """
    place = listing.place
    left = sorted(items, key=place, reverse=listing.descending)
    if cursor is not None:
        last = cursors.decode(listing.kind, cursor, listing.shape)
        left = [
            item
            for item in left
            if (place(item) < last if listing.descending else place(item) > last)
        ]
    page = left[:limit]
    more = len(left) > limit
    return Page(page, cursors.encode(listing.kind, place(page[-1])) if more else None)
