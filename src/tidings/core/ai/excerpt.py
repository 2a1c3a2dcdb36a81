"""The sentences of a text that say most: an excerpt, made without any model.

The first sentences of news say more than any clever choice finds; among them those that
share words with the title come first.
"""

import re
import unicodedata

from tidings.core.spaces import single_spaced

_LOOK_AT = 10_000  # characters
_CANDIDATES = 10
_SENTENCES = 3
_SHORTEST = 25
_LONGEST_SENTENCE = 400
_LONGEST_LINE = 200
_LONGEST_TEXT = 700
_SHARED_WORD_LENGTH = 4
_STEP_DOWN = 0.12

_END = re.compile(r"(?<=[.!?…])[\"'”»)\]]*\s+(?=[\"'“„«(¿¡\-–—]*[^\W_a-zß-öø-ÿ])")
_WORD = re.compile(r"\w+")
# A full stop after these does not end a sentence: English, Portuguese, Polish.
_SHORT_WORDS = """
    mr mrs ms dr prof st jr sr vs etc inc ltd co no fig gen gov sen rep rev
    jan feb mar apr jun jul aug sep sept oct nov dec
    sra srta dra profa av pág art núm eng exmo exma
    np tzn ul al pl ks św mgr inż hab tys mln mld godz im tj tzw ws
"""
_SHORT = frozenset(_SHORT_WORDS.split())


def excerpt_of(title: str, text: str) -> tuple[str, str] | None:
    """Return one line and a short text, None if there is nothing worth showing."""
    sentences = _sentences(text, title)
    if not sentences:
        return None
    known = _words(title)
    ranked = sorted(
        range(len(sentences)), key=lambda n: -_worth(n, sentences[n], known)
    )
    chosen = sorted(ranked[:_SENTENCES])
    short = _joined([sentences[n] for n in chosen])
    return _cut(sentences[ranked[0]], _LONGEST_LINE), short


def _sentences(text: str, title: str) -> list[str]:
    """Return the first sentences, without headings, bylines and the title again."""
    named = single_spaced(title).casefold()
    found: list[str] = []
    for line in text[:_LOOK_AT].splitlines():
        for sentence in _split(single_spaced(line)):
            if _is_sentence(sentence) and sentence.casefold() != named:
                found.append(sentence)
        if len(found) >= _CANDIDATES:
            break
    return found[:_CANDIDATES]


def _split(line: str) -> list[str]:
    sentences: list[str] = []
    begin = 0
    for end in _END.finditer(line):
        if not _is_abbreviation(line[begin : end.start()]):
            sentences.append(line[begin : end.start()].strip())
            begin = end.end()
    sentences.append(line[begin:].strip())
    return sentences


def _is_abbreviation(before: str) -> bool:
    last = before.rstrip("\"'”»)]").rsplit(" ", 1)[-1]
    if not last.endswith("."):
        return False
    word = last.rstrip(".").lower().lstrip("(\"'“„")
    return word in _SHORT or len(word) == 1 or "." in word


def _is_sentence(text: str) -> bool:
    ends = text.rstrip("\"'”»)]").endswith((".", "!", "?", "…", "。"))
    return _SHORTEST <= len(text) <= _LONGEST_SENTENCE and ends


def _worth(place: int, sentence: str, title: frozenset[str]) -> float:
    shared = len(_words(sentence) & title) / len(title) if title else 0.0
    return shared - place * _STEP_DOWN


def _words(text: str) -> frozenset[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return frozenset(
        word for word in _WORD.findall(letters) if len(word) >= _SHARED_WORD_LENGTH
    )


def _joined(sentences: list[str]) -> str:
    text = sentences[0]
    for sentence in sentences[1:]:
        if len(text) + len(sentence) < _LONGEST_TEXT:
            text = f"{text} {sentence}"
    return text


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    return text[: text.rfind(" ", 0, longest)].rstrip(" ,;:–—-") + "…"
