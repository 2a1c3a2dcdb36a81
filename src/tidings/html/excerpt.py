"""The beginning of a text, short enough for a list."""

import unicodedata

_ELLIPSIS = "…"
_JOINERS = "\u200d\ufe0e\ufe0f"
# No letter of any language carries more marks than this.
_MOST_MARKS = 16


def excerpt(text: str, length: int = 300) -> str:
    """Return at most `length` characters on one line, cut between words if possible."""
    # White space seldom fills half of a text; where it does the excerpt is shorter.
    enough = length * 2
    start = " ".join(text[:enough].split())
    if len(start) <= length and len(text) <= enough:
        return start
    end = start.rfind(" ", length // 2, length)
    if end < 0:
        end = _between_letters(start, length - len(_ELLIPSIS))
    return start[:end].rstrip(" ,;:–—-") + _ELLIPSIS


def _between_letters(text: str, end: int) -> int:
    """Return the last place up to `end` that does not part a letter from its marks."""
    for place in range(end, max(end - _MOST_MARKS, 0), -1):
        if not _belongs_together(text[place - 1 : place], text[place : place + 1]):
            return place
    return end


def _belongs_together(before: str, after: str) -> bool:
    if "\u200d" in (before, after):
        return True
    return bool(after) and (after in _JOINERS or unicodedata.combining(after) > 0)
