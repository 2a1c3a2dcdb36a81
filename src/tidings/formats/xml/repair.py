"""Mend the usual faults of feeds in the text, so that a strict parser accepts it.

Works on UTF-8 bytes, in one direction, with a budget: linear in the input and never
much larger than it. What it cannot mend it leaves alone.
"""

import re
from dataclasses import dataclass
from html.entities import html5

from tidings.core.entries.entities import unescape
from tidings.formats.xml.cdata import END, START, split_cdata
from tidings.formats.xml.names import NAMESPACE_OF

# Past this many the document is hostile, and is left to its fate.
_MOST_REPAIRS = 200_000
_PROLOG = 1 << 16
_MOST_ENTITIES = 300
_LONGEST_ENTITY = 200
_MOST_PREFIXES = 50
_MOST_TO_QUOTE = 4 << 20

_ROOT = re.compile(
    rb"<((?:[A-Za-z_][\w.-]{0,40}:)?(?:rss|feed|rdf|channel|entry|opml))(?=[\s>/])",
    re.I,
)
_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]{0,2000}(\[)?", re.I)
_DOCTYPE_END = re.compile(rb"\]\s*>")
_ENTITY = re.compile(
    rb"""<!ENTITY\s+([A-Za-z][\w.-]{0,60})\s+(?:"([^"<>]{0,200})"|'([^'<>]{0,200})')\s*>"""
)
_FORBIDDEN = bytes(set(range(32)) - {9, 10, 13})
_NONCHARACTERS = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")
_FAULT = re.compile(
    rb"&(?:(#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)?"
    rb"|<(?![A-Za-z_/!?])|\]\]>"
)
_XML_ENTITIES = {b"amp", b"lt", b"gt", b"quot", b"apos"}
_PREFIX = re.compile(rb"</?([A-Za-z_][\w.-]{0,40}):[A-Za-z_]")
_ATTRIBUTE_PREFIX = re.compile(
    rb"[\s\"']([A-Za-z_][\w.-]{0,40}):[A-Za-z_][\w.-]{0,60}=[\"']"
)
_FIRST_TAG = re.compile(rb"<([A-Za-z_][\w.:-]{0,80})")
_CONFLICTS = re.compile(rb"<(\w{1,20}:conflicts)(?:\s[^<>]{0,200})?>")
_TAG = re.compile(rb"<[A-Za-z_][^<>]{0,4000}>")
_ATTRIBUTE = re.compile(
    rb"""\"[^\"]*\"|'[^']*'|(\s[A-Za-z_][\w:.-]{0,80}\s?=\s?)([^\s\"'<>]+)"""
)
_NAMESPACE = re.compile(
    rb"""(?<=\s)(xmlns(?::[\w.-]{1,40})?\s?=\s?)(["'])([^"'<>]{1,300})\2"""
)
_DECLARED_PREFIX = re.compile(rb"xmlns:([A-Za-z_][\w.-]{0,40})\s?=")


@dataclass(frozen=True, slots=True)
class Repaired:
    """Mended text, the root's name, and in words what was mended."""

    text: bytes
    root: bytes
    problems: tuple[str, ...]


def has_doctype(text: bytes) -> bool:
    """Return whether a DOCTYPE comes before the root element."""
    found = _DOCTYPE.search(text, 0, _PROLOG)
    if found is None:
        return False
    root = _ROOT.search(text, 0, _PROLOG)
    return root is None or found.start() < root.start()


def repair(text: bytes) -> Repaired | None:
    """Return the feed in the text with its usual faults mended.

    `None` if there is no feed in it, or more faults than any feed has.
    """
    root = _find_root(text)
    if root is None:
        return None
    problems = []
    prolog, text = text[: root.start()], text[root.start() :]
    name = root[1]
    cleaned = _without_forbidden(text)
    if len(cleaned) != len(text):
        problems.append("Control characters were removed.")
    cleaned = _without_tail(cleaned, name)
    mended, faults = _mend(cleaned, _own_entities(prolog))
    if faults > _MOST_REPAIRS:
        return None
    if faults:
        problems.append(f"{faults} bare or unknown characters were escaped.")
    mended, blanks = _without_blanks_in_namespaces(mended)
    if blanks:
        problems.append("Blanks in the names of namespaces were removed.")
    mended, prefixes = _with_prefixes(mended, name)
    if prefixes:
        problems.append(f"Undeclared prefixes: {', '.join(prefixes)}.")
    return Repaired(mended, name, tuple(problems))


def is_cut_off(text: bytes) -> bool:
    """Return whether a document lacks its last end tag; what follows that may be junk."""
    root = _FIRST_TAG.search(text)
    return root is None or text.rfind(b"</" + root[1]) < root.end()


def without_conflicts(text: bytes) -> bytes:
    """Return a document without the rival versions that FeedSync keeps of an entry.

    They are items inside an item. Only a whole tree tells them from the entries of the
    feed, and this text may not give one.
    """
    if b":conflicts" not in text:
        return text
    pieces: list[bytes] = []
    position = 0
    while (opened := _CONFLICTS.search(text, position)) is not None:
        end_tag = b"</" + opened[1] + b">"
        closed = text.find(end_tag, opened.end())
        if closed < 0:
            break
        pieces.append(text[position : opened.start()])
        position = closed + len(end_tag)
    return b"".join((*pieces, text[position:]))


def with_quoted_attributes(text: bytes) -> bytes:
    """Return a document with quotes around the attributes that lack them.

    A very large one is left alone: it would need too much memory once more.
    """
    if len(text) > _MOST_TO_QUOTE:
        return text
    pieces: list[bytes] = []
    for outside, inside in split_cdata(text):
        pieces.append(_TAG.sub(_quoted, outside))
        if inside:
            pieces += (START, inside, END)
    return b"".join(pieces)


def _quoted(tag: re.Match[bytes]) -> bytes:
    def with_quotes(found: re.Match[bytes]) -> bytes:
        return found[0] if found[1] is None else found[1] + b'"' + found[2] + b'"'

    return _ATTRIBUTE.sub(with_quotes, tag[0])


def _find_root(text: bytes) -> re.Match[bytes] | None:
    """Find the root element past declaration, comments, DOCTYPE and junk."""
    position = 0
    while 0 <= (position := text.find(b"<", position)) < _PROLOG:
        if text.startswith(b"<!--", position):
            position = max(text.find(b"-->", position, _PROLOG), position + 3)
        elif text[position : position + 9].upper() == b"<!DOCTYPE":
            position = _end_of_doctype(text, position)
        else:
            found = _ROOT.match(text, position)
            if found is not None:
                return found
            position += 1
    return _ROOT.search(text)


def _end_of_doctype(text: bytes, start: int) -> int:
    found = _DOCTYPE.match(text, start)
    if found is None or found[1] is None:
        return start + 1
    end = _DOCTYPE_END.search(text, found.end())
    return end.end() if end else _PROLOG


def _own_entities(prolog: bytes) -> dict[bytes, bytes]:
    """Return the plain entities a DOCTYPE declares: short, and without references."""
    entities: dict[bytes, bytes] = {}
    for found in _ENTITY.finditer(prolog):
        value = unescape((found[2] or found[3] or b"").decode("utf-8", "replace"))
        if "&" not in value and "%" not in value and len(value) <= _LONGEST_ENTITY:
            entities.setdefault(found[1], escaped(value.encode()))
        if len(entities) >= _MOST_ENTITIES:
            break
    return entities


def _without_forbidden(text: bytes) -> bytes:
    text = text.translate(None, _FORBIDDEN)
    for noncharacter in _NONCHARACTERS:
        text = text.replace(noncharacter, b"")
    return text


def _without_tail(text: bytes, name: bytes) -> bytes:
    """Cut what follows the end of the root element."""
    closed = text.rfind(b"</" + name)
    end = text.find(b">", closed)
    return text if closed < 0 or end < 0 else text[: end + 1]


def _mend(text: bytes, entities: dict[bytes, bytes]) -> tuple[bytes, int]:
    """Mend references and brackets everywhere but inside CDATA."""
    pieces: list[bytes] = []
    faults = 0

    def mended(found: re.Match[bytes]) -> bytes:
        nonlocal faults
        better = _mended(found, entities)
        faults += better != found[0]
        return better

    for outside, inside in split_cdata(text):
        pieces.append(_FAULT.sub(mended, outside, _MOST_REPAIRS + 1))
        if inside:
            pieces += (START, inside, END)
        if faults > _MOST_REPAIRS:
            break
    return b"".join(pieces), faults


def _mended(found: re.Match[bytes], entities: dict[bytes, bytes]) -> bytes:
    whole, name = found[0], found[1]
    if name is None:
        return {b"&": b"&amp;", b"<": b"&lt;"}.get(whole, b"")
    if name in _XML_ENTITIES:
        return whole
    if name.startswith(b"#"):
        return _character(name[1:], whole)
    if name in entities:
        return entities[name]
    known = html5.get(name.decode() + ";")
    return escaped(known.encode()) if known else b"&amp;" + whole[1:]


def _character(number: bytes, whole: bytes) -> bytes:
    """Keep a numeric reference if XML allows it, else read it as browsers do."""
    code = int(number[1:], 16) if number[:1] in b"xX" else int(number)
    if code in (9, 10, 13) or 32 <= code < 0x80 or 0xA0 <= code < 0xD800:
        return whole
    if 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF:
        return whole
    if 0x80 <= code < 0xA0:
        return bytes([code]).decode("cp1252", "ignore").encode()
    return b""


def _without_blanks_in_namespaces(text: bytes) -> tuple[bytes, bool]:
    """Mend the namespaces of the root element, where nearly every feed has them all."""
    end = text.find(b">") + 1
    root = _NAMESPACE.sub(_without_blanks, text[:end])
    return (text, False) if root == text[:end] else (root + text[end:], True)


def _without_blanks(found: re.Match[bytes]) -> bytes:
    return found[1] + found[2] + b"".join(found[3].split()) + found[2]


def _with_prefixes(text: bytes, root: bytes) -> tuple[bytes, list[str]]:
    """Declare on the root the prefixes that the feed uses but does not declare."""
    used = {found[1] for found in _PREFIX.finditer(text)}
    used |= {found[1] for found in _ATTRIBUTE_PREFIX.finditer(text)}
    declared = {found[1] for found in _DECLARED_PREFIX.finditer(text)}
    missing = sorted(used - declared - {b"xml", b"xmlns"})
    if not missing or len(missing) > _MOST_PREFIXES:
        return text, []
    names = [prefix.decode() for prefix in missing]
    written = " ".join(
        f'xmlns:{name}="{NAMESPACE_OF.get(name.lower(), "urn:undeclared:" + name)}"'
        for name in names
    )
    after = len(root) + 1
    return text[:after] + b" " + written.encode() + text[after:], names


def escaped(text: bytes) -> bytes:
    """Return text as XML writes it."""
    return text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")
