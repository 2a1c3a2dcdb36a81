"""Atom links, in Atom feeds and inside RSS: which one is the entry's address."""

from typing import NamedTuple

from lxml import etree

from tidings.core.feeds.parsed import ParsedEnclosure
from tidings.formats.feeds.media_tags import read_link_enclosure
from tidings.formats.xml.fields import Scope

_RELATIONS = "http://www.iana.org/assignments/relation/"
_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_MOST_LINKS = 200


class Links(NamedTuple):
    """The addresses that the links of one element give, by relation."""

    alternate: str | None = None
    enclosures: tuple[ParsedEnclosure, ...] = ()
    replies: str | None = None
    self_url: str | None = None
    next_url: str | None = None
    hubs: tuple[str, ...] = ()


def read_links(elements: list[etree._Element], scope: Scope) -> Links:
    """Sort the links of a feed or an entry by their relation."""
    by_relation: dict[str, list[etree._Element]] = {}
    for element in elements[:_MOST_LINKS]:
        relation = _relation(element.get("rel"))
        by_relation.setdefault(relation, []).append(element)
    alternate = _page(by_relation.pop("alternate", []), scope)
    return (
        _with_others(alternate, by_relation, scope) if by_relation else Links(alternate)
    )


def _relation(written: str | None) -> str:
    if written is None or written == "alternate":
        return "alternate"
    return written.strip().lower().removeprefix(_RELATIONS) or "alternate"


def _page(elements: list[etree._Element], scope: Scope) -> str | None:
    """Return the first alternate that is a page, else one that may be, else any."""
    if len(elements) > 1:
        elements = sorted(elements, key=_likeness_to_a_page)
    return _first(elements, scope)


def _likeness_to_a_page(element: etree._Element) -> int:
    """Return 0 for a page, 1 where no type is given, 2 for any other type."""
    written = (element.get("type") or "").strip().lower()
    return 0 if written in _PAGE_TYPES else 2 if written else 1


def _first(elements: list[etree._Element], scope: Scope) -> str | None:
    for element in elements:
        url = scope.link(element, element.get("href") or element.text)
        if url is not None:
            return url
    return None


def _with_others(
    alternate: str | None, others: dict[str, list[etree._Element]], scope: Scope
) -> Links:
    def first(relation: str) -> str | None:
        return _first(others[relation], scope) if relation in others else None

    hubs = [_first([hub], scope) for hub in others.get("hub", ())]
    enclosures = [
        read_link_enclosure(each, scope) for each in others.get("enclosure", ())
    ]
    return Links(
        alternate=alternate,
        enclosures=tuple(filter(None, enclosures)),
        replies=first("replies"),
        self_url=first("self"),
        next_url=first("next"),
        hubs=tuple(dict.fromkeys(filter(None, hubs))),
    )
