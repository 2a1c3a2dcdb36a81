"""The search language without an index: whether one entry in memory meets a query.

For rules, which meet entries as they arrive: what a reader did to an entry, and where it
lies, is not known here, and terms about that are refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.core.reading.search_leaves import InLanguage, InUrl, TextField, Words
from tidings.core.reading.search_operators import small
from tidings.core.reading.search_terms import Either, Term, leaves_of, search_terms
from tidings.core.reading.search_words import LONGEST_WORD, words_of


@dataclass(frozen=True, slots=True)
class SearchedText:
    """What an entry says, for searching in it."""

    title: str = ""
    author: str = ""
    text: str = ""
    url: str = ""
    language: str = ""  # a small tag such as `pt-br`; empty: unknown


def query_matcher(query: str) -> Callable[[SearchedText], bool]:
    """Return whether an entry meets a query; `Invalid` if a rule cannot know that."""
    try:
        terms = search_terms(query).terms
    except Invalid as error:
        details = {**error.details, "term": error.details["field"], "field": "value"}
        raise Invalid(error.message, code=error.code, details=details) from error
    if not terms:
        raise Invalid(
            "The query is empty.",
            code=Code.SEARCH_EMPTY,
            details={"field": "value"},
        )
    for leaf in leaves_of(terms):
        if not isinstance(leaf, Words | InUrl | InLanguage):
            raise Invalid(
                "A rule can search for words, title:, author:, inurl: and lang: only.",
                code=Code.SEARCH_NOT_IN_RULES,
                details={"field": "value"},
            )
    return lambda entry: all(_meets(term, entry) for term in terms)


def _meets(term: Term, entry: SearchedText) -> bool:
    match term:
        case Either(ways):
            return any(all(_meets(each, entry) for each in way) for way in ways)
        case Words():
            return _says(term, entry) is not term.negated
        case InUrl(text):
            return (text in small(entry.url)) is not term.negated
        case InLanguage(language):
            speaks = f"{entry.language}-".startswith(f"{language}-")
            return speaks is not term.negated
    return False


def _says(term: Words, entry: SearchedText) -> bool:
    run = words_of(" ".join(term.words))
    if max(map(len, run)) > LONGEST_WORD:
        return False
    parts = {
        TextField.TITLE: (entry.title,),
        TextField.AUTHOR: (entry.author,),
        TextField.ANYWHERE: (entry.title, entry.author, entry.text),
    }
    return any(
        _holds(_words(part), run, prefix=term.prefix) for part in parts[term.field]
    )


# One entry after another meets all of a reader's rules, and their every word.
@lru_cache(maxsize=16)
def _words(text: str) -> list[str]:
    return words_of(text)


def _holds(words: Sequence[str], run: list[str], *, prefix: bool) -> bool:
    before, last = run[:-1], run[-1]
    for at in range(len(before), len(words)):
        meets = words[at].startswith(last) if prefix else words[at] == last
        if meets and words[at - len(before) : at] == before:
            return True
    return False
