"""Finds a marked passage again in a text that may have changed a little since.

The passage is known by its words, by what stood around it, and by where it began. Time
is bounded whatever the text: a passage that cannot be found is lost, never guessed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

# How many of a hundred letters may differ before it is another passage.
_MOST_DIFFERENT = 0.25
# A shorter quote proves nothing alone: what stands around it must agree.
_PROVES_ALONE = 16
_AGREEING = 4
_MOST_PLACES = 1_000
_SEED = 12
_MOST_SEEDS = 40
_MOST_PLACES_OF_SEED = 20
_MOST_ENDS = 4
_LONGEST_COMPARED = 10_000  # letters of the text, for one passage
_WHITE = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A passage as it was marked; positions count the letters of the plain text."""

    quote: str
    prefix: str = ""  # what stood before it
    suffix: str = ""  # and after it
    position: int = 0


@dataclass(frozen=True, slots=True)
class PassageMatch:
    """Where the passage is now, and how sure that is."""

    position: int
    length: int
    how: Literal["same_place", "moved", "changed"]


def find_passage(anchor: Anchor, text: str) -> PassageMatch | None:
    """Return where a passage is in plain text; None if it is lost."""
    # One letter for one letter, so that positions stay what they are.
    flat = _WHITE.sub(" ", text)
    quote = " ".join(anchor.quote.split())
    if not quote:
        return None
    length = len(quote)
    if flat.startswith(quote, anchor.position):
        return PassageMatch(anchor.position, length, "same_place")
    around = _Surroundings(anchor)
    place = _best_of(flat, length, _places(flat, quote), around)
    if place is not None:
        return PassageMatch(place, length, "moved")
    return _resembling(flat, quote, around)


class _Surroundings:
    def __init__(self, anchor: Anchor) -> None:
        self.before = " ".join(anchor.prefix.split())
        self.after = " ".join(anchor.suffix.split())
        self.position = anchor.position

    def agreement(self, flat: str, start: int, end: int) -> int:
        """Count the letters around a place that are as they were."""
        before = flat[max(0, start - len(self.before) - 1) : start].rstrip()
        after = flat[end : end + len(self.after) + 1].lstrip()
        return _equal(self.before[::-1], before[::-1]) + _equal(self.after, after)

    def fitted(self, flat: str, start: int, end: int, reach: int) -> tuple[int, int]:
        """Let a place begin and end where its surroundings do, if they are near."""
        before, after = self.before[-_SEED:], self.after[:_SEED]
        place = flat.rfind(before, max(0, start - reach - _SEED), start + reach)
        if len(before) == _SEED and 0 <= place < end - _SEED - 1:
            start = place + _SEED + flat.startswith(" ", place + _SEED)
        place = flat.find(after, max(start + 1, end - reach), end + reach + _SEED)
        if len(after) == _SEED and place > start + 1:
            end = place - flat.endswith(" ", 0, place)
        return start, end

    def confirm(self, agreement: int, length: int) -> bool:
        """Return whether a place may be believed, given how long the quote is."""
        known = len(self.before) + len(self.after)
        return length >= _PROVES_ALONE or agreement >= min(_AGREEING, known)


def _equal(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _places(flat: str, words: str, most: int = _MOST_PLACES) -> Iterator[int]:
    place = flat.find(words)
    while place >= 0 and most > 0:
        yield place
        place, most = flat.find(words, place + 1), most - 1


def _best_of(
    flat: str, length: int, places: Iterator[int], around: _Surroundings
) -> int | None:
    best: tuple[int, int, int] | None = None
    for place in places:
        agreement = around.agreement(flat, place, place + length)
        if around.confirm(agreement, length):
            nearness = -abs(place - around.position)
            best = max(best or (-1, 0, 0), (agreement, nearness, place))
    return None if best is None else best[2]


def _resembling(flat: str, quote: str, around: _Surroundings) -> PassageMatch | None:
    """Return the place that differs least, if any differs little enough."""
    bound = int(len(quote) * _MOST_DIFFERENT)
    best: tuple[int, int, int, int] | None = None
    for start, end in _windows(flat, quote, around) if bound else ():
        for errors, first, last in _least_different(flat[start:end], quote, bound):
            agreement = around.agreement(flat, start + first, start + last)
            if around.confirm(agreement, len(quote)):
                found = (errors, -agreement, start + first, start + last)
                best = found if best is None else min(best, found)
    if best is None:
        return None
    start, end = around.fitted(flat, best[2], best[3], bound)
    start, end = _whole_words(flat, start, end)
    return PassageMatch(start, end - start, "changed")


def _whole_words(flat: str, start: int, end: int) -> tuple[int, int]:
    """Widen a place that begins or ends inside a word: its letters are what changed."""
    while start > 0 and flat[start - 1 : start + 1].isalnum():
        start -= 1
    while end < len(flat) and flat[end - 1 : end + 1].isalnum():
        end += 1
    return start, end


def _windows(flat: str, quote: str, around: _Surroundings) -> Iterator[tuple[int, int]]:
    """Yield stretches of the text that have a piece of the passage in common with it."""
    room = len(quote) // 2 + _SEED
    budget, covered = _LONGEST_COMPARED, -1
    for place in sorted(_expected_places(flat, quote, around)):
        start = max(0, place - room)
        end = min(len(flat), place + len(quote) + room)
        if end <= covered:
            continue
        budget -= end - start
        if budget < 0:
            return
        covered = end
        yield start, end


def _expected_places(flat: str, quote: str, around: _Surroundings) -> set[int]:
    step = max(_SEED, len(quote) // _MOST_SEEDS)
    seeds = [(at, quote[at : at + _SEED]) for at in range(0, len(quote), step)]
    before, after = around.before[-_SEED:], around.after[:_SEED]
    seeds += [(-len(before) - 1, before), (len(quote) + 1, after)]
    return {
        max(0, place - at)
        for at, seed in seeds
        if len(seed) == _SEED
        for place in _places(flat, seed, _MOST_PLACES_OF_SEED)
    }


def _least_different(
    window: str, quote: str, bound: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the places where the fewest letters must change, and how many that are."""
    errors, ends = _nearest_ends(window, quote)
    reach = len(quote) + bound
    for end in ends if errors <= bound else ():
        # Read backwards, the beginning is an end.
        backwards = window[max(0, end - reach) : end][::-1]
        _, lengths = _nearest_ends(backwards, quote[::-1])
        for length in lengths:
            yield errors, end - length, end


def _nearest_ends(text: str, pattern: str) -> tuple[int, list[int]]:
    """Return how little of `text` must change to hold `pattern`, and where that may end.

    Myers' algorithm: a column of the table of edit distances is two numbers, each as
    many bits long as the pattern, so that a letter of the text costs a few additions.
    """
    ones = (1 << len(pattern)) - 1
    last = 1 << (len(pattern) - 1)
    where: dict[str, int] = {}
    for place, letter in enumerate(pattern):
        where[letter] = where.get(letter, 0) | 1 << place
    rising, falling, errors = ones, 0, len(pattern)
    least, ends = errors, [0]
    for place, letter in enumerate(text, start=1):
        equal = where.get(letter, 0)
        vertical = equal | falling
        across = (((equal & rising) + rising) ^ rising) | equal
        up = falling | (~(across | rising) & ones)
        down = rising & across
        errors += bool(up & last) - bool(down & last)
        up = up << 1 & ones
        down = down << 1 & ones
        rising = down | (~(vertical | up) & ones)
        falling = up & vertical
        if errors < least:
            least, ends = errors, [place]
        elif errors == least and len(ends) < _MOST_ENDS:
            ends.append(place)
    return least, ends
