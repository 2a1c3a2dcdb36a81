"""One hash for what an entry says, blind to layout and noise.

It tells whether an entry changed, and under which name an AI result is kept. Letters keep
their case: folding it would let different texts share a result.
"""

import hashlib
import re
from unicodedata import is_normalized, normalize

from tidings.core.entries.boilerplate import is_boilerplate
from tidings.core.spaces import single_spaced

_KILOBYTE = 1024
_WHOLE = 200 * _KILOBYTE
_END = 100 * _KILOBYTE
# Judging a line costs more than reading it. Even lines of one letter fill an end with
# half as many as this.
_LINES_OF_AN_END = 100_000
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
# Composing a word takes time with the square of its combining marks, so a word longer
# than any language has is left as it is.
_LONGEST_WORD = 256


def clean_text(text: str) -> str:
    """Remove what no database and no UTF-8 can hold: NUL and lone surrogates."""
    if "\0" not in text and (text.isascii() or _is_unicode(text)):
        return text
    return _UNSTORABLE.sub("", text)


def content_hash(title: str, text: str) -> bytes:
    """Return the 32 bytes by which a change of an entry is seen; noise is not a change."""
    return _hashed(f"{_on_one_line(clean_text(title))}\n{_significant(text)}")


def _significant(text: str) -> str:
    lines = clean_text(text).splitlines()
    if len(lines) > 2 * _LINES_OF_AN_END:
        lines[_LINES_OF_AN_END:-_LINES_OF_AN_END] = ()
    short = map(_on_one_line, lines)
    return " ".join(line for line in short if line and not is_boilerplate(line))


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _on_one_line(text: str) -> str:
    if text.isascii():
        return single_spaced(text)
    words = text.split()
    line = " ".join(words)
    # Nearly all texts are composed already, and looking is quicker than composing.
    if max(map(len, words), default=0) <= _LONGEST_WORD and is_normalized("NFC", line):
        return line
    return " ".join(map(_composed, words))


def _composed(word: str) -> str:
    if word.isascii() or len(word) > _LONGEST_WORD:
        return word
    return normalize("NFC", word)


def _hashed(text: str) -> bytes:
    data = text.encode()
    if len(data) > _WHOLE:
        data = data[:_END] + data[-_END:]
    return hashlib.sha256(data).digest()
