"""An XML tree -> ParsedFeed: finds out which format it is and hands it on."""

from collections.abc import Callable
from dataclasses import replace

from lxml import etree

from tidings.core.feeds.parsed import EntryProblem, FeedKind, ParsedEntry, ParsedFeed
from tidings.core.urls import host_of
from tidings.formats.feeds.atom import read_atom_about, read_atom_entry
from tidings.formats.feeds.cdf import read_cdf_about, read_cdf_entry
from tidings.formats.feeds.rss import read_rss_about, read_rss_entry
from tidings.formats.xml.fields import (
    Fields,
    Scope,
    all_fields_of,
    fields_of,
    first_date,
)
from tidings.formats.xml.names import Names, prefix_of, split_tag
from tidings.formats.xml.stages import Tree

ReadEntry = Callable[[etree._Element, Scope], ParsedEntry]

_FEED_ROOTS = frozenset({"rss", "rdf", "feed", "channel", "entry"})
_DATES = ("pubdate", "published", "dc:date", "issued", "updated", "modified")
_NEW_ATOM = "http://www.w3.org/2005/Atom"
_HAS_XML = etree.XPath("boolean(//@xml:*)")
_HAS_BASE = etree.XPath("boolean(//@xml:base)")
_HAS_LANG = etree.XPath("boolean(//@xml:lang)")
_HAS_MODE = etree.XPath("boolean(//@mode)")
_POISON = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip


def read_xml_feed(tree: Tree, *, url: str, limit: int) -> ParsedFeed | None:
    """Read the feed in a tree; `None` if there is no feed in it."""
    root = _feed_root(tree.root)
    if root is None:
        return None
    scope = _scope(root, url)
    about, found, read = _sorted_out(root, scope)
    if tree.is_broken:
        found = _all_entries(root, scope.names)
    # Atom says so; the channel of an RSS feed names its editor.
    author = about.author if about.kind == "atom" else None
    scope = replace(scope, base=_entry_base(url, about.site_url), author=author)
    entries, set_aside = read_each(_newest(found, limit, scope.names), read, scope)
    problems = tree.problems
    if len(found) > limit:
        problems += (f"Only {limit} of {len(found)} entries were read.",)
    return replace(
        about,
        entries=entries,
        set_aside=set_aside,
        problems=problems,
        broken=tree.is_broken,
        stage=tree.stage,
        logins_removed=len(scope.logins),
    )


def _scope(root: etree._Element, url: str) -> Scope:
    has_xml = bool(_HAS_XML(root))
    namespace, name = split_tag(root.tag)
    # Atom 0.3 has `mode`; version 1.0 and RSS do not.
    may_have_mode = name in ("feed", "entry") and namespace != _NEW_ATOM
    return Scope(
        Names(_own_namespaces(root)),
        url,
        has_base=has_xml and bool(_HAS_BASE(root)),
        has_lang=has_xml and bool(_HAS_LANG(root)),
        has_mode=may_have_mode and bool(_HAS_MODE(root)),
    )


def root_name(root: etree._Element) -> str:
    """Return the root's local name in lower case."""
    return split_tag(root.tag)[1] if isinstance(root.tag, str) else ""


def _feed_root(root: etree._Element) -> etree._Element | None:
    """Return the root if it is a feed's, else a feed right below it."""
    if root_name(root).rpartition(":")[2] in _FEED_ROOTS:
        return root
    for child in root:
        if root_name(child) in ("rss", "feed", "rdf"):
            return child
    return None


def _own_namespaces(root: etree._Element) -> frozenset[str]:
    """Return the namespaces that stand for the feed format itself here."""
    outer, name = split_tag(root.tag)
    own = set() if name == "rdf" else {outer}
    for child in root:
        namespace, local = (
            split_tag(child.tag) if isinstance(child.tag, str) else ("", "")
        )
        if local == "channel" and prefix_of(namespace) is None:
            own.add(namespace)
    return frozenset(own)


def _sorted_out(
    root: etree._Element, scope: Scope
) -> tuple[ParsedFeed, list[etree._Element], ReadEntry]:
    """Return what the feed says about itself, its entries, and how to read them."""
    fields = all_fields_of(root, scope.names)
    name = root_name(root).rpartition(":")[2]
    if name == "entry":
        return ParsedFeed("atom"), [root], read_atom_entry
    if name == "feed":
        entries = fields.get("entry", []) + fields.get("atom:entry", [])
        return read_atom_about(fields, root, scope), entries, read_atom_entry
    if name == "channel" and (root.get("HREF") or root.get("href")):
        entries = fields.get("item", [])
        return read_cdf_about(fields, root, scope), entries, read_cdf_entry
    channels = [all_fields_of(each, scope.names) for each in fields.get("channel", [])]
    channel = channels[0] if channels else fields
    kind: FeedKind = "rdf" if name == "rdf" else "rss"
    about = read_rss_about(channel, fields, scope, kind)
    return about, _items(fields, *channels), read_rss_entry


def _items(*holders: Fields) -> list[etree._Element]:
    return [item for holder in holders for item in holder.get("item", ())]


def _all_entries(root: etree._Element, names: Names) -> list[etree._Element]:
    """Return the entries at any depth: in a damaged tree they end up in each other."""
    is_atom = root_name(root) in ("feed", "entry")
    wanted = {"entry", "atom:entry"} if is_atom else {"item"}
    return [each for each in root.iter("{*}*") if names[each.tag] in wanted]


def _entry_base(url: str, site_url: str | None) -> str:
    """Return what entries' addresses are relative to: the feed, if the site serves it."""
    if site_url and host_of(site_url) != host_of(url):
        return site_url
    return url


def _newest(
    found: list[etree._Element], limit: int, names: Names
) -> list[tuple[int, etree._Element]]:
    """Return the newest entries with their places; most feeds start with the newest."""
    numbered = list(enumerate(found))
    if len(found) <= limit:
        return numbered
    first, last = (
        first_date(fields_of(each, names), _DATES) for each in (found[0], found[-1])
    )
    if first is not None and last is not None and last > first:
        return numbered[-limit:]
    return numbered[:limit]


def read_each(
    numbered: list[tuple[int, etree._Element]], read: ReadEntry, scope: Scope
) -> tuple[tuple[ParsedEntry, ...], tuple[EntryProblem, ...]]:
    """Read each entry by itself, so that one poison entry spoils no other."""
    entries: list[ParsedEntry] = []
    set_aside: list[EntryProblem] = []
    for position, element in numbered:
        if not (len(element) or element.keys()):
            set_aside.append(EntryProblem(position, "is empty"))
            continue
        try:
            entry = read(element, scope)
        except _POISON as error:
            reason = f"could not be read ({type(error).__name__})"
            set_aside.append(EntryProblem(position, reason))
            continue
        entries.append(entry)
    return tuple(entries), tuple(set_aside)
