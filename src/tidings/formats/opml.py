"""OPML, the format in which readers exchange lists of feeds: read and written.

Reading refuses rows one by one, with their line, never the whole list for one row;
writing and reading again gives the same list.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from lxml import etree

from tidings.core.clock import to_datetime
from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.core.feeds.parsed import NotAFeed
from tidings.core.urls import without_login
from tidings.formats.feeds.links import has_login, web_url
from tidings.formats.feeds.sniff import sniff
from tidings.formats.feeds.text_fields import one_line, without_control
from tidings.formats.xml.stages import Tree, parse_in_stages

# Settings of ours, as attributes that other readers pass over.
NAMESPACE = "urn:tidings:opml"

Holders = dict[tuple[str, ...], etree._Element]

_MOST_FEEDS = 20_000
_DEEPEST_FOLDER = 20
_LONGEST_NAME = 200
_NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OpmlFeed:
    """A feed in a list. An empty folder path means that it is in no folder."""

    url: str
    title: str | None = None
    site_url: str | None = None
    folder: tuple[str, ...] = ()
    # Further categories the row names, as paths written with slashes.
    categories: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=lambda: _NO_SETTINGS)
    line: int = field(default=0, compare=False)  # where it was read; 0: nowhere


ProblemCode = Literal[
    "not_an_address", "not_a_feed", "has_login", "too_many", "cut_off", "not_yours", ""
]


@dataclass(frozen=True, slots=True)
class OpmlProblem:
    """A row that was refused; line 0: it concerns the whole file."""

    line: int
    reason: str  # in English
    code: ProblemCode = ""  # the same for programs; empty: an older version noted it
    subject: str = ""  # the address or name that the row has


@dataclass(frozen=True, slots=True)
class OpmlList:
    """A list of feeds; `folders` has the empty ones too, outer before inner."""

    title: str | None = None
    feeds: tuple[OpmlFeed, ...] = ()
    folders: tuple[tuple[str, ...], ...] = ()
    problems: tuple[OpmlProblem, ...] = ()
    # How many rows named a feed that was in the list already.
    duplicates: int = 0


def read_opml(body: bytes, *, content_type: str | None = None) -> OpmlList:
    """Read a list of feeds; raises `Invalid` if the document is no OPML at all."""
    tree = _tree(body, content_type)
    root = tree.root
    reading = _Reading()
    for part in root:
        if _local_name(part) == "body":
            reading.read_outlines(part)
    return OpmlList(
        title=_title(root),
        feeds=tuple(reading.feeds.values()),
        folders=tuple(reading.folders),
        problems=(*_losses(tree), *reading.problems),
        duplicates=reading.duplicates,
    )


def write_opml(opml: OpmlList, *, created_at: int | None = None) -> bytes:
    """Return the list as an OPML 2.0 document, folders as nested outlines."""
    root = etree.Element("opml", {"version": "2.0"}, nsmap={"tidings": NAMESPACE})
    head = etree.SubElement(root, "head")
    if opml.title:
        etree.SubElement(head, "title").text = _clean(opml.title)
    if created_at is not None:
        moment = to_datetime(created_at).strftime("%a, %d %b %Y %H:%M:%S +0000")
        etree.SubElement(head, "dateCreated").text = moment
    holders: Holders = {(): etree.SubElement(root, "body")}
    for folder in (*opml.folders, *(feed.folder for feed in opml.feeds)):
        _folder_outline(holders, folder)
    for feed in opml.feeds:
        attributes = dict(_attributes(feed))
        etree.SubElement(holders[feed.folder], "outline", attributes)
    written: bytes = etree.tostring(
        root, encoding="utf-8", xml_declaration=True, pretty_print=True
    )
    return written


class _Reading:
    """What has been read so far, with duplicates merged as they come."""

    def __init__(self) -> None:
        self.feeds: dict[str, OpmlFeed] = {}
        self.folders: dict[tuple[str, ...], None] = {}
        self.problems: list[OpmlProblem] = []
        self.duplicates = 0

    def read_outlines(self, body: etree._Element) -> None:
        """Walk the outlines in document order, without recursion."""
        waiting: list[tuple[etree._Element, tuple[str, ...]]] = [(body, ())]
        while waiting:
            holder, folder = waiting.pop()
            if holder is not body:
                folder = self._read_outline(holder, folder)
            children = [child for child in holder if _local_name(child) == "outline"]
            waiting += [(child, folder) for child in reversed(children)]

    def _read_outline(
        self, outline: etree._Element, folder: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Take one row; return the folder that its children are in."""
        row = {str(name).lower(): str(value) for name, value in outline.attrib.items()}
        name = one_line(row.get("title") or row.get("text"))
        address = row.get("xmlurl") or _feed_address(row)
        if address is not None:
            self._add(outline, row, address, folder)
            return folder
        if len(outline) == 0 and row.get("type"):
            self._refuse(outline, "not_a_feed", name, "is not a feed.")
            return folder
        if name is None or len(folder) >= _DEEPEST_FOLDER:
            return folder
        inner = (*folder, name[:_LONGEST_NAME])
        self.folders.setdefault(inner)
        return inner

    def _add(
        self,
        outline: etree._Element,
        row: Mapping[str, str],
        address: str,
        folder: tuple[str, ...],
    ) -> None:
        url = web_url(address)
        if has_login(address):
            words = "comes with a login: follow it by its address instead."
            self._refuse(outline, "has_login", address, words)
        elif url is None:
            self._refuse(outline, "not_an_address", address, "is not a web address.")
        elif len(self.feeds) >= _MOST_FEEDS and url not in self.feeds:
            words = f"is left out: there are more than {_MOST_FEEDS} feeds."
            self._refuse(outline, "too_many", address, words)
        else:
            self._merge(_feed(url, row, outline, folder))

    def _merge(self, feed: OpmlFeed) -> None:
        known = self.feeds.get(feed.url)
        if known is None:
            self.feeds[feed.url] = feed
            for end in range(1, len(feed.folder) + 1):
                self.folders.setdefault(feed.folder[:end])
            return
        self.duplicates += 1
        self.feeds[feed.url] = replace(
            known,
            title=known.title or feed.title,
            site_url=known.site_url or feed.site_url,
            folder=known.folder or feed.folder,
            settings={**feed.settings, **known.settings},
        )

    def _refuse(
        self, outline: etree._Element, code: ProblemCode, name: str | None, words: str
    ) -> None:
        subject = _short(name)
        problem = OpmlProblem(_line(outline), f"“{subject}” {words}", code, subject)
        self.problems.append(problem)


