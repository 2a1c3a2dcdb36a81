"""What following a feed would bring, judged by the entries that it shows now: how much, and
whether they are whole texts."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.core.clock import micros

Wholeness = Literal["whole", "teasers", "titles"]

_DAY = micros(timedelta(days=1))
# An article that is whole is seldom shorter; a teaser seldom longer.
_SHORT = 400
_FEWEST_DATES = 2
# Where a text breaks off, or sends on: at its end, before a line about where it appeared.
_BREAKS_OFF = re.compile(
    r"(?:…|\.\.\.|\[…\]|\[\.\.\.\]|read (?:more|on|the full \w+)|continue reading"
    r"|keep reading|leia mais|continue lendo|saiba mais|czytaj (?:więcej|dalej))"
    r"[\s»→›>)\].]*(?:the post .{0,300} (?:appeared|first appeared) .{0,200})?$",
    re.IGNORECASE | re.DOTALL,
)
_END = 700


@dataclass(frozen=True, slots=True)
class ShownText:
    """What one entry shows, as plain text."""

    has_title: bool
    text: str
    has_media: bool  # a picture, sound or film, which may be all that there is to it


def wholeness(entries: Iterable[ShownText]) -> Wholeness | None:
    """Return how much of its texts a feed gives, as most of its entries do; None if they
    do not say."""
    kinds = [kind for kind in map(_kind, entries) if kind is not None]
    if not kinds:
        return None
    most: Wholeness = max(kinds, key=kinds.count)
    return most


def per_day(published: Sequence[int | None], now: int) -> float | None:
    """Return how many entries a day brings, by their dates; None: too few to say. Dates
    in the future are not believed."""
    known = [at for at in published if at is not None and at <= now + _DAY]
    if len(known) < _FEWEST_DATES or min(known) >= now:
        return None
    return len(known) / max(1.0, (now - min(known)) / _DAY)


def _kind(entry: ShownText) -> Wholeness | None:
    text = entry.text.strip()
    if _BREAKS_OFF.search(text[-_END:]):
        return "teasers"
    if len(text) >= _SHORT or (text and not entry.has_title):
        return "whole"  # a note without a title says all in a line
    if entry.has_media:
        return None
    return "teasers" if text else "titles"
