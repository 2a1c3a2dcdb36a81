"""Two versions of an entry as one: what was added in <ins>, what went in <del>.

What goes in must be sanitised, and so must what comes out be: it is put together from
pieces. The structure is the newer version's; of the older one only words and pictures
are shown. Time grows with the length, whatever the texts are like.
"""

import re
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from tidings.core.sequences import kept_pairs
from tidings.html.allowlist import BLOCKS, TABLE_PARTS

MOST_WORDS = 50_000

# Quoted values may hold angle brackets.
_TAG = re.compile(r'(<[^<>"]*(?:"[^"]*"[^<>"]*)*>)')
_TAG_NAME = re.compile(r"</?([a-z0-9]+)")
# Languages that do not separate words are told apart letter by letter.
_WORD = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]\\s*"
    "|[^\\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+\\s*|\\s+"
)
_PICTURES = frozenset({"img"})
_APART = BLOCKS | TABLE_PARTS | {"br"}
_BREAK = "\n"

Kind = Literal["same", "added", "removed"]


@dataclass(frozen=True, slots=True)
class TextPart:
    """A stretch of plain text, and what happened to it."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str  # as it stands in the HTML
    key: str  # what is compared: empty for tags that are not


def html_diff(old: str, new: str) -> str | None:
    """Return sanitised HTML with the changes marked; None if it is too much."""
    before, after = _pieces(old), _pieces(new)
    if max(len(before), len(after)) > MOST_WORDS:
        return None
    removed, stayed = _changes(before, after)
    parts: list[str] = []
    for place, piece in enumerate(after):
        parts.append(_marked("del", removed.get(place, ())))
        is_new = piece.key and place not in stayed and piece.key != _BREAK
        parts.append(_marked("ins", [piece]) if is_new else piece.text)
    parts.append(_marked("del", removed.get(len(after), ())))
    # Words that follow each other are one change.
    return "".join(parts).replace("</ins><ins>", "").replace("</del><del>", "")


def text_diff(old: str, new: str) -> list[TextPart]:
    """Return what happened to a short plain text, such as a title."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    pairs = kept_pairs([w.strip() for w in before], [w.strip() for w in after])
    parts: list[TextPart] = []
    a = b = 0
    for i, j in [*pairs, (len(before), len(after))]:
        _add(parts, "removed", before[a:i])
        _add(parts, "added", after[b:j])
        _add(parts, "same", after[j : j + 1])
        a, b = i + 1, j + 1
    return parts


def _add(parts: list[TextPart], kind: Kind, words: list[str]) -> None:
    text = "".join(words)
    if not text:
        return
    if parts and parts[-1].kind == kind:
        text = parts.pop().text + text
    parts.append(TextPart(kind, text))


def _pieces(html: str) -> list[_Piece]:
    cut = _TAG.split(html)
    texts = (
        [_Piece(word, word.strip()) for word in _WORD.findall(t)] for t in cut[::2]
    )
    tags = ([_tag(tag)] for tag in cut[1::2])
    in_turn = chain.from_iterable(zip(texts, [*tags, []], strict=True))
    return list(chain.from_iterable(in_turn))


def _tag(tag: str) -> _Piece:
    found = _TAG_NAME.match(tag)
    name = found[1] if found else ""
    if name in _PICTURES:
        return _Piece(tag, tag)
    return _Piece(tag, _BREAK if name in _APART else "")


def _changes(
    before: list[_Piece], after: list[_Piece]
) -> tuple[dict[int, list[_Piece]], set[int]]:
    """Return what went, by the place in the new pieces before which it stood, and the
    places of what stayed."""
    old = [place for place, piece in enumerate(before) if piece.key]
    new = [place for place, piece in enumerate(after) if piece.key]
    pairs = kept_pairs([before[i].key for i in old], [after[j].key for j in new])
    removed: dict[int, list[_Piece]] = {}
    a = b = 0
    for i, j in [*pairs, (len(old), len(new))]:
        gone = [before[place] for place in old[a:i]]
        if gone:
            # Before what came instead of it, or else where it stood.
            removed[new[b] if b < len(new) else len(after)] = gone
        a, b = i + 1, j + 1
    return removed, {new[j] for _, j in pairs}


def _marked(tag: str, pieces: "list[_Piece] | tuple[()]") -> str:
    text = "".join(" " if piece.key == _BREAK else piece.text for piece in pieces)
    return f"<{tag}>{text}</{tag}>" if text.strip() else ""
