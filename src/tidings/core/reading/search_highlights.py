"""What a search found, shown in its place: texts cut into pieces, every second one a hit.

Pieces are plain text, so nothing in them can act as markup; joined, they are the text
again. Finding takes time in proportion to the text, whatever it holds.
"""

import re
from collections.abc import Iterable
from itertools import chain, pairwise

from tidings.core.reading.search_leaves import TextField, Words
from tidings.core.reading.search_terms import Term, leaves_of
from tidings.core.reading.search_words import ACCENTS, SAME_LETTERS, words_of

Pieces = list[str]  # text, hit, text, hit, … text: an odd number of them
Span = tuple[int, int]

_MOST_HITS = 20
_WORDS_BEFORE = 8
_WORDS_SHOWN = 30
_LONGEST_EXCERPT = 400
_ELLIPSIS = "…"
# Possessive repeats: a text of nothing but accents or gaps must not make it go back.
_GAP = r"[\W_]++"
_ACCENT = f"[{ACCENTS}]*+"
# Of a word of which the beginning was asked for.
_REST = f"(?:[^\\W_]|[{ACCENTS}])*+"
_NO_WORD_AFTER = r"(?![^\W_])"
_SPACES = re.compile(r"\s++")


def hit_pattern(terms: Iterable[Term], field: TextField) -> re.Pattern[str] | None:
    """Return what finds the wanted words in texts of a field, None if none are."""
    runs = dict.fromkeys(
        (tuple(words_of(" ".join(term.words))), term.prefix)
        for term in leaves_of(terms)
        if isinstance(term, Words)
        and not term.negated
        and term.field in (TextField.ANYWHERE, field)
    )
    longest_first = sorted(runs, key=lambda run: len(run[0]), reverse=True)
    found = [
        _run_pattern(run) + (_REST if prefix else "") for run, prefix in longest_first
    ]
    if not found:
        return None
    return re.compile(f"(?:{'|'.join(found)}){_NO_WORD_AFTER}")


def hits(pattern: re.Pattern[str], text: str) -> list[Span]:
    """Return where the first hits stand, in order."""
    folded = text.lower()
    if not text.isascii():
        folded = text.replace("İ", "I").lower().translate(SAME_LETTERS)
    spans: list[Span] = []
    for found in pattern.finditer(folded):
        spans.append(found.span())
        if len(spans) == _MOST_HITS:
            break
    return spans


def in_pieces(text: str, spans: Iterable[Span]) -> Pieces:
    """Return a text cut before and after each span."""
    inner = list(spans)
    edges = [0, *chain.from_iterable(inner), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


def excerpt_pieces(text: str, spans: list[Span]) -> Pieces:
    """Return some thirty words around the first hit, on one line, in pieces."""
    first = spans[0][0] if spans else 0
    start = _words_back(text, first)
    end = _words_on(text, start)
    inside = [(a - start, b - start) for a, b in spans if b <= end]
    pieces = [_SPACES.sub(" ", piece) for piece in in_pieces(text[start:end], inside)]
    if start > 0:
        pieces[0] = _ELLIPSIS + pieces[0]
    if end < len(text):
        pieces[-1] = pieces[-1].rstrip() + _ELLIPSIS
    return pieces


def _run_pattern(run: tuple[str, ...]) -> str:
    first = re.escape(run[0][0])
    # Behind the first letter, so that the search for it runs at full speed.
    no_word_before = rf"(?<![^\W_]{first})"
    words = _GAP.join(
        "".join(re.escape(letter) + _ACCENT for letter in word) for word in run
    )
    return first + no_word_before + words.removeprefix(first)


def _words_back(text: str, place: int) -> int:
    """Return where the words before a place begin, not far back."""
    furthest = max(0, place - _LONGEST_EXCERPT // 4)
    before = list(_SPACES.finditer(text, furthest, place))
    if furthest == 0 and len(before) <= _WORDS_BEFORE:
        return 0
    return before[-min(_WORDS_BEFORE + 1, len(before))].end() if before else place


def _words_on(text: str, start: int) -> int:
    """Return where some thirty words after a place end."""
    furthest = min(len(text), start + _LONGEST_EXCERPT)
    gaps = list(_SPACES.finditer(text, start, furthest))
    if len(gaps) >= _WORDS_SHOWN:
        return gaps[_WORDS_SHOWN - 1].start()
    if furthest == len(text) or not gaps:
        return furthest
    return gaps[-1].start()
