"""Atom's text, content and person constructs, of version 0.3 and 1.0."""

import binascii
import re
from base64 import b64decode

from lxml import etree

from tidings.formats.feeds.text_fields import (
    html_from_either,
    html_from_text,
    one_line,
    person,
    plain_title,
)
from tidings.formats.xml.fields import (
    Fields,
    Scope,
    elements,
    fields_of,
    first_text,
)
from tidings.formats.xml.markup import own_text

_HTML = frozenset({"html", "text/html"})
_XHTML = frozenset({"xhtml", "application/xhtml+xml", "application/xhtml"})
_TEXT = frozenset({"text", "text/plain"})
_USUAL = _HTML | _XHTML | _TEXT
# What these hold is no text, whatever follows the slash.
_NO_TEXT = ("image/", "audio/", "video/", "font/", "model/")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{40,}\s+)*[A-Za-z0-9+/]{20,}={0,2}")
_MOST_NAMES = 20


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
    if kind.startswith(_NO_TEXT) or ("/" in kind and _BASE64.fullmatch(text.strip())):
        return None
    # No type, or one of a feed's own making: "html5", "plain", "markdown".
    return html_from_either(text)


def read_person(persons: list[etree._Element], scope: Scope) -> str | None:
    """Return the names of all persons, in order."""
    if len(persons) == 1:
        return _name(persons[0], scope)
    names = (_name(person, scope) for person in persons[:_MOST_NAMES])
    return ", ".join(dict.fromkeys(name for name in names if name)) or None


def _name(element: etree._Element, scope: Scope) -> str | None:
    if not len(element):
        return person(element.text)
    fields: Fields = fields_of(element, scope.names)
    # One name each by the book; some feeds put all authors into one element.
    names = [person(own_text(name)) for name in elements(fields, "name", "atom:name")]
    joined = ", ".join(dict.fromkeys(name for name in names[:_MOST_NAMES] if name))
    return joined or person(
        first_text(fields, "email", "atom:email", "uri", "atom:uri")
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
