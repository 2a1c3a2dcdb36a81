"""Bytes -> element tree in stages: strict, repaired, recovered.

No stage resolves an entity, loads a DTD or touches the network. Threads do not share
parsers.
"""

import threading
from dataclasses import dataclass

from lxml import etree

from tidings.core.feeds.parsed import Stage
from tidings.formats.xml.repair import (
    Repaired,
    has_doctype,
    is_cut_off,
    repair,
    with_quoted_attributes,
)
from tidings.formats.xml.texts import with_markup_as_text

_CUT_OFF = "The document ends before its last tag."
_QUOTED = "Attributes without quotes were given them."
_MARKUP_ESCAPED = "Unclosed tags inside texts were made text."


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed document, how hard it was to parse, and what was wrong with it."""

    root: etree._Element
    stage: Stage
    problems: tuple[str, ...] = ()

    @property
    def is_broken(self) -> bool:
        return self.stage == "recovered"


class _Parsers(threading.local):
    """One strict and one forgiving parser for each thread."""

    def __init__(self) -> None:
        self.strict = _parser(recover=False)
        self.forgiving = _parser(recover=True)


def parse_in_stages(text: bytes) -> Tree | None:
    """Return the tree of a UTF-8 document, or `None` if no stage finds a root."""
    if not has_doctype(text):
        root = _strict(text)
        if root is not None:
            return Tree(root, "strict")
    repaired = repair(text)
    if repaired is None:
        return None
    root = _strict(repaired.text)
    if root is not None:
        return Tree(root, "repaired", repaired.problems)
    return _parse_damaged(repaired)


def parse_strictly(text: bytes) -> Tree | None:
    """Return the tree of a well-formed document in UTF-8 without a DOCTYPE."""
    root = _strict(text)
    if root is None or root.getroottree().docinfo.internalDTD is not None:
        return None
    return Tree(root, "strict")


def _parse_damaged(repaired: Repaired) -> Tree | None:
    text = with_markup_as_text(repaired.text)
    root = _strict(text)
    if root is not None:
        return Tree(root, "repaired", (*repaired.problems, _MARKUP_ESCAPED))
    quoted = with_quoted_attributes(text)
    root = _strict(quoted) if quoted is not text else None
    if root is not None:
        return Tree(root, "repaired", (*repaired.problems, _QUOTED))
    root = _forgiving(quoted)
    if root is None:
        return None
    problems = (*repaired.problems, *_damage(repaired))
    return Tree(root, "recovered", problems)


def _damage(repaired: Repaired) -> tuple[str, ...]:
    cut_off = is_cut_off(repaired.text)
    return (_CUT_OFF,) if cut_off else ("The document is not well-formed.",)


def _strict(text: bytes) -> etree._Element | None:
    try:
        return etree.fromstring(text, _parsers.strict)
    except etree.XMLSyntaxError:
        return None


def _forgiving(text: bytes) -> etree._Element | None:
    try:
        root: etree._Element | None = etree.fromstring(text, _parsers.forgiving)
    except etree.XMLSyntaxError:
        return None
    return root


def _parser(*, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        # The text is UTF-8 by now, whatever its declaration says.
        encoding="utf-8",
        recover=recover,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


_parsers = _Parsers()
