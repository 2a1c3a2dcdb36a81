"""Words as the search index holds them: letters and digits, small, accents folded.

SQLite's tokenizer cuts so by itself. PostgreSQL's own parser takes addresses and words
with hyphens for something else and is slow, so it is given the words cut here: the two
engines find the same entries.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, repeat

LONGEST_WORD = 200
# PostgreSQL tells as many places apart as these. Each part has its own, so that no
# phrase reaches from a title into what follows it; words too far down share the last.
_TITLE = [f"{place}A" for place in range(1, 1000)]
_AUTHOR = [f"{place}B" for place in range(1001, 2000)]
_TEXT = [f"{place}" for place in range(2001, 16384)]
_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """Return all words of a text, in its order."""
    if text.isascii():
        return text.lower().translate(_ASCII_GAPS).split()
    return _WORD.findall(text.lower().translate(_FOLDED))


def search_vector(title: str, author: str, text: str) -> str:
    """Return the words with their places as PostgreSQL reads a tsvector."""
    where: dict[str, list[str]] = defaultdict(list)
    for part, places in ((title, _TITLE), (author, _AUTHOR), (text, _TEXT)):
        for word, place in zip(words_of(part), _endless(places), strict=False):
            where[word].append(place)
    return " ".join(
        [
            f"{word}:{','.join(found)}"
            for word, found in where.items()
            if len(word) <= LONGEST_WORD
        ]
    )


def _endless(places: list[str]) -> Iterator[str]:
    return chain(places, repeat(places[-1]))


# Accents that SQLite leaves out of a word; it takes the others for gaps.
ACCENTS = (
    "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030f\u0311"
    "\u031b\u0323\u0324\u0325\u0326\u0327\u0328\u032d\u032e\u0330\u0331"
)
# Two shapes of one letter; a sigma at the end of a word is a sigma.
_SHAPES = dict(zip("µſςϐϑϕϖϰϱϵẛ\u1fbe", "μsσβθφπκρεsι", strict=True))


def _same_letters() -> dict[int, str]:
    """Return what SQLite's tokenizer makes of letters: é is e, but й is not и."""
    letters = {ord(letter): plain for letter, plain in _SHAPES.items()}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        parts = unicodedata.normalize("NFD", chr(code))
        if parts[0].isascii() and chr(code) not in "Ǡǡẛ":
            letters[code] = parts[0]
    return letters


# Letters in small, each as long as it was: for texts whose places must not move.
SAME_LETTERS = _same_letters()
_FOLDED: dict[int, str | None] = {
    **SAME_LETTERS,
    **dict.fromkeys(map(ord, ACCENTS)),
}
_ASCII_GAPS = {code: " " for code in range(128) if not chr(code).isalnum()}
