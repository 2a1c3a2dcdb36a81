"""Whether a rule applies to an entry: plain text search, and no pattern that can run away.

Regular expressions are RE2's. A pattern knows one sign, `*` for any text, and is looked for piece by piece: the time
grows with the length of the text, whatever anybody writes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tidings.core.automation.rule_patterns import expression_finds
from tidings.core.automation.rule_values import (
    Condition,
    Conditions,
    Single,
    read_conditions,
)
from tidings.core.errors import TidingsError
from tidings.core.reading.search_matcher import SearchedText, query_matcher

# Words further down are not looked at: rules run while others wait to write.
LONGEST_TEXT = 50_000


@dataclass(frozen=True, slots=True)
class Facts:
    """What rules may look at in an entry; compared only after `folded`."""

    title: str = ""
    text: str = ""
    author: str = ""
    url: str = ""
    tags: tuple[str, ...] = ()
    language: str = ""  # empty: unknown
    feed_id: int = 0
    score: float | None = None  # None: nobody has judged it; no condition holds then


Folders = frozenset[int]
Matcher = Callable[[Facts, Folders], bool]


def fold(text: str) -> str:
    """Return a text as rules compare it: small letters, single spaces."""
    return " ".join(text.casefold().split())


def folded(facts: Facts) -> Facts:
    """Return an entry as rules compare it."""
    return replace(
        facts,
        title=fold(facts.title),
        text=fold(facts.text[:LONGEST_TEXT]),
        author=fold(facts.author),
        url=fold(facts.url),
        tags=tuple(map(fold, facts.tags)),
        language=_tag(facts.language),
    )


def matcher_of(conditions: Conditions) -> Matcher:
    """Return the test that conditions make; `folders` are those that the feed is in."""
    tests = [_test(each) for each in conditions.conditions]
    together = all if conditions.match == "all" else any

    def matches(facts: Facts, folders: Folders) -> bool:
        return together(test(facts, folders) for test in tests)

    return matches


@lru_cache(maxsize=4096)
def stored_matcher(conditions: str) -> Matcher:
    """Return the test of conditions as they are stored; the same rules come again.

    What cannot be read matches nothing: a broken rule must not keep entries out.
    """
    read = _stored(conditions)
    return (lambda _facts, _folders: False) if read is None else matcher_of(read)


@lru_cache(maxsize=4096)
def looks_at_text(conditions: str) -> bool:
    """Whether stored conditions need an entry's whole text, which costs more."""
    read = _stored(conditions)
    return read is not None and any(
        each.field in ("text", "search") for each in read.conditions
    )


def _stored(conditions: str) -> Conditions | None:
    try:
        return read_conditions(conditions)
    except (TidingsError, ValueError, LookupError, TypeError):
        return None


def pattern_matches(pieces: Sequence[str], text: str) -> bool:
    """Whether a pattern, cut at its stars, covers a whole text."""
    if len(pieces) == 1:
        return text == pieces[0]
    first, *middle, last = pieces
    if not text.startswith(first):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in middle:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return at <= end and text.endswith(last)


def _test(condition: Condition) -> Matcher:
    field, value = condition.field, condition.value
    if field == "score":
        return _score_test(condition)
    if field == "search":
        return _search_test(str(value))
    choices = value if isinstance(value, tuple) else (value,)
    if field == "feed":
        return lambda facts, _: facts.feed_id in choices
    if field == "folder":
        wanted = frozenset(each for each in choices if isinstance(each, int))
        return lambda _, folders: not wanted.isdisjoint(folders)
    if field == "language":
        languages = tuple(_tag(str(each)) for each in choices)
        return lambda facts, _: _speaks(facts.language, languages)
    return _text_test(condition, choices)


def _search_test(query: str) -> Matcher:
    matches = query_matcher(query)
    return lambda facts, _: matches(
        SearchedText(facts.title, facts.author, facts.text, facts.url, facts.language)
    )


def _text_test(condition: Condition, choices: tuple[Single, ...]) -> Matcher:
    if condition.operator == "regex":
        holds = expression_finds(str(choices[0]))
    else:
        holds = _holds(condition.operator, tuple(fold(str(each)) for each in choices))
    denies = condition.operator == "not_contains"
    field = condition.field
    if field == "tag":
        # Denied is what no tag may have; an entry without tags has none.
        return lambda facts, _: any(map(holds, facts.tags)) != denies
    return lambda facts, _: holds(getattr(facts, field)) != denies


def _holds(operator: str, values: tuple[str, ...]) -> Callable[[str], bool]:
    value = values[0]
    if operator in ("contains", "not_contains"):
        return lambda text: value in text
    if operator == "starts_with":
        return lambda text: text.startswith(value)
    if operator == "matches":
        pieces = value.split("*")
        return lambda text: pattern_matches(pieces, text)
    return lambda text: text in values


def _score_test(condition: Condition) -> Matcher:
    bound = condition.value
    assert isinstance(bound, float)
    if condition.operator == "above":
        return lambda facts, _: facts.score is not None and facts.score > bound
    return lambda facts, _: facts.score is not None and facts.score < bound


def _speaks(language: str, wanted: tuple[str, ...]) -> bool:
    """Whether a language is wanted; `en` stands for all kinds of English."""
    return any(language == each or language.startswith(f"{each}-") for each in wanted)


def _tag(language: str) -> str:
    """Return the tag of a language as it is compared: feeds also write `pt_BR`."""
    return fold(language).replace("_", "-")