def _losses(tree: Tree) -> tuple[OpmlProblem, ...]:
    """Say that rows may be missing: a list cut off half-way looks like a whole one."""
    if not tree.is_broken:
        return ()
    reason = f"{tree.problems[-1]} Some feeds may be missing."
    return (OpmlProblem(0, reason, "cut_off"),)


def _tree(body: bytes, content_type: str | None) -> Tree:
    document = sniff(body, content_type)
    if isinstance(document, NotAFeed):
        raise Invalid(
            f"This file is not a list of feeds (OPML). {document.reason}",
            code=Code.NOT_OPML,
        )
    tree = parse_in_stages(document.text) if document.syntax == "xml" else None
    if tree is None or _local_name(tree.root) != "opml":
        raise Invalid("This file is not a list of feeds (OPML).", code=Code.NOT_OPML)
    return tree


def _local_name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _title(root: etree._Element) -> str | None:
    for part in root:
        if _local_name(part) == "head":
            titles = [each.text for each in part if _local_name(each) == "title"]
            return one_line(titles[0]) if titles else None
    return None


def _feed_address(row: Mapping[str, str]) -> str | None:
    """Return the address of rows that have a type and a plain `url` instead."""
    is_feed = (row.get("type") or "").lower() in ("rss", "atom", "feed")
    return row.get("url") if is_feed else None


def _feed(
    url: str, row: Mapping[str, str], outline: etree._Element, folder: tuple[str, ...]
) -> OpmlFeed:
    title = one_line(row.get("title") or row.get("text"))
    address = row.get("xmlurl")
    paths = [_path(category) for category in (row.get("category") or "").split(",")]
    paths = [path for path in paths if path]
    if not folder and paths:
        folder = paths.pop(0)
    return OpmlFeed(
        url=url,
        title=None if title in (url, address) else title,
        site_url=web_url(row.get("htmlurl")),
        folder=folder,
        categories=tuple("/".join(path) for path in paths),
        settings=_settings(outline),
        line=_line(outline),
    )


def _line(outline: etree._Element) -> int:
    line = outline.sourceline
    return line if isinstance(line, int) else 0


def _path(category: str) -> tuple[str, ...]:
    steps = (one_line(step) for step in category.split("/"))
    return tuple(step[:_LONGEST_NAME] for step in steps if step)[:_DEEPEST_FOLDER]


def _settings(outline: etree._Element) -> Mapping[str, str]:
    ours = f"{{{NAMESPACE}}}"
    return {
        str(name).removeprefix(ours): str(value)
        for name, value in outline.attrib.items()
        if str(name).startswith(ours)
    }


def _folder_outline(holders: Holders, folder: tuple[str, ...]) -> None:
    for end in range(1, len(folder) + 1):
        path = folder[:end]
        if path not in holders:
            name = _clean(path[-1])
            attributes = {"text": name, "title": name}
            above = holders[path[:-1]]
            holders[path] = etree.SubElement(above, "outline", attributes)


def _attributes(feed: OpmlFeed) -> Iterator[tuple[str, str]]:
    title = _clean(feed.title or feed.url)
    yield from (("type", "rss"), ("text", title), ("title", title))
    yield "xmlUrl", feed.url
    if feed.site_url:
        yield "htmlUrl", feed.site_url
    if feed.categories:
        yield "category", ",".join(_clean(each) for each in feed.categories)
    for name, value in sorted(feed.settings.items()):
        yield f"{{{NAMESPACE}}}{name}", _clean(value)


def _clean(text: str) -> str:
    return without_control(text)


def _short(text: str | None) -> str:
    return without_login(one_line(text) or "")[:100]
