"""What two sequences share: the words that stayed when a text was changed.

Time is bounded by length, whatever the sequences hold: where nothing is told apart by
words that occur once, and the rest is long, everything there counts as changed.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

_SMALL = 4096  # letters of one times letters of the other
_DEEPEST = 32

Pair = tuple[int, int]
_Region = tuple[int, int, int, int, int]  # from and to in both, and how deep


def kept_pairs(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Return the places in both of what stayed, rising in both."""
    found: list[Pair] = []
    regions: list[_Region] = [(0, len(old), 0, len(new), 0)]
    while regions:
        a, a_end, b, b_end, depth = regions.pop()
        while a < a_end and b < b_end and old[a] == new[b]:
            found.append((a, b))
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and old[a_end - 1] == new[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
            found.append((a_end, b_end))
        if a == a_end or b == b_end:
            continue
        anchors = _anchors(old, new, (a, a_end, b, b_end)) if depth < _DEEPEST else []
        if anchors:
            found += anchors
            regions += _between(anchors, (a, a_end, b, b_end), depth + 1)
        elif (a_end - a) * (b_end - b) <= _SMALL:
            common = _longest_common(old[a:a_end], new[b:b_end])
            found += [(a + i, b + j) for i, j in common]
    return sorted(found)


def _anchors(
    old: Sequence[str], new: Sequence[str], region: tuple[int, int, int, int]
) -> list[Pair]:
    """Return the longest rising row of words that both have exactly once."""
    a, a_end, b, b_end = region
    in_old, in_new = Counter(old[a:a_end]), Counter(new[b:b_end])
    places = {new[j]: j for j in range(b, b_end) if in_new[new[j]] == 1}
    pairs = [
        (i, places[old[i]])
        for i in range(a, a_end)
        if in_old[old[i]] == 1 and old[i] in places
    ]
    return _longest_rising(pairs)


def _longest_rising(pairs: list[Pair]) -> list[Pair]:
    """Return the longest row of pairs whose second places rise, as their first do."""
    ends: list[int] = []  # the lowest second place that ends a row of each length
    last: list[int] = []  # which pair that is
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [index]
    row = []
    at = last[-1] if last else -1
    while at >= 0:
        row.append(pairs[at])
        at = before[at]
    return row[::-1]


def _between(
    anchors: list[Pair], region: tuple[int, int, int, int], depth: int
) -> list[_Region]:
    a, a_end, b, b_end = region
    starts = [(a, b), *((i + 1, j + 1) for i, j in anchors)]
    ends = [*anchors, (a_end, b_end)]
    return [
        (i, i_end, j, j_end, depth)
        for (i, j), (i_end, j_end) in zip(starts, ends, strict=True)
        if i < i_end and j < j_end
    ]


def _longest_common(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Return the longest common row of two short sequences, by the usual table."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            if old[i] == new[j]:
                table[i][j] = table[i + 1][j + 1] + 1
            else:
                table[i][j] = max(table[i + 1][j], table[i][j + 1])
    found, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return found
