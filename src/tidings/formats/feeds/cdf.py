"""Microsoft's Channel Definition Format, an ancestor of RSS that is still met."""

from lxml import etree

from tidings.core.feeds.parsed import ParsedEntry, ParsedFeed
from tidings.formats.feeds.dates import read_date
from tidings.formats.feeds.text_fields import plain_title
from tidings.formats.xml.fields import Fields, Scope, fields_of, first_html, first_text


def read_cdf_about(channel: Fields, root: etree._Element, scope: Scope) -> ParsedFeed:
    """Return what the channel says about the feed."""
    return ParsedFeed(
        kind="cdf",
        title=plain_title(first_text(channel, "title")),
        site_url=scope.link(root, _attribute(root, "href")),
        description=plain_title(first_text(channel, "abstract")),
        updated_at=read_date(_attribute(root, "lastmod")),
    )


def read_cdf_entry(item: etree._Element, scope: Scope) -> ParsedEntry:
    """Return one entry of a channel."""
    fields = fields_of(item, scope.names)
    url = scope.link(item, _attribute(item, "href"))
    return ParsedEntry(
        url=url,
        title=plain_title(first_text(fields, "title")),
        summary_html=first_html(fields, scope, "abstract"),
        published_at=read_date(_attribute(item, "lastmod")),
        base_url=url or scope.base,
    )


def _attribute(element: etree._Element, name: str) -> str | None:
    return element.get(name.upper()) or element.get(name)
