"""Atom's text, content and person constructs, of version 0.3 and 1.0."""

import binascii
from base64 import b64decode

from lxml import etree

from tidings.formats.markup import own_text
from tidings.formats.text_fields import (
    html_from_either,
    html_from_text,
    one_line,
    person,
    plain_title,
)
from tidings.formats.xml_fields import Fields, Scope, fields_of, first_text

_HTML = frozenset({"html", "text/html"})
_XHTML = frozenset({"xhtml", "application/xhtml+xml", "application/xhtml"})
_TEXT = frozenset({"text", "text/plain"})
_USUAL = _HTML | _XHTML | _TEXT


def read_title(element: etree._Element, scope: Scope) -> str | None:
    """Return a text construct as plain text."""
    kind = _kind(element)
    mode = element.get("mode") if scope.has_mode else None
    text = _decoded(own_text(element), mode)
    if kind in _XHTML or (kind in _TEXT and mode != "escaped"):
        return one_line(text)
    # Without a type the text is plain by the book, and HTML in practice.
    return plain_title(text)


def read_content(element: etree._Element, scope: Scope) -> str | None:
    """Return content or a summary as HTML; `None` if it is elsewhere or no text."""
    kind = _kind(element)
    if len(element) or kind in _XHTML:
        return scope.html(element)
    text = element.text
    if not text:
        return None
    if scope.has_mode:
        text = _decoded(text, element.get("mode"))
    if kind in _HTML:
        return None if text.isspace() else text
    if kind in _TEXT:
        return html_from_text(text)
    if not kind or kind.startswith("text/") or kind.endswith(("/xml", "+xml")):
        return html_from_either(text)
    return None


def read_person(elements: list[etree._Element], scope: Scope) -> str | None:
    """Return the names of all persons, in order."""
    if len(elements) == 1:
        return _name(elements[0], scope)
    names = (_name(element, scope) for element in elements[:20])
    return ", ".join(dict.fromkeys(name for name in names if name)) or None


def _name(element: etree._Element, scope: Scope) -> str | None:
    if not len(element):
        return person(element.text)
    fields: Fields = fields_of(element, scope.names)
    return person(
        first_text(
            fields, "name", "atom:name", "email", "atom:email", "uri", "atom:uri"
        )
    )


def _kind(element: etree._Element) -> str:
    kind = element.get("type")
    if not kind or kind in _USUAL:
        return kind or ""
    return kind.partition(";")[0].strip().lower()


def _decoded(text: str, mode: str | None) -> str:
    if mode != "base64":
        return text
    try:
        return b64decode(text.encode()).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return text
