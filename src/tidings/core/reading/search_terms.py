"""The search language: what a user typed, as terms that are safe to hand to any engine.

Terms stand side by side, and an entry must meet them all; `OR` between them makes ways of
which one must be met, and binds less than standing side by side; brackets group, a minus
denies. Words hold letters and digits only. What looks like an operator and is none is
refused with the nearest there is: searched for as text, it would answer wrongly.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from tidings.core.entries.content_hash import clean_text
from tidings.core.reading.search_leaves import Before, Leaf, Newer, Older, Since
from tidings.core.reading.search_operators import OPERATORS, read_leaf
from tidings.core.reading.search_words import words_of

LONGEST_QUERY = 512
MOST_TERMS = 32


@dataclass(frozen=True, slots=True)
class Either:
    """Entries that meet every term of one of these ways: two at least, none empty."""

    ways: tuple[tuple["Term", ...], ...]


Term = Leaf | Either
Terms = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """Everything an entry must meet; no terms at all means that nothing was asked."""

    terms: Terms
    shortened: bool = False  # the query was too long, its end was left out


def search_terms(query: str) -> SearchTerms:
    """Read a query; `Invalid` has a code and names the operator that is wrong in it."""
    text = clean_text(query[:LONGEST_QUERY]).translate(_STRAIGHT_QUOTES)
    reading = _QueryReader()
    for piece in _PIECE.finditer(text):
        reading.take(piece)
    return SearchTerms(
        reading.end(), shortened=reading.too_many or len(query) > LONGEST_QUERY
    )


def leaves_of(terms: Iterable[Term]) -> Iterator[Leaf]:
    """Yield the single terms, however deep they are."""
    for term in terms:
        if isinstance(term, Either):
            yield from leaves_of(chain.from_iterable(term.ways))
        else:
            yield term


def dated(terms: Terms, now: int) -> Terms:
    """Return terms whose ages are times."""
    return tuple(_dated(term, now) for term in terms)


def _dated(term: Term, now: int) -> Term:
    match term:
        case Newer(age):
            return Since(max(0, now - age))
        case Older(age):
            return Before(max(0, now - age))
        case Either(ways):
            return Either(tuple(dated(way, now) for way in ways))
    return term


# A word may hold brackets that are in order, as in `print(x)`.
_PIECE = re.compile(
    r"(?P<or>OR)(?=[\s()]|$)|(?P<and>AND)(?=[\s()]|$)|(?P<close>\))"
    r"|(?P<negated>-?)(?:(?P<operator>[a-zA-Z_]+):)?"
    r'(?:(?P<open>\()|"(?P<phrase>[^"]*)"?(?P<star>\*?)'
    r'|(?P<word>(?:[^\s"()]|\([^\s"()]*\))+))'
)
_STRAIGHT_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»", '"'))


@dataclass(slots=True)
class _SearchGroup:
    """What is in brackets, as it is read; each way is what stands side by side."""

    operator: str = ""  # of the pieces that name none themselves
    negated: bool = False
    ways: list[list[Term]] = field(default_factory=lambda: [[]])

    def add(self, terms: Iterable[Term]) -> None:
        """Let the way that is being read need these as well."""
        way = self.ways[-1]
        way += [term for term in terms if term not in way]

    def closed(self) -> Terms:
        """Return what the group means, as terms that must all be met."""
        ways = tuple(dict.fromkeys(tuple(way) for way in self.ways if way))
        if self.negated:
            return tuple(chain.from_iterable(map(_denied, ways)))
        return ways[0] if len(ways) == 1 else (Either(ways),) if ways else ()


@dataclass(slots=True)
class _QueryReader:
    """A query as far as it was read, the innermost open group last."""

    groups: list[_SearchGroup] = field(default_factory=lambda: [_SearchGroup()])
    leaves: int = 0
    too_many: bool = False

    def take(self, piece: re.Match[str]) -> None:
        """Read on by one piece."""
        if piece["or"]:
            self.groups[-1].ways.append([])
        elif piece["close"]:
            self._close()
        elif piece["open"]:
            self.groups.append(_inner_group(piece, self.groups[-1]))
        elif not piece["and"]:
            self._add(_leaf(piece, self.groups[-1].operator))

    def end(self) -> Terms:
        """Return everything; what nobody closed is still being typed."""
        while len(self.groups) > 1:
            self._close()
        return self.groups[0].closed()

    def _close(self) -> None:
        if len(self.groups) > 1:
            group = self.groups.pop()
            self.groups[-1].add(group.closed())

    def _add(self, leaf: Leaf | None) -> None:
        group = self.groups[-1]
        if leaf is None or leaf in group.ways[-1]:
            return
        if self.leaves == MOST_TERMS:
            self.too_many = True
            return
        self.leaves += 1
        group.add((leaf,))


def _denied(terms: Terms) -> Terms:
    """Return what an entry meets that does not meet all of these."""
    if len(terms) > 1:
        return (Either(tuple(_denied((term,)) for term in terms)),)
    if isinstance(terms[0], Either):
        return tuple(chain.from_iterable(map(_denied, terms[0].ways)))
    return (_opposite(terms[0]),)


def _opposite(leaf: Leaf) -> Leaf:
    match leaf:
        case Since(at):
            return Before(at)
        case Before(at):
            return Since(at)
        case Newer(age):
            return Older(age)
        case Older(age):
            return Newer(age)
    return replace(leaf, negated=not leaf.negated)


def _inner_group(piece: re.Match[str], outer: _SearchGroup) -> _SearchGroup:
    operator = (piece["operator"] or "").lower()
    known = operator if operator in OPERATORS else outer.operator
    return _SearchGroup(known, bool(piece["negated"]))


def _leaf(piece: re.Match[str], inherited: str) -> Leaf | None:
    value = piece["phrase"] if piece["word"] is None else piece["word"]
    prefix = value.endswith("*") or bool(piece["star"])
    operator = piece["operator"]
    if operator is None:
        operator = inherited
    elif _is_text(operator.lower(), value):
        value, operator = f"{operator} {value}", ""
    leaf = read_leaf(operator.lower(), value.strip(), prefix=prefix)
    if leaf is None or not piece["negated"]:
        return leaf
    return _opposite(leaf)


def _is_text(operator: str, value: str) -> bool:
    """Return whether it is an address, or an operator that lacks its value yet."""
    is_known = operator in OPERATORS
    empty = not value.strip() if is_known else not words_of(value)
    return empty or value.startswith("//")
