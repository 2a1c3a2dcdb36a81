"""The text that a reader of HTML would see: for hashes, search and excerpts.

It never fails, and takes time in proportion to the length of the HTML.
"""

import re

from tidings.core.spaces import single_spaced
from tidings.html.tokens import TAG_NAME, decoded, hidden_elements, pieces, storable

_UNSEEN = hidden_elements("""
    script style template noscript noembed noframes iframe xmp textarea title select
    datalist svg audio video canvas annotation annotation-xml
""")
_BLOCKS = """
    address article aside blockquote body br caption center dd details dialog dir div dl
    dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr
    html legend li main menu nav ol optgroup option p pre search section summary table
    tbody tfoot thead tr ul
"""
# Stands for the end of a line until lines are told apart: NUL is in no text then.
_LINE_END = "\0"
_APART = dict.fromkeys(_BLOCKS.split(), _LINE_END) | {"td": " ", "th": " "}
# Names that need no second look, nearly all there are; `None` stands for comments.
_INLINE = """
    a abbr acronym b bdi bdo big cite code col colgroup data del dfn em embed font i img
    input ins kbd label link mark meta object param picture q rp rt ruby s samp small
    source span strike strong sub sup time track tt u var wbr
"""
_PLAIN = dict.fromkeys(_INLINE.split(), "") | _APART
_INSTEAD: dict[str | None, str] = {
    form: apart for name, apart in _PLAIN.items() for form in (name, name.upper())
}
_INSTEAD[None] = ""
_PICTURES = frozenset({"img", "IMG", "amp-img"})
_IDEOGRAPH = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_IDEOGRAPHS_IN_A_WORD = 2


def plain_text(html: str) -> str:
    """Return the visible text, a line for each block, with single spaces."""
    return text_and_pictures(html)[0]


def text_and_pictures(html: str) -> tuple[str, bool]:
    """Return the visible text, and whether there is a picture in the HTML."""
    html = storable(html)
    parts = TAG_NAME.split(html)
    names = parts[1::2]
    instead = [_INSTEAD.get(name) for name in names]
    parts[1::2] = instead
    text = _visible(html) if None in instead else "".join(parts)
    lines = filter(None, map(single_spaced, decoded(text).split("\0")))
    return "\n".join(lines), not _PICTURES.isdisjoint(names)


def word_count(text: str) -> int:
    """Count the words of what `plain_text` gives, where one space or the end of a line
    stands between two; languages that do not separate them are estimated."""
    words = text.count(" ") + text.count("\n") + bool(text)
    if text.isascii():
        return words
    return words + len(_IDEOGRAPH.findall(text)) // _IDEOGRAPHS_IN_A_WORD


def _visible(html: str) -> str:
    return "".join(
        text + _APART.get(name, "") for text, name, _, _ in pieces(html, _UNSEEN)
    )
