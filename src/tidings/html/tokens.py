"""HTML cut into text and tags, as a browser's tokeniser would cut it.

No tree is built here, so no nesting, missing quote or endless comment costs more than
its length. Character references are decoded here too.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape
from itertools import chain

_WHITE = r" \t\n\f\r"
_VALUE = rf"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^{_WHITE}>"'][^{_WHITE}>]*+)"""
_NAME = rf"(?:=[^{_WHITE}/>=]*+|[^{_WHITE}/>=]++)"
_ATTRIBUTES = rf"(?:[{_WHITE}/]++|{_NAME}(?:[{_WHITE}]*+=[{_WHITE}]*+{_VALUE}?+)?+)*+"

# A tag, or a comment, or what a browser takes for a comment. Quantifiers are possessive
# and the end of the document ends everything: no try is ever repeated.
_OTHER = r"!--(?:-?>|.*?(?:--!?>|\Z))|[!?/][^>]*+(?:>|\Z)"
_TAG_NAME = rf"[a-zA-Z][^{_WHITE}/>]*+"
# Slash, name, attributes, and the end of the tag: empty if the document ended before.
TAG = re.compile(rf"<(?:(/?)({_TAG_NAME})({_ATTRIBUTES})(>?)|{_OTHER})", re.DOTALL)
# The same, to split by: only the name is kept.
TAG_NAME = re.compile(rf"<(?:/?({_TAG_NAME}){_ATTRIBUTES}>?|{_OTHER})", re.DOTALL)
_ATTRIBUTE = re.compile(
    rf"({_NAME})(?:[{_WHITE}]*+=[{_WHITE}]*+"
    rf"""(?:"([^"]*+)(?:"|\Z)|'([^']*+)(?:'|\Z)|([^{_WHITE}>"'][^{_WHITE}>]*+))?+)?+"""
)
# Digits are counted here, since Python refuses to read numbers of thousands of them.
_REFERENCE = re.compile(
    r"&(?:#(?:(?=[0-9])0{0,64}+[0-9]{0,7}|[xX](?=[0-9a-fA-F])0{0,64}+[0-9a-fA-F]{0,6});?"
    r"|[a-zA-Z][a-zA-Z0-9]{1,31};?)"
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_ATTRIBUTES = 100
# Nobody wants to read these, even when their end is missing.
_CODE = frozenset({"script", "style"})


# Some text, the name of the tag after it in lower case (empty for a comment and at the
# end), whether that is an end tag, and its attributes as written.
Piece = tuple[str, str, bool, str]


def pieces(html: str, hidden: dict[str, re.Pattern[str]]) -> Iterable[Piece]:
    """Cut a document; what stands between the tags of `hidden` elements is left out."""
    parts = TAG.split(html)
    names = [
        name.lower() if end else ""
        for name, end in zip(parts[2::5], parts[4::5], strict=True)
    ]
    if not hidden.keys().isdisjoint(names):
        return _pieces_one_by_one(html, hidden)
    ends = [slash == "/" for slash in parts[1::5]]
    written = [each or "" for each in parts[3::5]]
    last = (parts[-1], "", False, "")
    return chain(zip(parts[0:-1:5], names, ends, written, strict=True), (last,))


def _pieces_one_by_one(
    html: str, hidden: dict[str, re.Pattern[str]]
) -> Iterator[Piece]:
    position = 0
    unclosed: set[str] = set()
    while tag := TAG.search(html, position):
        slash, name, written, end_of_tag = tag.groups("")
        name = name.lower() if end_of_tag else ""
        yield html[position : tag.start()], name, slash == "/", written
        position = tag.end()
        if name in hidden and not slash and not written.endswith("/"):
            end = None if name in unclosed else hidden[name].search(html, position)
            if end:
                position = end.start()
            elif name in _CODE:
                position = len(html)
            else:
                # Looking for it again and again would take time with the square.
                unclosed.add(name)
    yield html[position:], "", False, ""


def hidden_elements(names: str) -> dict[str, re.Pattern[str]]:
    """Prepare element names, separated by white space, for `pieces`."""
    return {
        name: re.compile(rf"</{name}(?=[{_WHITE}/>])", re.IGNORECASE)
        for name in names.split()
    }


def attributes(written: str) -> dict[str, str]:
    """Read attributes: names in lower case, the first of a name wins, 100 at most."""
    found: dict[str, str] = {}
    for number, match in enumerate(_ATTRIBUTE.finditer(written)):
        if number == _MOST_ATTRIBUTES:
            break
        name, double, single, bare = match.groups()
        found.setdefault(name.lower(), decoded(double or single or bare or ""))
    return found


def decoded(text: str) -> str:
    """Decode character references."""
    return _REFERENCE.sub(_character, text) if "&" in text else text


def storable(text: str) -> str:
    """Remove NUL and lone surrogates, quickly when there are none."""
    if "\0" in text:
        text = text.replace("\0", "")
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub("", text)
    return text


_unescape = lru_cache(maxsize=4096)(unescape)


def _character(reference: re.Match[str]) -> str:
    return _unescape(reference[0])
