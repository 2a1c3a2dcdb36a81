"""The text or the inner HTML of an XML element, without prefixes and namespaces."""

import re

from lxml import etree

from tidings.formats.feeds.links import web_url

_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_HAS_INNER_BASE = etree.XPath("boolean(.//*/@xml:base) and count(.//*) < 5000")
_ADDRESSES = ("href", "src", "cite", "longdesc", "poster", "action", "data")
_WRAPPERS = ("div", "body")
_XHTML_DECLARED = ' xmlns="http://www.w3.org/1999/xhtml"'
_PREFIXED_TAG = re.compile(r"(</?)[A-Za-z_][\w.-]*:(?=[A-Za-z])")
_VOID = frozenset(
    {"br", "hr", "img", "wbr", "input", "area", "base", "col", "embed", "link", "meta"}
) | {"param", "source", "track"}


def own_text(element: etree._Element) -> str:
    """Return all text in the element without blanks around it."""
    if len(element):
        return "".join(map(str, element.itertext())).strip()
    text = element.text
    return text.strip() if text else ""


def inner_html(element: etree._Element, base: str | None = None) -> str | None:
    """Return escaped HTML unescaped, or inline markup as HTML; `None` if blank.

    With a base, addresses below an inner `xml:base` come out absolute, since HTML
    has no such thing.
    """
    if len(element):
        return _markup(element, base)
    text = element.text
    return text if text and not text.isspace() else None


def _markup(element: etree._Element, base: str | None) -> str | None:
    if base is not None and _HAS_INNER_BASE(element):
        _resolve_inner_bases(element, base)
    xml = etree.tostring(_wrapper(element), encoding="unicode", with_tail=False)
    # The serialiser escapes every other angle bracket.
    start = xml.index(">") + 1
    inner = xml[start : xml.rindex("<")]
    if _XHTML_DECLARED in inner:
        inner = inner.replace(_XHTML_DECLARED, "")
    if xml.find("xmlns:", 0, start) > 0:
        inner = _PREFIXED_TAG.sub(r"\1", inner)
    if _needs_end_tags(inner):
        inner = _with_end_tags(inner)
    return inner.strip() or None


def _needs_end_tags(xml: str) -> bool:
    position = -1
    while (position := xml.find("/>", position + 1)) > 0:
        tag = xml[xml.rfind("<", 0, position) + 1 : position]
        if tag.partition(" ")[0].lower() not in _VOID:
            return True
    return False


def _with_end_tags(xml: str) -> str:
    """Close empty elements as HTML does: `<p/>` would open a paragraph there."""
    *pieces, last = xml.split("/>")
    closed: list[str] = []
    for piece in pieces:
        name = piece[piece.rindex("<") + 1 :].partition(" ")[0]
        closed += (piece, "/>" if name.lower() in _VOID else f"></{name}>")
    return "".join(closed) + last


def _wrapper(element: etree._Element) -> etree._Element:
    """Return the single div or body that holds everything, else the element."""
    if len(element) != 1 or (element.text or "").strip():
        return element
    child = element[0]
    if (child.tail or "").strip() or not isinstance(child.tag, str):
        return element
    return child if child.tag.rpartition("}")[2] in _WRAPPERS else element


def _resolve_inner_bases(element: etree._Element, base: str) -> None:
    bases = {element: base}
    for inner in element.iterdescendants("{*}*"):
        parent = inner.getparent()
        above = base if parent is None else bases.get(parent, base)
        own = inner.get(_BASE)
        here = bases[inner] = (web_url(own, above) or above) if own else above
        if own is not None:
            del inner.attrib[_BASE]
        if here != base:
            _make_absolute(inner, here)


def _make_absolute(element: etree._Element, base: str) -> None:
    for name in _ADDRESSES:
        absolute = web_url(element.get(name), base)
        if absolute is not None:
            element.set(name, absolute)
