"""The children of one element by short name, and their texts."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from tidings.formats.feeds.dates import read_date
from tidings.formats.feeds.links import has_login, web_url
from tidings.formats.xml.markup import inner_html, own_text
from tidings.formats.xml.names import Names

Fields = dict[str, list[etree._Element]]

# An entry with more children than this is hostile.
_MOST_CHILDREN = 2000
_MOST_ELEMENTS_IN_A_DATE = 10

_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True, slots=True)
class Scope:
    """What reading any element of one document needs to know."""

    names: Names
    # What relative addresses are relative to where no `xml:base` says otherwise.
    base: str
    # Who wrote the entries that name nobody; None: nobody knows.
    author: str | None = None
    # Whether any `xml:base`, `xml:lang` or `mode` occurs: most documents have none.
    has_base: bool = False
    has_lang: bool = False
    has_mode: bool = False
    # The addresses that came with a login, without it: grows while entries are read.
    logins: set[str] = field(default_factory=set)

    def base_of(self, element: etree._Element) -> str:
        """Return what addresses inside the element are relative to."""
        return self.own_base_of(element) or self.base

    def own_base_of(self, element: etree._Element) -> str | None:
        """Return what `xml:base` says about the element, if it says anything."""
        if not self.has_base:
            return None
        references = [element.get(_BASE)]
        references += [above.get(_BASE) for above in element.iterancestors()]
        base: str | None = None
        for reference in reversed(references):
            if reference:
                base = web_url(reference, base or self.base) or base
        return base

    def language_of(self, element: etree._Element) -> str | None:
        """Return the language the element itself declares."""
        return (element.get(_LANG) or None) if self.has_lang else None

    def link(self, element: etree._Element, address: str | None) -> str | None:
        """Return an address found in the element as an absolute web address."""
        if not address:
            return None
        if "@" in address and has_login(address):
            self.logins.add(address.rpartition("@")[2])
        return web_url(address, self.base_of(element) if self.has_base else self.base)

    def html(self, element: etree._Element) -> str | None:
        """Return the text or the inner markup of the element as HTML."""
        return inner_html(element, self.base_of(element) if self.has_base else None)


def fields_of(element: etree._Element, names: Names) -> Fields:
    """Return the direct children by short name, in document order."""
    return _sorted_by_name(islice(element, _MOST_CHILDREN), names)


def all_fields_of(element: etree._Element, names: Names) -> Fields:
    """Return the direct children of an element that may hold any number of entries."""
    return _sorted_by_name(element, names)


def _sorted_by_name(children: Iterable[etree._Element], names: Names) -> Fields:
    fields: Fields = {}
    for child in children:
        name = names[child.tag]
        if name in fields:
            fields[name].append(child)
        else:
            fields[name] = [child]
    return fields


def elements(fields: Fields, *names: str) -> list[etree._Element]:
    """Return all elements with one of the names, first name first."""
    if len(names) == 1:
        return fields.get(names[0], [])
    return [element for name in names for element in fields.get(name, ())]


def first_value(fields: Fields, *names: str) -> str | None:
    """Return the first text that is not blank, of elements that hold only text."""
    for name in names:
        if name in fields:
            for element in fields[name]:
                text = element.text
                if text and (text := text.strip()):
                    return text
    return None


def first_text(fields: Fields, *names: str) -> str | None:
    """Return the first text that is not blank, tags inside it left out."""
    for name in names:
        if name in fields:
            for element in fields[name]:
                text = own_text(element)
                if text:
                    return text
    return None


def first_html(fields: Fields, scope: Scope, *names: str) -> str | None:
    """Return the first text or inner markup that is not blank, as HTML."""
    for name in names:
        if name in fields:
            for element in fields[name]:
                text = element.text
                # Text alone is by far the most common; it needs no more work.
                html = scope.html(element) if len(element) else text
                if html and not html.isspace():
                    return html
    return None


def first_date(fields: Fields, names: Iterable[str]) -> int | None:
    """Return the first moment that can be read, first name first."""
    for name in names:
        if name in fields:
            for element in fields[name]:
                moment = read_date(element.text)
                if moment is None and len(element):
                    moment = _date_inside(element)
                if moment is not None:
                    return moment
    return None


def _date_inside(element: etree._Element) -> int | None:
    """Read a date that stands in markup: `<pubDate><time datetime="…">…</time>`."""
    for inner in islice(element.iterdescendants(), _MOST_ELEMENTS_IN_A_DATE):
        moment = read_date(inner.get("datetime")) or read_date(inner.text)
        if moment is not None:
            return moment
    return read_date(own_text(element))
