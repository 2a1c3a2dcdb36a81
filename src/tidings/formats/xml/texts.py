"""Turn the markup inside text elements into text, so that only the feed's own structure
is parsed: unclosed tags inside a description would else swallow the rest of the feed.

One pass; every byte is looked at a fixed number of times.
"""

import re

from tidings.formats.xml.cdata import after_cdata, split_cdata
from tidings.formats.xml.repair import escaped

_TEXT_NAMES = (
    rb"description|encoded|title|summary|content|subtitle|tagline|copyright|rights"
    rb"|abstract|info"
)
# Every alternative begins with "<", taken out in front so that the search can leap.
_OPENED = re.compile(
    rb"<(?:!\[CDATA\[|((?!media:content)(?:[A-Za-z_][\w.-]{0,40}:)?(?:"
    + _TEXT_NAMES
    + rb"))((?:\s[^<>]{0,2000})?)>)",
    re.I,
)
_XHTML_TYPE = re.compile(rb"""(\stype\s*=\s*["'])xhtml(["'])""", re.I)
# Where a text may end: at its own end tag, or, if that was forgotten, where the
# structure of the feed goes on.
_STOP = re.compile(
    rb"<(?:!\[CDATA\["
    rb"|/((?:[A-Za-z_][\w.-]{0,40}:)?(?:" + _TEXT_NAMES + rb"))(?=[\s>])"
    rb"|(?P<structure>/?(?:[A-Za-z_][\w.-]{0,40}:)?"
    rb"(?:item|entry|channel|rdf|rss|feed)(?=[\s>])"
    rb"|(?:guid|pubDate|updated|published)(?=[\s>])))",
    re.I,
)


def with_markup_as_text(text: bytes) -> bytes:
    """Return the document with the tags inside its text elements escaped."""
    pieces: list[bytes] = []
    position = 0
    while (opened := _OPENED.search(text, position)) is not None:
        name = opened[1]
        start = opened.end() if name else after_cdata(text, opened.start())
        pieces.append(text[position:start])
        position = start
        if name is None or opened[2].endswith(b"/"):
            continue
        position, closed = _end_of_text(text, start, name)
        inner = text[start:position]
        as_text = _as_text(inner)
        if as_text is not inner and b"xhtml" in opened[2]:
            # Its tags are text now, as they are in the type "html".
            pieces[-1] = pieces[-1].removesuffix(opened[0]) + _as_html(opened[0])
        pieces.append(as_text)
        if not closed:
            pieces.append(b"</" + name + b">")
    pieces.append(text[position:])
    return b"".join(pieces)


def _as_html(opened: bytes) -> bytes:
    return _XHTML_TYPE.sub(rb"\1html\2", opened, 1)


def _end_of_text(text: bytes, start: int, name: bytes) -> tuple[int, bool]:
    """Return where a text ends and whether its end tag is there."""
    position = start
    while (found := _STOP.search(text, position)) is not None:
        if found["structure"]:
            return found.start(), False
        if found[1] == name:
            return found.start(), True
        is_cdata = found[1] is None
        position = after_cdata(text, found.start()) if is_cdata else found.end()
    return len(text), False


def _as_text(inner: bytes) -> bytes:
    """Escape markup; a text without any outside CDATA is well-formed as it is."""
    pairs = list(split_cdata(inner))
    if not any(b"<" in outside for outside, _ in pairs):
        return inner
    return escaped(b"".join(piece for pair in pairs for piece in pair))
