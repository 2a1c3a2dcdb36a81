"""What an entry says, as the words by which reports of one event are found.

Words are cut to their first letters, so that endings do not tell them apart, and
become numbers that are the same in every run.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import filterfalse, repeat

from tidings.core.stories.stop_words import STOP_WORDS, language_of
from tidings.core.urls import http_https_twin

_TOKEN = re.compile(r"[^\W\d_]+|\d+(?:[.,:]\d+)*")
# The same for plain English, in half the time.
_ASCII_TOKEN = re.compile(r"[a-z]+|\d+(?:[.,:]\d+)*", re.ASCII)
_NO_MARKS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae"})
# The event is in the title and the first sentences; what follows is background.
_LEAD = 60
# Enough to tell copies from each other; a longer text is not read to its end.
_WHOLE = 1_000
_LONGEST_TEXT = 20_000
_STEM = 6
_SHORTEST = 3
_NO_STOP_WORDS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StoryWords:
    """What one entry says. `words` maps each word to whether it is in the title."""

    language: str  # "": unknown
    words: Mapping[int, bool]
    text: tuple[str, ...]  # the words of the text, plain, in their order


def story_words(title: str, text: str, declared_language: str | None) -> StoryWords:
    """Return the words that count of the title and the lead, and all of the text."""
    in_title = _tokens(title)
    in_text = _tokens(text[:_LONGEST_TEXT])[:_WHOLE]
    language = language_of([*in_title, *in_text[:_LEAD]], declared_language)
    words = dict.fromkeys(_fingerprint(in_text[:_LEAD], language), False)
    words |= dict.fromkeys(_fingerprint(in_title, language), True)
    return StoryWords(language, words, tuple(in_text))


def count_key(language: str) -> int:
    """Return the number under which all entries of a language are counted."""
    return _number(f"{language}:")


def address_key(url: str | None) -> int | None:
    """Return the number of a page's address; None for a home page, which identifies nothing."""
    address = http_https_twin(url) if url else None
    if address is None or address.endswith("/"):
        return None
    return _number(address)


def _tokens(text: str) -> list[str]:
    text = text.lower()
    if text.isascii():
        return _ASCII_TOKEN.findall(text)
    apart = unicodedata.normalize("NFKD", text.translate(_NO_MARKS))
    return _TOKEN.findall("".join(filterfalse(unicodedata.combining, apart)))


def _fingerprint(tokens: list[str], language: str) -> Iterator[int]:
    return filter(None, map(_word, tokens, repeat(language)))


# The same few thousand words make most of every text.
@lru_cache(maxsize=32_768)
def _word(token: str, language: str) -> int | None:
    """Return the number of a word; None if it is a stop word."""
    if token[0].isdigit():
        return _number(f"{language}:{token.replace(',', '.')}")
    if len(token) < _SHORTEST or token in STOP_WORDS.get(language, _NO_STOP_WORDS):
        return None
    # Many languages say "more than one" by an s.
    return _number(f"{language}:{token[:_STEM].rstrip('s')}")


def _number(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
