"""The pictures that a web page names for itself. Nothing is fetched."""

import re
from collections.abc import Iterator

from lxml import etree

from tidings.core.feeds.icons import IconLink
from tidings.formats.feeds.encoding import to_utf8
from tidings.formats.feeds.links import web_url

_LARGEST_PAGE = 512 * 1024  # these links stand in the head
_MOST_LINKS = 1000
_RELATIONS = frozenset({"icon", "apple-touch-icon", "apple-touch-icon-precomposed"})
_SIZE = re.compile(r"(\d{1,4})x\d{1,4}", re.IGNORECASE)


def find_icons(page: bytes, *, content_type: str | None, url: str) -> list[IconLink]:
    """Return what a page names, drawings (SVG) left out."""
    text = to_utf8(page[:_LARGEST_PAGE], content_type)
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True
    )
    try:
        root: etree._Element | None = etree.fromstring(text or b"<p>", parser)
    except etree.XMLSyntaxError:
        return []
    return [] if root is None else list(_links(root, url))


def _links(root: etree._Element, url: str) -> Iterator[IconLink]:
    base = url
    for count, element in enumerate(root.iter("base", "link")):
        if count >= _MOST_LINKS:
            return
        if element.tag == "base":
            base = web_url(element.get("href"), url) or url
            continue
        relations = set((element.get("rel") or "").lower().split())
        address = web_url(element.get("href"), base)
        if address is not None and relations & _RELATIONS and not _is_svg(element):
            is_touch = "icon" not in relations
            yield IconLink(address, _size(element.get("sizes")), is_touch)


def _is_svg(link: etree._Element) -> bool:
    path = (link.get("href") or "").partition("?")[0].lower()
    return "svg" in (link.get("type") or "").lower() or path.endswith(".svg")


def _size(sizes: str | None) -> int | None:
    found = [int(size) for size in _SIZE.findall((sizes or "")[:200])]
    return max(found, default=None)
