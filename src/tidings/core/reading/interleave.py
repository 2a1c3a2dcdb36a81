"""Fair order: the newest of each feed, then the second newest of each, and so on.

No loud feed drowns a quiet one.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def interleave(
    groups: Iterable[Sequence[T]],
    *,
    distinct: Callable[[T], Hashable] | None = None,
    limit: int | None = None,
) -> list[T]:
    """Take one of each group in turn, keeping the order of groups and within a group.

    With `distinct`, what has the key of something taken before is passed over and its
    group gives the next it has, so a group loses no turn to another's copy.
    """
    waiting = deque(iter(group) for group in groups)
    seen: set[Hashable] = set()
    taken: list[T] = []
    while waiting and (limit is None or len(taken) < limit):
        group = waiting.popleft()
        for candidate in group:
            if distinct is not None:
                key = distinct(candidate)
                if key in seen:
                    continue
                seen.add(key)
            taken.append(candidate)
            waiting.append(group)
            break
    return taken


def fair_depth(unread_counts: Iterable[int], wanted: int) -> int:
    """Return the fewest per feed that make `wanted` together, or all of the largest."""
    counts = sorted(count for count in unread_counts if count > 0)
    if wanted <= 0 or not counts:
        return 0
    used_up = 0
    for place, count in enumerate(counts):
        feeds_left = len(counts) - place
        if used_up + count * feeds_left >= wanted:
            return -((used_up - wanted) // feeds_left)
        used_up += count
    return counts[-1]
